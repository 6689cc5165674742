import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { openOrderShop, path as ordersPath, proveBooks } from '../support/orders.ts'
import { readSales, useDatabase } from '../support/sales.ts'
import {
  cancel,
  create,
  createdReturn,
  expectProven,
  openReturnedShop,
  receive,
  restocked,
  returnsPath,
  stockOf,
} from './returned_shop.ts'

setDefaultTimeout(120_000)
const db = useDatabase()

const codes = (answers: readonly { status: number; body: any }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : body.code)).toSorted()

test('of a cancellation and an arrival at once one wins, and the other is refused', async () => {
  const shop = await openReturnedShop(db(), { quantity: 12 })
  let arrived = 0
  for (let i = 0; i < 6; i++) {
    const made = await createdReturn(shop, 2)
    const both = [() => receive(shop, made.id, { lines: [restocked('J-S', 2)] }), () => cancel(shop, made.id)]
    const order = i % 2 === 0 ? both : both.toReversed()
    const answers = await Promise.all(order.map((act) => act()))
    const { state } = (await shop.tenant.get(`${returnsPath}/${made.id}`)).body.data
    if (state === 'closed') arrived += 2
    expect(['closed', 'cancelled']).toContain(state)
    expect(codes(answers)).toEqual(state === 'closed' ? ['done', 'return_already_received'] : ['conflict', 'done'])
  }
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: arrived, ledger: arrived })
  await expectProven(db(), shop)
})

test('arrivals of one line at once are all booked, and none twice', async () => {
  const shop = await openReturnedShop(db(), { quantity: 7 })
  const made = await createdReturn(shop, 7)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      receive(shop, made.id, { received_at: '2026-03-20', lines: [restocked('J-S', 1)] }),
    ),
  )
  expect(codes(answers)).toEqual([...Array.from({ length: 7 }, () => 'done'), 'return_already_received'])
  const { body } = await shop.tenant.get(`${returnsPath}/${made.id}`)
  expect(body.data).toMatchObject({ state: 'closed', units_received: 7, units_restocked: 7, exceptions: [] })
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 7, average_cost: '8.5000', ledger: 7 })
  const day = (await readSales(db().reads, shop)).find(({ returned_units }) => returned_units > 0)
  expect(day).toMatchObject({ returned_units: 7, returns: 7 * 2700, taxes: -7 * 216, cost: -7 * 850 })
  await expectProven(db(), shop)
})

test('two returns of one line at once cannot take more than was shipped', async () => {
  const shop = await openReturnedShop(db(), { quantity: 3 })
  const body = {
    order_id: shop.order.order_id,
    location_id: shop.ids.locations.Main,
    lines: [{ sku: 'J-S', expected_quantity: 2 }],
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(shop, body)))
  expect(codes(answers)).toEqual(['done', ...Array.from({ length: 3 }, () => 'return_more_than_sold')])
})

test('prices that do not divide add up to what was paid, however the units come back', async () => {
  const shop = await openReturnedShop(db(), { quantity: 3 })
  await shop.tenant.service.database.sql`
    update fulfilment_lines set gross_sales_cents = 1000, taxes_cents = 100 where organization_id = ${shop.organization_id}`
  const first = await createdReturn(shop, 2)
  const second = await createdReturn(shop, 1)
  await Promise.all([
    receive(shop, first.id, { received_at: '2026-03-20', lines: [restocked('J-S', 1)] }),
    receive(shop, first.id, { received_at: '2026-03-21', lines: [restocked('J-S', 1)] }),
    receive(shop, second.id, { received_at: '2026-03-22', lines: [restocked('J-S', 1)] }),
  ])
  const returned = (await readSales(db().reads, shop)).filter(({ returned_units }) => returned_units > 0)
  const sum = (field: string) => returned.reduce((all: number, row: any) => all + row[field], 0)
  expect([sum('returned_units'), sum('returns'), sum('taxes')]).toEqual([3, 1000, -100])
  expect(returned.map(({ returns }) => returns).toSorted()).toEqual([333, 333, 334])
})

test('refunds of one order at once, stated with returns and corrected, are together at most what was paid', async () => {
  const shop = await openReturnedShop(db(), { quantity: 6 })
  const session = await newSession(shop.tenant)
  const { sql } = shop.tenant.service.database
  // 6 x 27.00 with 2.16 tax each, freight of 5.40, and two pairs of jeans that did not ship.
  const of = (cents: number) => ({ refund: { status: 'partial', cents, is_paid_out: true } })
  const made = [await createdReturn(shop, 1, of(0)), await createdReturn(shop, 1, of(0))]
  const [{ paid }] = (await sql`
    select sum(l.unit_price_cents * l.quantity - l.discount_cents + l.tax_cents)::int + 540 as paid
    from order_lines l where l.organization_id = ${shop.organization_id}`) as any
  const share = Math.floor(paid / 2) - 1
  const answers = await Promise.all([
    ...made.map(({ id }) => session.post(`${returnsPath}/${id}/refund`, { ...of(share), reason: 'Agreed' })),
    ...[1, 2].map(() =>
      create(shop, {
        order_id: shop.order.order_id,
        location_id: shop.ids.locations.Main,
        lines: [{ sku: 'J-S', expected_quantity: 1 }],
        ...of(share),
      }),
    ),
  ])
  expect(codes(answers)).toEqual(['conflict', 'conflict', 'done', 'done'])
  const [{ goods, freight }] = (await sql`
    select sum(n.cents)::int as goods, sum(f.freight_cents)::int as freight
    from refunds f
    cross join lateral (select sum(l.amount_cents + l.tax_cents) as cents from refund_lines l
      where l.organization_id = f.organization_id and l.refund_id = f.refund_id) n
    where f.organization_id = ${shop.organization_id}`) as any
  // Two cents are left, and of the goods none.
  expect([goods, freight]).toEqual([paid - 540, 2 * share - (paid - 540)])
  await expectProven(db(), shop)
})

test('of a return and a void of its shipment at once one wins, and the other is refused', async () => {
  const shop = await openOrderShop()
  const { tenant, admin, ids } = shop
  for (let i = 0; i < 6; i++) {
    const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 1500 }] })
    const path = `${ordersPath}/${order.order_id}/shipments`
    expect((await admin.post(path, { lines: [{ sku: 'J-S', quantity: 1 }] })).status).toBe(201)
    const [{ shipment_id }] = (await shop.get(order)).shipments
    const both = [
      () => admin.post(`${path}/${shipment_id}/void`, { reason: 'It did not leave' }),
      () =>
        tenant.post(
          returnsPath,
          { order_id: order.order_id, location_id: ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity: 1 }] },
          { headers: { 'Idempotency-Key': uuidv7() } },
        ),
    ]
    const answers = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((act) => act()))
    const after = await shop.get(order)
    const isVoided = after.voided_shipments.length === 1
    expect([after.shipments.length, after.returns.length]).toEqual(isVoided ? [0, 0] : [1, 1])
    expect(codes(answers)).toEqual(isVoided ? ['done', 'return_before_shipment'] : ['conflict', 'done'])
  }
  await proveBooks(shop)
})
