/**
 * F20: one organisation keeps as many requests in the database as it can, each waiting for a lock; another one works on
 * beside it.
 */
import { askWithinAllowance, atMost, exactly, type Figure, figure, newClient, percentile, type Rig } from './rig.ts'

export const title = 'F20 one organisation waits for locks on all the connections it can get'

type Client = Awaited<ReturnType<typeof newClient>>
type Service = Parameters<typeof askWithinAllowance>[0]

const contact = (email: string) => ({ name: 'Ada', preferred_contact_method: 'EMAIL', email })
const crowdSize = 120
const workers = 6

/** Requests of the organisation one after the other, reads and writes in turns, until the time is over. */
async function work(service: Service, { keys }: Client, until: number) {
  const durations: number[] = []
  let refused = 0
  let sent = 0
  const worker = async (key: string) => {
    while (performance.now() < until) {
      const isWrite = ++sent % 4 === 0
      const reply = isWrite
        ? await askWithinAllowance(
            service,
            'POST',
            '/api/v1/contacts',
            key,
            contact(`${key.slice(7, 20)}${sent}@example.com`),
          )
        : await askWithinAllowance(service, 'GET', '/api/v1/contacts/table?limit=10', key)
      if (typeof reply === 'object' && reply.status < 300) durations.push(reply.duration_ms)
      else refused++
      await Bun.sleep(15)
    }
  }
  await Promise.all(keys.slice(0, workers).map(worker))
  return { durations, refused }
}

/** Reads and writes that wait until they are refused, again and again. */
async function crowd(service: Service, { keys }: Client, contact_id: string, until: number): Promise<number> {
  let answered = 0
  const one = async (i: number) => {
    const key = keys[i % keys.length]!
    while (performance.now() < until) {
      if (i % 2 === 0)
        await askWithinAllowance(service, 'PATCH', `/api/v1/contacts/${contact_id}`, key, { city: `Porto ${i}` })
      else await askWithinAllowance(service, 'GET', '/api/v1/variants/custom-fields', key)
      answered++
    }
  }
  await Promise.all(Array.from({ length: crowdSize }, (_, i) => one(i)))
  return answered
}

export async function run(
  rig: Rig,
  { seconds, progress }: { seconds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const service = await rig.startService()
  const [busy, other] = [await newClient(rig, crowdSize), await newClient(rig, workers * 2)]
  const created = await askWithinAllowance(
    service,
    'POST',
    '/api/v1/contacts',
    busy.keys[0]!,
    contact('ada@example.com'),
  )
  if (typeof created === 'string' || created.status !== 201) throw new Error('the contact could not be created')
  const alone = await work(service, other, performance.now() + (seconds * 1_000) / 2)
  progress(1 / 3)
  let answered = 0
  let beside = { durations: [] as number[], refused: 0 }
  await rig.sql.begin(async (tx) => {
    await tx`select from contacts where organization_id = ${busy.organization_id} for update`
    await tx`lock table custom_fields in access exclusive mode`
    const until = performance.now() + seconds * 1_000
    ;[answered, beside] = await Promise.all([
      crowd(service, busy, created.body.data.id, until),
      Bun.sleep(1_000).then(() => work(service, { ...other, keys: other.keys.slice(workers) }, until)),
    ])
  })
  progress(1)
  await service.stop()
  const [before, during] = [alone, beside].map(({ durations }) => percentile(durations, 0.99))
  return [
    figure('requests of the crowding organisation', answered),
    figure('requests of the other organisation', beside.durations.length),
    exactly('requests of the other organisation refused', alone.refused + beside.refused, 0),
    figure('its p99 alone', `${before!.toFixed(1)} ms`),
    // On a machine that is busy with other work, both are slow.
    atMost('its p99 beside the crowd', during!, Math.max(250, 3 * before!), ' ms'),
  ]
}
