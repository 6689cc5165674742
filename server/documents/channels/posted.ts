/** What an answer to a POST says of the paper: taken, to be tried again, or refused for good. */
import { isDelivered, type Outcome } from '../../http_client/post.ts'
import type { Sending } from '../channel.ts'

/** Answers that the same bytes would get again. A login or an address that is refused is mended on either side. */
const final_statuses = new Set([400, 409, 410, 413, 415, 422])

export const sendingOf = (outcome: Outcome): Sending => ({
  is_sent: isDelivered(outcome),
  status: outcome.status,
  detail: outcome.failure ?? Buffer.from(outcome.answer).toString('utf8'),
  is_final: outcome.status !== null && final_statuses.has(outcome.status),
})
