import { expect, test } from 'bun:test'
import { deliver, gate, inDays, newCash, order, pay, setRate, today } from '../cash/cash_fixture.ts'
import { fiscalMonthOf } from '../../../server/calendar/retail_calendar.ts'
import { createPlan, dollars, months, type Planning, refusal, startMonth } from '../planning_fixture.ts'
import {
  ask,
  checkFeet,
  checkRecomputed,
  checkSums,
  editCells,
  headOf,
  publish,
  read,
  row,
  section,
} from './reports_fixture.ts'

/**
 * PO-1: 4,000.00, deposit of 30 % of which 500.00 is paid. PO-2: 1,000.00, its deposit and its delivery are paid.
 * PO-3: 1,000.00 EUR, delivered and unpaid. PO-4: 333.33 EUR, to be issued. Mill is paid 21 days after receipt.
 */
async function openExample(): Promise<Planning> {
  const euros = { currency: 'EUR' }
  const planning = await newCash(
    [
      order('PO-1', 'Mill', 100, '40.0000', { expected_delivery_date: inDays(14) }),
      order('PO-2', 'Mill', 50, '20.0000', {
        status: 'partially_delivered',
        delivered: 20,
        expected_delivery_date: inDays(-7),
      }),
      order('PO-3', 'Weaver', 10, '100.0000', { status: 'delivered', delivered: 10, ...euros }),
      order('PO-4', 'Weaver', 1, '333.3300', {
        status: 'approved',
        ...euros,
        order_date: inDays(7),
        expected_delivery_date: inDays(21),
      }),
      order('Cancelled', 'Mill', 500, '40.0000', { status: 'cancelled', expected_delivery_date: inDays(14) }),
      order('Coats', 'Mill', 10, '300.0000', { status: 'closed', order_date: inDays(-100), sku: 'C' }),
    ],
    { 'PO-2': inDays(-70), 'PO-3': inDays(-90) },
  )
  await setRate(planning, 'EUR', 1.1)
  await deliver(planning, 'PO-2', inDays(-35), 20)
  await deliver(planning, 'PO-3', inDays(-63), 10)
  const [first, second] = [planning.ids.purchase_orders['PO-1'], planning.ids.purchase_orders['PO-2']]
  await pay(planning, { purchase_order_id: first, kind: 'deposit', amount_cents: 50_000 })
  await pay(planning, { purchase_order_id: second, kind: 'deposit', amount_cents: 30_000, paid_on: inDays(-70) })
  await pay(planning, { purchase_order_id: second, amount_cents: 28_000, paid_on: inDays(-14) })
  const mfp_id = await createPlan(planning)
  await editCells(planning, mfp_id, [
    {
      category_id: planning.ids.categories.Coats,
      sales_channel_id: planning.ids.sales_channels.Web,
      month: 3,
      receipts_cost_cents: 100_000,
    },
  ])
  await publish(planning, mfp_id)
  return planning
}

/** Order values less payments, from the rows, in US cents. */
async function owedByRows({ tenant }: Planning): Promise<number> {
  const [row] = await tenant.service.database.sql<{ cents: number }[]>`
    select (select sum(round(l.quantity * l.unit_cost * case o.currency when 'EUR' then 1.1 else 1 end * 100))
        from purchase_orders o
        join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
        where o.organization_id = ${tenant.organization_id}
          and o.status in ('approved', 'issued', 'partially_delivered', 'delivered'))::float8
      - (select sum(amount_cents) from supplier_payments where organization_id = ${tenant.organization_id})::float8 as cents`
  return row!.cents
}

test('head figures foot, and equal what the orders are worth less what was paid', async () => {
  const planning = await openExample()
  const report = await read(planning, 'cash-from-the-buy')
  checkFeet(report)
  const owed = await owedByRows(planning)
  expect(owed).toBe(538_666)
  expect(headOf(report, 'committed').figure).toMatchObject(dollars(owed))
  expect(headOf(report, 'committed').against.figure).toMatchObject(dollars(110_000))
  expect(headOf(report, 'deposits').figure).toMatchObject(dollars(70_000))
  expect(headOf(report, 'open_buy').figure).toMatchObject(dollars(100_000))
  expect(headOf(report, 'total').figure).toMatchObject(dollars(owed + 100_000))
  for (const key of ['months', 'terms', 'orders']) checkSums(section(report, key))
  expect(section(report, 'not_measured').absence).toBe('Everything could be computed.')
})

/**
 * Each payment with its day, from rows: deposits less what was paid of them on the day of issue, and what was received or
 * is expected, less its part of the deposit and less later payments, at the terms that the example leads to.
 */
const dueByRows = ({ tenant }: Planning, first: string, last: string) => tenant.service.database.sql<
  { before: number; deposits: number; first_month: number; open_buy: number }[]
>`
  with orders as (
    select o.purchase_order_id, o.status, o.issued_at::date as issued_on, o.expected_delivery_date as due_on,
      case s.name when 'Mill' then 0.3 else 0 end as deposit, case s.name when 'Mill' then 21 else 56 end as terms,
      case o.currency when 'EUR' then 1.1 else 1 end * 100 as cents, l.quantity, l.delivered_quantity, l.unit_cost,
      (select coalesce(sum(p.amount_cents), 0) from supplier_payments p
        where p.purchase_order_id = o.purchase_order_id and p.kind = 'deposit') as deposit_paid,
      (select coalesce(sum(p.amount_cents), 0) from supplier_payments p
        where p.purchase_order_id = o.purchase_order_id and p.kind = 'balance') as balance_paid,
      (select max(d.received_at)::date from purchase_order_deliveries d
        where d.purchase_order_id = o.purchase_order_id) as received_on
    from purchase_orders o join suppliers s using (organization_id, supplier_id)
    join purchase_order_lines l using (organization_id, purchase_order_id)
    where o.organization_id = ${tenant.organization_id}
      and o.status in ('approved', 'issued', 'partially_delivered', 'delivered')
  ), dues as (
    select coalesce(issued_on, current_date) as day, 'deposit' as kind,
      quantity * unit_cost * cents * deposit - deposit_paid as amount
    from orders where deposit > 0
    union all
    select received_on + terms, 'received', delivered_quantity * unit_cost * cents * (1 - deposit) - balance_paid
    from orders where delivered_quantity > 0
    union all
    select greatest(due_on, current_date) + terms, 'expected',
      (quantity - delivered_quantity) * unit_cost * cents * (1 - deposit)
    from orders where status <> 'delivered'
  )
  select coalesce(sum(round(amount)) filter (where day < current_date and amount <> 0), 0)::float8 as before,
    coalesce(sum(round(amount)) filter (where kind = 'deposit'), 0)::float8 as deposits,
    coalesce(sum(round(amount)) filter (where day between ${first}::date and ${last}::date), 0)::float8 as first_month,
    (select sum(receipts_cost_cents) from buy_plan_version_cells
      where organization_id = ${tenant.organization_id} and month = 3)::float8 as open_buy
  from dues`

test('every head figure, and what it is compared with, follows from orders, deliveries, payments and cells', async () => {
  const planning = await openExample()
  const report = await read(planning, 'cash-from-the-buy')
  const owed = await owedByRows(planning)
  const [due] = await dueByRows(planning, today, fiscalMonthOf(today, startMonth).end)
  const { before, deposits, first_month, open_buy } = due!
  expect([before, deposits, open_buy]).toEqual([110_000, 70_000, 100_000])
  checkRecomputed(report, {
    committed: [owed, before],
    deposits: [deposits, null],
    first_month: [first_month, null],
    open_buy: [open_buy, null],
    total: [owed + open_buy, null],
  })
})

test('figures equal those of the cash gate, group by group', async () => {
  const planning = await openExample()
  const report = await read(planning, 'cash-from-the-buy')
  const { groups } = await gate(planning, '?weeks=52')
  for (const { key, weekly_draw_usd, later_draw_usd, terms_days, terms_source } of groups) {
    const { cells } = row(report, 'terms', key)
    const drawn = weekly_draw_usd.reduce(
      (all: number, usd: number) => all + Math.round(usd * 100),
      Math.round(later_draw_usd * 100),
    )
    expect([key, cells.total.cents]).toEqual([key, drawn])
    expect([cells.terms_days.value, cells.terms_source.text]).toEqual([terms_days, terms_source])
  }
})

test('orders state when their next payment is due, and the day of the report moves what is due before it', async () => {
  const planning = await openExample()
  const report = await read(planning, 'cash-from-the-buy')
  const due = section(report, 'orders').rows.map(({ label, cells }: any) => [
    label,
    cells.next_due.text,
    cells.committed.cents,
  ])
  expect(due).toEqual([
    ['PO-1', today, 350_000],
    ['PO-3', inDays(-7), 110_000],
    ['PO-2', inDays(21), 42_000],
    ['PO-4', inDays(77), 36_666],
    ['Total', inDays(-7), 538_666],
  ])
  const later = await read(planning, 'cash-from-the-buy', `?as_of=${inDays(30)}`)
  checkFeet(later)
  expect(row(later, 'months', 'before')).toMatchObject({
    label: `Due before ${inDays(30)}`,
    cells: { committed: dollars(70_000 + 110_000 + 42_000) },
  })
  expect(row(later, 'months', 'total').cells.committed.cents).toBe(538_666)
})

test('the open buy of plans that end before the day of the report is due before it, as orders are', async () => {
  const planning = await openExample()
  const report = await read(planning, 'cash-from-the-buy', `?as_of=${inDays(800)}`)
  checkFeet(report)
  checkSums(section(report, 'months'))
  expect(row(report, 'months', 'before').cells).toMatchObject({
    committed: dollars(538_666),
    open_buy: dollars(100_000),
  })
  expect(headOf(report, 'total').figure).toMatchObject(dollars(538_666 + 100_000))
})

test('months follow the retail calendar, a year of 53 weeks included', async () => {
  const planning = await openExample()
  await planning.tenant.service.database.sql`
    update organizations set fiscal_year_start_month = 2 where organization_id = ${planning.tenant.organization_id}`
  const report = await read(planning, 'cash-from-the-buy', '?as_of=2024-01-10')
  const keys = section(report, 'months').rows.map(({ key }: any) => key)
  expect(keys.slice(0, 3)).toEqual(['before', '2023-M12', '2024-M01'])
  expect(keys.slice(-4)).toEqual(['2024-M11', 'later', 'undated', 'total'])
  expect(row(report, 'months', '2023-M12').label).toContain('2024-01-10 to 2024-02-03')
  expect(row(report, 'months', 'later').cells.committed.cents).toBe(538_666)
  expect(months.length).toBe(12)
})

test('what cannot be computed is listed with its reason, and not counted', async () => {
  const planning = await newCash([
    order('Uncosted', 'Mill', 1, undefined, { expected_delivery_date: inDays(3) }),
    order('Pounds', 'Mill', 1, '10.0000', { currency: 'GBP', expected_delivery_date: inDays(3) }),
    order('No terms', 'Handloom', 1, '7.0000', { expected_delivery_date: inDays(3) }),
  ])
  const report = await read(planning, 'cash-from-the-buy')
  checkFeet(report)
  const left = section(report, 'not_measured').rows.map(({ label, cells }: any) => [label, cells.reason.text])
  expect(left).toContainEqual(['Uncosted', 'The order Uncosted has a line without a known cost.'])
  expect(left).toContainEqual(['Pounds', expect.stringContaining('GBP')])
  expect(row(report, 'months', 'undated').cells.committed).toMatchObject(dollars(700))
  const reason = expect.stringMatching(/^(?=.*GBP and USD)(?=.*Uncosted has a line without a known cost)/)
  expect(headOf(report, 'committed').figure).toMatchObject({ cents: null, usd: null, known_part: 700, reason })
  expect(headOf(report, 'open_buy').figure).toMatchObject({
    cents: null,
    reason: 'No published buy plan covers these months.',
  })
})

test('without a rate what is to be paid is null and names the currency, beside what is known, and the gate says the same', async () => {
  const planning = await newCash([
    order('Dollars', 'Weaver', 1, '40.0000', { expected_delivery_date: inDays(3) }),
    order('Euros', 'Weaver', 1, '3570.0000', { currency: 'EUR', expected_delivery_date: inDays(3) }),
    order('Pounds', 'Mill', 1, '1800.0000', { currency: 'GBP', expected_delivery_date: inDays(3) }),
  ])
  const committedOf = async () => {
    const report = await read(planning, 'cash-from-the-buy')
    checkFeet(report)
    return headOf(report, 'committed').figure
  }
  const rateOf = (currency: string) => `No exchange rate between ${currency} and USD is stored.`
  const missing = { cents: null, usd: null, cause: 'no_exchange_rate' }
  expect(await committedOf()).toMatchObject({
    ...missing,
    known_part: 4_000,
    reason: `${rateOf('EUR')} ${rateOf('GBP')}`,
  })
  const beside = await gate(planning, '?weeks=20')
  const [mill, weaver] = beside.groups
  const week = (of: any) => of.weekly_draw.filter(({ usd }: any) => usd !== 0)
  expect(mill.weekly_draw_usd.every((usd: number) => usd === 0)).toBe(true)
  expect(week(mill)).toEqual(
    // The deposit of 30 % and the balance, at the terms.
    [0, 0].map(() => ({ usd: null, known_part_usd: 0, cause: 'no_exchange_rate', reason: rateOf('GBP') })),
  )
  expect(week(weaver)).toEqual([{ usd: null, known_part_usd: 40, cause: 'no_exchange_rate', reason: rateOf('EUR') }])
  expect(beside.levers[0].not_measured_reason).toBe(`${rateOf('EUR')} ${rateOf('GBP')}`)
  await setRate(planning, 'EUR', 1.25)
  expect(await committedOf()).toMatchObject({ ...missing, known_part: 4_000 + 446_250, reason: rateOf('GBP') })
  await setRate(planning, 'GBP', 2)
  expect(await committedOf()).toMatchObject({ ...dollars(4_000 + 446_250 + 360_000), cause: null, known_part: null })
  const whole = await gate(planning, '?weeks=20')
  for (const { weekly_draw, weekly_draw_usd } of whole.groups)
    expect(weekly_draw.map(({ usd }: any) => usd)).toEqual(weekly_draw_usd)
  expect(whole.levers[0].not_measured_reason).toBeNull()
})

test('an unreadable day is refused by name', async () => {
  const planning = await newCash([])
  for (const as_of of ['yesterday', '2026-13-01', '2026-02-30', '20260101', '1899-12-31', '9999-12-31'])
    expect([as_of, refusal(await ask(planning, 'cash-from-the-buy', `?as_of=${as_of}`))]).toEqual([
      as_of,
      [400, 'as_of'],
    ])
})
