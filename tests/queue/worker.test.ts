/** The guarantees of the queue for every kind of work, tested on a test kind. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { registry } from '../../server/observe/metrics.ts'
import { testDatabase } from '../support/database.ts'
import { type Note, openRig, type Outcome, type Rig } from './notes.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.clear())
afterAll(() => rig.clear())

/** Attempts that run until released, and the highest number of concurrent ones per group. */
function holding() {
  const running: { note: Note; end: (outcome: Outcome) => void }[] = []
  let wanted = Infinity
  let reached = () => {}
  return {
    running,
    run: (note: Note) =>
      new Promise<Outcome>((end) => {
        running.push({ note, end })
        if (running.length >= wanted) reached()
      }),
    /** Resolves when this many attempts have started in total. */
    begun: (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count
        reached = resolve
        if (running.length >= count) resolve()
      }),
    end: (outcome: Outcome = 'done') => {
      for (const { end } of running) end(outcome)
    },
    by: (place: (note: Note) => string) =>
      Object.fromEntries([...Map.groupBy(running, ({ note }) => place(note))].map(([name, all]) => [name, all.length])),
  }
}

const organizations = () => [uuidv7(), uuidv7(), uuidv7()] as const
test("an organisation's stalled jobs use only its own slots; another organisation's job starts at once", async () => {
  const [stalled, healthy] = organizations()
  for (let i = 0; i < 12; i++) await rig.add(stalled, `stalled ${i}`, 50, 60)
  const work = holding()
  const { looked, stop } = rig.start({ ...work, caps: { total: 16, organization: 8, organization_destination: 4 } })
  await work.begun(8)
  await rig.add(healthy, 'healthy', 1)
  await work.begun(9)
  await looked()
  expect(work.by(({ organization_id }) => organization_id)).toEqual({ [stalled]: 8, [healthy]: 1 })
  // Eight slots over twelve destinations: none has two.
  expect(Math.max(...Object.values(work.by(({ destination }) => destination)))).toBe(1)
  const stopped = stop()
  work.end()
  await stopped
})

test('slots are shared equally, regardless of who has waited longer', async () => {
  const [old, young, youngest] = organizations()
  await rig.add(old, 'x', 500, 600)
  await rig.add(young, 'y', 20, 5)
  await rig.add(youngest, 'z', 2)
  const work = holding()
  const { stop } = rig.start({ ...work, caps: { total: 12 } })
  await work.begun(12)
  expect(work.by(({ organization_id }) => organization_id)).toEqual({ [old]: 5, [young]: 5, [youngest]: 2 })
  const stopped = stop()
  work.end()
  await stopped
})

test('a destination has a cap over all organisations, and a smaller one per organisation', async () => {
  const [one, two] = organizations()
  await rig.add(one, 'shared', 20, 60)
  const work = holding()
  const { looked, stop } = rig.start({ ...work, caps: { destination: 6, organization_destination: 4 } })
  await work.begun(4)
  await looked()
  expect(work.running).toHaveLength(4)
  await rig.add(two, 'shared', 20)
  await work.begun(6)
  await looked()
  expect(work.by(({ organization_id }) => organization_id)).toEqual({ [one]: 4, [two]: 2 })
  const stopped = stop()
  work.end()
  await stopped
})

test('destinations that timed out share a small cap, and one that responds leaves it', async () => {
  const [slow, healthy] = organizations()
  const names = Array.from({ length: 10 }, (_, i) => `slow ${i}`)
  for (const name of names) await rig.add(slow, name, 1)
  const work = holding()
  let isSlow = true
  const { looked, stop, worker } = rig.start({
    caps: { timed_out: 3 },
    run: (note) => (isSlow ? Promise.resolve('timed_out') : work.run(note)),
  })
  await worker.settle()
  isSlow = false
  for (const name of names) await rig.add(slow, name, 5)
  await rig.add(healthy, 'healthy', 1)
  await work.begun(4)
  await looked()
  expect(work.by(({ organization_id }) => organization_id)).toEqual({ [slow]: 3, [healthy]: 1 })
  const [answered] = work.running.filter(({ note }) => note.organization_id === slow)
  answered!.end('done')
  // The destination responded: all its waiting jobs are claimed, and another destination's probe uses the small cap.
  await work.begun(4 + 4 + 1)
  await looked()
  expect(work.by(({ destination }) => destination)[answered!.note.destination]).toBe(5)
  const stopped = stop()
  work.end()
  await stopped
}, 30_000)

test('an attempt is aborted before its lease ends', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 1)
  const { worker, stop } = rig.start({ run: () => new Promise<never>(() => {}), attempt_seconds_max: 0.05 })
  const givenUp = await metric('queue_attempts_timed_out_total')
  await worker.settle()
  expect((await rig.rows())[0]).toMatchObject({ state: 'waiting', attempts: 1, round_failures: 1, leased_until: null })
  expect(await metric('queue_attempts_timed_out_total')).toBe(givenUp + 1)
  await stop()
})

test('a failing attempt is retried after each interval of the schedule, then the job fails', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 1)
  let attempts = 0
  const { worker, stop } = rig.start({
    run: () => (++attempts % 2 === 0 ? Promise.reject(new Error('thrown')) : Promise.resolve('failed')),
  })
  for (const wait of [60, 600, 3_600]) {
    await worker.settle()
    const [row] = await rig.rows()
    expect(row).toMatchObject({ state: 'waiting', leased_until: null, ended_at: null })
    expect(row.due_in).toBeGreaterThan(wait - 10)
    expect(row.due_in).toBeLessThanOrEqual(wait)
    await rig.pass(wait - 10)
    await worker.settle()
    expect((await rig.rows())[0].attempts).toBe(row.attempts)
    await rig.pass(10)
  }
  await worker.settle()
  expect((await rig.rows())[0]).toMatchObject({ state: 'failed', attempts: 4, next_attempt_at: null })
  expect(attempts).toBe(4)
  await stop()
})

test('a permanent failure ends the job at once, and a job withdrawn during an attempt stays withdrawn', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'final', 1)
  await rig.add(organization_id, 'withdrawn', 1)
  await rig.add(organization_id, 'withdrawn and done', 1)
  const { sql } = await testDatabase()
  const outcomes: Record<string, Outcome> = { final: 'refused', withdrawn: 'failed', 'withdrawn and done': 'done' }
  const { worker, stop } = rig.start({
    run: async ({ destination }) => {
      if (destination.startsWith('withdrawn'))
        await sql`update test_notes set state = 'withdrawn', next_attempt_at = null where destination = ${destination}`
      return outcomes[destination]!
    },
  })
  await worker.settle()
  expect((await rig.rows()).map(({ destination, state }) => [destination, state])).toEqual([
    ['final', 'failed'],
    ['withdrawn', 'withdrawn'],
    ['withdrawn and done', 'done'],
  ])
  await stop()
})

test('an organisation whose rows cannot be claimed or recorded holds up no other', async () => {
  const [bad, healthy] = organizations()
  const { sql } = await testDatabase()
  for (const [state, outcome] of [
    ['leased_until is not null', 'claimed'],
    ['ended_at is not null', 'recorded'],
  ] as const) {
    await rig.clear()
    const refused = await metric('queue_faults_total')
    await sql.unsafe(`
      create function refuse_notes() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
      create trigger refuse_notes before update on test_notes for each row
        when (new.organization_id = '${bad}' and new.${state}) execute function refuse_notes()`)
    try {
      await rig.add(bad, 'x', 2, 60)
      await rig.add(healthy, 'y', 2)
      // Both outcomes are recorded in one statement.
      const work = holding()
      const { stop } = rig.start(work)
      await work.begun(outcome === 'claimed' ? 2 : 4)
      const stopped = stop()
      work.end()
      await stopped
    } finally {
      await sql`drop function refuse_notes cascade`
    }
    const states = (await rig.rows()).map((row) => [row.organization_id, row.state])
    expect([outcome, ...states]).toEqual([
      outcome,
      [bad, 'waiting'],
      [bad, 'waiting'],
      [healthy, 'done'],
      [healthy, 'done'],
    ])
    expect(await metric('queue_faults_total')).toBeGreaterThan(refused)
  }
})

test('an outcome that the database does not take at once is recorded when it does, and the job runs once', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 1)
  const work = holding()
  const { stop } = rig.start(work)
  await work.begun(1)
  const lost = await metric('queue_attempts_lost_total')
  const { sql } = await testDatabase()
  await sql.begin(async (tx) => {
    await tx`lock table test_notes in exclusive mode`
    work.end()
    // Longer than a statement waits.
    await Bun.sleep(3_000)
  })
  for (let looks = 0; looks < 50 && (await rig.rows())[0].state !== 'done'; looks++) await Bun.sleep(100)
  expect((await rig.rows())[0]).toMatchObject({ state: 'done', attempts: 1, leased_until: null })
  expect([work.running.length, await metric('queue_attempts_lost_total')]).toEqual([1, lost])
  await stop()
})

test('a worker whose lease has expired cannot end a job that another has taken over', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 1)
  const slow = holding()
  const first = rig.start(slow)
  await slow.begun(1)
  await rig.pass(45)
  const second = rig.start({ run: async () => 'done' })
  await second.worker.settle()
  const [done] = await rig.rows()
  expect(done).toMatchObject({ state: 'done', attempts: 2 })
  const lost = await metric('queue_attempts_lost_total')
  slow.end('failed')
  await first.worker.settle()
  expect(await rig.rows()).toEqual([{ ...done, due_in: null }])
  expect(await metric('queue_attempts_lost_total')).toBe(lost + 1)
  await Promise.all([first.stop(), second.stop()])
})

const metric = async (name: string): Promise<number> => {
  const { values } = await registry.getSingleMetric(name)!.get()
  return values.find(({ labels }) => labels.kind === 'notes')?.value ?? 0
}

test("a killed worker's jobs are taken over when their leases expire: each is executed at least once", async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 3)
  const { url } = await testDatabase()
  const child = spawn(process.execPath, [fileURLToPath(new URL('./worker_main.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.split('\n').length > 3) resolve()
    })
  })
  child.kill('SIGKILL')
  const done: string[] = []
  const { worker, stop } = rig.start({
    run: async ({ body, attempt }) => {
      done.push(`${body} at attempt ${attempt}`)
      return 'done'
    },
  })
  await worker.settle()
  expect(done).toEqual([])
  await rig.pass(45)
  await worker.settle()
  expect(done.toSorted()).toEqual(['1 at attempt 2', '2 at attempt 2', '3 at attempt 2'])
  expect((await rig.rows()).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  await stop()
}, 30_000)

test('two workers execute each job once, and on stop they finish running jobs and claim no more', async () => {
  const [organization_id] = organizations()
  await rig.add(organization_id, 'x', 200)
  const done: string[] = []
  const run = async ({ body }: Note): Promise<Outcome> => {
    done.push(body)
    await new Promise((settle) => setImmediate(settle))
    return 'done'
  }
  const workers = [rig.start({ run, caps: { total: 8 } }), rig.start({ run, caps: { total: 8 } })]
  await Promise.all(workers.map(({ worker }) => worker.settle()))
  expect(done).toHaveLength(200)
  expect(new Set(done).size).toBe(200)
  await Promise.all(workers.map(({ stop }) => stop()))
  await rig.add(organization_id, 'x', 3)
  const work = holding()
  const last = rig.start({ ...work, caps: { total: 1 } })
  await work.begun(1)
  const stopped = last.stop()
  work.end()
  await stopped
  expect(work.running).toHaveLength(1)
  expect((await rig.rows()).filter(({ state }) => state === 'waiting').map(({ leased_until }) => leased_until)).toEqual(
    [null, null],
  )
})
