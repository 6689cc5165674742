/** `npm run verify`, and that its registry of derived figures is whole: pg_catalog has no trigger and table beside it. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import { engines, otherTriggers } from '../../server/boot/derived/registry.ts'
import { allJobs } from '../../server/boot/jobs.ts'
import { leftOutTables } from '../../server/platform/organization_export/declaration.ts'
import { reportText, verifyEngines } from '../../server/verify.ts'
import { testDatabase } from '../support/database.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'

interface TriggerRow {
  table: string
  function: string
  source: string
}

async function readTriggers(): Promise<TriggerRow[]> {
  const { sql } = await testDatabase()
  return sql<TriggerRow[]>`
    select distinct c.relname as table, p.proname as function, p.prosrc as source
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal order by 2, 1`
}

const derived = new Set(engines.flatMap(({ tables, pending }) => [...tables, ...pending]))
const enginesOf = (name: string) => engines.filter(({ triggers }) => triggers.includes(name))

test('every trigger keeps figures of an engine that names it and its table, or is listed beside them', async () => {
  const triggers = await readTriggers()
  const unknown = triggers.filter(({ function: name, table }) => {
    const named = enginesOf(name)
    return name in otherTriggers ? named.length > 0 : !named.some(({ sources }) => sources.includes(table))
  })
  expect(unknown.map(({ function: name, table }) => `${name} on ${table}`)).toEqual([])
  const known = new Set(triggers.map((one) => one.function))
  const listed = [...engines.flatMap((one) => one.triggers), ...Object.keys(otherTriggers)]
  expect(listed.filter((name) => !known.has(name))).toEqual([])
})

test('every table that a trigger writes, and every one that exports leave out as derived, belongs to an engine', async () => {
  const triggers = await readTriggers()
  const written = triggers
    .filter((one) => !(one.function in otherTriggers))
    .flatMap(({ function: name, source }) =>
      [...source.matchAll(/\b(?:insert into|delete from|update) +"(\w+)"/gi)].map(([, table]) => ({
        name,
        table: table!,
      })),
    )
  const tablesOf = (name: string) => enginesOf(name).flatMap(({ tables, pending }) => [...tables, ...pending])
  const beside = written.filter(({ name, table }) => !derived.has(table) || !tablesOf(name).includes(table))
  expect(beside.map(({ name, table }) => `${name} writes ${table}`)).toEqual([])
  const leftOut = Object.entries(leftOutTables).filter(([, reason]) => reason.startsWith('Computed'))
  expect(leftOut.map(([table]) => table).filter((table) => !derived.has(table))).toEqual([])
})

test('every table, job and file that an engine names exists, and no table belongs to two', async () => {
  const { sql } = await testDatabase()
  const rows = await sql<{ name: string }[]>`select relname as name from pg_class where relkind = 'r'`
  const existing = new Set(rows.map(({ name }) => name))
  const named = engines.flatMap(({ tables, pending, sources }) => [...tables, ...pending, ...sources])
  expect(named.filter((table) => !existing.has(table))).toEqual([])
  const tables = engines.flatMap((one) => one.tables)
  expect(tables).toEqual([...new Set(tables)])
  const jobs = allJobs({ files: {} as never, settings: { EDI_ARCHIVE_DAYS: 1 } as never }).map(({ name }) => name)
  expect(engines.flatMap(({ job }) => job ?? []).filter((job) => !jobs.includes(job))).toEqual([])
  const isMissing = (code: string) => !existsSync(new URL(`../../server/${code}`, import.meta.url))
  expect(engines.map(({ code }) => code).filter(isMissing)).toEqual([])
})

const fixture = {
  locations: ['Main'],
  products: [{ title: 'Jumper', variants: [{ sku: 'J-S', stock: { Main: 5 } }] }],
}

test('the command prints a line for each table, names each difference, and exits 1 if a table differs', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture)
  const own = ['--organization', tenant.organization_id]
  const run = async (...args: string[]) => {
    const main = fileURLToPath(new URL('../../server/verify.ts', import.meta.url))
    const env = { ...process.env, DATABASE_URL: tenant.service.database.url }
    const child = Bun.spawn([process.execPath, main, ...args], { env, stdout: 'pipe', stderr: 'pipe' })
    const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
    const [out, err] = await Promise.all(texts)
    return { out: out!, err: err!, code: await child.exited }
  }
  const sound = await run(...own)
  expect([sound.code, sound.err]).toEqual([0, ''])
  expect(sound.out).toMatch(/^stock_levels +1 row {2}agrees$/m)
  expect(sound.out).toMatch(/^record_changes .* not compared: /m)
  // The value of the stock follows after an empty line, with a line of its own.
  expect(sound.out).toContain('\nValue of the stock')
  expect(sound.out.split('\n')).toHaveLength(engines.flatMap((one) => one.tables).length + 1 + 3)
  await tenant.service.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update stock_levels set on_hand = 4 where organization_id = ${tenant.organization_id}`
    await tx`delete from row_counts where organization_id = ${tenant.organization_id}`
    await tx`delete from row_count_deltas where organization_id = ${tenant.organization_id}`
  })
  const broken = await run(...own, '--full')
  expect(broken.code).toBe(1)
  expect(broken.out).toMatch(/^stock_levels +1 row {2}1 difference$/m)
  expect(broken.out).toContain(
    `stock_levels:\n  ${tenant.organization_id} variant ${ids.variants['J-S']} at location ${ids.locations.Main}: the level has 4 on hand, but the movements sum to 5 (level_on_hand_wrong)\n`,
  )
  expect(broken.out).toContain(`${tenant.organization_id} variants has 1 rows, and the count is 0`)
  expect(await run('--organization', 'nonsense')).toMatchObject({ code: 2, out: '' })
  expect(await run('--organization', ids.variants['J-S']!)).toMatchObject({ code: 2, out: '' })
}, 60_000)

test('totals of purchase orders that differ from their lines are found, and shared comparisons run once', async () => {
  const tenant = await newTenant()
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const { locations, variants } = await setFixture(tenant, fixture)
  const [order] = await sql`
    insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, location_id, currency)
    values (${organization_id}, gen_random_uuid(), 'PO-1', 'purchase', 'draft', ${locations.Main!}, 'USD')
    returning purchase_order_id as id`
  await sql`
    insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity, unit_cost)
    values (${organization_id}, ${order!.id}, gen_random_uuid(), ${variants['J-S']!}, 3, 2.5)`
  const found = async () => {
    const { tables } = await verifyEngines(sql as never, engines, { organization_id, is_full: true })
    return tables.flatMap(({ differences }) => differences ?? [])
  }
  expect(await found()).toEqual([])
  await sql`update purchase_orders set total_cost = 7 where organization_id = ${organization_id}`
  expect(await found()).toEqual([
    {
      table: 'purchase_orders',
      organization_id,
      sentence: `purchase order ${order!.id}: [7.0000, 1, 0, null, null] is stored, and the rows have [7.5000, 1, 0, null, null]`,
    },
  ])
})

test('a long report ends with the number of differences that it leaves out', () => {
  const difference = { table: 'row_counts', organization_id: 'o', sentence: 'x' }
  const tables = [
    { table: 'row_counts', rows: 1_200, differences: Array.from({ length: 25 }, () => difference), reason: null },
  ]
  const warnings = [{ organization_id: 'o', sentence: 'variant v at location l: 4 committed, 3 on hand' }]
  const text = reportText({ tables, warnings, notes: [] })
  expect(text).toStartWith('row_counts  1,200 rows  25 differences\n')
  expect(text).toContain('  … and 5 more\n')
  expect(text).toEndWith(
    'Levels that promise more than is on hand:\n  o variant v at location l: 4 committed, 3 on hand\n',
  )
})
