import { beforeEach, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { generateOrders } from '../../../server/purchasing/generation/generate_orders.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { jobs } from '../../../server/boot/jobs.ts'
import { testDatabase } from '../../support/database.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { refusedField } from '../order_fixture.ts'
import { type ReplenishmentFixture, replenishmentFixture } from '../replenishment_fixture.ts'

const { url, sql } = await testDatabase()

beforeEach(async () => {
  await sql`update purchase_generation_settings set auto_generate = false`
})

/** Runs the job as it runs every hour. */
async function runJob(): Promise<void> {
  const db = openDatabase(url, { write_slots: 2 })
  await sql`delete from job_runs where job = ${generateOrders.name}`
  expect(await runWhenDue(db, generateOrders)).toBe(true)
  await db.close()
}

const nextDay = (fixture: ReplenishmentFixture) => sql`
  update purchase_generation_settings set generated_at = generated_at - interval '1 day'
  where organization_id = ${fixture.tenant.organization_id}`
const change = (fixture: ReplenishmentFixture, body: unknown) =>
  fixture.tenant.patch(fixture.at('/generation-settings'), body)
const settingsOf = async (fixture: ReplenishmentFixture) =>
  (await fixture.admin.get('/api/v1/purchase-generation')).body.data
const linesOf = async (fixture: ReplenishmentFixture) =>
  Object.values(await fixture.drafts()).map(({ supplier, location, lines }) => [supplier, location, ...lines])

test('a settings change keeps the fields that are not sent, and returns whether, how and how far ahead orders are generated', async () => {
  const fixture = await replenishmentFixture()
  const { variants } = fixture.ids
  const usual = await settingsOf(fixture)
  expect(usual).toEqual({
    auto_generate: false,
    group_by: 'supplier',
    horizon_days: 28,
    fill_container: false,
    round_to_batch_size: true,
    top_up_to_moq: true,
    search: null,
    filter_args: [],
    variant_ids: [],
    exceptions: [],
    generated_at: null,
    generated_orders: null,
    generation_fault: null,
  })
  const nothing = await change(fixture, {})
  expect([nothing.status, nothing.body.data, nothing.body.message.service]).toEqual([
    200,
    { auto_generate: false, group_by: 'supplier', horizon_days: 28 },
    'purchase_order',
  ])
  expect(await settingsOf(fixture)).toEqual(usual)
  const filter_args = [
    { key: 'vendor', operation: 'eq', value: 'Ours' },
    { key: 'barcode', operation: 'is_empty' },
  ]
  const all = {
    fill_container: true,
    round_to_batch_size: false,
    top_up_to_moq: false,
    search: 'coat',
    filter_args,
    variant_ids: [variants.COAT],
    exceptions: [variants.CAP, variants.SCARF],
  }
  expect((await change(fixture, { enabled: true, ...all })).body.data.auto_generate).toBe(true)
  expect(await settingsOf(fixture)).toEqual({ ...usual, ...all, auto_generate: true })
  await change(fixture, { top_up_to_moq: true })
  expect(await settingsOf(fixture)).toEqual({ ...usual, ...all, auto_generate: true, top_up_to_moq: true })
  await change(fixture, { enabled: false, search: null, filter_args: [], variant_ids: [], exceptions: [] })
  expect(await settingsOf(fixture)).toEqual({ ...usual, fill_container: true, round_to_batch_size: false })
})

test('unknown variants and invalid variant filters are refused with their field, and nothing changes', async () => {
  const fixture = await replenishmentFixture()
  const other = await replenishmentFixture()
  const { COAT } = fixture.ids.variants
  const cases: [Record<string, unknown>, string][] = [
    [{ variant_ids: [COAT, uuidv7()] }, 'variant_ids[1]'],
    [{ variant_ids: [other.ids.variants.COAT] }, 'variant_ids[0]'],
    [{ variant_ids: ['no id'] }, 'variant_ids[0]'],
    [{ variant_ids: [COAT, COAT] }, 'variant_ids'],
    [{ exceptions: [uuidv7()] }, 'exceptions[0]'],
    [{ filter_args: [{ key: 'colour', operation: 'eq', value: 'red' }] }, 'filter_args[0].key'],
    [{ filter_args: [{ key: 'vendor', operation: 'gt', value: 'a' }] }, 'filter_args[0].operation'],
    [{ filter_args: [{ key: 'on_hand_qty', operation: 'gt', value: 'a' }] }, 'filter_args[0].value'],
    [{ filter_args: [{ key: 'vendor', operation: 'eq', value: 'a', also: 1 }] }, 'filter_args[0].also'],
    [{ filter_args: [{ operation: 'eq' }] }, 'filter_args[0].key'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ horizon_days: 9 }, 'horizon_days'],
    [{ group_by: 'category' }, 'group_by'],
  ]
  for (const [body, field] of cases)
    expect([body, refusedField(await change(fixture, { enabled: true, ...body }))]).toEqual([
      body,
      [400, 'bad_request', field],
    ])
  expect(await settingsOf(fixture)).toMatchObject({ auto_generate: false, variant_ids: [], filter_args: [] })
})

test('only an administrator in the app can change the grouping and the horizon', async () => {
  const fixture = await replenishmentFixture()
  const path = '/api/v1/purchase-generation'
  const changed = await fixture.admin.patch(path, { group_by: 'category', horizon_days: 14 })
  expect(changed.body.data).toMatchObject({ group_by: 'category', horizon_days: 14, auto_generate: false })
  expect((await fixture.admin.patch(path, { horizon_days: 365 })).body.data.group_by).toBe('category')
  for (const [body, field] of [
    [{ horizon_days: 0 }, 'horizon_days'],
    [{ horizon_days: 366 }, 'horizon_days'],
    [{ group_by: 'vendor' }, 'group_by'],
  ] as const)
    expect(refusedField(await fixture.admin.patch(path, body))).toEqual([400, 'bad_request', field])
  const member = await newSession(fixture.tenant, { role: 'member' })
  expect((await member.get(path)).status).toBe(200)
  expect((await member.patch(path, { horizon_days: 7 })).body.code).toBe('admin_required')
})

test('once a day, variants running short become drafts by supplier and destination, with quantities verified by hand', async () => {
  const fixture = await replenishmentFixture()
  const untouched = await replenishmentFixture()
  await change(fixture, { enabled: true })
  expect(jobs).toContain(generateOrders)
  await runJob()
  expect(await linesOf(fixture)).toEqual([
    ['Forge', 'Main', 'SCARF 39'],
    ['Mill', 'Main', 'CAP 38', 'COAT 72'],
    ['Mill', 'Store', 'COAT 24'],
  ])
  expect(await linesOf(untouched)).toEqual([])
  const orders = (await fixture.tenant.get(fixture.at('?sort_args=name'))).body.data.rows
  const full = (await fixture.tenant.get(fixture.at(`/${orders[1].id}`))).body.data
  expect(full).toMatchObject({
    status: 'draft',
    currency: 'EUR',
    created_by: 'service:generation',
    notes: 'Proposed to cover the lead time, the review period and 28 days of sales.',
    total_cost: 38 * 4 + 72 * 17.25,
  })
  expect(await settingsOf(fixture)).toMatchObject({ generated_orders: 3, generation_fault: null })

  await runJob()
  expect(await linesOf(fixture)).toHaveLength(3)
  // The next day the drafts count, so nothing is proposed twice.
  await nextDay(fixture)
  await runJob()
  expect(await linesOf(fixture)).toHaveLength(3)
  expect(await settingsOf(fixture)).toMatchObject({ generated_orders: 0 })
  await fixture.tenant.delete(fixture.at(`/${orders[0].id}`))
  await nextDay(fixture)
  await runJob()
  expect((await linesOf(fixture)).map(([supplier]) => supplier).sort()).toEqual(['Forge', 'Mill', 'Mill'])
})

test('incoming units and units in the basket are not proposed again', async () => {
  const fixture = await replenishmentFixture()
  const { ids } = fixture
  await change(fixture, { enabled: true })
  await fixture.admin.post('/api/v1/purchase-basket', {
    items: [{ variant_id: ids.variants.SCARF, location_id: ids.locations.Main, quantity: 12 }],
  })
  await sql`update stock_levels set incoming = 26 where variant_id = ${ids.variants.CAP!}`
  await runJob()
  // 10 + 12 scarves are above 21; 5 + 26 caps above 15.
  expect(await linesOf(fixture)).toEqual([
    ['Mill', 'Main', 'COAT 72'],
    ['Mill', 'Store', 'COAT 24'],
  ])
})

test('the flags and the selection of variants determine what is proposed', async () => {
  const proposed = async (
    body: Record<string, unknown>,
    prepare: (fixture: ReplenishmentFixture) => Promise<unknown> = async () => {},
  ) => {
    const fixture = await replenishmentFixture()
    const given = JSON.parse(
      JSON.stringify(body).replaceAll(/"@(\w+)"/g, (_, sku: string) => JSON.stringify(fixture.ids.variants[sku])),
    )
    expect((await change(fixture, { enabled: true, ...given })).status).toBe(200)
    await prepare(fixture)
    await runJob()
    await sql`update purchase_generation_settings set auto_generate = false`
    return linesOf(fixture)
  }
  expect(await proposed({ top_up_to_moq: false, round_to_batch_size: false, variant_ids: ['@COAT'] })).toEqual([
    ['Mill', 'Main', 'COAT 66'],
    ['Mill', 'Store', 'COAT 22'],
  ])
  expect(await proposed({ top_up_to_moq: false, variant_ids: ['@COAT', '@SCARF'], exceptions: ['@COAT'] })).toEqual([
    ['Forge', 'Main', 'SCARF 39'],
  ])
  expect(await proposed({ search: 'cap' })).toEqual([['Mill', 'Main', 'CAP 38']])
  expect(await proposed({ filter_args: [{ key: 'vendor', operation: 'eq', value: 'Ours' }], search: 'cap' })).toEqual(
    [],
  )
  expect(await proposed({ variant_ids: ['@CAP'], search: 'nothing at all' })).toEqual([['Mill', 'Main', 'CAP 38']])
  const byCategory = (fixture: ReplenishmentFixture) =>
    fixture.admin.patch('/api/v1/purchase-generation', { group_by: 'category', horizon_days: 7 })
  // 7 days beyond 15: up to 22 caps, and up to 44 coats at Main and 11 at Store, in dozens of at least 24.
  expect((await proposed({ exceptions: ['@SCARF'] }, byCategory)).toSorted()).toEqual([
    ['Mill', 'Main', 'CAP 17'],
    ['Mill', 'Main', 'COAT 24'],
    ['Mill', 'Store', 'COAT 24'],
  ])
})

test("an order is raised to the supplier's minimum by covering more days of all its lines equally", async () => {
  const fixture = await replenishmentFixture()
  await sql`update suppliers set min_order_quantity = 150 where supplier_id = ${fixture.ids.suppliers.Mill!}`
  const { COAT } = fixture.ids.variants
  await change(fixture, { enabled: true, filter_args: [{ key: 'supplier', operation: 'eq', value: 'Mill' }] })
  await sql`delete from stock_levels where variant_id = ${COAT!} and location_id = ${fixture.ids.locations.Store!}`
  await runJob()
  // 38 + d caps and 66 + 2d coats in dozens: at 10 days 48 + 96 = 144; at 15 days 53 + 96 = 149; at 16 days 54 + 108.
  const drafts = await fixture.drafts()
  expect(Object.values(drafts).map(({ lines }) => lines)).toEqual([['CAP 54', 'COAT 108']])
  expect(drafts['PO-1001']!.notes).toBe(
    "Proposed to cover the lead time, the review period and 28 days of sales. Every line was increased by 16 days of cover to reach the supplier's minimum or fill a container.",
  )
})

test('a filter by supplier or location limits the orders to that supplier or location', async () => {
  const fixture = await replenishmentFixture()
  const { suppliers, locations } = fixture.ids
  const orders = async (key: string, operation: string, value: unknown) => {
    await sql`delete from purchase_order_lines where organization_id = ${fixture.tenant.organization_id}`
    await sql`delete from purchase_orders where organization_id = ${fixture.tenant.organization_id}`
    await nextDay(fixture)
    expect((await change(fixture, { enabled: true, filter_args: [{ key, operation, value }] })).status).toBe(200)
    await runJob()
    return linesOf(fixture)
  }
  const mill = [
    ['Mill', 'Main', 'CAP 38', 'COAT 72'],
    ['Mill', 'Store', 'COAT 24'],
  ]
  // Forge offers coats too, but their primary supplier is Mill.
  expect(await orders('supplier', 'eq', 'Forge')).toEqual([['Forge', 'Main', 'SCARF 39']])
  expect(await orders('supplier', 'in', [suppliers.Forge])).toEqual([['Forge', 'Main', 'SCARF 39']])
  expect(await orders('supplier', 'eq', 'Mill')).toEqual(mill)
  expect(await orders('supplier', 'in', ['Mill', 'Forge'])).toEqual([['Forge', 'Main', 'SCARF 39'], ...mill])
  // Coats are on hand at Main but needed at Store too.
  expect(await orders('location', 'eq', locations.Main)).toEqual([['Forge', 'Main', 'SCARF 39'], mill[0]!])
})

test('the container is chosen for what is needed, filled, and named on the order', async () => {
  const fixture = await replenishmentFixture()
  const { COAT } = fixture.ids.variants
  await sql`update variants set carton_quantity = 12, carton_cbm = 5, carton_weight_kg = 10 where variant_id = ${COAT!}`
  await sql`delete from stock_levels where variant_id = ${COAT!} and location_id = ${fixture.ids.locations.Store!}`
  await change(fixture, { enabled: true, fill_container: true, variant_ids: [COAT] })
  await runJob()
  // 72 coats are 6 cartons of 5 m³: 30 m³, one 40' GP of 58 m³. It holds 11 cartons, 132 coats: 33 days more.
  const [order] = (await fixture.tenant.get(fixture.at())).body.data.rows
  const full = (await fixture.tenant.get(fixture.at(`/${order.id}`))).body.data
  expect(full.line_items.map(({ sku, quantity }: any) => [sku, quantity])).toEqual([['COAT', 132]])
  expect(full.container_plan).toMatchObject({ container_type_id: 2, containers: 1, cube_pct: 94.8 })
  expect(full.notes).toContain('Every line was increased by 33 days of cover')
  expect(full.notes).toContain("Planned for 40' GP.")
})

test("a fault in one organisation's settings is stored there, does not stop others, and does not recur the same day", async () => {
  const [faulty, sound] = [await replenishmentFixture(), await replenishmentFixture()]
  for (const fixture of [faulty, sound]) await change(fixture, { enabled: true, search: 'scarf' })
  await sql`
    update purchase_generation_settings set filter_args = '[{"key":"colour","operation":"eq","value":"red"}]'
    where organization_id = ${faulty.tenant.organization_id}`
  await runJob()
  expect(await linesOf(sound)).toEqual([['Forge', 'Main', 'SCARF 39']])
  expect(await linesOf(faulty)).toEqual([])
  const settings = await settingsOf(faulty)
  expect(settings.generated_orders).toBe(0)
  expect(settings.generated_at).not.toBeNull()
  expect(settings.generation_fault).toContain('filter_args[0].key is not a key of this table')
})

test('an organisation whose orders cannot be written gets a fault and does not stop others', async () => {
  const [locked, sound] = [await replenishmentFixture(), await replenishmentFixture()]
  for (const fixture of [locked, sound]) await change(fixture, { enabled: true, search: 'scarf' })
  const { organization_id } = locked.tenant
  await sql`insert into order_counters select ${organization_id}, 'purchase', n, 0 from generate_series(0, 15) n`
  await sql.begin(async (holder) => {
    await holder`select from order_counters where organization_id = ${organization_id} for update`
    await runJob()
  })
  expect(await linesOf(sound)).toEqual([['Forge', 'Main', 'SCARF 39']])
  expect(await linesOf(locked)).toEqual([])
  expect((await settingsOf(locked)).generation_fault).toStartWith('The database was too busy')
  const [run] = await sql<{ fault: string | null }[]>`select fault from job_runs where job = ${generateOrders.name}`
  expect(run!.fault).toBeNull()
})

test('each generated order sends one event', async () => {
  const fixture = await replenishmentFixture()
  const webhook = await fixture.admin.post('/api/v1/webhooks', {
    hook_url: 'http://127.0.0.1:9/hook',
    type: 'new_purchase_order',
  })
  await change(fixture, { enabled: true })
  await runJob()
  const deliveries = (await fixture.admin.get(`/api/v1/webhooks/${webhook.body.data.webhook_id}/deliveries`)).body.data
  expect(deliveries.filtered_max_size).toBe(3)
})

test('an organisation without a catalogue gets no proposals and no fault', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await tenant.patch(`/api/v1/organizations/${tenant.organization_id}/purchase-orders/generation-settings`, {
    enabled: true,
  })
  await runJob()
  expect((await admin.get('/api/v1/purchase-generation')).body.data).toMatchObject({
    generated_orders: 0,
    generation_fault: null,
  })
})
