import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { refusedField } from '../order_fixture.ts'
import { type ReplenishmentFixture, replenishmentFixture } from '../replenishment_fixture.ts'

const path = '/api/v1/purchase-basket'

const add = (
  fixture: ReplenishmentFixture,
  ...items: [sku: string, location: string, quantity: number, supplier?: string][]
) =>
  fixture.admin.post(path, {
    items: items.map(([sku, location, quantity, supplier]) => ({
      variant_id: fixture.ids.variants[sku],
      location_id: fixture.ids.locations[location],
      quantity,
      ...(supplier === undefined ? {} : { supplier_id: fixture.ids.suppliers[supplier] }),
    })),
  })
const rowsOf = async (fixture: ReplenishmentFixture, query = '?sort_args=sku,quantity') =>
  (await fixture.admin.get(`${path}${query}`)).body.data.rows
const basketOf = async (fixture: ReplenishmentFixture) =>
  (await rowsOf(fixture)).map((row: any) => [row.sku, row.location_name, row.supplier_name, row.quantity, row.source])
const order = (fixture: ReplenishmentFixture, body: unknown = {}) =>
  fixture.tenant.post(fixture.at('/from-basket'), body)
const linesOf = async (fixture: ReplenishmentFixture) =>
  Object.values(await fixture.drafts()).map(({ supplier, location, lines }) => [supplier, location, ...lines])

test('a basket item shows its supplier and its cost', async () => {
  const fixture = await replenishmentFixture()
  const added = await add(fixture, ['COAT', 'Main', 24], ['SCARF', 'Store', 3], ['COAT', 'Store', 6, 'Forge'])
  expect(added.status).toBe(200)
  expect(added.body.data.items[0]).toMatchObject({
    sku: 'COAT',
    title: 'Coat, COAT',
    location_name: 'Main',
    supplier_id: fixture.ids.suppliers.Mill,
    supplier_name: 'Mill',
    quantity: 24,
    unit_cost: 17.25,
    total_cost: 414,
    currency: 'EUR',
    source: 'manual',
    reason: null,
  })
  // Forge has no cost for coats; their own cost is in its currency.
  expect(added.body.data.items.slice(1).map((one: any) => [one.supplier_name, one.unit_cost, one.currency])).toEqual([
    ['Forge', 6.5, 'USD'],
    ['Forge', 20, 'USD'],
  ])
  const again = await add(fixture, ['COAT', 'Store', 4], ['LOOSE', 'Main', 1])
  expect(again.body.data.items.map((one: any) => [one.supplier_name, one.quantity, one.total_cost])).toEqual([
    ['Forge', 10, 200],
    [null, 1, null],
  ])
  expect(await basketOf(fixture)).toEqual([
    ['COAT', 'Store', 'Forge', 10, 'manual'],
    ['COAT', 'Main', 'Mill', 24, 'manual'],
    ['LOOSE', 'Main', null, 1, 'manual'],
    ['SCARF', 'Store', 'Forge', 3, 'manual'],
  ])
  const filter = encodeURIComponent(
    JSON.stringify([{ key: 'supplier_id', operation: 'eq', value: fixture.ids.suppliers.Forge }]),
  )
  expect((await rowsOf(fixture, `?filter_args=${filter}&sort_args=-quantity`)).map(({ sku }: any) => sku)).toEqual([
    'COAT',
    'SCARF',
  ])
  expect((await fixture.admin.get(`${path}?search=scar`)).body.data.filtered_max_size).toBe(1)
  const other = await replenishmentFixture()
  expect(await basketOf(other)).toEqual([])
})

test('concurrent additions of the same variant are both counted', async () => {
  const fixture = await replenishmentFixture()
  const put = () => add(fixture, ['COAT', 'Main', 5])
  await whileHeld(fixture.tenant, 'lock table purchase_basket_items in share mode', [put, put])
  expect(await basketOf(fixture)).toEqual([['COAT', 'Main', 'Mill', 10, 'manual']])
})

test('an item that cannot be ordered is refused with its field, and nothing is added', async () => {
  const fixture = await replenishmentFixture()
  const other = await replenishmentFixture()
  const { ids } = fixture
  const item = { variant_id: ids.variants.COAT, location_id: ids.locations.Main, quantity: 1 }
  const cases: [Record<string, unknown>, string][] = [
    [{ ...item, variant_id: uuidv7() }, 'items[1].variant_id'],
    [{ ...item, variant_id: other.ids.variants.COAT }, 'items[1].variant_id'],
    [{ ...item, variant_id: ids.variants.OLD }, 'items[1].variant_id'],
    [{ ...item, location_id: ids.locations.Closed }, 'items[1].location_id'],
    [{ ...item, location_id: uuidv7() }, 'items[1].location_id'],
    [{ ...item, supplier_id: uuidv7() }, 'items[1].supplier_id'],
    [{ ...item, quantity: 0 }, 'items[1].quantity'],
    [{ ...item, quantity: 1_000_001 }, 'items[1].quantity'],
    [{ ...item, variant_id: ids.variants.SCARF }, 'items[1].variant_id'],
  ]
  for (const [one, field] of cases) {
    const answer = await fixture.admin.post(path, { items: [{ ...item, variant_id: ids.variants.SCARF }, one] })
    expect([one, refusedField(answer)]).toEqual([one, [400, 'bad_request', field]])
  }
  expect(refusedField(await fixture.admin.post(path, { items: [] }))).toEqual([400, 'bad_request', 'items'])
  await add(fixture, ['COAT', 'Main', 999_999])
  expect(refusedField(await add(fixture, ['COAT', 'Main', 2]))).toEqual([400, 'bad_request', 'items[0].quantity'])
  expect(await basketOf(fixture)).toEqual([['COAT', 'Main', 'Mill', 999_999, 'manual']])
})

test('an item can be changed, reset to the primary supplier and removed; an unknown one is not found', async () => {
  const fixture = await replenishmentFixture()
  const stranger = await replenishmentFixture()
  const [item] = (await add(fixture, ['COAT', 'Main', 24])).body.data.items
  const one = `${path}/${item.item_id}`
  const { Forge, Mill } = fixture.ids.suppliers
  expect((await fixture.admin.patch(one, { quantity: 36 })).body.data).toMatchObject({
    quantity: 36,
    supplier_id: Mill,
  })
  expect((await fixture.admin.patch(one, { supplier_id: Forge })).body.data).toMatchObject({
    quantity: 36,
    supplier_name: 'Forge',
  })
  expect((await fixture.admin.patch(one, { supplier_id: null })).body.data.supplier_id).toBe(Mill)
  expect(refusedField(await fixture.admin.patch(one, { supplier_id: uuidv7() }))).toEqual([
    400,
    'bad_request',
    'supplier_id',
  ])
  for (const answer of [
    await stranger.admin.patch(one, { quantity: 1 }),
    await stranger.admin.delete(one),
    await fixture.admin.patch(`${path}/${uuidv7()}`, { quantity: 1 }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  const member = await newSession(fixture.tenant, { role: 'member' })
  expect((await member.delete(one)).status).toBe(204)
  expect((await fixture.admin.delete(one)).status).toBe(404)
  await add(fixture, ['COAT', 'Main', 24], ['SCARF', 'Main', 1])
  expect((await fixture.admin.delete(path)).body.data).toEqual({ removed: 2 })
  expect(await basketOf(fixture)).toEqual([])
})

test('suggestions add variants running short with a reason, and are refreshed without touching items added by hand', async () => {
  const fixture = await replenishmentFixture()
  await add(fixture, ['SCARF', 'Main', 1])
  const first = await fixture.admin.post(`${path}/suggestions`, {})
  expect(first.body.data).toEqual({ suggested: 4, added: 4, changed: 0, removed: 0, remarks: [] })
  expect(await basketOf(fixture)).toEqual([
    ['CAP', 'Main', 'Mill', 38, 'suggestion'],
    ['COAT', 'Store', 'Mill', 24, 'suggestion'],
    ['COAT', 'Main', 'Mill', 72, 'suggestion'],
    ['LOOSE', 'Main', null, 49, 'suggestion'],
    ['SCARF', 'Main', 'Forge', 1, 'manual'],
  ])
  const rows = await rowsOf(fixture)
  expect(rows[2].reason).toBe(
    "20 units available and 0 units incoming do not cover the 15 days of lead time and review at 2 a day; 66 units bring it to 43 days of cover, ordered as 72 because of the supplier's minimum and batch size.",
  )
  const again = await fixture.admin.post(`${path}/suggestions`, {})
  expect(again.body.data).toEqual({ suggested: 4, added: 0, changed: 0, removed: 0, remarks: [] })
  expect((await rowsOf(fixture)).map(({ item_id }: any) => item_id)).toEqual(rows.map(({ item_id }: any) => item_id))

  const { sql } = fixture.tenant.service.database
  const { variants, locations, suppliers } = fixture.ids
  await sql`update stock_levels set incoming = 100 where variant_id = ${variants.CAP!}`
  await sql`
    update stock_levels set incoming = 6 where variant_id = ${variants.COAT!} and location_id = ${locations.Main!}`
  await fixture.admin.patch(`${path}/${rows[1].item_id}`, { quantity: 12 })
  const store = await fixture.admin.post(`${path}/suggestions`, { location_id: locations.Store })
  expect(store.body.data).toMatchObject({ suggested: 0, added: 0, changed: 0, removed: 0 })
  const mill = await fixture.admin.post(`${path}/suggestions`, { supplier_id: suppliers.Mill })
  // 26 coats are still below the reorder point of 30: 60 short, which is five dozen.
  expect(mill.body.data).toEqual({ suggested: 1, added: 0, changed: 1, removed: 1, remarks: [] })
  expect(await basketOf(fixture)).toEqual([
    ['COAT', 'Store', 'Mill', 12, 'manual'],
    ['COAT', 'Main', 'Mill', 60, 'suggestion'],
    ['LOOSE', 'Main', null, 49, 'suggestion'],
    ['SCARF', 'Main', 'Forge', 1, 'manual'],
  ])
  for (const body of [{ supplier_id: uuidv7() }, { location_id: uuidv7() }])
    expect(refusedField(await fixture.admin.post(`${path}/suggestions`, body))).toEqual([
      400,
      'bad_request',
      Object.keys(body)[0],
    ])
})

test('units in drafts count as ordered, and an order below a minimum is remarked', async () => {
  const fixture = await replenishmentFixture()
  const { sql } = fixture.tenant.service.database
  const { ids } = fixture
  await sql`update suppliers set min_order_value_cents = 100000000 where supplier_id = ${ids.suppliers.Forge!}`
  await fixture.tenant.post(fixture.at(), {
    location_id: ids.locations.Main,
    supplier_id: ids.suppliers.Mill,
    line_items: [{ variant_id: ids.variants.COAT, quantity: 11 }],
  })
  const suggested = await fixture.admin.post(`${path}/suggestions`, { location_id: ids.locations.Main })
  expect(suggested.body.data.remarks).toEqual([
    {
      supplier_id: ids.suppliers.Forge,
      supplier_name: 'Forge',
      location_id: ids.locations.Main,
      remark: "The order misses the supplier's minimum even with 365 days of cover.",
    },
  ])
  expect(await basketOf(fixture)).toEqual([
    ['CAP', 'Main', 'Mill', 38, 'suggestion'],
    ['LOOSE', 'Main', null, 49, 'suggestion'],
    ['SCARF', 'Main', 'Forge', 39, 'suggestion'],
  ])
})

test('ordering the basket creates one draft per supplier and destination and empties it', async () => {
  const fixture = await replenishmentFixture()
  await add(fixture, ['COAT', 'Main', 24], ['SCARF', 'Main', 5], ['CAP', 'Main', 2], ['COAT', 'Store', 12])
  await add(fixture, ['COAT', 'Store', 1, 'Forge'])
  const made = await order(fixture, { order_date: '2026-11-02', notes: 'Autumn' })
  expect(made.status).toBe(200)
  expect(made.body.data.total_created).toBe(3)
  expect(made.body.data.purchase_orders[0]).toMatchObject({
    name: 'PO-1001',
    order_type: 'purchase',
    status: 'draft',
    supplier_id: fixture.ids.suppliers.Mill,
    location_id: fixture.ids.locations.Main,
    expected_delivery_date: '2026-11-12',
    total_line_items: 2,
  })
  expect(await linesOf(fixture)).toEqual([
    ['Mill', 'Main', 'CAP 2', 'COAT 24'],
    ['Forge', 'Main', 'SCARF 5'],
    ['Forge', 'Store', 'COAT 13'],
  ])
  expect((await fixture.drafts())['PO-1002']!.notes).toBe('Autumn')
  expect(await basketOf(fixture)).toEqual([])
  const empty = await order(fixture)
  expect([empty.status, empty.body.code]).toEqual([409, 'conflict'])
})

test('the lists combine to select what is ordered, and other items stay in the basket', async () => {
  const fixture = await replenishmentFixture()
  const { ids } = fixture
  const { items } = (
    await add(fixture, ['COAT', 'Main', 24], ['SCARF', 'Main', 5], ['CAP', 'Main', 2], ['COAT', 'Store', 12])
  ).body.data
  const before = await basketOf(fixture)
  for (const [body, field] of [
    [{ item_ids: [items[0].item_id, uuidv7()] }, 'item_ids[1]'],
    [{ supplier_ids: [uuidv7()] }, 'supplier_ids[0]'],
    [{ location_ids: [ids.locations.Closed] }, 'location_ids[0]'],
    [{ variant_ids: [ids.variants.LOOSE] }, 'variant_ids[0]'],
    [{ item_ids: [] }, 'item_ids'],
    [{ commitment_id: uuidv7() }, 'purchase_orders[0].commitment_id'],
    [{ order_date: '2026-11-02', expected_delivery_date: '2026-11-01' }, 'purchase_orders[0].expected_delivery_date'],
  ] as const)
    expect([body, refusedField(await order(fixture, body))]).toEqual([body as never, [400, 'bad_request', field]])
  const none = await order(fixture, { supplier_ids: [ids.suppliers.Forge], location_ids: [ids.locations.Store] })
  expect(none.body.code).toBe('conflict')
  expect(await basketOf(fixture)).toEqual(before)
  await order(fixture, { supplier_ids: [ids.suppliers.Mill], location_ids: [ids.locations.Main] })
  expect(await linesOf(fixture)).toEqual([['Mill', 'Main', 'CAP 2', 'COAT 24']])
  await order(fixture, { item_ids: [items[1].item_id] })
  await order(fixture, { variant_ids: [ids.variants.COAT] })
  expect(await basketOf(fixture)).toEqual([])
  expect(await linesOf(fixture)).toHaveLength(3)
})

test('an item without a supplier or of an archived variant refuses the whole request, and nothing is ordered', async () => {
  const fixture = await replenishmentFixture()
  await add(fixture, ['COAT', 'Main', 24], ['LOOSE', 'Main', 2])
  const without = await order(fixture)
  expect([without.status, without.body.code]).toEqual([409, 'conflict'])
  expect(without.body.message.desc).toBe(
    'LOOSE in the basket has no supplier. Set a supplier on the item, or choose other items with supplier_ids.',
  )
  expect(without.body.data).toEqual({ variant_ids: [fixture.ids.variants.LOOSE] })
  const { sql } = fixture.tenant.service.database
  await sql`update products set status = 'ARCHIVED' where product_id = ${fixture.ids.products.Coat!}`
  const archived = await order(fixture, { supplier_ids: [fixture.ids.suppliers.Mill] })
  expect(refusedField(archived)).toEqual([400, 'bad_request', 'purchase_orders[0].line_items[0].variant_id'])
  expect(await linesOf(fixture)).toEqual([])
  expect(await basketOf(fixture)).toHaveLength(2)
})

test('of two concurrent orders of one basket only one succeeds, and nothing is ordered twice', async () => {
  const fixture = await replenishmentFixture()
  await add(fixture, ['COAT', 'Main', 24], ['SCARF', 'Main', 5])
  // Nobody writes an order until both requests have started.
  const answers = await whileHeld(fixture.tenant, 'lock table purchase_orders in share mode', [
    () => order(fixture),
    () => order(fixture),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await linesOf(fixture)).toHaveLength(2)
})

test('the basket never exceeds its item limit, whoever adds items', async () => {
  const fixture = await replenishmentFixture()
  const { sql } = fixture.tenant.service.database
  const { organization_id } = fixture.tenant
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title, option_values, position)
    select ${organization_id}, gen_random_uuid(), ${fixture.ids.products.Coat!}, 'MANY-' || n, 'Many', '{}', n + 9
    from generate_series(1, 1999) n`
  await sql`
    insert into purchase_basket_items (organization_id, item_id, variant_id, location_id, quantity, source)
    select organization_id, gen_random_uuid(), variant_id, ${fixture.ids.locations.Main!}, 1, 'manual'
    from variants where organization_id = ${organization_id} and sku like 'MANY-%'`
  await sql`analyze variants, purchase_basket_items`
  expect((await add(fixture, ['COAT', 'Main', 1])).status).toBe(200)
  expect((await add(fixture, ['COAT', 'Main', 1])).status).toBe(200)
  for (const answer of [
    await add(fixture, ['COAT', 'Store', 1]),
    await fixture.admin.post(`${path}/suggestions`, {}),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message.desc).toContain('A basket holds at most 2,000 items; this request would make 2,00')
  }
  expect((await fixture.admin.get(`${path}?limit=1`)).body.data.filtered_max_size).toBe(2_000)
})
