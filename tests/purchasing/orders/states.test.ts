import { purchaseOrderStatuses } from '../../../server/purchasing/known_values.ts'
import { beforeEach, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { acts } from '../../../server/purchasing/orders/rules.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await orderFixture()
})

const approve = (id: string) => fixture.tenant.post(fixture.at(`/${id}/approve`))
const hold = (id: string, body: unknown) => fixture.tenant.post(fixture.at(`/${id}/hold`), body)
const change = (id: string, body: unknown) => fixture.tenant.patch(fixture.at(`/${id}`), body)
const incoming = async (sku: string) =>
  (await fixture.tenant.get(`/api/v1/inventory/position?variant_id=${fixture.ids.variants[sku]}`)).body.data
    .expected_inbound.quantity
const level = async (sku: string) => {
  const [row] = await fixture.tenant.service.database.sql`
    select incoming, committed from stock_levels
    where variant_id = ${fixture.ids.variants[sku]!} and location_id = ${fixture.ids.locations.Main!}`
  return row!
}

test('incoming stock follows the approval and the cancellation of an order', async () => {
  const before = await incoming('C-S')
  const id = await fixture.order()
  expect(await incoming('C-S')).toBe(before)
  const approved = await approve(id)
  expect([approved.status, approved.body.data.status]).toEqual([200, 'approved'])
  expect(approved.body.data.approved_at).not.toBeNull()
  expect([await incoming('C-S'), (await level('C-S')).incoming]).toEqual([before + 24, before + 24])
  const cancelled = await change(id, { status: 'cancelled' })
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled' })
  expect(cancelled.body.data.ended_at).not.toBeNull()
  expect([await incoming('C-S'), (await level('C-S')).incoming]).toEqual([before, before])
})

test('each status allows or refuses approving, holding, changing, cancelling, closing and deleting as declared', async () => {
  const requests = {
    approve: (id: string) => approve(id),
    hold: (id: string) => hold(id, { reason: 'Look' }),
    amend: (id: string) => change(id, { notes: 'Seen' }),
    reopen: (id: string) => change(id, { status: 'draft' }),
    cancel: (id: string) => change(id, { status: 'cancelled' }),
    close: (id: string) => change(id, { status: 'closed' }),
    delete: (id: string) => fixture.tenant.delete(fixture.at(`/${id}`)),
  }
  // Requesting the current status changes nothing.
  const leadsTo: Record<string, string> = { reopen: 'draft', cancel: 'cancelled', close: 'closed' }
  for (const status of purchaseOrderStatuses) {
    for (const [name, ask] of Object.entries(requests)) {
      const id = await fixture.order()
      await fixture.put(id, { status })
      const answer = await ask(id)
      const isThere = leadsTo[name] === status
      const allowed = isThere || (acts[name as keyof typeof requests].from as readonly string[]).includes(status)
      expect([status, name, answer.status < 300]).toEqual([status, name, allowed])
      if (isThere) expect((await fixture.read(id)).status).toBe(status)
      if (allowed) continue
      expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([409, 'conflict', status])
      expect((await fixture.read(id)).status).toBe(status)
    }
  }
}, 60_000)

test('the refusal to approve a cancelled order says what to do instead', async () => {
  const id = await fixture.order()
  await change(id, { status: 'cancelled' })
  const refused = await approve(id)
  expect(refused.body.message.desc).toEndWith(
    'is cancelled and cannot be approved. A cancelled order is final; duplicate it to order again.',
  )
})

test('an order on hold cannot be approved until it is released, but can otherwise be changed', async () => {
  const id = await fixture.order()
  expect(refusedField(await hold(id, {}))).toEqual([400, 'bad_request', 'reason'])
  expect(refusedField(await hold(id, { reason: '  ' }))).toEqual([400, 'bad_request', 'reason'])
  expect(refusedField(await hold(id, { on_hold: false, reason: 'Why' }))).toEqual([400, 'bad_request', 'reason'])
  expect((await hold(id, { on_hold: false })).status).toBe(409)
  expect((await hold(id, { reason: ' Wrong price ' })).body.data).toMatchObject({
    on_hold: true,
    hold_reason: 'Wrong price',
    status: 'draft',
  })
  const refused = await approve(id)
  expect([refused.status, refused.body.data.on_hold]).toEqual([409, true])
  expect(refused.body.message.desc).toContain('is on hold (Wrong price) and cannot be approved. Release it first.')
  expect((await change(id, { notes: 'Asked' })).status).toBe(200)
  expect((await hold(id, { on_hold: false })).body.data).toMatchObject({ on_hold: false, hold_reason: null })
  expect((await approve(id)).status).toBe(200)
})

test('a purchase order without a supplier or without lines cannot be approved', async () => {
  const lone = await fixture.order({ supplier_id: undefined })
  expect((await approve(lone)).body.message.desc).toEndWith('has no supplier. Set a supplier before approving it.')
  const empty = await fixture.order({ line_items: [] })
  expect((await approve(empty)).body.message.desc).toEndWith('has no lines. Add a line before approving it.')
})

test('of several concurrent approvals exactly one succeeds', async () => {
  const id = await fixture.order()
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => approve(id)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409])
})

test('units in transit block cancelling an order', async () => {
  const { sql } = fixture.tenant.service.database
  const purchase = await fixture.order()
  await fixture.put(purchase, { status: 'issued', issued_at: '2026-11-20T09:00:00Z' })
  await sql`update purchase_order_lines set in_transit_quantity = 4 where purchase_order_id = ${purchase}`
  expect((await change(purchase, { status: 'cancelled' })).body.data).toMatchObject({
    act: 'cancel',
    in_transit_quantity: 4,
  })
  expect((await change(purchase, { status: 'closed' })).body.data.status).toBe('closed')
  const transfer = await fixture.order({
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: fixture.ids.locations.Store,
    source_location_id: fixture.ids.locations.Main,
  })
  await fixture.put(transfer, { status: 'issued', issued_at: '2026-11-20T09:00:00Z' })
  await sql`update purchase_order_lines set in_transit_quantity = 24 where purchase_order_id = ${transfer}`
  expect((await change(transfer, { status: 'cancelled' })).body.data).toMatchObject({
    act: 'cancel',
    in_transit_quantity: 24,
  })
})

test('cancelling a manufacturing order releases its components', async () => {
  const { sql } = fixture.tenant.service.database
  const id = await fixture.order({ order_type: 'manufacturing', supplier_id: undefined })
  const before = await level('C-M')
  await insertRows(fixture.tenant, 'purchase_order_components', [
    {
      purchase_order_id: id,
      variant_id: fixture.ids.variants['C-M'],
      location_id: fixture.ids.locations.Main,
      required_quantity: 4,
      reserved_quantity: 3,
      consumed_quantity: 0,
    },
  ])
  await sql`update stock_levels set committed = committed + 3 where variant_id = ${fixture.ids.variants['C-M']!}`
  await change(id, { status: 'cancelled' })
  expect((await level('C-M')).committed).toBe(before.committed)
  expect(await sql`select 1 from purchase_order_components where purchase_order_id = ${id}`).toHaveLength(0)
})

test('deleting an order deletes its lines; an issued or received order cannot be deleted', async () => {
  const { sql } = fixture.tenant.service.database
  const gone = await fixture.order()
  await insertRows(fixture.tenant, 'supplier_signals', [
    {
      signal_id: uuidv7(),
      purchase_order_id: gone,
      supplier_id: fixture.ids.suppliers.Mill,
      signal_type: 'reschedule',
      state: 'pending',
      created_at: '2026-11-20T09:00:00Z',
      updated_at: '2026-11-20T09:00:00Z',
    },
  ])
  const deleted = await fixture.tenant.delete(fixture.at(`/${gone}`))
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  expect((await fixture.tenant.get(fixture.at(`/${gone}`))).body.code).toBe('purchase_order_not_on_file')
  expect(await sql`select 1 from purchase_order_lines where purchase_order_id = ${gone}`).toHaveLength(0)
  const issued = await fixture.order()
  await fixture.put(issued, { status: 'cancelled', issued_at: '2026-11-20T09:00:00Z' })
  expect((await fixture.tenant.delete(fixture.at(`/${issued}`))).body.message.desc).toEndWith(
    'was issued, so it stays on file and cannot be deleted.',
  )
})

test('every operation on a single order refuses an unknown order', async () => {
  const none = uuidv7()
  const answers = [
    await fixture.tenant.get(fixture.at(`/${none}`)),
    await change(none, { notes: 'x' }),
    await fixture.tenant.delete(fixture.at(`/${none}`)),
    await approve(none),
    await hold(none, { reason: 'x' }),
    await fixture.tenant.post(fixture.at(`/${none}/duplicate`)),
  ]
  for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'purchase_order_not_on_file'])
})
