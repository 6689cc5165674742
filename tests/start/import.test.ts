/** `npm run import`: a file from the terminal or a script, on the database of a service. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { startEmbedded } from '../../db/embedded/start.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { whileStopped } from '../support/stopped_postgres.ts'
import { parseReport } from '../imports/rig.ts'
import { newMigratedDataDir, printedValue, run, start, startServer } from './support/commands.ts'

// Starting a server takes a while.
setDefaultTimeout(90_000)

const repository = fileURLToPath(new URL('../..', import.meta.url))
const sample = (name: string) => join(repository, 'docs-site/public/samples/imports', name)
const folder = mkdtempSync(join(tmpdir(), 'import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const environmentOf = ({ service: { database } }: Tenant) => ({
  DATABASE_URL: database.url,
  DATA_DIR: database.data_dir,
})

async function importInto(tenant: Tenant, file: string, ...args: string[]) {
  const report = join(folder, `${tenant.organization_id}.report.csv`)
  const options = ['--organization', tenant.organization_id, '--report', report, ...args]
  const ended = await run('import', environmentOf(tenant), 'bun', [file, ...options])
  const line = ended.out === '' ? null : JSON.parse(ended.out)
  return { ...ended, line, lines: () => parseReport(readFileSync(report, 'utf8')), report }
}

const stockOf = async (tenant: Tenant, sku: string) => {
  const filter = encodeURIComponent(JSON.stringify([{ key: 'sku', operation: 'eq', value: sku }]))
  const { body } = await tenant.get(`/api/v1/inventory/table?filter_args=${filter}`)
  return body.data.rows as { sku: string; location_name: string; on_hand_qty: number }[]
}

test('after the first start, two commands bring the products, stock and costs of a Shopify export into public reads', async () => {
  const place = await newMigratedDataDir()
  const server = startServer({ DATA_DIR: place.DATA_DIR })
  try {
    const { out, base_url } = await server.ready()
    const environment = { DATA_DIR: place.DATA_DIR }
    for (const [file, ...more] of [
      ['shopify_products.csv'],
      ['shopify_inventory.csv', '--option', 'new_locations=create'],
    ] as const) {
      const report = join(folder, `first ${file}`)
      const args = [sample(file), '--yes', '--report', report, ...more]
      const { code, out: line, err } = await run('import', environment, 'bun', args)
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(line)).toMatchObject({ state: 'completed', result: { records: { refused: 0 } } })
    }
    const headers = { Authorization: `Bearer ${printedValue(out, 'API key')}` }
    const read = async (path: string) => ((await (await fetch(`${base_url}${path}`, { headers })).json()) as any).data
    const lines = readFileSync(sample('shopify_inventory.csv'), 'utf8').trim().split('\n').slice(1)
    const units = lines.reduce((sum, line) => sum + (Number(/,(\d+),[^,]*$/.exec(line.trim())?.[1]) || 0), 0)
    const stock = await read('/api/v1/inventory/table?limit=100')
    expect(stock.rows.reduce((sum: number, { on_hand_qty }: any) => sum + on_hand_qty, 0)).toBe(units)
    expect(new Set(stock.rows.map((row: any) => row.location_name))).toEqual(
      new Set(['Main warehouse', 'High Street shop']),
    )
    const { rows } = await read('/api/v1/variants/table?limit=100&search=LINEN-NAVY-S')
    expect(rows).toHaveLength(1)
    // 12 units in the warehouse and 3 in the shop, at 18.50.
    expect(rows[0]).toMatchObject({
      sku: 'LINEN-NAVY-S',
      price: { cents: 4_900 },
      inventory_value: { cents: 15 * 1_850 },
    })
  } finally {
    await server.stop()
    place.remove()
  }
})

test('without --yes, and with --dry-run, a pipe gets a preview and its report, and nothing is written', async () => {
  const tenant = await newTenant()
  for (const args of [[], ['--dry-run'], ['--dry-run', '--yes']]) {
    const { code, err, out, line, lines } = await importInto(tenant, sample('shopify_products.csv'), ...args)
    expect([code, err]).toEqual([0, ''])
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(line).toMatchObject({
      state: 'previewed',
      kind: 'products',
      profile: 'Shopify product export',
      preview: { records: { created: 4, refused: 0 }, rows: { created: 10 } },
      result: null,
    })
    expect(lines()).toHaveLength(10)
  }
  expect((await tenant.get('/api/v1/variants/table')).body).toMatchObject({ data: { filtered_max_size: 0 } })
  const session = await newSession(tenant)
  const { rows } = (await session.get('/api/v1/imports')).body.data
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await session.get('/api/v1/files')).body.data.used_bytes).toBe(0)
})

test('refused records lead to exit code 2, and the report names their row and rule', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const file = fileOf('refused.csv', 'sku,location,on hand\nJUMPER-M,Main warehouse,31\nNO-SUCH,Main warehouse,2\n')
  const { code, line, lines } = await importInto(tenant, file, '--yes')
  expect([code, line.result.records]).toMatchObject([2, { changed: 1, refused: 1 }])
  expect(lines()).toMatchObject([
    { row_number: '2', outcome: 'changed', field: 'on_hand', value: '31' },
    { row_number: '3', outcome: 'refused', field: 'sku', value: 'NO-SUCH' },
  ])
  const rows = await stockOf(tenant, 'JUMPER-M')
  expect(rows.find(({ location_name }) => location_name === 'Main warehouse')!.on_hand_qty).toBe(31)
})

test('a mapping file is used as the session operation takes it, and a wrong one is refused by its field', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const file = fileOf('own.csv', 'Artikel,Bestand\nJUMPER-M,17\n')
  const columns = [
    { header: 'Artikel', field: 'sku' },
    { header: 'Bestand', field: 'on_hand' },
  ]
  const mappingOf = (text: object | string) =>
    fileOf('mapping.json', typeof text === 'string' ? text : JSON.stringify(text))
  const good = { kind: 'inventory', mapping: { columns, fixed_values: { location: 'City store' } } }
  for (const [wrong, message] of [
    ['{', /JSON/],
    [{ columns }, /^mapping is required\.$/],
    [
      { ...good, mapping: { columns: [{ header: 'Lager', field: 'sku' }] } },
      /^mapping\.columns\[0\]\.header is "Lager"/,
    ],
    [
      { ...good, mapping: { columns: [{ header: 'Bestand', field: 'stok' }] } },
      /^mapping\.columns\[0\]\.field is "stok"/,
    ],
  ] as const) {
    const { code, out, err } = await importInto(tenant, file, '--mapping', mappingOf(wrong), '--yes')
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd()).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  }
  const { code, err, line } = await importInto(tenant, file, '--mapping', mappingOf(good), '--yes')
  expect([code, err, line?.state, line?.result.records.refused]).toEqual([0, '', 'completed', 0])
  const rows = await stockOf(tenant, 'JUMPER-M')
  expect(rows.find(({ location_name }) => location_name === 'City store')!.on_hand_qty).toBe(17)
})

test('a column with two readings stops the import with exit code 3 until it is answered', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const file = fileOf('cost.csv', 'sku,location,on hand,cost\nJUMPER-M,City store,90,"1,234"\n')
  const open = await importInto(tenant, file, '--yes')
  expect([open.code, open.line.state]).toEqual([3, 'needs_answer'])
  expect(open.line.questions).toMatchObject([{ field: 'unit_cost', choices: ['point', 'comma'] }])
  expect(open.err).toBe('A column can be read in two ways; add --answer unit_cost=point|comma\n')
  const wrong = await importInto(tenant, file, '--yes', '--answer', 'unit_cost=dot')
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toContain('must be one of the choices of the question. Allowed: point, comma.')
  const answered = await importInto(tenant, file, '--yes', '--answer', 'unit_cost=comma')
  expect([answered.code, answered.line.state]).toEqual([0, 'completed'])
})

test('wrong arguments are refused in one line before anything is done', async () => {
  const tenant = await newTenant()
  await newTenant()
  const file = sample('shopify_products.csv')
  const environment = environmentOf(tenant)
  const cases: [string[], RegExp][] = [
    [[], /^Name one file to import/],
    [[file, file], /^Name one file to import/],
    [['no-such-file.csv'], /no-such-file\.csv cannot be read: it does not exist\.$/],
    [[repository], /cannot be read: it is not a file\.$/],
    [[fileOf('empty.csv', '')], /empty\.csv is empty\.$/],
    [[file, '--report', file], /^--report names the file to import/],
    [[file, '--report', '/no/such/folder/report.csv'], /^The report cannot be written to \/no\/such\/folder/],
    [[file, '--mapping', 'no-such.json'], /^The mapping \S+no-such\.json cannot be read: it does not exist\.$/],
    [[file, '--answer', 'date'], /^--answer must have the form field=format, not "date"\.$/],
    [[file], /^There are \d+ organisations; name one with --organization: /],
    [[file, '--organization', 'nobody'], /^There is no organisation with the id or name nobody\.$/],
    [[file, '--organization', tenant.organization_id, '--kind', 'shoes'], /^kind must be a kind of import\. Allowed: /],
    [[file, '--organization', tenant.organization_id, '--profile', 'mine'], /^profile must be the name of a profile/],
    [[file, '--organization', tenant.organization_id, '--option', 'a=b'], /^kind_options\.a is no option of products/],
    [[fileOf('broken.xlsx', 'PK broken'), '--organization', tenant.organization_id], /^broken\.xlsx \S+/],
  ]
  for (const [args, message] of cases) {
    const { code, out, err } = await run('import', environment, 'bun', args)
    expect([args, code, out]).toEqual([args, 1, ''])
    expect(err.trimEnd()).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  }
  const session = await newSession(tenant)
  expect((await session.get('/api/v1/imports')).body.data.filtered_max_size).toBe(0)
  expect((await session.get('/api/v1/files')).body.data.used_bytes).toBe(0)
})

test('the signal of Ctrl-C cancels the import, keeps what was written, and reports it', async () => {
  const tenant = await newTenant()
  const rows = Array.from({ length: 12_000 }, (_, i) => `shirt-${i},Shirt ${i},SHIRT-${i},${10 + (i % 90)}.00`)
  const file = fileOf('many.csv', ['handle,title,sku,price', ...rows].join('\n'))
  const report = join(folder, 'many.report.csv')
  const args = [file, '--kind', 'products', '--organization', tenant.organization_id, '--report', report, '--yes']
  const { child, ended, printed } = start('import', environmentOf(tenant), 'bun', args)
  const session = await newSession(tenant)
  for (;;) {
    const [first] = (await session.get('/api/v1/imports')).body.data.rows
    if (first?.state === 'running' && first.progress.batches_done > 0) break
    if (child.exitCode !== null) throw new Error(`ended before it was cancelled: ${printed().out}${printed().err}`)
    await Bun.sleep(20)
  }
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  const line = JSON.parse(printed().out)
  expect(line.state).toBe('cancelled')
  const { created } = line.result.records
  expect(printed().err).toBe(`Cancelled. Kept: Records: ${created.toLocaleString('en-US')} created.\n`)
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThan(rows.length)
  expect((await tenant.get('/api/v1/variants/table?limit=1')).body.data.filtered_max_size).toBe(created)
  expect(parseReport(readFileSync(report, 'utf8'))).toHaveLength(created)
  const found = (await session.get(`/api/v1/imports/${line.import_id}`)).body.data
  expect([found.state, found.progress.is_queued]).toEqual(['cancelled', false])
})

/** Runs the command in a terminal of its own; types each answer when its question appears. */
function startInTerminal(environment: Record<string, string>, args: string[], answers: [RegExp, string][] = []) {
  let out = ''
  const left = [...answers]
  const child = Bun.spawn([process.execPath, join(repository, 'server/import.ts'), ...args], {
    env: { ...process.env, ...environment, LOG_LEVEL: 'error', SECRET_KEY: '' },
    terminal: {
      cols: 200,
      rows: 50,
      data(terminal: { write: (text: string) => void }, chunk: Uint8Array) {
        out += new TextDecoder().decode(chunk)
        if (left.length > 0 && left[0]![0].test(out)) terminal.write(left.shift()![1])
      },
    },
  } as never)
  return { child, out: () => out }
}

async function inTerminal(tenant: Tenant, args: string[], answers: [RegExp, string][]) {
  const { child, out } = startInTerminal(environmentOf(tenant), args, answers)
  return { code: await child.exited, out }
}

test('an import waits for a database that does not answer for some seconds, and says so in a terminal', async () => {
  const place = await newMigratedDataDir()
  const data_dir = join(place.DATA_DIR, 'postgres')
  const cluster = await startEmbedded({ data_dir, durable: false })
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  try {
    const organization_id = crypto.randomUUID()
    await sql`
      insert into organizations (organization_id, name, region, plan, sandbox)
      values (${organization_id}, 'Slow disk', 'us', 'pro', true)`
    const environment = { DATABASE_URL: cluster.url, DATA_DIR: place.DATA_DIR }
    const argsFor = (name: string, count: number) => {
      const rows = Array.from({ length: count }, (_, i) => `${name}-${i},${name} ${i},${name}-${i},10.00`)
      const file = fileOf(`${name}.csv`, ['handle,title,sku,price', ...rows].join('\n'))
      const report = join(folder, `${name}.report.csv`)
      return [file, '--kind', 'products', '--organization', organization_id, '--report', report, '--yes']
    }
    const linesOf = (name: string) => parseReport(readFileSync(join(folder, `${name}.report.csv`), 'utf8'))
    const written = async () => (await sql<{ count: number }[]>`select count(*)::int as count from variants`)[0]!.count
    const stallOnceBeyond = async (child: { exitCode: number | null }, count: number) => {
      while (child.exitCode === null && (await written()) === count) await Bun.sleep(10)
      // Statements wait for two seconds.
      await whileStopped({ sql, data_dir }, () => Bun.sleep(3_000))
    }

    const { child: piped, ended, printed } = start('import', environment, 'bun', argsFor('SHIRT', 6_000))
    await stallOnceBeyond(piped, 0)
    expect([await ended, printed().err]).toEqual([0, ''])
    expect(JSON.parse(printed().out)).toMatchObject({ state: 'completed', result: { records: { created: 6_000 } } })
    expect(await written()).toBe(6_000)
    expect(linesOf('SHIRT')).toHaveLength(6_000)

    const { child: shown, out } = startInTerminal(environment, argsFor('SOCK', 3_000))
    await stallOnceBeyond(shown, 6_000)
    expect(await shown.exited).toBe(0)
    expect(out()).toContain('The database does not answer. Trying again for up to 60 seconds.')
    expect(await written()).toBe(9_000)
    expect(linesOf('SOCK')).toHaveLength(3_000)
  } finally {
    await sql.end({ timeout: 5 })
    await cluster.stop()
    place.remove()
  }
})

test('a person sees the mapping and the preview, and the records are written only after yes', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const file = fileOf(
    'shop.csv',
    'SKU,Location,Quantity,Colour code\nJUMPER-M,City store,41,7\nNO-SUCH,City store,1,8\n',
  )
  const report = join(folder, 'shop.report.csv')
  const args = [file, '--organization', tenant.organization_id, '--report', report]
  const units = async () =>
    (await stockOf(tenant, 'JUMPER-M')).find(({ location_name }) => location_name === 'City store')!.on_hand_qty
  const before = await units()
  const declined = await inTerminal(tenant, args, [
    [/Use this mapping\?/, 'y\r'],
    [/Import these records\?/, 'n\r'],
  ])
  expect([declined.code, await units()]).toEqual([2, before])
  expect(declined.out()).toContain('Not imported: Colour code')
  expect(declined.out()).toMatch(/JUMPER-M at City store \(row 2\): on_hand \d+ → 41/)
  expect(declined.out()).toMatch(/NO-SUCH at City store \(row 3\): sku must be the SKU of a variant/)
  const accepted = await inTerminal(tenant, args, [
    [/Use this mapping\?/, 'y\r'],
    [/Import these records\?/, 'yes\r'],
  ])
  expect([accepted.code, await units()]).toEqual([2, 41])
  expect(accepted.out()).toContain(`The report of every row is in ${report}`)
  expect(existsSync(report)).toBe(true)
  const stopped = await inTerminal(tenant, args, [[/Use this mapping\?/, '\u0003']])
  expect(stopped.code).toBe(130)
})
