/**
 * Delivers webhooks: a kind of the queue (queue/kind.ts). The lease of 45 seconds is longer than an attempt, and the
 * delivery id lets receivers detect duplicates.
 */
import type { Database } from '../../db/client/database.ts'
import { limits } from '../contract/limits.ts'
import type { Caps, Kind } from '../queue/kind.ts'
import { startQueue, type Worker } from '../queue/worker.ts'
import type { AddressRules } from '../http_client/address.ts'
import { deliveriesChannel } from './emit.ts'
import { isDelivered, type Outcome, postParcel } from '../http_client/post.ts'
import type { SecretBox } from '../secrets/secret_box.ts'
import { signatureHeader } from './sign.ts'
import { claimDeliveries, type Claimed, findDueWebhooks, finishDeliveries } from './store.ts'

export interface WorkerOptions {
  /** A separate pool, so that deliveries never wait for requests. */
  db: Database
  secrets: SecretBox
  rules: AddressRules
}

/** Receivers of several organisations can share an origin: one that stalls leaves capacity for the others. */
const caps: Caps = { total: 256, organization: 64, destination: 24, organization_destination: 16, timed_out: 32 }

/** One attempt: signs the body and validates the address each time. */
async function attempt(claimed: Claimed, { secrets, rules }: WorkerOptions): Promise<Outcome> {
  let secret: string
  try {
    secret = secrets.decrypt(claimed.encrypted_secret, claimed.webhook_id)
  } catch {
    return unanswered('secret_unreadable')
  }
  const body = Buffer.from(claimed.body, 'utf8')
  return postParcel(
    {
      hook_url: claimed.hook_url,
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Service-Event': claimed.event,
        'X-Service-Delivery-Id': claimed.delivery_id,
        'X-Service-Signature': signatureHeader(secret, body, claimed.unix_seconds),
        ...(claimed.is_test ? { 'X-Service-Test': 'true' } : {}),
      },
    },
    rules,
  )
}

const unanswered = (failure: string): Outcome => ({
  status: null,
  failure,
  answer: new Uint8Array(0),
  address: null,
  duration_ms: 0,
})

const deliveries = (options: WorkerOptions): Kind<Claimed, Outcome> => ({
  name: 'deliveries',
  channel: deliveriesChannel,
  caps,
  attempt_seconds_max: limits.webhook_timeout_seconds + 5,
  findGroups: () => findDueWebhooks(options.db.autocommit),
  claim: (allotments) => claimDeliveries(options.db.autocommit, allotments),
  run: (claimed) => attempt(claimed, options),
  failed: (reason) => unanswered(reason === 'timed_out' ? reason : 'transport_failed'),
  evaluate: (outcome) => ({ is_done: isDelivered(outcome), is_timed_out: outcome.failure === 'timed_out' }),
  finish: (ended) => finishDeliveries(options.db.autocommit, ended),
})

export const startWorker = (options: WorkerOptions): Worker => startQueue(options.db, deliveries(options))
