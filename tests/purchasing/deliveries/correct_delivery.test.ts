import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Ordering, ordering, refusedField } from '../ordering.ts'
import { approved, arrived, level, lineFigures, listen, record } from '../receiving.ts'

const correct = (scene: Ordering, id: string, delivery_id: string, body: unknown) =>
  scene.tenant.patch(scene.at(`/${id}/deliveries/${delivery_id}`), body)
const codeOf = (answer: { status: number; body: any }) => `${answer.status} ${answer.body.code}`

test('a correction reverses what was wrong, books what is right, and leaves the other lines alone', async () => {
  const scene = await ordering()
  const id = await approved(scene)
  const told = arrived(scene, ['C-S', 24], ['C-M', 6])
  const first = (await record(scene, id, told)).body.data
  const heard = await listen(scene, 'receipt.recorded', 'movement.recorded', 'purchase_order_updated')
  const body = { reference: 'DN 8813', ...arrived(scene, ['C-S', 10]) }
  const answer = await correct(scene, id, first.delivery_id, body)
  expect([answer.status, answer.body.data.units, answer.body.data.reference]).toEqual([200, 16, 'DN 8813'])
  expect((await level(scene, 'C-S')).slice(0, 2)).toEqual([40, 14])
  expect(await level(scene, 'C-M')).toEqual([11, 0, 21, 2])
  const order = await scene.read(id)
  expect([order.status, order.ended_at, lineFigures(order)]).toEqual([
    'partially_delivered',
    null,
    [
      ['C-S', 10, 14],
      ['C-M', 6, 0],
    ],
  ])
  const names = (await heard()).map(([event]) => event)
  expect(names.toSorted()).toEqual(['movement.recorded', 'movement.recorded', 'purchase_order_updated'])
  const rows = await scene.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${first.delivery_id}`,
  )
  const coats = rows.body.data.rows.filter((row: any) => row.sku === 'C-S')
  expect(coats.map((row: any) => [row.id, row.quantity_delta, row.unit_cost.cents])).toEqual([
    [answer.body.data.line_items[0].movement_id, 10, 1725],
    [expect.any(Number), -24, 1725],
    [first.line_items[0].movement_id, 24, 1725],
  ])
  // Told again, correction and delivery are the ones on file.
  expect((await correct(scene, id, first.delivery_id, body)).body.data).toEqual(answer.body.data)
  const on_file = { ...answer.body.data, already_on_file: true, moved_units: 0 }
  expect((await record(scene, id, told)).body.data).toEqual(on_file)
  expect((await heard()).length).toBe(3)
  // A line may be corrected again, and be taken off.
  const off = await correct(scene, id, first.delivery_id, arrived(scene, ['C-S', 0]))
  expect(off.body.data.line_items.map((line: any) => line.sku)).toEqual(['C-M'])
  expect((await level(scene, 'C-S')).slice(0, 2)).toEqual([30, 24])
  const none = await correct(scene, id, first.delivery_id, arrived(scene, ['C-M', 0]))
  expect(refusedField(none)).toEqual([400, 'bad_request', 'line_items'])
})

test('a correction beyond the order, or of units that are gone, is refused whole', async () => {
  const scene = await ordering()
  const id = await approved(scene)
  const { delivery_id } = (await record(scene, id, arrived(scene, ['C-S', 10]))).body.data
  await record(scene, id, { reference: 'DN 2', ...arrived(scene, ['C-S', 10]) })
  const heard = await listen(scene, 'exception.opened', 'exception.resolved')
  const over = await correct(scene, id, delivery_id, arrived(scene, ['C-S', 15]))
  expect([codeOf(over), over.body.data.outstanding_quantity]).toEqual(['409 conflict', 14])
  expect((await level(scene, 'C-S'))[0]).toBe(50)
  const accepted = { accept_over_receipt: true, ...arrived(scene, ['C-S', 15]) }
  expect((await correct(scene, id, delivery_id, accepted)).body.data.units).toBe(15)
  expect((await correct(scene, id, delivery_id, arrived(scene, ['C-S', 14]))).body.data.units).toBe(14)
  expect((await heard()).map(([event]) => event)).toEqual(['exception.opened', 'exception.resolved'])
  await scene.tenant.service.database.sql`
    update stock_levels set committed = 54
    where organization_id = ${scene.tenant.organization_id} and variant_id = ${scene.ids.variants['C-S']!}`
  expect(codeOf(await correct(scene, id, delivery_id, arrived(scene, ['C-S', 13])))).toBe('409 conflict')
  expect((await level(scene, 'C-S'))[0]).toBe(54)
  const late = await correct(scene, id, delivery_id, { received_at: '2999-01-01T00:00:00Z' })
  expect(refusedField(late)).toEqual([400, 'bad_request', 'received_at'])
  expect(codeOf(await correct(scene, id, uuidv7(), {}))).toBe('404 purchase_order_delivery_not_on_file')
  expect(codeOf(await correct(scene, uuidv7(), delivery_id, {}))).toBe('404 purchase_order_not_on_file')
})

test('another time of arrival moves the rows of the ledger there, and the cost stays what it was', async () => {
  const scene = await ordering()
  const id = await approved(scene)
  const { delivery_id } = (await record(scene, id, arrived(scene, ['C-S', 10]))).body.data
  await correct(scene, id, delivery_id, { received_at: '2026-10-05T08:00:00Z' })
  expect(await level(scene, 'C-S')).toEqual([40, 14, 18.1875, 4])
  const rows = await scene.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${delivery_id}`,
  )
  const [back, first, anew] = rows.body.data.rows
  expect([back.quantity_delta, first.quantity_delta, anew.quantity_delta]).toEqual([-10, 10, 10])
  expect(back.occurred_at).toBe(first.occurred_at)
  expect(Date.parse(anew.occurred_at)).toBe(Date.parse('2026-10-05T08:00:00Z'))
})
