/**
 * F9: of two processes, one has a clock 400 s ahead, then 400 s behind. Leases, expiries and windows use the database's
 * clock, so that the response does not depend on the process.
 */
import { fileURLToPath } from 'node:url'
import { uuidv7 } from 'uuidv7'
import { emit } from '../../server/outbox/emit.ts'
import { newSigningSecret, openSecretBox } from '../../server/secrets/secret_box.ts'
import { startReceiver } from '../outbox/receiver.ts'
import type { ServiceProcess } from '../support/service/service_process.ts'
import { hashSecret } from '../../server/pipeline/credential.ts'
import { sessionTokenHash } from '../../server/pipeline/admit_session.ts'
import { exactly, type Figure, figure, newClient, newStock, type Rig, secretKey } from './rig.ts'
import { signIn } from './clients/sign_in.ts'

export const title = 'F9  one of two processes 400 s ahead, then 400 s behind'
const offsets = [400, -400]
const preload = fileURLToPath(new URL('../support/service/clock_off.ts', import.meta.url))
const reads_per_minute = 600
/** Allowed difference between an instant and the database's clock, on a busy machine. */
const apartSecondsMax = 20
const events = 20
/** Long enough that a deliverer 400 s ahead would consider every lease expired. */
const answerAfterMs = 6_000

interface Pair {
  rig: Rig
  right: ServiceProcess
  off: ServiceProcess
}

/** Wrong responses by kind, each reported once. */
class Wrongs {
  readonly seen: string[] = []
  checked = 0
  check(isRight: boolean, what: string): void {
    this.checked++
    if (!isRight) this.seen.push(what)
  }
}

const call = async ({ base_url }: ServiceProcess, path: string, headers: Record<string, string>, body?: unknown) => {
  const response = await fetch(base_url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

/** Seconds from the database's current time to an instant. */
async function secondsTo({ sql }: Rig, instant: string): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from ${instant}::timestamptz - clock_timestamp())::float8 as seconds`
  return row!.seconds
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** One key's allowance, used up on both processes alternately within one minute of the database's clock. */
async function windows({ rig, right, off }: Pair, reads: number): Promise<Wrongs> {
  const wrongs = new Wrongs()
  const { keys } = await newClient(rig, 1)
  const [clock] = await rig.sql<{ left: number }[]>`select 60 - extract(second from now())::float8 as left`
  if (clock!.left < 30) await Bun.sleep(clock!.left * 1_000 + 50)
  const [minute] = await rig.sql<{ ends_at: string }[]>`
    select (extract(epoch from date_trunc('minute', now()))::int + 60)::text as ends_at`
  let [next, passed] = [0, 0]
  const worker = async () => {
    for (let i = next++; i < reads; i = next++) {
      const answer = await call(i % 2 ? right : off, '/api/v1/variants/table?limit=1', bearer(keys[0]!))
      if (answer.status === 200) passed++
      wrongs.check(answer.headers.get('x-ratelimit-reset') === minute!.ends_at, 'X-RateLimit-Reset of another minute')
      const wait = answer.headers.get('retry-after')
      if (answer.status === 429) wrongs.check(Number(wait) >= 1 && Number(wait) <= 60, `Retry-After ${wait}`)
    }
  }
  await Promise.all(Array.from({ length: 12 }, worker))
  wrongs.check(passed === Math.min(reads, reads_per_minute), `${passed} of ${reads} reads passed`)
  return wrongs
}

async function expiries({ rig, right, off }: Pair): Promise<Wrongs> {
  const wrongs = new Wrongs()
  const { sql } = rig
  const client = await newClient(rig, 4)
  const stock = await newStock(rig, client, 1, 10)
  const { user_token } = await signIn(rig, client)
  const [live, over, stopping, stopped] = client.keys as [string, string, string, string]
  const hash = (key: string) => hashSecret(key)
  await sql`update api_keys set expires_at = now() + interval '200 s' where key_hash = ${hash(live)}`
  await sql`
    update api_keys set minted_at = now() - interval '1 day', expires_at = now() - interval '200 s'
    where key_hash = ${hash(over)}`
  await sql`update api_keys set stops_at = now() + interval '200 s' where key_hash = ${hash(stopping)}`
  await sql`update api_keys set stops_at = now() - interval '200 s' where key_hash = ${hash(stopped)}`
  for (const [key, status] of [
    [live, 200],
    [over, 401],
    [stopping, 200],
    [stopped, 401],
  ] as const) {
    for (const process of [right, off]) {
      const answer = await call(process, `/api/v1/variants/${stock.variant_ids[0]}`, bearer(key))
      wrongs.check(answer.status === status, `a key answered ${answer.status} instead of ${status}`)
    }
  }

  const expire = (interval: string) =>
    sql`update session set "expiresAt" = now() + ${interval}::interval where token = ${sessionTokenHash(user_token)}`
  const admin = { ...bearer(user_token), 'X-Organization-ID': client.organization_id }
  await expire('200 s')
  for (const process of [right, off]) {
    const answer = await call(process, '/api/v1/developer/keys', admin)
    wrongs.check(answer.status === 200, `a valid session answered ${answer.status}`)
    const session = await call(process, '/auth/get-session', bearer(user_token))
    const lasts = session.body === null ? 0 : await secondsTo(rig, session.body.session.expiresAt)
    // The first request renews it for seven days.
    wrongs.check(Math.abs(lasts - 7 * 86_400) < apartSecondsMax, `a session lasts ${Math.round(lasts)} s`)
  }

  for (const [forget, isReplayed] of [
    ['200 s', true],
    ['-200 s', false],
  ] as const) {
    for (const process of [right, off]) {
      const headers = { ...bearer(live), 'Idempotency-Key': uuidv7() }
      await call(right, '/api/v1/tests/triple', headers, { name: 'f9' })
      await sql`
        update remembered_writes set forget_at = now() + ${forget}::interval
        where organization_id = ${client.organization_id} and idempotency_key = ${headers['Idempotency-Key']}`
      const again = await call(process, '/api/v1/tests/triple', headers, { name: 'f9' })
      wrongs.check(again.headers.has('idempotency-replayed') === isReplayed, `a write stored for ${forget}`)
    }
  }

  const path = '/api/v1/tests/export?export=true'
  for (const [maker, reader] of [
    [right, off],
    [off, right],
  ] as const) {
    const made = (await call(maker, path, bearer(live))).body.data
    const lasts = await secondsTo(rig, made.expires_at)
    wrongs.check(Math.abs(lasts - 3_600) < apartSecondsMax, `an export link is valid for ${Math.round(lasts)} s`)
    const file = await fetch(reader.base_url + new URL(made.export_url).pathname)
    await file.text()
    wrongs.check(file.status === 200, `an export link answered ${file.status}`)
  }
  return wrongs
}

/** Two deliverers on one queue, and a slow receiver. */
async function leases({ rig }: Pair): Promise<Wrongs> {
  const wrongs = new Wrongs()
  const { sql } = rig
  const { organization_id } = await newClient(rig, 1)
  const secrets = openSecretBox(secretKey)
  const slow = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), answerAfterMs))
  const failing = await startReceiver((response) => response.writeHead(500).end())
  const subscriptions = [
    ['order.created', slow],
    ['movement.recorded', failing],
  ] as const
  for (const [event, { url }] of subscriptions) {
    const webhook_id = uuidv7()
    await sql`
      insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, encrypted_secret)
      values (${organization_id}, ${webhook_id}, ${url}, ${new URL(url).origin}, ${event},
        ${secrets.encrypt(newSigningSecret(), webhook_id)})`
  }
  for (let number = 0; number < events; number++) {
    for (const [event] of subscriptions)
      await sql.begin((tx) => emit(tx as never, organization_id, [{ event, record: { number } }]))
    await Bun.sleep(20)
  }
  await Bun.sleep(answerAfterMs * 2)
  const rows = await sql<{ event: string; state: string; attempts: number; due_in: number | null }[]>`
    select e.event, d.state, d.attempts, extract(epoch from d.next_attempt_at - now())::float8 as due_in
    from webhook_deliveries d join webhook_events e using (organization_id, event_id)
    where d.organization_id = ${organization_id}`
  wrongs.check(rows.length === events * 2, `${rows.length} deliveries`)
  for (const { event, state, attempts, due_in } of rows) {
    wrongs.check(attempts === 1, `a delivery was attempted ${attempts} times`)
    if (event === 'order.created') wrongs.check(state === 'delivered', `a delivery is ${state}`)
    else wrongs.check(due_in !== null && due_in > 0 && due_in <= 60, `a retry is due in ${due_in} s`)
  }
  wrongs.check(slow.received.length === events, `${slow.received.length} requests of ${events} events`)
  for (const { headers } of [...slow.received, ...failing.received]) {
    const signed_at = Number(/t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1])
    wrongs.check(Math.abs(Date.now() / 1_000 - signed_at) < 60, `a signature of ${signed_at}`)
  }
  await slow.stop()
  await failing.stop()
  return wrongs
}

/** Usage rows have the database's time, whichever process wrote them. */
async function stamps({ rig, right, off }: Pair): Promise<Wrongs> {
  const wrongs = new Wrongs()
  const client = await newClient(rig, 1)
  const ids: string[] = []
  for (const process of [right, off]) {
    const reply = await call(process, '/api/v1/variants/table?limit=1', bearer(client.keys[0]!))
    ids.push(reply.headers.get('x-request-id')!)
  }
  const rows = async () => rig.sql<{ at: Date }[]>`
    select at from key_usage where organization_id = ${client.organization_id} and request_id = any(${ids}::uuid[])`
  for (let tries = 0; tries < 100 && (await rows()).length < 2; tries++) await Bun.sleep(50)
  const stamped = await rows()
  wrongs.check(stamped.length === 2, `${stamped.length} of two calls were recorded`)
  for (const { at } of stamped) {
    const apart = await secondsTo(rig, at.toISOString())
    wrongs.check(Math.abs(apart) < apartSecondsMax, `a call is stamped ${Math.round(apart)} s from now`)
  }
  return wrongs
}

export async function run(
  rig: Rig,
  { reads, progress }: { reads: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [at, seconds] of offsets.entries()) {
    const more = { WEBHOOK_ALLOW_LOOPBACK: 'true' }
    const [right, off] = await Promise.all([
      rig.startService(more),
      rig.startService({ ...more, CLOCK_OFF_SECONDS: String(seconds) }, { preload }),
    ])
    const pair = { rig, right, off }
    const kinds = { windows: (one: Pair) => windows(one, reads), expiries, leases, stamps }
    for (const [i, [kind, look]] of Object.entries(kinds).entries()) {
      const { seen, checked } = await look(pair)
      figures.push(exactly(`${seconds} s: wrong ${kind}, of ${checked} checked`, seen.length, 0))
      if (seen[0] !== undefined) figures.push(figure('for example', seen[0]))
      progress((at + (i + 1) / 4) / offsets.length)
    }
    await Promise.all([right.stop(), off.stop()])
  }
  return figures
}
