/** An import from the upload to its report, and what it promises: nothing before the run, each row once, undone whole. */
import { expect, test } from 'bun:test'
import { limits } from '../../server/contract/limits.ts'
import { openImporter } from './rig.ts'

const header = 'Item code,Qty,Unit price,Date,Remark'

const itemsFile = (count: number, first = 1) =>
  `${header}\r\n${Array.from({ length: count }, (_, i) => `A-${String(first + i).padStart(4, '0')},${i},${i}.50,2026-01-31,"Row ${i}, ""quoted"""\r\n`).join('')}`

test('an import creates every record of its file, and its report has a line for each row', async () => {
  const importer = await openImporter()
  const done = await importer.imported(itemsFile(120))
  expect(done.state).toBe('completed')
  expect(done.result.records).toEqual({ created: 120, changed: 0, unchanged: 0, refused: 0, undone: 0 })
  expect(done.progress).toMatchObject({ rows_total: 120, is_queued: false })
  const items = await importer.items()
  expect(items).toHaveLength(120)
  expect(items[3]).toEqual({
    item: 'A-0004',
    quantity: 3,
    price: '3.5',
    sold_on: '2026-01-31',
    note: 'Row 3, "quoted"',
    barcode: null,
    writes: 1,
  })
  const report = await importer.report(done.import_id)
  expect(report.map(({ row_number }) => Number(row_number))).toEqual(Array.from({ length: 120 }, (_, i) => i + 2))
  expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['created']))
  expect(report[3]!.record).toBe('A-0004')
})

test('importing the same file again changes nothing and says so', async () => {
  const importer = await openImporter()
  await importer.imported(itemsFile(60))
  const again = await importer.imported(itemsFile(60))
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 60, refused: 0 })
  expect(again.result.sentence).toBe('Nothing to change: 60 records unchanged.')
  expect((await importer.items()).every(({ writes }) => writes === 1)).toBe(true)
})

test('a preview writes nothing and says what the run would do', async () => {
  const importer = await openImporter()
  await importer.imported(itemsFile(10))
  const { sql } = importer.tenant.service.database
  const countAll = async () => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('imports', 'import_batches', 'session_allowances')`
    const counts: Record<string, unknown> = {}
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from "${name}" t`,
      )
      counts[name] = row
    }
    return counts
  }
  const file = `${header}\nA-0001,7,0.50,2026-01-31,\nB-1,1,1,2026-02-01,new\nA-0002,1,1.50,2026-01-31,"Row 1, ""quoted"""\nB-2,many,1,2026-02-01,\n`
  const { import_id } = await importer.create(file)
  const before = await countAll()
  await importer.step(import_id, 'preview')
  await importer.work()
  const after = await countAll()
  expect(after).toEqual(before)
  const { preview, state } = await importer.get(import_id)
  expect(state).toBe('previewed')
  expect(preview.records).toEqual({ created: 1, changed: 1, unchanged: 1, refused: 1, undone: 0 })
  expect(preview.first.changed[0]).toMatchObject({ row_number: 2, record: 'A-0001' })
  expect(preview.first.changed[0].details).toContainEqual({
    field: 'quantity',
    row_number: 2,
    previous_value: '0',
    value: '7',
    rule: null,
    allowed: null,
  })
  expect(preview.first.refused[0].details[0]).toMatchObject({
    field: 'quantity',
    row_number: 5,
    value: 'many',
    rule: 'must be a whole number',
  })
  const run = await importer.step(import_id, 'run')
  expect(run.status).toBe(200)
  await importer.work()
  const { result } = await importer.get(import_id)
  expect(result.records).toEqual(preview.records)
})

test('kinds are listed with their fields, and imports with the newest first', async () => {
  const importer = await openImporter()
  const kinds = (await importer.session.get('/api/v1/imports/kinds')).body.data
  const described = kinds.kinds.find(({ kind }: { kind: string }) => kind === 'test_items')
  expect(described.fields.map(({ name }: { name: string }) => name)).toContain('quantity')
  const [first, second] = [await importer.create(itemsFile(1)), await importer.create(itemsFile(2))]
  const { rows, filtered_max_size } = (await importer.session.get('/api/v1/imports')).body.data
  expect(rows.map(({ import_id }: { import_id: string }) => import_id)).toEqual([second.import_id, first.import_id])
  expect(filtered_max_size).toBe(2)
})

test('a report before the preview is refused, and so is one import more than may be open', async () => {
  const importer = await openImporter()
  const { import_id } = await importer.create(itemsFile(1))
  const report = await importer.session.get(`/api/v1/imports/${import_id}/report`)
  expect([report.status, report.body.message.desc]).toEqual([409, 'The import was not previewed yet.'])
  const { sql } = importer.tenant.service.database
  await sql`
    insert into imports (organization_id, import_id, kind, state, task, file_key, file_name, byte_count, sha256, columns, actor)
    select organization_id, gen_random_uuid(), kind, state, task, file_key, file_name, byte_count, sha256, columns, actor
    from imports, generate_series(2, ${limits.imports_open_max})
    where organization_id = ${importer.tenant.organization_id}`
  const file_key = await importer.upload(itemsFile(1))
  const refused = await importer.session.post('/api/v1/imports', { file_key, kind: 'test_items' })
  expect([refused.status, refused.body.message.code]).toEqual([409, 'conflict'])
})

test('the mapping of an import that has run is fixed', async () => {
  const importer = await openImporter()
  const done = await importer.imported(itemsFile(1))
  const answer = await importer.session.put(`/api/v1/imports/${done.import_id}/mapping`, { mapping: done.mapping })
  expect([answer.status, answer.body.message.code, answer.body.data.state]).toEqual([409, 'conflict', 'completed'])
})
