import { expect, setDefaultTimeout, test } from 'bun:test'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'
import { recordSales } from '../../support/fixtures/catalogue.ts'
import { openShop, placeOrder, receiveReturn, refund, ship, type Shop, useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const verify = ({ organization_id }: Shop, is_full = false) =>
  db().write((sql) => verifySales(sql, { organization_id, is_full }))
const fold = () => db().write((sql) => foldSalesDeltas(sql))

/** A week of orders on both channels, with shipments, a return and a refund. */
async function openTradingShop(): Promise<Shop> {
  const shop = await openShop()
  await db().write(async (sql) => {
    for (let day = 1; day <= 5; day++) {
      const lines = ['J-S', 'D-30'].map((sku) => ({ sku, quantity: day, unit_price_cents: 2000, unit_cost: '8' }))
      const order = await placeOrder(sql, shop, { day: `2026-03-0${day}`, lines })
      const line = order.lines[0]!
      const on = { day: `2026-03-0${day + 2}` }
      await ship(sql, shop, order, line, { ...on, quantity: 1, unit_cost: '8.5', gross_sales_cents: 2000 })
      if (day === 2) await receiveReturn(sql, shop, order, line, { ...on, quantity: 1, unit_cost: '8', value_cents: 0 })
      if (day === 2) await refund(sql, shop, order, line, { ...on, amount_cents: 2000 })
    }
    const lines = [{ sku: 'J-M', quantity: 9, unit_price_cents: 1500 }]
    const order = await placeOrder(sql, shop, { day: '2026-03-01', is_wholesale: true, lines })
    await ship(sql, shop, order, order.lines[0]!, {
      day: '2026-03-05',
      quantity: 9,
      unit_cost: null,
      gross_sales_cents: 13_500,
    })
  })
  return shop
}

/** What no code of ours does: the change is made behind the triggers' back. */
async function damage(shop: Shop, statement: string): Promise<void> {
  await shop.tenant.service.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement.replaceAll('ORG', `'${shop.organization_id}'`))
  })
}

const change = (shop: Shop, statement: string) =>
  shop.tenant.service.database.sql.unsafe(statement.replaceAll('ORG', `'${shop.organization_id}'`))

test('days are proven once, and again when something of them changes', async () => {
  const shop = await openTradingShop()
  expect(await verify(shop)).toMatchObject({ days: 5, faults: [] })
  // What is not folded yet is proven, and not remembered.
  expect(await verify(shop)).toMatchObject({ days: 5, unchanged_days: 0, faults: [] })
  await fold()
  expect(await verify(shop)).toMatchObject({ days: 5, unchanged_days: 0, faults: [] })
  expect(await verify(shop)).toMatchObject({ days: 0, unchanged_days: 5, rows: 0, faults: [] })
  await db().write((sql) =>
    placeOrder(sql, shop, { day: '2026-03-02', lines: [{ sku: 'J-M', quantity: 1, unit_price_cents: 100 }] }),
  )
  expect(await verify(shop)).toMatchObject({ days: 1, unchanged_days: 4, faults: [] })
  expect(await verify(shop, true)).toMatchObject({ days: 5, unchanged_days: 0, faults: [] })
})

const damages: [name: string, statement: string, kinds: string[]][] = [
  [
    'units of a day',
    "update sales_daily set units = units + 1 where organization_id = ORG and day = '2026-03-02'",
    ['lines_differ'],
  ],
  ['a row of a day', "delete from sales_daily where organization_id = ORG and day = '2026-03-02'", ['lines_differ']],
  [
    'the price of a line',
    'update order_lines set unit_price_cents = 1 where organization_id = ORG and line_number = 1',
    ['lines_differ'],
  ],
  [
    'a cancellation that nobody counted',
    'update order_lines set cancelled_quantity = 1 where organization_id = ORG and quantity = 4 and line_number = 2',
    ['lines_differ'],
  ],
  [
    'the day of an order',
    "update sales_orders set ordered_on = '2026-03-01' where organization_id = ORG and ordered_on = '2026-03-02'",
    ['lines_differ'],
  ],
  [
    'the cost of a shipment',
    'update fulfilment_lines set unit_cost = 99 where organization_id = ORG and quantity = 1',
    ['lines_differ'],
  ],
  [
    'units of a shipment',
    'update fulfilment_lines set quantity = 8 where organization_id = ORG and quantity = 9',
    ['lines_differ'],
  ],
  ['a receipt', 'update return_receipt_lines set received_quantity = 2 where organization_id = ORG', ['lines_differ']],
  ['a refund', 'delete from refund_lines where organization_id = ORG', ['lines_differ']],
]

for (const [name, statement, kinds] of damages)
  test(`a change behind the code is found without a full run: ${name}`, async () => {
    const shop = await openTradingShop()
    await fold()
    await verify(shop)
    await change(shop, statement)
    const found = await verify(shop)
    expect([...new Set(found.faults.map(({ kind }) => kind))] as string[]).toEqual(kinds)
    await fold()
    // It is not taken for proven.
    expect((await verify(shop)).faults.length).toBe(found.faults.length)
  })

test('a damaged sum, one that no trigger saw and a day that nobody claimed are found', async () => {
  const shop = await openTradingShop()
  await fold()
  expect(await verify(shop)).toMatchObject({ faults: [] })
  await damage(shop, "update sales_by_channel set units = units + 1 where organization_id = ORG and day = '2026-03-02'")
  await damage(
    shop,
    "update sales_by_product set known_cost_cents = 0 where organization_id = ORG and day = '2026-03-03'",
  )
  await damage(shop, "delete from sales_daily where organization_id = ORG and day = '2026-03-04'")
  expect(await verify(shop)).toMatchObject({ faults: [] })
  const { faults } = await verify(shop, true)
  const of = (on: string) => [...new Set(faults.filter(({ day }) => day === on).map(({ kind }) => kind))] as string[]
  expect(of('2026-03-02')).toEqual(['channel_sums_differ'])
  expect(of('2026-03-03')).toEqual(['product_sums_differ'])
  expect(of('2026-03-04')).toEqual([
    'orders_differ',
    'category_sums_differ',
    'channel_sums_differ',
    'lines_differ',
    'product_sums_differ',
  ])
  expect(faults.find(({ day }) => day === '2026-03-02')!.sentence).toContain('the sums by channel has units 5, not 4')
  const other = await openShop()
  await recordSales(other.tenant, other.ids, [
    { sku: 'J-S', day: '2026-03-01', channel: 'Online', location: 'Main', units: 1, gross_sales_cents: 100 },
  ])
  expect((await verify(other)).faults).toMatchObject([{ kind: 'day_unclaimed', day: '2026-03-01' }])
})

test('the sums stay exact while rows are written and folded at once', async () => {
  const shop = await openShop()
  let writing = true
  const write = async (sku: string) => {
    for (let i = 0; i < 25; i++)
      await db().write((sql) =>
        placeOrder(sql, shop, { day: `2026-03-0${1 + (i % 3)}`, lines: [{ sku, quantity: 2, unit_price_cents: 100 }] }),
      )
  }
  const folding = (async () => {
    while (writing) await db().write((sql) => foldSalesDeltas(sql, 7))
  })()
  const looking = (async () => {
    while (writing) expect((await verify(shop)).faults).toEqual([])
  })()
  await Promise.all(['J-S', 'J-M', 'D-30'].map(write))
  writing = false
  await Promise.all([folding, looking])
  expect(await verify(shop, true)).toMatchObject({ days: 3, rows: 9, faults: [] })
  const { sql } = shop.tenant.service.database
  const [sums] = await sql`
    select (select sum(units)::int from (select units from sales_by_product where organization_id = ${shop.organization_id}
      union all select units from sales_deltas where organization_id = ${shop.organization_id}) s) as units`
  expect(sums!.units).toBe(150)
})
