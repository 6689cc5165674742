/** What holds when imports are interrupted, repeated, cancelled, undone, or many at once. */
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sized } from '../support/long.ts'
import { itemKind } from './item_kind.ts'
import { openImporter, openWorker } from './rig.ts'

const fileOf = (count: number, quantity = 1) =>
  `item,quantity\n${Array.from({ length: count }, (_, i) => `A-${String(i).padStart(5, '0')},${quantity}\n`).join('')}`

const rowsOf = (report: Record<string, string>[]) => report.map(({ row_number }) => Number(row_number))
const oneTo = (count: number) => Array.from({ length: count }, (_, i) => i + 2)

/** A worker that died holds its lease until it ends; the test lets that time pass. */
const endLeases = (sql: any, organization_id: string) => sql`
  update imports set leased_until = now() where organization_id = ${organization_id} and leased_until > now()`

/** A process takes a while to start: it is killed a time after it has taken the import. */
async function untilAtWork(sql: any, organization_id: string): Promise<void> {
  for (;;) {
    const [open] = await sql`
      select bool_or(leased_until > now()) as is_taken from imports
      where organization_id = ${organization_id} and next_attempt_at is not null`
    if (open.is_taken !== false) return
    await Bun.sleep(50)
  }
}

test('a worker killed again and again writes every row once, and the report is complete', async () => {
  const importer = await openImporter()
  const { sql, url, data_dir } = importer.tenant.service.database
  const { organization_id } = importer.tenant
  const count = sized(600, 1_500)
  const { import_id } = await importer.create(fileOf(count))
  const stateOf = async () => {
    const [row] = await sql`
      select state from imports where organization_id = ${organization_id} and import_id = ${import_id}`
    return row!.state as string
  }
  let kills = 0
  for (const [step, end] of [
    ['preview', 'previewed'],
    ['run', 'completed'],
  ] as const) {
    await importer.step(import_id, step)
    for (let rounds = 0; (await stateOf()) !== end; rounds++) {
      expect(rounds).toBeLessThan(60)
      const worker = spawn(process.execPath, [join(import.meta.dir, 'worker_main.ts')], {
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: data_dir, BATCH_MS: '150' },
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      await untilAtWork(sql, organization_id)
      await Promise.race([Bun.sleep(sized(600, 1_000)), ended])
      worker.kill('SIGKILL')
      await ended
      kills++
      await endLeases(sql, organization_id)
    }
  }
  expect(kills).toBeGreaterThan(3)
  const items = await importer.items()
  expect(items).toHaveLength(count)
  expect(items.every(({ writes }) => writes === 1)).toBe(true)
  const done = await importer.get(import_id)
  expect(done.result.records).toMatchObject({ created: count, refused: 0, unchanged: 0 })
  const report = await importer.report(import_id)
  expect(rowsOf(report)).toEqual(oneTo(count))
}, 240_000)

test('two imports of one file at once land each row once, and the second finds it unchanged', async () => {
  const importer = await openImporter()
  const made = [await importer.previewed(fileOf(400)), await importer.previewed(fileOf(400))]
  await Promise.all(made.map(({ import_id }) => importer.step(import_id, 'run')))
  const workers = [await openWorker(), await openWorker()]
  for (let isDone = false; !isDone;) {
    await Promise.all(workers.map(({ worker }) => worker.settle()))
    isDone = (await Promise.all(made.map(({ import_id }) => importer.get(import_id)))).every(
      ({ state }) => state === 'completed',
    )
  }
  await Promise.all(workers.map(({ stop }) => stop()))
  const results = await Promise.all(made.map(async ({ import_id }) => (await importer.get(import_id)).result.records))
  expect(results.map(({ created, unchanged }) => created + unchanged)).toEqual([400, 400])
  expect(results[0].created + results[1].created).toBe(400)
  const items = await importer.items()
  expect(items).toHaveLength(400)
  expect(items.every(({ writes }) => writes === 1)).toBe(true)
})

test('a cancelled run keeps what it wrote, reports it, and can be undone', async () => {
  const importer = await openImporter()
  const { import_id } = await importer.previewed(fileOf(500))
  await importer.step(import_id, 'run')
  let batches = 0
  const onWrite = async () => {
    if (++batches < 4) return
    const { body } = await importer.step(import_id, 'cancel')
    expect(body.data.state).toBe('cancelled')
  }
  const { worker, stop } = await openWorker({ kinds: [itemKind({ onWrite })] })
  await worker.settle()
  await stop()
  // The batch in which the import was cancelled is rolled back.
  expect(batches).toBe(4)
  const { result, progress } = await importer.get(import_id)
  const items = await importer.items()
  expect(items).toHaveLength(150)
  expect(result.records.created).toBe(items.length)
  expect(progress.is_queued).toBe(false)
  expect(rowsOf(await importer.report(import_id))).toEqual(oneTo(items.length))
  expect((await importer.step(import_id, 'run')).status).toBe(409)
  await importer.step(import_id, 'undo')
  await importer.work()
  expect(await importer.get(import_id)).toMatchObject({
    state: 'undone',
    undo_result: { records: { undone: items.length } },
  })
  expect(await importer.items()).toEqual([])
})

test('an undo restores what was there before, keeps what something depends on, and can be repeated', async () => {
  const importer = await openImporter()
  const { sql } = importer.tenant.service.database
  await importer.imported(fileOf(3, 7))
  const before = await importer.items()
  const { import_id } = await importer.imported(fileOf(120, 9))
  await sql`
    update test_items set is_locked = true
    where organization_id = ${importer.tenant.organization_id} and item in ('A-00001', 'A-00100')`
  await importer.step(import_id, 'undo')
  await importer.work()
  const partly = await importer.get(import_id)
  expect(partly).toMatchObject({ state: 'partly_undone', undo_result: { records: { undone: 118, refused: 2 } } })
  const refused = (await importer.report(import_id)).filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ record, rule }) => [record, rule]).toSorted()).toEqual([
    ['A-00001', 'is locked by a sale'],
    ['A-00100', 'is locked by a sale'],
  ])
  await sql`update test_items set is_locked = false where organization_id = ${importer.tenant.organization_id}`
  await importer.step(import_id, 'undo')
  await importer.work()
  expect((await importer.get(import_id)).state).toBe('undone')
  const plain = (items: any[]) => items.map(({ writes: _writes, ...item }) => item)
  expect(plain(await importer.items())).toEqual(plain(before))
})

test('a run is refused when the file was replaced after its preview', async () => {
  const importer = await openImporter()
  const made = await importer.previewed(fileOf(20))
  const { data_dir } = importer.tenant.service.database
  const path = join(data_dir, 'files', importer.tenant.organization_id, `key-${encodeURIComponent(made.file_key)}`)
  writeFileSync(path, fileOf(20, 2))
  await importer.step(made.import_id, 'run')
  await importer.work()
  expect(await importer.get(made.import_id)).toMatchObject({
    state: 'failed',
    fault: { rule: expect.stringContaining('was replaced') },
  })
  expect(await importer.items()).toEqual([])
})

test('long imports of other organisations do not keep a short one waiting, and those of one follow each other', async () => {
  const busy = [await openImporter(), await openImporter()]
  const quick = await openImporter()
  const batches = sized(8, 20)
  const count = batches * 50
  const long = [
    await busy[0]!.previewed(fileOf(count)),
    await busy[0]!.previewed(fileOf(count, 2)),
    await busy[1]!.previewed(fileOf(count)),
  ]
  const short = await quick.previewed(fileOf(10))
  for (const [i, importer] of [busy[0]!, busy[0]!, busy[1]!].entries()) await importer.step(long[i].import_id, 'run')
  await quick.step(short.import_id, 'run')
  const turns: string[] = []
  // Every slice is one batch; both places are taken by long imports when the short one has its turn.
  const onWrite = async (organization_id: string) => void turns.push(organization_id)
  const { worker, stop } = await openWorker({ slice_seconds: 0, kinds: [itemKind({ onWrite })] })
  const states = () => busy[0]!.tenant.service.database.sql<{ state: string; ended_at: Date }[]>`
    select state, ended_at from imports where import_id in ${busy[0]!.tenant.service.database.sql([...long, short].map(({ import_id }) => import_id))}
    order by created_at`
  while ((await states()).some(({ state }) => state !== 'completed')) await worker.settle()
  await stop()
  expect(turns).toHaveLength(3 * batches + 1)
  expect(turns.indexOf(quick.tenant.organization_id)).toBeLessThan(8)
  const own = turns.filter((organization_id) => organization_id === busy[0]!.tenant.organization_id)
  expect(own).toHaveLength(2 * batches)
  const items = await busy[0]!.items()
  expect(items.every(({ quantity, writes }) => quantity === 2 && writes === 2)).toBe(true)
})
