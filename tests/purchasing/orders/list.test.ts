import { beforeAll, expect, test } from 'bun:test'
import { setFixture, type Catalogue } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { commit } from '../order_fixture.ts'
import { uuidv7 } from 'uuidv7'

let tenant: Tenant
let ids: Catalogue
let path: string
const commitment_id = uuidv7()
beforeAll(async () => {
  tenant = await newTenant()
  path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: ['Mill', 'Forge 100%'],
    products: [{ title: 'Coat', variants: [{ sku: 'C-S' }, { sku: 'C-M' }] }],
    purchase_orders: [
      {
        name: 'PO-1',
        external_id: 'ext-7',
        supplier: 'Mill',
        location: 'Main',
        status: 'issued',
        order_date: '2026-10-01',
        expected_delivery_date: '2026-12-01',
        lines: [
          { sku: 'C-S', quantity: 10, unit_cost: '12.5000' },
          { sku: 'C-M', quantity: 3 },
        ],
      },
      {
        name: 'PO-2',
        supplier: 'Forge 100%',
        location: 'Store',
        status: 'draft',
        on_hold: true,
        hold_reason: 'Wrong price',
        order_date: '2026-11-01',
        lines: [{ sku: 'C-M', quantity: 2, unit_cost: '0.1250' }],
      },
      {
        name: 'TO-1',
        order_type: 'transfer',
        location: 'Store',
        source_location: 'Main',
        status: 'issued',
        order_date: '2026-09-01',
        expected_delivery_date: '2026-11-30',
        lines: [],
      },
    ],
  })
  await commit(tenant, [{ commitment_id, name: 'Spring buy', status: 'approved' }])
  await tenant.service.database.sql`
    update purchase_orders set commitment_id = ${commitment_id} where purchase_order_id = ${ids.purchase_orders['PO-1']!}`
})

const filtered = (key: string, operation: string, value?: unknown) =>
  `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation, ...(value === undefined ? {} : { value }) }]))}`
const names = async (query: string) =>
  (await tenant.get(`${path}?sort_args=name&${query}`)).body.data.rows.map(({ name }: { name: string }) => name)

test('a row shows the type, destination and line costs of an order', async () => {
  const { status, body } = await tenant.get(`${path}?sort_args=name&limit=1`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    rows: [
      {
        id: ids.purchase_orders['PO-1'],
        external_id: 'ext-7',
        name: 'PO-1',
        order_type: 'purchase',
        status: 'issued',
        supplier_id: ids.suppliers.Mill,
        supplier_name: 'Mill',
        location_id: ids.locations.Main,
        source_location_id: null,
        order_date: '2026-10-01',
        expected_delivery_date: '2026-12-01',
        total_cost: null,
        total_cost_reason: '1 of 2 lines has no unit cost.',
        total_line_items: 2,
        on_hold: false,
        hold_reason: null,
        commitment_id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ],
    size: 1,
    offset: 0,
    filtered_max_size: 3,
  })
})

test('orders are filtered, searched and sorted by their fields', async () => {
  for (const [query, found] of [
    [filtered('status', 'eq', 'issued'), ['PO-1', 'TO-1']],
    [filtered('order_type', 'neq', 'transfer'), ['PO-1', 'PO-2']],
    [filtered('supplier_id', 'eq', ids.suppliers.Mill), ['PO-1']],
    [filtered('supplier_id', 'is_empty'), ['TO-1']],
    [filtered('location_id', 'in', [ids.locations.Store]), ['PO-2', 'TO-1']],
    [filtered('source_location_id', 'eq', ids.locations.Main), ['TO-1']],
    [filtered('commitment_id', 'eq', commitment_id), ['PO-1']],
    [filtered('on_hold', 'eq', true), ['PO-2']],
    [filtered('order_date', 'gte', '2026-10-01'), ['PO-1', 'PO-2']],
    [filtered('expected_delivery_date', 'is_empty'), ['PO-2']],
    [filtered('total_cost', 'between', [0.2, 125]), ['PO-2']],
    [filtered('total_cost', 'is_empty'), ['PO-1']],
    [filtered('total_line_items', 'eq', 0), ['TO-1']],
    [filtered('variant_id', 'eq', ids.variants['C-M']), ['PO-1', 'PO-2']],
    [filtered('variant_id', 'in', [ids.variants['C-S']]), ['PO-1']],
    [filtered('external_id', 'starts_with', 'EXT'), ['PO-1']],
    ['search=forge%20100%25', ['PO-2']],
    ['search=ext-', ['PO-1']],
    ['search=to-1', ['TO-1']],
  ] as const)
    expect([query, await names(query)]).toEqual([query, [...found]])
  const sorted = async (sort: string) =>
    (await tenant.get(`${path}?sort_args=${sort}`)).body.data.rows.map(({ name }: { name: string }) => name)
  expect(await sorted('-order_date')).toEqual(['PO-2', 'PO-1', 'TO-1'])
  expect(await sorted('expected_delivery_date')).toEqual(['TO-1', 'PO-1', 'PO-2'])
  expect(await sorted('supplier_name')).toEqual(['PO-2', 'PO-1', 'TO-1'])
  expect(await sorted('-total_cost')).toEqual(['PO-2', 'TO-1', 'PO-1'])
})

test('a page has ten orders by default, newest first, and a hundred at most', async () => {
  const own = await newTenant()
  const namesOfAll = Array.from({ length: 12 }, (_, i) => `PO-${10 + i}`)
  await setFixture(own, {
    locations: ['Main'],
    purchase_orders: namesOfAll.map((name) => ({ name, location: 'Main', status: 'draft', lines: [] })),
  })
  await own.service.database.sql`
    update purchase_orders set created_at = '2026-01-01'::timestamptz + substring(name from 4)::int * interval '1 day'
    where organization_id = ${own.organization_id}`
  const at = `/api/v1/organizations/${own.organization_id}/purchase-orders`
  const page = (await own.get(at)).body.data
  expect(page).toMatchObject({ size: 10, offset: 0, filtered_max_size: 12 })
  expect(page.rows.map(({ name }: { name: string }) => name)).toEqual(namesOfAll.toReversed().slice(0, 10))
  expect((await own.get(`${at}?offset=10`)).body.data).toMatchObject({ size: 2, offset: 10 })
  const beyond = await own.get(`${at}?limit=101`)
  expect([beyond.status, beyond.body.data.field]).toEqual([400, 'limit'])
})

test('an unknown filter, operation, status or sort is refused with the allowed values', async () => {
  for (const [query, field] of [
    [filtered('colour', 'eq', 'red'), 'filter_args[0].key'],
    [filtered('on_hold', 'neq', true), 'filter_args[0].operation'],
    [filtered('status', 'eq', 'open'), 'filter_args[0].value'],
    ['sort_args=hold_reason', 'sort_args'],
    ['filter_args=nonsense', 'filter_args'],
  ] as const) {
    const { status, body } = await tenant.get(`${path}?${query}`)
    expect([query, status, body.data.field]).toEqual([query, 400, field])
  }
  const lines = await tenant.get(`${path}/${ids.purchase_orders['PO-1']}?sort_args=colour`)
  expect([lines.status, lines.body.data.field]).toEqual([400, 'sort_args'])
  expect(lines.body.data.allowed).toContain('quantity')
})

test('the lines of an order are sorted as requested', async () => {
  const of = async (sort: string) =>
    (await tenant.get(`${path}/${ids.purchase_orders['PO-1']}?sort_args=${sort}`)).body.data.line_items.map(
      ({ sku }: { sku: string }) => sku,
    )
  expect(await of('sku')).toEqual(['C-M', 'C-S'])
  expect(await of('-sku')).toEqual(['C-S', 'C-M'])
  expect(await of('quantity')).toEqual(['C-M', 'C-S'])
  expect(await of('-unit_cost')).toEqual(['C-S', 'C-M'])
})

test('filter values are counted by field, and filtering by each finds as many orders as counted', async () => {
  const { status, body } = await tenant.get(`${path}/filters`)
  expect(status).toBe(200)
  const page = (rows: { value: string | undefined; label: string; count: number }[]) => ({
    rows,
    size: rows.length,
    offset: 0,
    filtered_max_size: rows.length,
  })
  const word = (value: string, count: number) => ({ value, label: value, count })
  expect(body.data).toEqual({
    status: page([
      word('draft', 1),
      word('approved', 0),
      word('issued', 2),
      word('partially_delivered', 0),
      word('delivered', 0),
      word('closed', 0),
      word('cancelled', 0),
    ]),
    order_type: page([word('purchase', 2), word('manufacturing', 0), word('transfer', 1)]),
    on_hold: page([word('false', 2), word('true', 1)]),
    supplier_id: page([
      { value: ids.suppliers['Forge 100%'], label: 'Forge 100%', count: 1 },
      { value: ids.suppliers.Mill, label: 'Mill', count: 1 },
    ]),
    location_id: page([
      { value: ids.locations.Main, label: 'Main', count: 1 },
      { value: ids.locations.Store, label: 'Store', count: 2 },
    ]),
    source_location_id: page([{ value: ids.locations.Main, label: 'Main', count: 1 }]),
    commitment_id: page([{ value: commitment_id, label: 'Spring buy', count: 1 }]),
  })
  for (const [key, { rows }] of Object.entries<{ rows: { value: string; count: number }[] }>(body.data)) {
    for (const { value, count } of rows) {
      const found = await names(filtered(key, 'eq', key === 'on_hold' ? value === 'true' : value))
      expect([key, value, found.length]).toEqual([key, value, count])
    }
  }
})

test('the values of one field are paged and searched', async () => {
  const one = (await tenant.get(`${path}/filters?field=status&limit=2&offset=1`)).body.data
  expect(Object.keys(one)).toEqual(['status'])
  expect(one.status).toMatchObject({ size: 2, offset: 1, filtered_max_size: 7 })
  const found = (await tenant.get(`${path}/filters?field=supplier_id&search=MIL`)).body.data.supplier_id
  expect(found.rows.map(({ label }: { label: string }) => label)).toEqual(['Mill'])
  const unknown = await tenant.get(`${path}/filters?field=colour`)
  expect([unknown.status, unknown.body.data.field]).toEqual([400, 'field'])
})
