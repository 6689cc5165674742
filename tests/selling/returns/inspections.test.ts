/** Units in quarantine are in no stock until an inspection says what becomes of them; figures follow it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession, type Session } from '../../support/service/session.ts'
import { useDatabase } from '../support/sales.ts'
import {
  create,
  createdReturn,
  expectProven,
  openReturnedShop,
  receive,
  restocked,
  type ReturnedShop,
  returnsPath,
  stockOf,
} from './returned_shop.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const back = (received_quantity: number, disposition: string, sku = 'J-S') => ({ sku, received_quantity, disposition })

const inspect = (session: Session, id: number, lines: object[], rest: object = {}) =>
  session.post(`${returnsPath}/${id}/inspections`, { lines, ...rest })
const of = (quantity: number, disposition: string, sku = 'J-S') => ({ sku, quantity, disposition })

const revert = (session: Session, id: number, inspection_id: string, reason = 'It was another parcel') =>
  session.post(`${returnsPath}/${id}/inspections/${inspection_id}/revert`, { reason })

/** A return of which these units arrived in quarantine on 10 March. */
async function quarantined(units: number): Promise<{ shop: ReturnedShop; session: Session; id: number }> {
  const shop = await openReturnedShop(db(), { quantity: units })
  const { id } = await createdReturn(shop, units)
  const lines = [back(units, 'quarantine')]
  expect((await receive(shop, id, { received_at: '2026-03-10', lines })).status).toBe(200)
  return { shop, session: await newSession(shop.tenant, { role: 'member' }), id }
}

const summaryOf = async ({ tenant }: ReturnedShop) =>
  (await tenant.get(`${returnsPath}/summary?start_date=2026-03-01&end_date=2026-03-31`)).body.data

const unitsBy = (rows: readonly { disposition: string; units_returned: number; units_restocked: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.disposition, [row.units_returned, row.units_restocked]]))

async function lossesOf({ tenant }: ReturnedShop): Promise<number> {
  const time_range = { kind: 'absolute', start: '2026-03-10', end: '2026-03-10' }
  const query = { domain: 'returns', measures: ['return_losses'], dimensions: [], time_range }
  return (await tenant.post('/api/v1/metrics/query', { query })).body.data.rows[0].return_losses.cents
}

test('units of a restocked arrival that are not restocked are in quarantine, on a receipt of their own, and are inspected', async () => {
  const shop = await openReturnedShop(db(), { quantity: 4 })
  const { id } = await createdReturn(shop, 4)
  const lines = [
    { ...restocked('J-S', 3), restocked_quantity: 2 },
    { sku: 'J-S', received_quantity: 1, restocked_quantity: 0 },
  ]
  const { body } = await receive(shop, id, { received_at: '2026-03-10', lines })
  expect(body.data).toMatchObject({ state: 'closed', units_received: 4, units_restocked: 2 })
  expect(
    body.data.lines[0].receipts.map((one: any) => [one.disposition, one.received_quantity, one.quarantined_quantity]),
  ).toEqual([
    ['restock', 2, 0],
    ['quarantine', 2, 2],
  ])
  expect(unitsBy((await summaryOf(shop)).dispositions)).toEqual({ restock: [2, 2], quarantine: [2, 0] })
  const session = await newSession(shop.tenant, { role: 'member' })
  expect((await inspect(session, id, [of(3, 'write_off')])).body).toMatchObject({ code: 'conflict' })
  const inspected = await inspect(session, id, [of(1, 'restock'), of(1, 'write_off')])
  expect(inspected.body.data).toMatchObject({ units_restocked: 3 })
  expect(inspected.body.data.lines[0].receipts[1]).toMatchObject({ quarantined_quantity: 0 })
  expect(unitsBy((await summaryOf(shop)).dispositions)).toEqual({ restock: [3, 3], write_off: [1, 0] })
  await expectProven(db(), shop)
})

test('a line shows each receipt, with its units, disposition, place, time and author', async () => {
  const shop = await openReturnedShop(db(), { quantity: 2 })
  const { id } = await createdReturn(shop, 2)
  await receive(shop, id, { received_at: '2026-03-10', lines: [back(1, 'quarantine')] })
  const second = await receive(shop, id, {
    received_at: '2026-03-11',
    location_id: shop.ids.locations.Store,
    lines: [back(1, 'write_off')],
  })
  const common = {
    received_quantity: 1,
    restocked_quantity: 0,
    missing_quantity: 0,
    recorded_by: 'key:test',
    inspections: [],
  }
  expect(second.body.data.lines[0].receipts).toEqual([
    {
      ...common,
      receipt_number: 1,
      disposition: 'quarantine',
      quarantined_quantity: 1,
      location: { location_id: shop.ids.locations.Main, name: 'Main' },
      received_at: '2026-03-10T00:00:00+00:00',
    },
    {
      ...common,
      receipt_number: 2,
      disposition: 'write_off',
      quarantined_quantity: 0,
      location: { location_id: shop.ids.locations.Store, name: 'Store' },
      received_at: '2026-03-11T00:00:00+00:00',
    },
  ])
})

test('inspected units go back into stock at their cost, or are lost, and sums of the summary stay equal', async () => {
  const { shop, session, id } = await quarantined(4)
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 0, ledger: 0 })
  expect(await lossesOf(shop)).toBe(0)
  const lines = [of(1, 'restock'), of(1, 'write_off'), of(1, 'return_to_supplier')]
  const { status, body } = await inspect(session, id, lines, { note: 'A button is missing' })
  expect([status, body.message.desc]).toEqual([200, `1 unit of ${body.data.name} left in quarantine.`])
  expect(body.data).toMatchObject({ units_received: 4, units_restocked: 1 })
  const [receipt] = body.data.lines[0].receipts
  expect(receipt).toMatchObject({ restocked_quantity: 0, quarantined_quantity: 1 })
  expect(receipt.inspections).toMatchObject(
    lines.map(({ quantity, disposition }) => ({
      quantity,
      disposition,
      note: 'A button is missing',
      inspected_by: 'user:Ada Merchant',
      reverted_at: null,
    })),
  )
  expect(body.data.movements).toMatchObject([{ kind: 'return', quantity_delta: 1, cost_basis: 'left_at' }])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 1, average_cost: '8.5000', ledger: 1 })
  const summary = await summaryOf(shop)
  expect(summary).toMatchObject({ units_returned: 4, units_restocked: 1 })
  expect(unitsBy(summary.dispositions)).toEqual({
    restock: [1, 1],
    write_off: [1, 0],
    return_to_supplier: [1, 0],
    quarantine: [1, 0],
  })
  expect(summary.reasons.map(({ units_returned }: any) => units_returned)).toEqual([4])
  expect(await lossesOf(shop)).toBe(2 * 850)
  await expectProven(db(), shop)
})

test('no more is inspected than is in quarantine: the last unit is, and one more is refused', async () => {
  const { shop, session, id } = await quarantined(2)
  expect((await inspect(session, id, [of(1, 'restock')])).status).toBe(200)
  const more = await inspect(session, id, [of(2, 'write_off')])
  expect([more.status, more.body.code, more.body.data]).toEqual([
    409,
    'conflict',
    { field: 'lines[0].quantity', quarantined_quantity: 1 },
  ])
  expect((await inspect(session, id, [of(1, 'write_off')])).status).toBe(200)
  expect((await inspect(session, id, [of(1, 'restock')])).body.data).toMatchObject({ quarantined_quantity: 0 })
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 1 })
  const other = await createdReturn({ ...shop }, 0, {
    order_id: undefined,
    lines: [{ sku: 'J-M', expected_quantity: 1 }],
  })
  await receive(shop, other.id, { lines: [back(1, 'write_off', 'J-M')] })
  const none = await inspect(session, other.id, [of(1, 'restock', 'J-M')])
  expect([none.status, none.body.data.field]).toEqual([400, 'lines[0].sku'])
  expect((await inspect(session, 9_999_999, [of(1, 'restock')])).body.code).toBe('return_not_on_file')
})

test('only units that did not go back into stock as they arrived are in quarantine', async () => {
  const shop = await openReturnedShop(db(), { quantity: 3 })
  const session = await newSession(shop.tenant)
  const { id } = await createdReturn(shop, 3)
  await receive(shop, id, { lines: [{ ...back(3, 'quarantine'), restocked_quantity: 2 }] })
  expect((await inspect(session, id, [of(2, 'restock')])).body.data).toMatchObject({ quarantined_quantity: 1 })
  const { body } = await inspect(session, id, [of(1, 'restock')])
  expect(body.data.units_restocked).toBe(3)
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 3, ledger: 3 })
})

test('an inspection that is sent again changes nothing; another one with its id is refused', async () => {
  const { shop, session, id } = await quarantined(3)
  const inspection_id = uuidv7()
  const send = (lines: object[], rest: object = {}) => inspect(session, id, lines, { inspection_id, ...rest })
  const first = await send([of(1, 'restock'), of(1, 'write_off')])
  const again = await send([of(1, 'restock'), of(1, 'write_off')])
  expect([again.status, again.body.data]).toEqual([200, first.body.data])
  for (const [lines, rest] of [
    [[of(2, 'restock')], {}],
    [[of(1, 'restock')], {}],
    [[of(1, 'write_off'), of(1, 'write_off')], {}],
    [[of(1, 'restock'), of(1, 'write_off')], { note: 'other' }],
  ] as [object[], object][])
    expect((await send(lines, rest)).body.data).toEqual({ inspection_id })
  const other = await createdReturn({ ...shop }, 0, {
    order_id: undefined,
    lines: [{ sku: 'J-S', expected_quantity: 2 }],
  })
  await receive(shop, other.id, { lines: [back(2, 'quarantine')] })
  const elsewhere = await inspect(session, other.id, [of(1, 'restock'), of(1, 'write_off')], { inspection_id })
  expect(elsewhere.body.data).toEqual({ inspection_id })
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 1 })
})

test('a reverted inspection counts for nothing, and its units can be inspected anew', async () => {
  const { shop, session, id } = await quarantined(2)
  const inspection_id = uuidv7()
  await inspect(session, id, [of(1, 'restock'), of(1, 'write_off')], { inspection_id })
  const { status, body } = await revert(session, id, inspection_id)
  expect([status, body.data.units_restocked]).toEqual([200, 0])
  expect(body.data.lines[0].receipts[0]).toMatchObject({
    quarantined_quantity: 2,
    inspections: [
      { disposition: 'restock', reverted_by: 'user:Ada Merchant', revert_reason: 'It was another parcel' },
      { disposition: 'write_off', reverted_by: 'user:Ada Merchant', revert_reason: 'It was another parcel' },
    ],
  })
  const [booked, reversed] = body.data.movements
  expect(reversed).toMatchObject({ quantity_delta: -1, reverses_movement_id: booked.id })
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 0, ledger: 0 })
  expect([unitsBy((await summaryOf(shop)).dispositions), await lossesOf(shop)]).toEqual([{ quarantine: [2, 0] }, 0])
  expect((await revert(session, id, inspection_id, 'again')).body.data).toEqual(body.data)
  expect((await revert(session, id, uuidv7())).body.code).toBe('not_found')
  expect((await revert(session, id, inspection_id, ' ')).body.data.field).toBe('reason')
  expect((await inspect(session, id, [of(2, 'restock')])).status).toBe(200)
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 2, average_cost: '8.5000', ledger: 2 })
  await expectProven(db(), shop)
})

test('an inspection stays once its units are gone or counted', async () => {
  const { shop, session, id } = await quarantined(2)
  const [sold, counted] = [uuidv7(), uuidv7()]
  await inspect(session, id, [of(1, 'restock')], { inspection_id: sold })
  const level = {
    variant_id: shop.ids.variants['J-S'],
    location_id: shop.ids.locations.Main,
  }
  const { sql } = shop.tenant.service.database
  await sql`
    update stock_levels set committed = 1 where organization_id = ${shop.organization_id} and variant_id = ${level.variant_id!}`
  const gone = await revert(session, id, sold)
  expect([gone.status, gone.body.data]).toMatchObject([409, { sku: 'J-S' }])
  await sql`
    update stock_levels set committed = 0 where organization_id = ${shop.organization_id} and variant_id = ${level.variant_id!}`
  const made = await shop.tenant.post('/api/v1/stocktakes', {
    name: 'Count',
    counted_on: new Date().toISOString().slice(0, 10),
    location_ids: [level.location_id],
    variant_ids: [level.variant_id],
  })
  expect([made.status, made.text]).toEqual([200, made.text])
  const counts = [{ ...level, counted_quantity: 1 }]
  const count = await shop.tenant.patch(`/api/v1/stocktakes/${made.body.data.id}/counts`, { counts })
  expect([count.status, count.text]).toEqual([204, count.text])
  const known = await revert(session, id, sold)
  expect([known.status, Object.keys(known.body.data)]).toEqual([409, ['stocktake_name']])
  await inspect(session, id, [of(1, 'write_off')], { inspection_id: counted })
  expect((await revert(session, id, counted)).status).toBe(200)
})

test('of inspections at once, each unit is inspected once', async () => {
  const { shop, session, id } = await quarantined(3)
  const answers = await Promise.all(Array.from({ length: 5 }, () => inspect(session, id, [of(1, 'restock')])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 3, average_cost: '8.5000', ledger: 3 })
  const inspection_id = uuidv7()
  const [again] = [
    await createdReturn({ ...shop }, 0, { order_id: undefined, lines: [{ sku: 'J-S', expected_quantity: 1 }] }),
  ]
  await receive(shop, again.id, { lines: [back(1, 'quarantine')] })
  await inspect(session, again.id, [of(1, 'restock')], { inspection_id })
  const reverts = await Promise.all(Array.from({ length: 3 }, () => revert(session, again.id, inspection_id)))
  expect(reverts.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 3, ledger: 3 })
})

test('units that no order sold come back at the average of the stock', async () => {
  const shop = await openReturnedShop(db(), { quantity: 2 })
  const session = await newSession(shop.tenant)
  const sold = await createdReturn(shop, 1)
  await receive(shop, sold.id, { lines: [restocked('J-S', 1)] })
  const unsold = await create(shop, {
    location_id: shop.ids.locations.Main,
    lines: [{ sku: 'J-S', expected_quantity: 1 }],
  })
  await receive(shop, unsold.body.data.id, { lines: [back(1, 'quarantine')] })
  await inspect(session, unsold.body.data.id, [of(1, 'restock')])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 2, average_cost: '8.5000', ledger: 2 })
})
