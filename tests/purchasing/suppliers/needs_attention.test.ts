import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { daysAgo, type Mill, supplierFixture } from './supplier_fixture.ts'

const attention = async ({ tenant, at }: Mill, supplier = 'Mill') =>
  (await tenant.get(at('needs-attention', supplier))).body.data

const change = (mill: Mill, terms: object, supplier = 'Mill') =>
  mill.tenant.put(`/api/v1/inventory/suppliers/${mill.ids.suppliers[supplier]}`, terms)

/** A complete supplier: address, lead time, primary contact, costs, and stock that lasts. */
async function settle(mill: Mill): Promise<void> {
  await change(mill, { order_email: 'orders@mill.example' })
  await mill.tenant.post('/api/v1/contacts', {
    name: 'Deniz Kaya',
    preferred_contact_method: 'PHONE',
    phone: '1',
    supplier_id: mill.ids.suppliers.Mill,
    is_primary_contact: true,
  })
  const variants = ['A', 'B'].map((sku) => ({ variant_id: mill.ids.variants[sku], unit_cost: 4 }))
  await mill.tenant.post(mill.at('variants'), { variants })
}

const line = { lines: [{ sku: 'A', quantity: 10, unit_cost: 4 }] }
const kinds = ({ items }: any) => items.map((item: any) => [item.kind, item.severity, item.count])

test("gaps in a supplier's record need attention, most severe first", async () => {
  const mill = await supplierFixture()
  const { ids } = mill
  const found = await attention(mill)
  expect(found).toEqual({
    supplier_id: ids.suppliers.Mill,
    supplier_name: 'Mill',
    as_of: expect.any(String),
    total_count: 3,
    items: [
      {
        kind: 'order_address_missing',
        severity: 'blocking',
        sentence:
          'Orders go to the supplier by e-mail, but neither the supplier nor its primary contact has an address.',
        action: 'Set order_email, or choose another order_channel.',
        count: 1,
        subjects: [],
      },
      {
        kind: 'costs_missing',
        severity: 'info',
        sentence: '2 variants of this supplier have no cost.',
        action: 'Enter their unit costs, so that orders and landed costs can be valued.',
        count: 2,
        subjects: ['A', 'B'].map((sku) => ({
          type: 'variant',
          id: ids.variants[sku],
          name: sku,
          since: null,
          units: null,
        })),
      },
      {
        kind: 'primary_contact_missing',
        severity: 'info',
        sentence: 'The supplier has no primary contact.',
        action: 'Make one of its contacts primary.',
        count: 1,
        subjects: [],
      },
    ],
  })
  await change(mill, { lead_time_days: null, order_channel: 'link' })
  expect(kinds(await attention(mill))).toEqual([
    ['costs_missing', 'info', 2],
    ['lead_time_missing', 'info', 1],
    ['primary_contact_missing', 'info', 1],
  ])
  // A supplier without variants needs no lead time.
  await change(mill, { order_channel: 'link' }, 'Works')
  expect(kinds(await attention(mill, 'Works'))).toEqual([['primary_contact_missing', 'info', 1]])
})

test("the primary contact's address takes orders if the supplier has none", async () => {
  const mill = await supplierFixture()
  await mill.tenant.post('/api/v1/contacts', {
    name: 'Deniz Kaya',
    preferred_contact_method: 'EMAIL',
    email: 'deniz@mill.example',
    supplier_id: mill.ids.suppliers.Mill,
    is_primary_contact: true,
  })
  expect(kinds(await attention(mill))).toEqual([['costs_missing', 'info', 2]])
})

test('a complete supplier without open issues needs no attention', async () => {
  const mill = await supplierFixture()
  await settle(mill)
  await mill.deliver(await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 9 }), 9, { A: 10 })
  await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 9, is_draft: true })
  const { total_count, items } = await attention(mill)
  expect([total_count, items]).toEqual([0, []])
})

test('late, held and unsent orders are listed, the latest first, with their outstanding units', async () => {
  const mill = await supplierFixture()
  await settle(mill)
  const late = await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 3 })
  await mill.deliver(late, 3, { A: 4 })
  const later = await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 12 })
  await mill.put(later, { status: 'issued' })
  const held = await mill.place({ ...line, placed_days_ago: 2, due_days_ago: -20 })
  await mill.hold(held, 'Price under discussion')
  const unsent = await mill.place({ ...line, placed_days_ago: 2, due_days_ago: -20 })
  const { items } = await attention(mill)
  expect(items.map(({ kind, severity, sentence, count }: any) => [kind, severity, sentence, count])).toEqual([
    ['orders_overdue', 'warning', '2 open orders are past the expected delivery date; PO-1002 is 12 days late.', 2],
    ['orders_on_hold', 'warning', '1 open order is on hold.', 1],
    ['orders_to_issue', 'info', '1 order is approved but not sent to the supplier.', 1],
  ])
  const subject = (id: string, name: string, since: string | null, units: number) => ({
    type: 'purchase_order',
    id,
    name,
    since,
    units,
  })
  expect(items.map(({ subjects }: any) => subjects)).toEqual([
    [subject(later, 'PO-1002', daysAgo(12), 10), subject(late, 'PO-1001', daysAgo(3), 6)],
    [subject(held, 'PO-1003', null, 10)],
    [subject(unsent, 'PO-1004', daysAgo(0), 10)],
  ])
})

test('exceptions about its orders and supplier updates are listed until somebody decides them', async () => {
  const mill = await supplierFixture()
  const { tenant, ids } = mill
  await settle(mill)
  const id = await mill.place({ ...line, placed_days_ago: 30, due_days_ago: -5 })
  await mill.put(id, { status: 'issued' })
  await mill.deliver(id, 2, { A: 12 }, { accept_over_receipt: true })
  const signal = {
    purchase_order_id: id,
    supplier_id: ids.suppliers.Mill,
    signal_type: 'price_change',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  await insertRows(tenant, 'supplier_signals', [
    { ...signal, signal_id: uuidv7(), state: 'pending', reported_at: '2026-03-04T10:00:00Z' },
    { ...signal, signal_id: uuidv7(), state: 'dismissed', reported_at: '2026-03-05T10:00:00Z' },
  ])
  const before = await attention(mill)
  expect(kinds(before)).toEqual([
    ['exceptions_open', 'warning', 1],
    ['supplier_updates_pending', 'warning', 1],
  ])
  expect(before.items[0].sentence).toBe('1 exception about its orders waits for a decision.')
  expect(before.items[1].subjects).toMatchObject([
    { type: 'supplier_signal', name: 'PO-1001: price change', since: '2026-03-04' },
  ])
  const { sql } = tenant.service.database
  await sql`update exceptions set severity = 'blocking' where organization_id = ${tenant.organization_id}`
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${tenant.organization_id}, ${uuidv7()}, 'unknown_sku', 'warning', 'edi_document', '17', 'Else.', now())`
  expect(kinds(await attention(mill))[0]).toEqual(['exceptions_open', 'blocking', 1])
  await sql`
    update exceptions set resolved_at = now(), resolution = 'accepted', resolved_by = 'test'
    where organization_id = ${tenant.organization_id}`
  expect(kinds(await attention(mill))).toEqual([['supplier_updates_pending', 'warning', 1]])
  // The other supplier's do not count either.
  expect(kinds(await attention(mill, 'Works')).map(([kind]: string[]) => kind)).not.toContain(
    'supplier_updates_pending',
  )
})

test('stock that runs out before a new order could arrive is at risk, unless enough is incoming', async () => {
  const mill = await supplierFixture()
  const { tenant, ids } = mill
  await settle(mill)
  const { sql } = tenant.service.database
  const pace = (sku: string, units_per_day: number | null, incoming: number) => sql`
    update stock_levels set units_per_day = ${units_per_day}, incoming = ${incoming}
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants[sku]!}`
  // 5 units of each and a lead time of 40 days: A needs 40 and B needs 80.
  await pace('A', 1, 34)
  await pace('B', 2, 0)
  const { items } = await attention(mill)
  expect(items).toMatchObject([
    {
      kind: 'stock_at_risk',
      severity: 'warning',
      sentence: '2 variants with this primary supplier will run out within the lead time, even with incoming stock.',
      count: 2,
      subjects: [
        { type: 'variant', id: ids.variants.B, name: 'B', units: 5 },
        { type: 'variant', id: ids.variants.A, name: 'A', units: 39 },
      ],
    },
  ])
  await pace('A', 1, 35)
  expect((await attention(mill)).items[0].subjects.map((one: any) => one.name)).toEqual(['B'])
  await tenant.post(mill.at('variants', 'Works'), { variants: [{ variant_id: ids.variants.B, is_primary: true }] })
  expect(kinds(await attention(mill))).toEqual([])
})

test('an inactive supplier that is still in use needs attention', async () => {
  const mill = await supplierFixture()
  await settle(mill)
  await mill.place({ ...line, placed_days_ago: 3, due_days_ago: -20 })
  await change(mill, { is_active: false })
  const { items } = await attention(mill)
  expect([items[0].kind, items[0].severity, items[0].sentence]).toEqual([
    'inactive_in_use',
    'warning',
    'The supplier is inactive but still in use: it is the primary supplier of 2 variants and has 1 open order.',
  ])
  await change(mill, { is_active: false, order_channel: 'link' }, 'Works')
  expect(kinds(await attention(mill, 'Works'))).toEqual([['primary_contact_missing', 'info', 1]])
})

test('at most ten records of a kind are listed, and all are counted', async () => {
  const mill = await supplierFixture()
  await settle(mill)
  for (let i = 0; i < 12; i++) await mill.place({ ...line, placed_days_ago: 2, due_days_ago: -20 })
  const { items } = await attention(mill)
  expect([items[0].kind, items[0].count, items[0].subjects.length]).toEqual(['orders_to_issue', 12, 10])
})

test('an unknown supplier is refused', async () => {
  const mill = await supplierFixture()
  const answer = await mill.tenant.get(mill.at('needs-attention', 'nobody'))
  expect([answer.status, answer.body.code]).toEqual([404, 'supplier_not_on_file'])
})
