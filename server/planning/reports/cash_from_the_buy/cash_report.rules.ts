/** Sections of the report of cash from the buy: the draws of the cash gate by fiscal month, terms and order. Pure. */
import { type Actual, known, unknown } from '../../../contract/money.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { limits } from '../../../contract/limits.ts'
import type { Draw, Group, NotMeasured } from '../../cash/cash.rules.ts'
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
  balances_received: ['Balances of deliveries', 'money'],
  balances_expected: ['Balances of goods to come', 'money'],
  committed: ['Committed by orders', 'money'],
  open_buy: ['Open buy', 'money'],
  total: ['Total', 'money'],
})

const sum = (draws: readonly Draw[], ...kinds: readonly Draw['kind'][]) =>
  draws.filter(({ kind }) => kinds.includes(kind)).reduce((cents, { usd_cents }) => cents + usd_cents, 0)

const dollars = (of: Actual): ReportFigure => moneyFigure(of, 'USD')

function cellsOf(draws: readonly Draw[], hasPlan: boolean): Record<string, ReportFigure> {
  const committed = sum(draws, 'deposit', 'receipt', 'expected')
  const open_buy = hasPlan ? known(sum(draws, 'open_buy')) : unknown(noPlan)
  return {
    deposits: dollars(known(sum(draws, 'deposit'))),
    balances_received: dollars(known(sum(draws, 'receipt'))),
    balances_expected: dollars(known(sum(draws, 'expected'))),
    committed: dollars(known(committed)),
    open_buy: dollars(open_buy),
    total: dollars(open_buy.cents === null ? open_buy : known(committed + open_buy.cents)),
  }
}

/** Deposits are due at issue, everything else at terms from its receipt; null without terms. */
function dueDay({ kind, from, group_key }: Draw, groups: readonly Group[]): string | null {
  if (kind === 'deposit') return from
  const terms = groups.find(({ key }) => key === group_key)?.terms_days ?? null
  return terms === null ? null : addDays(from, terms)
}

/** The row that a due day falls into. */
function rowOfDay(due: string | null, { months, day }: CashFacts): string {
  if (due === null) return 'undated'
  return due < day ? 'before' : (months.find(({ end }) => due <= end)?.key ?? 'later')
}

function monthsSection(facts: CashFacts): Section {
  const { draws, groups, months, hasPlan, before, as_of } = facts
  const byRow = Map.groupBy(draws, (draw) => rowOfDay(dueDay(draw, groups), facts))
  const row = (key: string, label: string) => rowOf(key, label, cellsOf(byRow.get(key) ?? [], hasPlan))
  return {
    key: 'months',
    label: 'Payments by fiscal month',
    absence: null,
    as_of,
    data_source: 'Purchase orders, deliveries, supplier payments, buy plans',
    note: 'Deposits are due at issue, balances at terms from the receipt. Balances of suppliers without known terms have no day.',
    columns,
    rows: [
      row('before', before),
      ...months.map(({ key, label }) => row(key, label)),
      row('later', `After ${months.at(-1)!.end}`),
      row('undated', 'Without a day'),
      rowOf('total', 'Total', cellsOf(draws, hasPlan)),
    ],
  }
}

function termsSection({ draws, groups, hasPlan, as_of }: CashFacts): Section {
  const noTerms = 'The suppliers declare no terms that can be read, and no payment to them was measured.'
  const rows: Row[] = groups.map((group) =>
    rowOf(group.key, group.name, {
      terms_days: valueFigure(group.terms_days, noTerms),
      terms_source: textFigure(group.terms_source, noTerms),
      ...cellsOf(
        draws.filter(({ group_key }) => group_key === group.key),
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
              ...cellsOf(draws, hasPlan),
            }),
          ],
  }
}

const orderColumns = columns.filter(({ key }) => key !== 'open_buy' && key !== 'total')

function orderCells(draws: readonly Draw[], groups: readonly Group[]): Record<string, ReportFigure> {
  const { deposits, balances_received, balances_expected, committed } = cellsOf(draws, true)
  const days = draws.flatMap((draw) => dueDay(draw, groups) ?? []).toSorted()
  return {
    next_due: textFigure(days[0] ?? null, 'The supplier has no known terms.'),
    deposits: deposits!,
    balances_received: balances_received!,
    balances_expected: balances_expected!,
    committed: committed!,
  }
}

function ordersSection({ draws, groups, as_of }: CashFacts): Section {
  const byOrder = Map.groupBy(
    draws.filter(({ order }) => order !== null),
    ({ order }) => order!.purchase_order_id,
  )
  const cents = (own: readonly Draw[]) => sum(own, 'deposit', 'receipt', 'expected')
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
