import { beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newTenant } from '../../support/service/tenant.ts'
import { commit, type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await orderFixture()
})

const create = (body: Record<string, unknown>) =>
  fixture.tenant.post(fixture.at(), { location_id: fixture.ids.locations.Main, ...body })
const counted = async () => (await fixture.tenant.get(fixture.at('?limit=1'))).body.data.filtered_max_size

test("a purchase order is a draft at its supplier's costs, due one lead time after its order date", async () => {
  const { ids, tenant } = fixture
  const made = await create({
    supplier_id: ids.suppliers.Mill,
    external_id: 'ERP-1',
    order_date: '2026-11-02',
    line_items: [
      { variant_id: ids.variants['C-S'], quantity: 24 },
      { variant_id: ids.variants['C-M'], quantity: 2, unit_cost: 19.1255, duty_bp: 1200 },
    ],
  })
  expect(made.status).toBe(200)
  const { id, ...rest } = made.body.data
  expect(rest).toEqual({
    external_id: 'ERP-1',
    name: 'PO-1001',
    order_type: 'purchase',
    status: 'draft',
    supplier_id: ids.suppliers.Mill,
    location_id: ids.locations.Main,
    source_location_id: null,
    expected_delivery_date: '2026-11-12',
    total_line_items: 2,
  })
  const read = await fixture.read(id)
  expect(read).toMatchObject({ currency: 'EUR', order_date: '2026-11-02', total_cost: 452.251, created_by: 'key:test' })
  expect(
    read.line_items.map((line: any) => [line.sku, line.quantity, line.unit_cost, line.total_cost, line.duty_bp]),
  ).toEqual([
    ['C-S', 24, 17.25, 414, null],
    ['C-M', 2, 19.1255, 38.251, 1200],
  ])
  const position = await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants['C-S']}`)
  expect(position.body.data.expected_inbound.quantity).toBe(0)
})

test("a cost in a currency other than the order's is never used", async () => {
  const { ids } = fixture
  const lines = (supplier_id: string | undefined) => ({
    supplier_id,
    line_items: [{ variant_id: ids.variants['C-M'], quantity: 1 }],
  })
  const costOf = async (body: Record<string, unknown>) =>
    (await fixture.read((await create(body)).body.data.id)).line_items[0].unit_cost
  // Mill sells in EUR and has no cost for C-M; the variant's own is in USD.
  expect(await costOf(lines(ids.suppliers.Mill))).toBeNull()
  expect(await costOf(lines(ids.suppliers.Forge))).toBe(21)
})

test('a transfer cannot exceed the available units of its source, summed over all its lines', async () => {
  const { ids } = fixture
  const transfer = (...quantities: number[]) =>
    create({
      order_type: 'transfer',
      location_id: ids.locations.Store,
      source_location_id: ids.locations.Main,
      line_items: quantities.map((quantity) => ({ variant_id: ids.variants['C-S'], quantity })),
    })
  const before = await counted()
  const over = await transfer(20, 5)
  expect(refusedField(over)).toEqual([400, 'bad_request', 'line_items[1].quantity'])
  expect(over.body.message.desc).toContain('needs 25 of C-S, but Main has only 24 available')
  expect(await counted()).toBe(before)
  const made = await transfer(20, 4)
  expect(made.body.data).toMatchObject({
    name: 'TO-1001',
    order_type: 'transfer',
    supplier_id: null,
    total_line_items: 2,
  })
  expect(await fixture.read(made.body.data.id)).toMatchObject({
    currency: 'USD',
    total_cost: 444,
    source_location_name: 'Main',
  })
})

test('fields that do not fit the order type or belong to another organisation are refused, and nothing is written', async () => {
  const { ids } = fixture
  const other = await newTenant()
  const foreign = { foreign: uuidv7(), closed: uuidv7(), retired: uuidv7() }
  await commit(other, [{ commitment_id: foreign.foreign, name: 'Theirs', status: 'approved' }])
  await commit(fixture.tenant, [
    { commitment_id: foreign.closed, name: 'Spring', status: 'closed' },
    { commitment_id: foreign.retired, name: 'Winter', status: 'retired' },
  ])
  const before = await counted()
  const line = { variant_id: ids.variants['C-S'], quantity: 1 }
  const transfer = { order_type: 'transfer', location_id: ids.locations.Store, source_location_id: ids.locations.Main }
  const cases: [Record<string, unknown>, string][] = [
    [{ location_id: uuidv7() }, 'location_id'],
    [{ location_id: ids.locations.Closed }, 'location_id'],
    [{ location_id: 'no id at all' }, 'location_id'],
    [{ order_type: 'gift' }, 'order_type'],
    [{ supplier_id: uuidv7() }, 'supplier_id'],
    [{ ...transfer, supplier_id: ids.suppliers.Mill }, 'supplier_id'],
    [{ order_type: 'transfer' }, 'source_location_id'],
    [{ ...transfer, source_location_id: ids.locations.Store }, 'source_location_id'],
    [{ ...transfer, source_location_id: uuidv7() }, 'source_location_id'],
    [{ source_location_id: ids.locations.Store }, 'source_location_id'],
    [{ commitment_id: foreign.foreign }, 'commitment_id'],
    [{ commitment_id: foreign.closed }, 'commitment_id'],
    [{ commitment_id: foreign.retired }, 'commitment_id'],
    [{ line_items: [line, { ...line, variant_id: uuidv7() }] }, 'line_items[1].variant_id'],
    [{ line_items: [{ ...line, variant_id: ids.variants.OLD }] }, 'line_items[0].variant_id'],
    [{ line_items: [{ ...line, quantity: 0 }] }, 'line_items[0].quantity'],
    [{ line_items: [{ ...line, quantity: 1.5 }] }, 'line_items[0].quantity'],
    [{ line_items: [{ ...line, unit_cost: -1 }] }, 'line_items[0].unit_cost'],
    [{ line_items: [{ ...line, unit_cost: 1.00001 }] }, 'line_items[0].unit_cost'],
    [{ line_items: [{ ...line, expected_delivery_date: '2020-01-01' }] }, 'line_items[0].expected_delivery_date'],
    [{ ...transfer, line_items: [{ ...line, unit_cost: 4 }] }, 'line_items[0].unit_cost'],
    [{ line_items: Array.from({ length: 11 }, () => ({ ...line, quantity: 1_000_000 })) }, 'line_items'],
    [
      {
        line_items: [
          { ...line, quantity: 1_000_000, unit_cost: 1_000_000 },
          { ...line, unit_cost: 1 },
        ],
      },
      'line_items',
    ],
    [{ order_date: '2026-02-30' }, 'order_date'],
    [{ order_date: '2026-11-02', expected_delivery_date: '2026-11-01' }, 'expected_delivery_date'],
    [{ order_date: '2026-11-02', cancel_date: '2026-11-01' }, 'cancel_date'],
    [{ ship_window_start: '2030-11-02', cancel_date: '2030-11-01' }, 'cancel_date'],
    [{ recommended_quantity: true }, 'supplier_id'],
    [{ recommended_quantity: true, supplier_id: ids.suppliers.Mill, line_items: [] }, 'recommended_quantity'],
    [{ ...transfer, recommended_quantity: true }, 'recommended_quantity'],
    [{ container_type_id: 9 }, 'container_type_id'],
  ]
  for (const [body, field] of cases)
    expect([body, refusedField(await create(body))]).toEqual([body, [400, 'bad_request', field]])
  expect(refusedField(await fixture.tenant.post(fixture.at(), {}))).toEqual([400, 'bad_request', 'location_id'])
  expect(await counted()).toBe(before)
})

test("recommended_quantity orders what the supplier's variants need there, by minimum and batch size", async () => {
  const own = await orderFixture()
  const { sql } = own.tenant.service.database
  // 24 available, 3 a day, 10 + 5 days of lead time and review: the reorder point is 45, so 3 × (15 + 28) − 24 = 105
  // are short, which batches of 12 raise to 108.
  await sql`
    update stock_levels set units_per_day = 3 where variant_id = ${own.ids.variants['C-S']!} and location_id = ${own.ids.locations.Main!}`
  const made = await own.tenant.post(own.at(), {
    location_id: own.ids.locations.Main,
    supplier_id: own.ids.suppliers.Mill,
    recommended_quantity: true,
  })
  const read = await own.read(made.body.data.id)
  expect(read.line_items.map((line: any) => [line.sku, line.quantity, line.unit_cost])).toEqual([['C-S', 108, 17.25]])
  const nothing = await own.tenant.post(own.at(), {
    location_id: own.ids.locations.Store,
    supplier_id: own.ids.suppliers.Mill,
    recommended_quantity: true,
  })
  expect(nothing.body.data.total_line_items).toBe(0)
  // Units in drafts are not ordered again, and unmanaged products not at all.
  const recommend = async () => {
    const body = {
      location_id: own.ids.locations.Main,
      supplier_id: own.ids.suppliers.Mill,
      recommended_quantity: true,
    }
    const { id } = (await own.tenant.post(own.at(), body)).body.data
    const quantities = (await own.read(id)).line_items.map((line: any) => line.quantity)
    await own.tenant.delete(own.at(`/${id}`))
    return quantities
  }
  expect(await recommend()).toEqual([])
  await own.tenant.delete(own.at(`/${made.body.data.id}`))
  expect(await recommend()).toEqual([108])
  // Units in drafts may exceed the range of a database integer.
  const huge = {
    location_id: own.ids.locations.Main,
    line_items: Array.from({ length: 10 }, () => ({ variant_id: own.ids.variants['C-S'], quantity: 1_000_000 })),
  }
  for (let i = 0; i < 3; i++)
    await own.tenant.post(own.at('/bulk'), { purchase_orders: Array.from({ length: 100 }, () => huge) })
  expect(await recommend()).toEqual([])
  await sql`update products set is_managed = false where organization_id = ${own.tenant.organization_id}`
  expect(await recommend()).toEqual([])
})

test('new names skip those already used, and concurrent orders never share one', async () => {
  const own = await orderFixture()
  await own.put(await own.order(), { name: 'PO-1500' })
  await own.put(await own.order(), { name: 'PO-1003' })
  const nameOf = async (id: string) => (await own.read(id)).name as string
  expect(await nameOf(await own.order())).toBe('PO-1501')
  const names = await Promise.all((await Promise.all(Array.from({ length: 30 }, () => own.order()))).map(nameOf))
  expect(new Set(['PO-1003', 'PO-1500', 'PO-1501', ...names]).size).toBe(33)
  for (const name of names) expect(name).toMatch(/^PO-1[5-9]\d\d$/)
})
