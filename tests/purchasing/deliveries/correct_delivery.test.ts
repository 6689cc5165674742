import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'
import { approved, arrived, level, lineFigures, listen, record } from '../receiving.ts'

const correct = (fixture: OrderFixture, id: string, delivery_id: string, body: unknown) =>
  fixture.tenant.patch(fixture.at(`/${id}/deliveries/${delivery_id}`), body)
const codeOf = (answer: { status: number; body: any }) => `${answer.status} ${answer.body.code}`

test('a correction reverses wrong lines, books the right ones and leaves other lines alone', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const delivery = arrived(fixture, ['C-S', 24], ['C-M', 6])
  const first = (await record(fixture, id, delivery)).body.data
  const readEvents = await listen(fixture, 'receipt.recorded', 'movement.recorded', 'purchase_order_updated')
  const body = { reference: 'DN 8813', ...arrived(fixture, ['C-S', 10]) }
  const answer = await correct(fixture, id, first.delivery_id, body)
  expect([answer.status, answer.body.data.units, answer.body.data.reference]).toEqual([200, 16, 'DN 8813'])
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([40, 14])
  expect(await level(fixture, 'C-M')).toEqual([11, 0, 21, 2])
  const order = await fixture.read(id)
  expect([order.status, order.ended_at, lineFigures(order)]).toEqual([
    'partially_delivered',
    null,
    [
      ['C-S', 10, 14],
      ['C-M', 6, 0],
    ],
  ])
  const names = (await readEvents()).map(([event]) => event)
  expect(names.toSorted()).toEqual(['movement.recorded', 'movement.recorded', 'purchase_order_updated'])
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${first.delivery_id}`,
  )
  const coats = rows.body.data.rows.filter((row: any) => row.sku === 'C-S')
  expect(coats.map((row: any) => [row.id, row.quantity_delta, row.unit_cost.cents])).toEqual([
    [answer.body.data.line_items[0].movement_id, 10, 1725],
    [expect.any(Number), -24, 1725],
    [first.line_items[0].movement_id, 24, 1725],
  ])
  // Submitting the correction or the delivery again changes nothing.
  expect((await correct(fixture, id, first.delivery_id, body)).body.data).toEqual(answer.body.data)
  const onFile = { ...answer.body.data, already_on_file: true, moved_units: 0 }
  expect((await record(fixture, id, delivery)).body.data).toEqual(onFile)
  expect((await readEvents()).length).toBe(3)
  // A line can be corrected again, and removed.
  const off = await correct(fixture, id, first.delivery_id, arrived(fixture, ['C-S', 0]))
  expect(off.body.data.line_items.map((line: any) => line.sku)).toEqual(['C-M'])
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([30, 24])
  const none = await correct(fixture, id, first.delivery_id, arrived(fixture, ['C-M', 0]))
  expect(refusedField(none)).toEqual([400, 'bad_request', 'line_items'])
})

test('a correction that exceeds the order, or takes back units that are gone, is refused as a whole', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const { delivery_id } = (await record(fixture, id, arrived(fixture, ['C-S', 10]))).body.data
  await record(fixture, id, { reference: 'DN 2', ...arrived(fixture, ['C-S', 10]) })
  const readEvents = await listen(fixture, 'exception.opened', 'exception.resolved')
  const over = await correct(fixture, id, delivery_id, arrived(fixture, ['C-S', 15]))
  expect([codeOf(over), over.body.data.outstanding_quantity]).toEqual(['409 conflict', 14])
  expect((await level(fixture, 'C-S'))[0]).toBe(50)
  const accepted = { accept_over_receipt: true, ...arrived(fixture, ['C-S', 15]) }
  expect((await correct(fixture, id, delivery_id, accepted)).body.data.units).toBe(15)
  expect((await correct(fixture, id, delivery_id, arrived(fixture, ['C-S', 14]))).body.data.units).toBe(14)
  expect((await readEvents()).map(([event]) => event)).toEqual(['exception.opened', 'exception.resolved'])
  await fixture.tenant.service.database.sql`
    update stock_levels set committed = 54
    where organization_id = ${fixture.tenant.organization_id} and variant_id = ${fixture.ids.variants['C-S']!}`
  expect(codeOf(await correct(fixture, id, delivery_id, arrived(fixture, ['C-S', 13])))).toBe('409 conflict')
  expect((await level(fixture, 'C-S'))[0]).toBe(54)
  const late = await correct(fixture, id, delivery_id, { received_at: '2999-01-01T00:00:00Z' })
  expect(refusedField(late)).toEqual([400, 'bad_request', 'received_at'])
  expect(codeOf(await correct(fixture, id, uuidv7(), {}))).toBe('404 purchase_order_delivery_not_on_file')
  expect(codeOf(await correct(fixture, uuidv7(), delivery_id, {}))).toBe('404 purchase_order_not_on_file')
})

test('a new arrival time moves the ledger movements to it, and the cost stays', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const { delivery_id } = (await record(fixture, id, arrived(fixture, ['C-S', 10]))).body.data
  await correct(fixture, id, delivery_id, { received_at: '2026-10-05T08:00:00Z' })
  expect(await level(fixture, 'C-S')).toEqual([40, 14, 18.1875, 4])
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${delivery_id}`,
  )
  const [back, first, anew] = rows.body.data.rows
  expect([back.quantity_delta, first.quantity_delta, anew.quantity_delta]).toEqual([-10, 10, 10])
  expect(back.occurred_at).toBe(first.occurred_at)
  expect(Date.parse(anew.occurred_at)).toBe(Date.parse('2026-10-05T08:00:00Z'))
})
