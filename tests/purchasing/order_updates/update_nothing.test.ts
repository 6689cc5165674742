/** Sending current values is no change, in any state of the order; contract/repeated_writes checks this for every write. */
import { expect, test } from 'bun:test'
import { listenToAll } from '../../support/document/event_reads.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import type { Answer } from '../../support/service/tenant.ts'
import { type OrderFixture, orderFixture } from '../order_fixture.ts'
import { approved, arrived, record } from '../receiving.ts'
import { manufacturingFixture } from '../manufacturing_fixture.ts'

/** Runs a write and returns its response and every row that it changed. */
async function changedBy(fixture: Pick<OrderFixture, 'tenant'>, act: () => Promise<Answer>) {
  const before = await rowImages(fixture.tenant)
  const { status } = await act()
  return [status, changedRows(before, await rowImages(fixture.tenant))]
}
const nothing = [200, []]

/** Every field of an update, with the values of the order's own read. */
const asRead = (order: any) => ({
  ...(['draft', 'closed', 'cancelled'].includes(order.status) ? { status: order.status } : {}),
  external_id: order.external_id,
  supplier_id: order.supplier_id,
  location_id: order.location_id,
  source_location_id: order.source_location_id,
  expected_delivery_date: order.expected_delivery_date,
  cancel_date: order.cancel_date,
  commitment_id: order.commitment_id,
  notes: order.notes,
  freight_per_container_cents: order.container_plan.freight_per_container_cents,
  billed_freight_cents: order.billed_freight_cents,
  billed_duty_cents: order.billed_duty_cents,
  line_items: order.line_items.map((line: any) => ({
    line_id: line.line_id,
    variant_id: line.variant_id,
    quantity: line.quantity,
    confirmed_quantity: line.confirmed_quantity,
    unit_cost: line.unit_cost,
    duty_bp: line.duty_bp,
    expected_delivery_date: line.expected_delivery_date,
  })),
  removed_line_ids: [],
})

const ways: Record<string, (fixture: OrderFixture) => Promise<string>> = {
  draft: (fixture) => fixture.order(),
  approved: (fixture) => approved(fixture),
  async issued(fixture) {
    const id = await approved(fixture)
    await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' })
    return id
  },
  async partially_delivered(fixture) {
    const id = await approved(fixture)
    await record(fixture, id, arrived(fixture, ['C-S', 10]))
    return id
  },
  async delivered(fixture) {
    const id = await approved(fixture)
    await fixture.tenant.post(fixture.at(`/${id}/mark_delivered`))
    return id
  },
  async cancelled(fixture) {
    const id = await approved(fixture)
    await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
    return id
  },
}

for (const [status, lead] of Object.entries(ways))
  test(`an order that is ${status} does not change when it is sent back as it was read`, async () => {
    const fixture = await orderFixture()
    const id = await lead(fixture)
    await listenToAll(fixture.tenant)
    const order = await fixture.read(id)
    expect(order.status).toBe(status as typeof order.status)
    expect(await changedBy(fixture, () => fixture.tenant.patch(fixture.at(`/${id}`), asRead(order)))).toEqual(nothing)
    expect(await fixture.read(id)).toEqual(order)
  })

test('an approval survives a change of none of its terms, and a hold survives the same reason', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const order = await fixture.read(id)
  const [line] = order.line_items
  await listenToAll(fixture.tenant)
  const patch = (body: unknown) => fixture.tenant.patch(fixture.at(`/${id}`), body)
  const { supplier_id } = order
  const terms = [
    { supplier_id },
    { supplier_id: supplier_id.toUpperCase() },
    { line_items: [] },
    { line_items: [{ line_id: line.line_id, quantity: line.quantity, unit_cost: line.unit_cost }] },
    { removed_line_ids: [] },
    { commitment_id: null },
  ]
  for (const body of terms) expect([body, await changedBy(fixture, () => patch(body))]).toEqual([body, nothing])
  const updatedNote = await patch({
    supplier_id,
    notes: 'Pack by size.',
    line_items: [{ line_id: line.line_id, quantity: 24 }],
  })
  expect([updatedNote.body.data.status, updatedNote.body.data.notes]).toEqual(['approved', 'Pack by size.'])
  const other = await patch({ line_items: [{ line_id: line.line_id, quantity: 25 }] })
  expect([other.body.data.status, other.body.data.approved_at]).toEqual(['draft', null])
  const hold = () => fixture.tenant.post(fixture.at(`/${id}/hold`), { reason: ' Wrong price ' })
  expect((await hold()).body.data.hold_reason).toBe('Wrong price')
  expect(await changedBy(fixture, hold)).toEqual(nothing)
})

test('a transfer in transit and reserved components do not change when they are sent back', async () => {
  const fixture = await manufacturingFixture()
  await fixture.bill('SET', [['WOOL', 2]])
  const moved = await fixture.order('transfer', [['COAT', 4]])
  await fixture.act(moved, 'issue', {})
  const made = await fixture.order('manufacturing', [['SET', 3]])
  await fixture.act(made, 'auto-allocate')
  await listenToAll(fixture.tenant)
  for (const id of [moved, made]) {
    const order = await fixture.read(id)
    expect(await changedBy(fixture, () => fixture.tenant.patch(fixture.at(`/${id}`), asRead(order)))).toEqual(nothing)
  }
  expect(await changedBy(fixture, () => fixture.act(made, 'auto-allocate'))).toEqual(nothing)
  expect(await fixture.level('WOOL')).toEqual([20, 6, 0, 4])
})

test('a line sent unchanged together with a new supplier keeps the cost that is sent', async () => {
  const fixture = await orderFixture()
  const id = await fixture.order()
  const { line_items } = await fixture.read(id)
  const [{ line_id, unit_cost }] = line_items
  const answer = await fixture.tenant.patch(fixture.at(`/${id}`), {
    supplier_id: fixture.ids.suppliers.Forge,
    line_items: [{ line_id, unit_cost }],
  })
  expect([answer.body.data.currency, answer.body.data.line_items[0].unit_cost]).toEqual(['USD', 17.25])
})
