/** Sections of the report of cash from the buy: the draws of the cash gate by fiscal month, terms and order. Pure. */
import { type Actual, add, known, sumActuals, unknown } from '../../../contract/money.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { limits } from '../../../contract/limits.ts'
import {
  type Draw,
  dueDay,
  type Group,
  type NotMeasured,
  type Unmeasured,
  unmeasuredActual,
} from '../../cash/cash.rules.ts'
import {
  cell,
  columnsOf,
  headOf,
  type HeadLine,
  moneyFigure,
  rowOf,
  textFigure,
  valueFigure,
} from '../figures.rules.ts'
import type { ReportFigure, Row, Section } from '../report.model.ts'

export interface CashMonth extends Period {
  /** Such as 2026-M03. */
  key: string
  label: string
}

interface CashFacts {
  draws: readonly Draw[]
  unmeasured: readonly Unmeasured[]
  groups: readonly Group[]
  not_measured: readonly NotMeasured[]
  /** The first begins with the day of the report. */
  months: readonly CashMonth[]
  hasPlan: boolean
  /** The day of the report, and what is due before it. */
  day: string
  before: string
  as_of: string
}

const noPlan = 'No published buy plan covers these months.'
const columns = columnsOf({
  deposits: ['Deposits', 'money'],
  balances_received: ['Balances of deliveries and invoices', 'money'],
  balances_expected: ['Balances of goods to come', 'money'],
  committed: ['Committed by orders', 'money'],
  open_buy: ['Open buy', 'money'],
  total: ['Total', 'money'],
})

/** What is to be paid, and what of it is not known. */
type Payment = Draw | Unmeasured
const isMeasured = (one: Payment): one is Draw => 'usd_cents' in one

/** Null where one of the payments is unknown, beside the sum of the known ones. */
const sum = (payments: readonly Payment[], ...kinds: readonly Draw['kind'][]): Actual =>
  sumActuals(
    payments
      .filter(({ kind }) => kinds.includes(kind))
      .map((one) => (isMeasured(one) ? known(one.usd_cents) : unmeasuredActual(one))),
  )

const committedKinds = ['deposit', 'receipt', 'invoice', 'expected'] as const

const dollars = (of: Actual): ReportFigure => moneyFigure(of, 'USD')

function cellsOf(payments: readonly Payment[], hasPlan: boolean): Record<string, ReportFigure> {
  const committed = sum(payments, ...committedKinds)
  const open_buy = hasPlan ? sum(payments, 'open_buy') : unknown(noPlan, 'no_plan')
  return {
    deposits: dollars(sum(payments, 'deposit')),
    balances_received: dollars(sum(payments, 'receipt', 'invoice')),
    balances_expected: dollars(sum(payments, 'expected')),
    committed: dollars(committed),
    open_buy: dollars(open_buy),
    total: dollars(add([1, committed], [1, open_buy])),
  }
}

const paymentsOf = ({ draws, unmeasured }: CashFacts): Payment[] => [...draws, ...unmeasured]

const dueDayIn = (groups: readonly Group[]) => (one: Payment) =>
  dueDay(one, groups.find(({ key }) => key === one.group_key)?.terms_days ?? null)

/** The row that a due day falls into. */
function rowOfDay(due: string | null, { months, day }: CashFacts): string {
  if (due === null) return 'undated'
  return due < day ? 'before' : (months.find(({ end }) => due <= end)?.key ?? 'later')
}

function monthsSection(facts: CashFacts): Section {
  const { groups, months, hasPlan, before, as_of } = facts
  const payments = paymentsOf(facts)
  const dueOf = dueDayIn(groups)
  const byRow = Map.groupBy(payments, (one) => rowOfDay(dueOf(one), facts))
  const row = (key: string, label: string) => rowOf(key, label, cellsOf(byRow.get(key) ?? [], hasPlan))
  return {
    key: 'months',
    label: 'Payments by fiscal month',
    absence: null,
    as_of,
    data_source: 'Purchase orders, deliveries, supplier payments, buy plans',
    note: 'Deposits are due at issue, invoices on their day, other balances at terms from the receipt. Balances of suppliers without known terms have no day.',
    columns,
    rows: [
      row('before', before),
      ...months.map(({ key, label }) => row(key, label)),
      row('later', `After ${months.at(-1)!.end}`),
      row('undated', 'Without a day'),
      rowOf('total', 'Total', cellsOf(payments, hasPlan)),
    ],
  }
}

function termsSection(facts: CashFacts): Section {
  const { groups, hasPlan, as_of } = facts
  const payments = paymentsOf(facts)
  const noTerms = 'The suppliers declare no terms that can be read, and no payment to them was measured.'
  const rows: Row[] = groups.map((group) =>
    rowOf(group.key, group.name, {
      terms_days: valueFigure(group.terms_days, noTerms),
      terms_source: textFigure(group.terms_source, noTerms),
      ...cellsOf(
        payments.filter(({ group_key }) => group_key === group.key),
        hasPlan,
      ),
    }),
  )
  const several = 'The row sums up several terms.'
  return {
    key: 'terms',
    label: 'Payments by terms',
    absence: groups.length === 0 ? 'Nothing is to be paid.' : null,
    as_of,
    data_source: 'Suppliers, purchase orders, supplier payments, buy plans',
    note: 'Terms are the median of the days from receipt to payment where payments were recorded, or else those that the suppliers declare.',
    columns: [
      ...columnsOf({ terms_days: ['Days', 'days'], terms_source: ['Source of the terms', 'text'] }),
      ...columns,
    ],
    rows:
      groups.length === 0
        ? []
        : [
            ...rows,
            rowOf('total', 'Total', {
              terms_days: valueFigure(null, several),
              terms_source: textFigure(null, several),
              ...cellsOf(payments, hasPlan),
            }),
          ],
  }
}

const orderColumns = columns.filter(({ key }) => key !== 'open_buy' && key !== 'total')

function orderCells(payments: readonly Payment[], groups: readonly Group[]): Record<string, ReportFigure> {
  const { deposits, balances_received, balances_expected, committed } = cellsOf(payments, true)
  const dueOf = dueDayIn(groups)
  const days = payments.flatMap((one) => dueOf(one) ?? []).toSorted()
  return {
    next_due: textFigure(days[0] ?? null, 'The supplier has no known terms.'),
    deposits: deposits!,
    balances_received: balances_received!,
    balances_expected: balances_expected!,
    committed: committed!,
  }
}

function ordersSection(facts: CashFacts): Section {
  const { groups, as_of } = facts
  const byOrder = Map.groupBy(
    paymentsOf(facts).filter(({ order }) => order !== null),
    ({ order }) => order!.purchase_order_id,
  )
  const cents = (own: readonly Payment[]) => {
    const committed = sum(own, ...committedKinds)
    return committed.cents ?? committed.known_part ?? 0
  }
  const orders = [...byOrder].toSorted(([, one], [, other]) => cents(other) - cents(one))
  const [listed, others] = [orders.slice(0, limits.report_orders_max), orders.slice(limits.report_orders_max)]
  const all = orders.flatMap(([, own]) => own)
  return {
    key: 'orders',
    label: 'Payments by order',
    absence: orders.length === 0 ? 'No order has anything to be paid.' : null,
    as_of,
    data_source: 'Purchase orders, deliveries, supplier payments',
    note: `The largest first; at most ${limits.report_orders_max}, the others in one row.`,
    columns: [...columnsOf({ next_due: ['Next payment due', 'date'] }), ...orderColumns],
    rows:
      orders.length === 0
        ? []
        : [
            ...listed.map(([key, own]) => rowOf(key, own[0]!.order!.name, orderCells(own, groups))),
            ...(others.length === 0
              ? []
              : [
                  rowOf(
                    'others',
                    `${others.length} other orders`,
                    orderCells(
                      others.flatMap(([, own]) => own),
                      groups,
                    ),
                  ),
                ]),
            rowOf('total', 'Total', orderCells(all, groups)),
          ],
  }
}

const notMeasuredSection = ({ not_measured, as_of }: CashFacts): Section => ({
  key: 'not_measured',
  label: 'Not contained in the figures',
  absence: not_measured.length === 0 ? 'Everything could be computed.' : null,
  as_of,
  data_source: 'Purchase orders, supplier payments, buy plans, exchange rates',
  note: null,
  columns: columnsOf({ amount: ['Amount', 'money'], reason: ['Reason', 'text'] }),
  rows: not_measured.map(({ name, cents, currency, reason }, at) =>
    rowOf(String(at + 1), name, {
      amount: moneyFigure(cents === null ? unknown(reason) : known(cents), currency ?? 'USD'),
      reason: textFigure(reason),
    }),
  ),
})

export const cashSections = (facts: CashFacts): Section[] => [
  monthsSection(facts),
  termsSection(facts),
  ordersSection(facts),
  notMeasuredSection(facts),
]

export function cashHead(sections: readonly Section[], { months, before }: CashFacts) {
  const at = (row: string, column: string) => cell('months', row, column)
  const lines: HeadLine[] = [
    {
      key: 'committed',
      label: 'To be paid for orders',
      at: at('total', 'committed'),
      against: { label: before, at: at('before', 'committed') },
    },
    { key: 'deposits', label: 'Deposits', at: at('total', 'deposits') },
    {
      key: 'first_month',
      label: `To be paid, ${months[0]!.label}`,
      at: at(months[0]!.key, 'committed'),
    },
    { key: 'open_buy', label: 'Open buy of the plans', at: at('total', 'open_buy') },
    { key: 'total', label: 'Orders and open buy', at: at('total', 'total') },
  ]
  return headOf(sections, lines)
}
