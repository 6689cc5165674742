/**
 * The deliverer of webhooks, on the queue's runner (runner.ts). The lease of 45 seconds outlasts an attempt, and the id
 * of a delivery tells a receiver which it has seen.
 */
import type { Database } from '../../db/client.ts'
import type { AddressRules } from './address.ts'
import { deliveries_channel } from './emit.ts'
import { type Outcome, postParcel } from './post.ts'
import { startQueue, type Worker } from './runner.ts'
import type { SecretBox } from './secret.ts'
import { signatureHeader } from './sign.ts'
import { claimDue, type Claimed, finishAttempts } from './store.ts'

export interface WorkerOptions {
  /** Its own: deliveries wait for no request's turn. */
  db: Database
  secrets: SecretBox
  rules: AddressRules
}

const concurrency = 128
const per_room = 16

/** One attempt: signed now, sent to the address that is judged now. */
async function attempt(claimed: Claimed, { secrets, rules }: WorkerOptions): Promise<Outcome> {
  let secret: string
  try {
    secret = secrets.open(claimed.sealed_secret, claimed.webhook_id)
  } catch {
    return { status: null, failure: 'secret_unreadable', answer: new Uint8Array(0), address: null, duration_ms: 0 }
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

export function startWorker(options: WorkerOptions): Worker {
  const sql = options.db.door
  return startQueue<Claimed, Outcome>(options.db, {
    name: 'deliveries',
    channel: deliveries_channel,
    concurrency,
    per_room,
    claim: (most, busy) => claimDue(sql, most, busy, per_room),
    roomOf: ({ endpoint }) => endpoint,
    attempt: (claimed) => attempt(claimed, options),
    finish: (ended) => finishAttempts(sql, ended),
  })
}
