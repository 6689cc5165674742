import { expect, setDefaultTimeout, test } from 'bun:test'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'
import {
  cancelUnits,
  openShop,
  type PlacedOrder,
  placeOrder,
  readSales,
  receiveReturn,
  refund,
  ship,
  type Shop,
  useDatabase,
} from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()
const verify = (shop: Shop) =>
  db().write((sql) => verifySales(sql, { organization_id: shop.organization_id, is_full: true }))

const nothing = {
  units: 0,
  returned_units: 0,
  gross: 0,
  discounts: 0,
  returns: 0,
  taxes: 0,
  cost: 0,
  regular: 0,
  markdown_units: 0,
}

test('consumer sales count on the order day, and cancelled units leave it', async () => {
  const shop = await openShop()
  const line = {
    sku: 'J-S',
    quantity: 3,
    unit_price_cents: 4000,
    regular_unit_price_cents: 5000,
    discount_cents: 1000,
    tax_cents: 800,
    unit_cost: '12.5050',
  }
  const order = await db().write((sql) => placeOrder(sql, shop, { day: '2026-03-04', lines: [line] }))
  const at = { sku: 'J-S', day: '2026-03-04', location: 'Main', channel: 'Online' }
  const whole = { units: 3, gross: 12_000, discounts: 1000, taxes: 800, cost: 3752, regular: 15_000, markdown_units: 3 }
  expect(await db().write((sql) => readSales(sql, shop))).toEqual([{ ...nothing, ...at, ...whole }])
  await db().write((sql) => cancelUnits(sql, shop, order, order.lines[0]!, 1))
  // 1000 × 2 / 3 and 800 × 2 / 3, rounded; two units at 12.505 are 25.01.
  const two = { units: 2, gross: 8000, discounts: 667, taxes: 533, cost: 2501, regular: 10_000, markdown_units: 2 }
  expect(await db().write((sql) => readSales(sql, shop))).toEqual([{ ...nothing, ...at, ...two }])
  await db().write((sql) => cancelUnits(sql, shop, order, order.lines[0]!, 2))
  expect(await db().write((sql) => readSales(sql, shop))).toEqual([])
  expect(await verify(shop)).toMatchObject({ days: 1, faults: [] })
})

test('cost is null until every unit has one, and what shipped costs what it left at', async () => {
  const shop = await openShop()
  const lines = [{ sku: 'J-S', quantity: 3, unit_price_cents: 4000 }]
  const order = await db().write((sql) => placeOrder(sql, shop, { day: '2026-03-04', lines }))
  const costs = async () => (await db().write((sql) => readSales(sql, shop))).map(({ cost }) => cost)
  expect(await costs()).toEqual([null])
  const shipment = { day: '2026-03-06', gross_sales_cents: 0 }
  const line = order.lines[0]!
  await db().write((sql) => ship(sql, shop, order, line, { ...shipment, quantity: 2, unit_cost: '10' }))
  expect(await costs()).toEqual([null])
  await db().write((sql) => ship(sql, shop, order, line, { ...shipment, quantity: 1, unit_cost: '13.3333' }))
  expect(await costs()).toEqual([3333])
  expect(await verify(shop)).toMatchObject({ faults: [] })
})

test('wholesale sales count on the shipment day at the place that ships, returns on receipt, money on refund', async () => {
  const shop = await openShop()
  const lines = [{ sku: 'D-30', quantity: 10, unit_price_cents: 3000, regular_unit_price_cents: 3000 }]
  const order = await db().write((sql) => placeOrder(sql, shop, { day: '2026-03-01', is_wholesale: true, lines }))
  expect(await db().write((sql) => readSales(sql, shop))).toEqual([])
  const line = order.lines[0]!
  const shipment = { day: '2026-03-09', location: 'Store', quantity: 6, unit_cost: '11', gross_sales_cents: 18_000 }
  await db().write((sql) => ship(sql, shop, order, line, shipment))
  const receipt = { day: '2026-03-20', quantity: 2, unit_cost: '11', value_cents: 0 }
  await db().write((sql) => receiveReturn(sql, shop, order, line, receipt))
  await db().write((sql) => refund(sql, shop, order, line, { day: '2026-03-22', amount_cents: 6000, tax_cents: 10 }))
  const unrefunded = { day: '2026-03-23', quantity: 1, unit_cost: null, value_cents: 3000, tax_cents: 5 }
  await db().write((sql) => receiveReturn(sql, shop, order, line, unrefunded))
  const at = { ...nothing, sku: 'D-30', channel: 'Wholesale', location: 'Store' }
  expect(await db().write((sql) => readSales(sql, shop))).toEqual([
    { ...at, day: '2026-03-09', units: 6, gross: 18_000, cost: 6600, regular: 18_000 },
    { ...at, day: '2026-03-20', returned_units: 2, cost: -2200 },
    { ...at, day: '2026-03-22', location: 'Main', returns: 6000, taxes: -10 },
    { ...at, day: '2026-03-23', returned_units: 1, returns: 3000, taxes: -5, cost: null },
  ])
  expect(await verify(shop)).toMatchObject({ days: 4, rows: 4, faults: [] })
})

/** The same sequence for every run. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function takeRandomStep(shop: Shop, orders: PlacedOrder[], random: (below: number) => number): Promise<void> {
  const skus = ['J-S', 'J-M', 'D-30', 'D-32']
  const day = () => `2026-03-0${1 + random(9)}`
  const cost = () => (random(3) === 0 ? null : `${5 + random(20)}.${1000 + random(9000)}`)
  const kind = orders.length < 3 ? 0 : random(5)
  if (kind === 0) {
    const lines = skus.slice(0, 1 + random(4)).map((sku) => ({
      sku,
      quantity: 1 + random(9),
      unit_price_cents: 1000 + random(5000),
      regular_unit_price_cents: random(3) === 0 ? null : 1000 + random(6000),
      discount_cents: random(900),
      tax_cents: random(700),
      unit_cost: cost(),
    }))
    const fixture = { day: day(), location: random(2) === 0 ? 'Main' : 'Store', is_wholesale: random(3) === 0, lines }
    orders.push(await db().write((sql) => placeOrder(sql, shop, fixture)))
    return
  }
  const order = orders[random(orders.length)]!
  const line = order.lines[random(order.lines.length)]!
  const shipped = line.shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  const open = line.quantity - line.cancelled_quantity - shipped
  const some = { day: day(), unit_cost: cost(), tax_cents: random(90) }
  if (kind === 1 && open > 0) await db().write((sql) => cancelUnits(sql, shop, order, line, 1 + random(open)))
  else if (kind === 2 && open > 0)
    await db().write((sql) =>
      ship(sql, shop, order, line, { ...some, quantity: 1 + random(open), gross_sales_cents: random(9000) }),
    )
  else if (kind === 3)
    await db().write((sql) =>
      receiveReturn(sql, shop, order, line, { ...some, quantity: 1 + random(3), value_cents: random(900) }),
    )
  else await db().write((sql) => refund(sql, shop, order, line, { ...some, amount_cents: random(5000) }))
}

test('whatever happens to orders, sales by day equal the lines, also when several writers meet', async () => {
  const shop = await openShop()
  const writers = [1, 2, 3].map(async (seed) => {
    const random = randomOf(seed)
    const orders: PlacedOrder[] = []
    for (let step = 0; step < 40; step++) await takeRandomStep(shop, orders, random)
  })
  await Promise.all(writers)
  const found = await verify(shop)
  expect(found.faults).toEqual([])
  expect(found.rows).toBeGreaterThan(30)
})
