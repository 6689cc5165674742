import { expect, test } from 'bun:test'
import { insertRows, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { filterArgs } from '../catalogue_fixture.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const pathOf = (tenant: Tenant) => `/api/v1/organizations/${tenant.organization_id}/products/overview`

async function cardsOf(tenant: Tenant, query = '') {
  const { status, body } = await tenant.get(`${pathOf(tenant)}${query}`)
  expect(body.code ?? status).toBe(200)
  expect(body.data.cards.map((card: { key: string }) => card.key)).toEqual([
    'current_inventory_cost',
    'incoming_stock_cost',
    'expected_revenue',
  ])
  return body.data.cards
}

/** Sixty days old: 10 coats at 40.00, price 100.00; 20 hats at 5.00, price 12.50. */
async function opened() {
  const tenant = await newTenant()
  const before = daysAgo(60)
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    categories: ['Coats', 'Hats'],
    suppliers: ['Acme'],
    products: [
      {
        title: 'Coat',
        category: 'Coats',
        variants: [
          { sku: 'C', price_cents: 10_000, unit_cost: '40', stock: { Main: { on_hand: 10, occurred_at: before } } },
        ],
      },
      {
        title: 'Hat',
        category: 'Hats',
        variants: [
          { sku: 'H', price_cents: 1250, unit_cost: '5', stock: { Store: { on_hand: 20, occurred_at: before } } },
        ],
      },
    ],
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Acme',
        location: 'Main',
        status: 'partially_delivered',
        lines: [{ sku: 'C', quantity: 8, delivered_quantity: 3, unit_cost: '41.5' }],
      },
      {
        name: 'PO-2',
        supplier: 'Acme',
        location: 'Main',
        status: 'delivered',
        lines: [{ sku: 'H', quantity: 9, unit_cost: '5' }],
      },
      {
        name: 'TO-1',
        location: 'Store',
        source_location: 'Main',
        order_type: 'transfer',
        lines: [{ sku: 'C', quantity: 2, unit_cost: '40' }],
      },
    ],
  })
  return { tenant, ids }
}

test('the cards are today’s figures against those of 28 days ago, rebuilt from the ledger', async () => {
  const { tenant, ids } = await opened()
  await moveStock(tenant, ids, [
    { sku: 'C', location: 'Main', kind: 'fulfilment', quantity: -2, occurred_at: daysAgo(40) },
    { sku: 'C', location: 'Main', kind: 'receipt', quantity: 8, unit_cost: '50', occurred_at: daysAgo(10) },
    { sku: 'C', location: 'Main', kind: 'fulfilment', quantity: -4, occurred_at: daysAgo(5) },
    { sku: 'H', location: 'Store', kind: 'fulfilment', quantity: -5, occurred_at: daysAgo(3) },
  ])
  // Now 12 coats at 45.00 and 15 hats at 5.00; then 8 coats at 40.00 and 20 hats at 5.00.
  const [cost, incoming, revenue] = await cardsOf(tenant)
  expect(cost).toEqual({
    key: 'current_inventory_cost',
    info: expect.any(String),
    value: 615,
    reason: null,
    previous_value: 420,
    previous_reason: null,
    change: 46.4,
    change_reason: null,
    unit: 'USD',
    higher_better: false,
  })
  expect(incoming).toMatchObject({
    value: 207.5,
    reason: null,
    previous_value: null,
    previous_reason: 'Orders have no history of the units outstanding on an earlier day.',
    change: null,
    higher_better: false,
  })
  expect(revenue).toMatchObject({ value: 1387.5, previous_value: 1050, change: 32.1, higher_better: true })
})

test('a price that changed since is what it was then in the previous revenue', async () => {
  const { tenant, ids } = await opened()
  const change = (previous_value: string | null, value: string, days: number) => ({
    product_id: ids.products.Coat,
    variant_id: ids.variants.C,
    kind: 'price_changed',
    field: 'price_cents',
    previous_value,
    value,
    actor: 'test',
    occurred_at: daysAgo(days),
  })
  await insertRows(tenant, 'catalogue_events', [
    change('7000', '8000', 40),
    change('8000', '9000', 20),
    change('9000', '10000', 2),
  ])
  const [, , revenue] = await cardsOf(tenant)
  expect(revenue).toMatchObject({ value: 1250, previous_value: 1050, change: 19 })
  const { sql } = tenant.service.database
  await sql`update variants set price_cents = null where variant_id = ${ids.variants.H!}`
  const [, , unpriced] = await cardsOf(tenant)
  expect(unpriced).toMatchObject({
    value: 1000,
    previous_value: 800,
    previous_reason: '20 of 30 units are excluded because they have no price in USD.',
  })
})

test('filters and search narrow every card', async () => {
  const { tenant } = await opened()
  for (const query of [`?${filterArgs({ key: 'category', operation: 'eq', value: 'Hats' })}`, '?search=hat']) {
    const [cost, incoming, revenue] = await cardsOf(tenant, query)
    expect(cost).toMatchObject({ value: 100, previous_value: 100, change: 0 })
    expect(incoming).toMatchObject({ value: 0, reason: null })
    expect(revenue).toMatchObject({ value: 250, previous_value: 250 })
  }
})

test('units without a cost or price are left out and counted, and a ledger opened since has no before', async () => {
  const { tenant, ids } = await opened()
  const { sql } = tenant.service.database
  await moveStock(tenant, ids, [{ sku: 'C', location: 'Store', kind: 'opening', quantity: 6, occurred_at: daysAgo(1) }])
  await sql`update variants set price_cents = null where variant_id = ${ids.variants.H!}`
  await sql`update purchase_orders set currency = 'EUR' where purchase_order_id = ${ids.purchase_orders['PO-1']!}`
  const [cost, incoming, revenue] = await cardsOf(tenant)
  expect(cost).toMatchObject({ value: 500, reason: '6 of 36 units are excluded because they have no known cost.' })
  expect(cost.previous_value).toBeNull()
  expect(cost.previous_reason).toContain('opened within the last 28 days')
  expect(cost.change_reason).toBe('There is no previous value to compare with.')
  const reason = 'None of the 5 units has a cost in USD: 5 are in EUR, without an exchange rate to USD.'
  expect(incoming).toMatchObject({ value: null, reason, change: null })
  const day = (days: number) => daysAgo(days).slice(0, 10)
  await insertRows(tenant, 'exchange_rates', [
    { currency: 'EUR', rate_date: day(9), organization_currency_per_unit: '1.5' },
    { currency: 'EUR', rate_date: day(2), organization_currency_per_unit: '1.2' },
    { currency: 'EUR', rate_date: day(-2), organization_currency_per_unit: '9' },
  ])
  const [home] = await sql<{ cost: number }[]>`
    select sum((quantity - delivered_quantity) * unit_cost)::float8 as cost from purchase_order_lines
    where purchase_order_id = ${ids.purchase_orders['PO-1']!}`
  for (const query of ['', '?search=C'])
    expect((await cardsOf(tenant, query))[1]).toMatchObject({
      value: Number((home!.cost * 1.2).toFixed(2)),
      reason: null,
    })
  expect(revenue).toMatchObject({
    value: 1600,
    reason: '20 of 36 units are excluded because they have no price in USD.',
  })
  expect(revenue.previous_value).toBeNull()
})

test('what late costs added since to units on hand was not there before; what has left changes nothing', async () => {
  const { tenant, ids } = await opened()
  const adjustment = (days: number, cost: string, stock: 'on_hand' | 'left') => ({
    sku: 'C',
    location: 'Main',
    kind: 'cost_adjustment' as const,
    quantity: 0,
    occurred_at: daysAgo(days),
    adjusted: { quantity: 4, cost, stock },
  })
  await moveStock(tenant, ids, [
    adjustment(40, '20.0000', 'on_hand'),
    adjustment(2, '-10.0000', 'on_hand'),
    adjustment(1, '36.0000', 'on_hand'),
    adjustment(1, '12.0000', 'left'),
  ])
  const [cost, , revenue] = await cardsOf(tenant)
  expect(cost).toMatchObject({ value: 546, previous_value: 520, previous_reason: null, change: 5 })
  expect(revenue).toMatchObject({ value: 1250, previous_value: 1250, change: 0 })
})

test('an organisation without stock has measured zeros', async () => {
  const [cost, incoming, revenue] = await cardsOf(await newTenant())
  expect(cost).toMatchObject({ value: 0, previous_value: 0, change: 0, reason: null })
  expect(incoming).toMatchObject({ value: 0, reason: null })
  expect(revenue).toMatchObject({ value: 0, previous_value: 0 })
})

test('a bad filter is refused, and another organisation in the path outright', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  for (const query of ['filter_args=nope', 'filter_args={}', filterArgs({ key: 'cost', operation: 'eq', value: 1 })]) {
    const answer = await tenant.get(`${pathOf(tenant)}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('bad_request')
  }
  expect((await other.get(pathOf(tenant))).body.code).toBe('organization_mismatch')
})
