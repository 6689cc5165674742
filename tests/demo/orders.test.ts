import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { findWrongBalances } from '../../server/selling/payments/verify_balances.ts'
import { startSeparateService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(300_000)

let tenant: Tenant

beforeAll(async () => {
  const service = await startSeparateService('demo_orders')
  tenant = await newTenant({ plan: 'pro', service })
  const { organization_id } = tenant
  const secrets = secretBox(service.settings)
  await fillDemo(service.database.url, { organization_id, variants: 300, seed: 11, today: '2026-11-20', secrets })
})
afterAll(() => tenant.service.stop())

const query = (statement: string) =>
  tenant.service.database.sql.unsafe(statement, [tenant.organization_id]) as unknown as Promise<Record<string, any>[]>

test('sales of the last weeks are the sums of order lines, by day, variant and channel, to the cent', async () => {
  const wrong = await query(`
    with sold as (
      select variant_id, ordered_on as day, sales_channel_id, sum(l.quantity - l.cancelled_quantity)::bigint as units,
        sum((l.quantity - l.cancelled_quantity) * l.unit_price_cents)::bigint as gross,
        sum(case when l.cancelled_quantity = 0 then l.discount_cents else 0 end)::bigint as discounts
      from order_lines l join sales_orders o using (organization_id, order_id)
      where organization_id = $1 and not o.is_wholesale group by 1, 2, 3
      union all
      select variant_id, shipped_on, sales_channel_id, sum(t.quantity), sum(t.gross_sales_cents), sum(t.discounts_cents)
      from fulfilment_lines t join fulfilments f using (organization_id, fulfilment_id)
      join sales_orders o using (organization_id, order_id)
      where organization_id = $1 and o.is_wholesale group by 1, 2, 3
    ), since as (select min(day) as day from sales_channel_days where organization_id = $1 and origin = 'orders')
    select * from (
      select variant_id, day, sales_channel_id, sum(units)::bigint as units, sum(gross_sales_cents)::bigint as gross,
        sum(discounts_cents)::bigint as discounts
      from sales_daily where organization_id = $1 and day >= (select day from since)
      group by 1, 2, 3 having sum(units) <> 0
    ) d full join (select * from sold where units <> 0) s using (variant_id, day, sales_channel_id)
    where (d.units, d.gross, d.discounts) is distinct from (s.units, s.gross, s.discounts)`)
  expect([...wrong]).toEqual([])
  const [sums] = await query(`
    select count(*) filter (where not is_wholesale)::int as consumer, count(distinct ordered_on)::int as days,
      count(distinct customer_id)::int as customers from sales_orders where organization_id = $1`)
  expect(sums!.consumer).toBeGreaterThan(200)
  expect(sums!.days).toBeGreaterThan(50)
  expect(sums!.customers).toBeGreaterThan(50)
})

test('no day of a channel comes both from orders and from recorded days', async () => {
  const [days] = await query(`
    select count(*) filter (where origin = 'import')::int as recorded, count(*) filter (where origin = 'orders')::int as ordered,
      max(day) filter (where origin = 'import') < min(day) filter (where origin = 'orders') as is_apart
    from sales_channel_days where organization_id = $1`)
  expect(days).toMatchObject({ is_apart: true })
  expect(Math.min(days!.recorded, days!.ordered)).toBeGreaterThan(50)
})

test('orders, returns and exceptions occur in every state', async () => {
  const states = await query(`select distinct lifecycle from sales_orders where organization_id = $1 order by 1`)
  expect(states.map(({ lifecycle }) => lifecycle)).toEqual(
    ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled'].toSorted(),
  )
  const verdicts = await query(
    `select distinct verdict from order_lines where organization_id = $1 and verdict is not null order by 1`,
  )
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'quantity_changed', 'rejected'])
  const returned = await query(`select distinct state from returns where organization_id = $1 order by 1`)
  expect(returned.map(({ state }) => state)).toEqual(['cancelled', 'closed', 'expected', 'partially_received'])
  const storedOrders = await query(
    `select distinct disposition from return_receipt_lines where organization_id = $1 order by 1`,
  )
  expect(storedOrders.map(({ disposition }) => disposition)).toEqual(
    ['restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing'].toSorted(),
  )
  const kinds = await query(`select distinct kind from exceptions where organization_id = $1`)
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'allocation_short',
      'date_slip',
      'over_shipped',
      'return_unmatched',
      'shipped_unallocated',
    ]),
  )
})

test('invoices have no gaps and bill what shipped; one is void', async () => {
  const [invoices] = await query(`
    select count(*)::int as all, max(invoice_number)::int as last, count(distinct invoice_number)::int as numbers,
      count(*) filter (where state = 'void')::int as void,
      bool_and(total_cents = coalesce(freight_cents, 0) + coalesce(tax_cents, 0) + (select sum(n.amount_cents)
        from invoice_lines n where n.organization_id = i.organization_id and n.invoice_id = i.invoice_id)) as adds_up
    from invoices i where organization_id = $1`)
  expect(invoices!.all).toBeGreaterThan(3)
  expect(invoices).toMatchObject({ last: invoices!.all, numbers: invoices!.all, void: 1, adds_up: true })
  const wrong = await query(`
    select l.line_id from order_lines l
    left join (select order_line_id, sum(n.quantity) as units from invoice_lines n
      join invoices i using (organization_id, invoice_id)
      where n.organization_id = $1 and i.state = 'issued' group by 1) b on b.order_line_id = l.line_id
    where l.organization_id = $1 and l.invoiced_quantity <> coalesce(b.units, 0)`)
  expect([...wrong]).toEqual([])
})

test('accounts paid their invoices in full, in part or not, some of these overdue, and balances follow from documents', async () => {
  const states = await query(`
    select case when p.cents = 0 then 'open' when p.cents < i.total_cents then 'partly_paid' else 'paid' end
        || case when p.cents < i.total_cents and i.due_on < '2026-11-20' then ' overdue' else '' end as state, count(*)::int as invoices
    from invoices i cross join lateral (
      select coalesce(sum(a.amount_cents), 0) as cents from payment_allocations a
      where a.organization_id = $1 and a.invoice_id = i.invoice_id
    ) p
    where i.organization_id = $1 and i.state = 'issued' group by 1 order by 1`)
  expect(states.map(({ state }) => state)).toEqual(['open', 'paid', 'partly_paid', 'partly_paid overdue'])
  const wrong = await query(`
    select p.customer_payment_id from customer_payments p
    join payment_allocations a using (organization_id, customer_payment_id)
    join invoices i on i.organization_id = a.organization_id and i.invoice_id = a.invoice_id
    where p.organization_id = $1 and (p.paid_on >= '2026-11-20' or a.allocated_on < i.issued_on or p.currency <> i.currency)`)
  expect([...wrong]).toEqual([])
  const { sql } = tenant.service.database
  expect(await findWrongBalances(sql as never, tenant.organization_id)).toEqual([])
})

test('customers are pseudonyms, and the last shipments left in cartons with valid codes', async () => {
  const [people] = await query(`
    select count(*)::int as all, count(distinct pseudonym)::int as pseudonyms,
      bool_and(display_name !~ '@' and display_name ~ '^\\S+ \\S\\.$') as shortened,
      sum(orders_count)::int as orders from customers where organization_id = $1`)
  expect(people!.pseudonyms).toBe(people!.all)
  expect(people!.shortened).toBe(true)
  const [named] = await query(
    `select count(*)::int as orders from sales_orders where organization_id = $1 and customer_id is not null`,
  )
  expect(people!.orders).toBe(named!.orders)
  const [cartons] = await query(
    `select count(*)::int as all, count(sscc)::int as coded from fulfilment_cartons where organization_id = $1`,
  )
  expect(cartons!.all).toBeGreaterThan(5)
  expect(cartons!.coded).toBe(cartons!.all)
})

test('operations answer what was filled, and plans, scenarios and cycles are in progress', async () => {
  for (const path of [
    '/api/v1/sales/orders',
    '/api/v1/sales/invoices',
    '/api/v1/sales/returns',
    '/api/v1/sales/customers',
  ]) {
    const { status, body } = await tenant.get(`${path}?limit=50`)
    expect([path, status, body.data.filtered_max_size > 0]).toEqual([path, 200, true])
  }
  const gate = await tenant.get('/api/v1/commitments/cash-gate')
  expect(gate.status).toBe(200)
  const cycles = await query(`
    select c.signed_at is not null as is_signed, count(*)::int as steps, count(s.closed_at)::int as closed
    from planning_cycles c join planning_cycle_steps s using (organization_id, cycle_id)
    where c.organization_id = $1 group by c.cycle_id, c.signed_at order by 3`)
  expect([...cycles]).toEqual([
    { is_signed: false, steps: 4, closed: 2 },
    { is_signed: true, steps: 4, closed: 4 },
  ])
  const [plans] = await query(`
    select (select count(*)::int from commitment_plan_versions where organization_id = $1) as versions,
      (select count(*)::int from commitment_declarations where organization_id = $1) as declarations,
      (select count(*)::int from cash_scenarios where organization_id = $1) as scenarios`)
  expect(plans).toEqual({ versions: 3, declarations: 1, scenarios: 3 })
})

test('two accounts trade over EDI: orders, answers, and every way in which a file can be broken', async () => {
  const interchanges = await query(`
    select direction, state, count(*)::int as files from edi_interchanges where organization_id = $1 group by 1, 2 order by 1, 2`)
  // Of each account two orders, one with a wrong count, sell-out and an acknowledgement are read; no repeated file is stored.
  expect(interchanges.map(({ direction, state, files }) => [direction, state, files])).toEqual([
    ['inbound', 'held', 2],
    ['inbound', 'read', 10],
    ['inbound', 'rejected', 2],
    ['outbound', 'written', expect.any(Number)],
  ])
  const documents = await query(`
    select distinct document_type, state from edi_documents where organization_id = $1 order by 1, 2`)
  expect(documents.map(({ document_type, state }) => `${document_type} ${state}`)).toEqual(
    expect.arrayContaining([
      '850 processed',
      '850 rejected',
      '855 accepted',
      '855 rejected',
      '997 processed',
      '997 stored',
    ]),
  )
  const kinds = await query(`select distinct kind from exceptions where organization_id = $1`)
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['document_unreadable', 'edi_held', 'edi_rejected', 'unknown_sku']),
  )
  const drafts = await query(
    `select lifecycle from sales_orders where organization_id = $1 and origin = 'edi' order by lifecycle`,
  )
  expect(drafts.length).toBe(4)
  expect(drafts.filter(({ lifecycle }) => lifecycle === 'draft').length).toBe(2)
})

test('papers in three layouts wait, became a draft, and were taken with their open points', async () => {
  const papers = await query(`
    select d.format, d.state, o.lifecycle, o.origin, (select count(*)::int from exceptions e
      where e.organization_id = $1 and e.subject_id = d.order_id::text and e.resolved_at is null) as open_points
    from order_documents d left join sales_orders o using (organization_id, order_id)
    where d.organization_id = $1 order by d.format`)
  expect([...papers]).toEqual([
    { format: 'csv', state: 'queued', lifecycle: null, origin: null, open_points: 0 },
    { format: 'pdf', state: 'read', lifecycle: 'draft', origin: 'document', open_points: 0 },
    { format: 'xlsx', state: 'taken', lifecycle: 'draft', origin: 'document', open_points: 1 },
  ])
})
