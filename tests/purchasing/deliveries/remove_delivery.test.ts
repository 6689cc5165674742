import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type OrderFixture, orderFixture } from '../order_fixture.ts'
import { approved, arrived, level, lineFigures, listen, record } from '../receiving.ts'

const remove = (fixture: OrderFixture, id: string, delivery_id: string) =>
  fixture.tenant.delete(fixture.at(`/${id}/deliveries/${delivery_id}`))
const codeOf = (answer: { status: number; body: any }) => `${answer.status} ${answer.body.code}`

test('removing a delivery reverses its movements, restores the average cost and makes its units outstanding', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const delivery = arrived(fixture, ['C-S', 10], ['C-M', 6])
  const { delivery_id, line_items } = (await record(fixture, id, delivery)).body.data
  expect(await level(fixture, 'C-S')).toEqual([40, 14, 18.1875, 2])
  await fixture.put(id, { on_hold: true, hold_reason: 'Wrong price' })
  expect((await remove(fixture, id, delivery_id)).status).toBe(204)
  await fixture.put(id, { on_hold: false, hold_reason: null })
  expect(await level(fixture, 'C-S')).toEqual([30, 24, 18.5, 3])
  expect(await level(fixture, 'C-M')).toEqual([5, 6, 21, 3])
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${delivery_id}`,
  )
  const reversals = rows.body.data.rows.filter((row: any) => row.quantity_delta < 0)
  expect(
    reversals.map((row: any) => [row.sku, row.kind, row.quantity_delta, row.reverses_movement_id]).toSorted(),
  ).toEqual(line_items.map((line: any) => [line.sku, 'receipt', -line.received_quantity, line.movement_id]).toSorted())
  const order = await fixture.read(id)
  expect([order.status, order.deliveries, lineFigures(order)]).toEqual([
    'approved',
    [],
    [
      ['C-S', 0, 24],
      ['C-M', 0, 6],
    ],
  ])
  expect(codeOf(await remove(fixture, id, delivery_id))).toBe('404 purchase_order_delivery_not_on_file')
  expect(codeOf(await remove(fixture, uuidv7(), delivery_id))).toBe('404 purchase_order_not_on_file')
  // A removed delivery can be recorded again, as a new delivery.
  const again = await record(fixture, id, delivery)
  expect([again.status, again.body.data.delivery_id === delivery_id]).toEqual([200, false])
  expect(await level(fixture, 'C-S')).toEqual([40, 14, 18.1875, 4])
})

test('of two concurrent removals only one succeeds, and a delivered order becomes open again', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const { delivery_id } = (await record(fixture, id, arrived(fixture, ['C-S', 24], ['C-M', 6]))).body.data
  expect((await fixture.read(id)).status).toBe('delivered')
  const answers = await Promise.all([1, 2].map(() => remove(fixture, id, delivery_id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  const order = await fixture.read(id)
  expect([order.status, order.ended_at]).toEqual(['approved', null])
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([30, 24])
})

test('a removal is refused as a whole if units have left or are promised', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const { delivery_id } = (await record(fixture, id, arrived(fixture, ['C-S', 10], ['C-M', 6]))).body.data
  await fixture.tenant.service.database.sql`
    update stock_levels set committed = 31
    where organization_id = ${fixture.tenant.organization_id} and variant_id = ${fixture.ids.variants['C-S']!}`
  const refused = await remove(fixture, id, delivery_id)
  expect([codeOf(refused), refused.body.message.desc]).toEqual([
    '409 conflict',
    'Only 9 units of C-S are available at Main, but 10 are required.',
  ])
  expect([(await level(fixture, 'C-S'))[0], (await level(fixture, 'C-M'))[0]]).toEqual([40, 11])
  expect((await fixture.read(id)).deliveries.length).toBe(1)
})

test('an over-receipt exception is resolved when its excess is removed, and stays open otherwise', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const over = { accept_over_receipt: true, ...arrived(fixture, ['C-S', 26]) }
  const first = (await record(fixture, id, over)).body.data
  const second = (await record(fixture, id, { ...over, reference: 'DN 2' })).body.data
  const readEvents = await listen(fixture, 'exception.resolved', 'receipt.recorded')
  await remove(fixture, id, second.delivery_id)
  expect(await readEvents()).toEqual([])
  await remove(fixture, id, first.delivery_id)
  const events = await readEvents()
  expect(events.map(([event, row]) => [event, row.kind, row.subject.id, row.resolution, row.resolved_by])).toEqual([
    ['exception.resolved', 'over_receipt', id, 'delivery_removed', 'key:test'],
    ['exception.resolved', 'over_receipt', id, 'delivery_removed', 'key:test'],
  ])
})
