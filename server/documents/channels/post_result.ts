/** Maps the response to a POST to a result: sent, retry, or failed for good. */
import { isDelivered, type Outcome } from '../../http_client/post.ts'
import type { SendResult } from '../channel.ts'

/** Statuses that the same bytes would get again. A refused login or address can be fixed on either side, so it is retried. */
const finalStatuses = new Set([400, 409, 410, 413, 415, 422])

export const sendResultOf = (outcome: Outcome): SendResult => ({
  is_sent: isDelivered(outcome),
  status: outcome.status,
  detail: outcome.failure ?? Buffer.from(outcome.answer).toString('utf8'),
  is_final: outcome.status !== null && finalStatuses.has(outcome.status),
})
