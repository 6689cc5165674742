/** F3: two deliverers send 150 events a second, and one of them is killed every 0.7 s. */
import { type ChildProcess, spawn } from 'node:child_process'
import { uuidv7 } from 'uuidv7'
import { emit } from '../../server/outbox/emit.ts'
import { newSigningSecret, openSecretBox } from '../../server/secrets/secret_box.ts'
import { startReceiver } from '../outbox/receiver.ts'
import { atMost, exactly, type Figure, figure, newClient, type Rig, secretKey } from './rig.ts'

export const title = 'F3  a deliverer killed every 0.7 s, at 150 events a second'
const eventsPerSecond = 150
const killEveryMs = 700
/** Leases of deliveries in progress at the last kill expire within 45 s. */
const restSecondsMax = 100

const startDeliverer = (rig: Rig): ChildProcess =>
  spawn(process.execPath, [rig.deliverer], {
    env: {
      ...process.env,
      DATABASE_URL: rig.cluster.url,
      SECRET_KEY: secretKey,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      LOG_LEVEL: 'off',
    },
    stdio: 'ignore',
  })

async function subscribe(rig: Rig, organization_id: string, hook_url: string): Promise<void> {
  const webhook_id = uuidv7()
  await rig.sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, encrypted_secret)
    values (${organization_id}, ${webhook_id}, ${hook_url}, ${new URL(hook_url).origin}, 'movement.recorded',
      ${openSecretBox(secretKey).encrypt(newSigningSecret(), webhook_id)})`
}

export async function run(
  rig: Rig,
  { seconds, progress }: { seconds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const { organization_id } = await newClient(rig, 1)
  const receiver = await startReceiver()
  await subscribe(rig, organization_id, receiver.url)
  const deliverers = [startDeliverer(rig), startDeliverer(rig)]
  const until = performance.now() + seconds * 1_000
  let emitted = 0
  let kills = 0
  const killing = setInterval(() => {
    const at = kills++ % 2
    deliverers[at]!.kill('SIGKILL')
    deliverers[at] = startDeliverer(rig)
  }, killEveryMs)
  while (performance.now() < until) {
    const due = Math.floor(((seconds * 1_000 - (until - performance.now())) / 1_000) * eventsPerSecond)
    for (; emitted < due; emitted++) {
      const record = { number: emitted }
      await rig.sql.begin((tx) => emit(tx as never, organization_id, [{ event: 'movement.recorded', record }]))
    }
    progress(1 - (until - performance.now()) / (seconds * 1_000))
    await Bun.sleep(10)
  }
  clearInterval(killing)
  const waiting = async () => {
    const [row] = await rig.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from webhook_deliveries where state <> 'delivered'`
    return row!.waiting
  }
  const restUntil = performance.now() + restSecondsMax * 1_000
  while ((await waiting()) > 0 && performance.now() < restUntil) await Bun.sleep(500)
  for (const deliverer of deliverers) deliverer.kill('SIGTERM')

  const ids = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.received) {
    const id = headers['x-service-delivery-id']!
    ids.set(body, (ids.get(body) ?? new Set()).add(id))
  }
  const duplicates = receiver.received.length - ids.size
  const figures = [
    figure('events, kills', `${emitted}, ${kills}`),
    exactly('undelivered', emitted - ids.size, 0),
    exactly('not recorded as delivered', await waiting(), 0),
    exactly('events sent with more than one id', [...ids.values()].filter((set) => set.size > 1).length, 0),
    atMost('duplicates', (duplicates / emitted) * 100, 2, ' %'),
  ]
  await receiver.stop()
  return figures
}
