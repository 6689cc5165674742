/** The weekly draw of cash by group of suppliers, under the changes of a scenario or a lever. Pure. */
import Big from 'big.js'
import { addDays } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import type { MissingCause } from '../../contract/money/causes.ts'
import { type Actual, known, sumActuals, unknown } from '../../contract/money.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'
import { divide } from '../buy_plans/cells/spread.rules.ts'
import type { OrderedFact, OrderFact, SupplierFact } from './cash_facts.store.ts'
import { countsAsPaid, type LeftOut, median, type Payable, paidDays, type Unvalued } from './payables.rules.ts'

const noTerms = 'no_terms'

/** Suppliers with the same declared net days; their key is the same in every response. */
export interface Group {
  key: string
  name: string
  terms_days: number | null
  terms_source: 'measured' | 'declared' | 'scenario' | null
  /** Number of deliveries whose payment was measured. */
  terms_measured_from: number
}

const declaredDays = (terms: string | null) => (terms === null ? null : (readPaymentTerms(terms)?.net_days ?? null))

export const groupKeyOf = (terms: string | null): string => {
  const days = declaredDays(terms)
  return days === null ? noTerms : `net_${days}`
}

export type GroupOf = (supplier_id: string | null) => string

export function groupOfSuppliers(suppliers: readonly SupplierFact[]): GroupOf {
  const keys = new Map(suppliers.map(({ supplier_id, payment_terms }) => [supplier_id, groupKeyOf(payment_terms)]))
  return (supplier_id) => (supplier_id === null ? noTerms : (keys.get(supplier_id) ?? noTerms))
}

const daysOfKey = (key: string) => (key === noTerms ? null : Number(key.slice('net_'.length)))

/** Payments state measured terms; without any, the declared ones hold. */
export function groupsOf(keys: readonly string[], payables: readonly Payable[], groupOf: GroupOf): Group[] {
  const measured = new Map<string, number[]>()
  for (const { order, days } of paidDays(payables)) {
    const key = groupOf(order.supplier_id)
    measured.set(key, [...(measured.get(key) ?? []), days])
  }
  return [...new Set(keys)]
    .toSorted((one, other) => (daysOfKey(one) ?? Infinity) - (daysOfKey(other) ?? Infinity))
    .map((key) => {
      const days = measured.get(key) ?? []
      const declared = daysOfKey(key)
      return {
        key,
        name: declared === null ? 'No declared terms' : `Net ${declared} days`,
        terms_days: median(days) ?? declared,
        terms_source: days.length > 0 ? 'measured' : declared === null ? null : 'declared',
        terms_measured_from: days.length,
      }
    })
}

export type ToUsd = (cents: number, currency: string) => number | null

/** US cents at the newest rates, rounded half up; null where a rate is missing. */
export const dollarsAt =
  (rates: ReadonlyMap<string, string | null>): ToUsd =>
  (cents, currency) => {
    if (currency === 'USD') return cents
    const [from, dollar] = [rates.get(currency) ?? null, rates.get('USD') ?? null]
    return from === null || dollar === null
      ? null
      : Number(Big(cents).times(from).div(dollar).round(0, Big.roundHalfUp)) + 0
  }

/** The rest of a month's planned receipts of a category that can still be ordered, in the plan's currency. */
export interface OpenBuy {
  category_id: string | null
  category: string | null
  /** The first day of the month, or the current day of the running one. */
  from: string
  cents: number | null
  currency: string
  reason: string | null
  cause?: MissingCause | undefined
}

/** Something to be paid, in US cents. */
export interface Draw {
  group_key: string
  kind: 'deposit' | 'receipt' | 'expected' | 'invoice' | 'open_buy'
  from: string
  /** The day on which an invoice is due, whatever the terms of the group. */
  due_on?: string
  usd_cents: number
  /** Goods that it buys; zero where they were received. */
  buys_usd_cents: number
  order: OrderFact | null
  category_id: string | null
}

/** Something to be paid whose amount in US cents is unknown. It has its place in time, so that no sum passes over it. */
export interface Unmeasured {
  /** Null if no supplier is known. */
  group_key: string | null
  kind: Draw['kind']
  from: string
  due_on?: string
  order: OrderFact | null
  category_id: string | null
  cause: MissingCause
  reason: string
}

export interface NotMeasured {
  subject:
    | 'purchase_order'
    | 'supplier_payment'
    | 'open_buy'
    | 'group_terms'
    | 'opening_balance'
    | 'cash_floor'
    | 'receivable'
  name: string
  group_key: string | null
  cents: number | null
  currency: string | null
  reason: string
}

export const noRate = (currency: string) => `No exchange rate between ${currency} and USD is stored.`
export const uncosted = (order: string) => `The order ${order} has a line without a known cost.`

export interface Draws {
  draws: Draw[]
  unmeasured: Unmeasured[]
  not_measured: NotMeasured[]
}

/** One entry for each subject, name and reason, with the sum of the amounts; null if one of them is unknown. */
export function mergeNotMeasured(entries: readonly NotMeasured[]): NotMeasured[] {
  const merged = new Map<string, NotMeasured>()
  for (const entry of entries) {
    const { subject, name, group_key, currency, reason } = entry
    const key = JSON.stringify([subject, name, group_key, currency, reason])
    const before = merged.get(key)
    const cents = before === undefined ? entry.cents : sumOrNull(before.cents, entry.cents)
    merged.set(key, { ...entry, cents })
  }
  return [...merged.values()]
}

const sumOrNull = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)

/** Unpaid amounts of orders and deliveries. A receipt that is late or undated is expected now. */
export function drawsOfOrders(
  {
    payables,
    left_out,
    unvalued,
  }: { payables: readonly Payable[]; left_out: readonly LeftOut[]; unvalued: readonly Unvalued[] },
  { groupOf, toUsd, today }: { groupOf: GroupOf; toUsd: ToUsd; today: string },
): Draws {
  const draws: Draw[] = []
  const dayOf = ({ kind, from }: Pick<Payable, 'kind' | 'from'>) =>
    kind === 'expected' && (from === null || from < today) ? today : from!
  const unmeasured = unvalued
    .filter((one) => !countsAsPaid(one, today))
    .map((one): Unmeasured => {
      const { order, kind } = one
      const [cause, reason] = ['no_unit_cost', uncosted(order.name)] as const
      return { group_key: groupOf(order.supplier_id), kind, from: dayOf(one), order, category_id: null, cause, reason }
    })
  const not_measured = left_out.map(({ subject, name, supplier_id, cents, currency, reason }): NotMeasured => ({
    subject,
    name,
    group_key: groupOf(supplier_id),
    cents,
    currency,
    reason,
  }))
  const unrated = new Map<string, NotMeasured>()
  for (const payable of payables) {
    const { order, kind, billed, value_cents, open_cents } = payable
    if (open_cents === 0 || countsAsPaid(payable, today)) continue
    const { purchase_order_id, name, supplier_id, currency } = order
    const group_key = groupOf(supplier_id)
    const due = billed?.due_on == null ? {} : { due_on: billed.due_on }
    const usd_cents = toUsd(open_cents, currency)
    if (usd_cents === null) {
      const before = unrated.get(purchase_order_id)?.cents ?? 0
      const entry = { name, group_key, cents: before + open_cents, currency, reason: noRate(currency) }
      unrated.set(purchase_order_id, { subject: 'purchase_order', ...entry })
      const [cause, reason] = ['no_exchange_rate', noRate(currency)] as const
      unmeasured.push({ group_key, kind, from: dayOf(payable), ...due, order, category_id: null, cause, reason })
      continue
    }
    const buys_usd_cents = kind === 'expected' ? toUsd(value_cents, currency)! : 0
    draws.push({ group_key, kind, from: dayOf(payable), ...due, usd_cents, buys_usd_cents, order, category_id: null })
  }
  return { draws, unmeasured, not_measured: [...not_measured, ...unrated.values()] }
}

/** Divides the open buy of a category by what its suppliers' groups were ordered from in the last year. */
export function drawsOfOpenBuy(
  openBuys: readonly OpenBuy[],
  ordered: readonly OrderedFact[],
  { groupOf, toUsd }: { groupOf: GroupOf; toUsd: ToUsd },
): Draws {
  const draws: Draw[] = []
  const unmeasured: Unmeasured[] = []
  const not_measured: NotMeasured[] = []
  for (const { category_id, category, from, cents, currency, reason, cause } of openBuys) {
    const name = category ?? 'Products without a category'
    const leave = (code: MissingCause, why: string) => {
      not_measured.push({ subject: 'open_buy', name, group_key: null, cents, currency, reason: why })
      for (const group_key of shares.size === 0 ? [null] : shares.keys())
        unmeasured.push({ group_key, kind: 'open_buy', from, order: null, category_id, cause: code, reason: why })
    }
    const shares = new Map<string, number>()
    for (const one of ordered)
      if (one.category_id === category_id && one.cents > 0) {
        const key = groupOf(one.supplier_id)
        shares.set(key, (shares.get(key) ?? 0) + one.cents)
      }
    const usd_cents = cents === null ? null : toUsd(cents, currency)
    if (cents === null) leave(cause ?? 'no_plan_value', reason ?? 'The plan has no value.')
    else if (cents === 0) continue
    else if (usd_cents === null) leave('no_exchange_rate', noRate(currency))
    else if (shares.size === 0)
      leave('no_supplier', 'Nothing of the category was ordered in the last year, so no supplier is known.')
    else {
      const keys = [...shares.keys()].toSorted()
      const parts = divide(
        usd_cents,
        keys.map((key) => shares.get(key)!),
      )
      for (const [at, group_key] of keys.entries()) {
        const part = parts[at]!
        draws.push({
          group_key,
          kind: 'open_buy',
          from,
          usd_cents: part,
          buys_usd_cents: part,
          order: null,
          category_id,
        })
      }
    }
  }
  return { draws, unmeasured, not_measured }
}

/** Effects of a scenario or a lever. */
export interface Change {
  delay_receipts_weeks: number
  /** The share of the open buy that is not bought, in basis points. */
  cutOf: (category_id: string | null) => number
  /** Other terms of a group; null keeps them. */
  termsOf: (group_key: string) => number | null
}

export const unchanged: Change = {
  delay_receipts_weeks: 0,
  cutOf: () => 0,
  termsOf: () => null,
}

/** What is still to come arrives later. */
function delayedDay({ kind, from }: Pick<Draw, 'kind' | 'from'>, { delay_receipts_weeks }: Change): string {
  const delay = kind === 'expected' || kind === 'open_buy' ? delay_receipts_weeks * 7 : 0
  return delay === 0 ? from : addDays(from, delay)
}

function changedDraw(draw: Draw, change: Change): Draw {
  const from = delayedDay(draw, change)
  if (draw.kind !== 'open_buy') return { ...draw, from }
  const cut = Number(Big(draw.usd_cents).times(change.cutOf(draw.category_id)).div(10_000).round(0, Big.roundHalfUp))
  return { ...draw, from, usd_cents: draw.usd_cents - cut, buys_usd_cents: draw.buys_usd_cents - cut }
}

export const applyChange = (draws: readonly Draw[], change: Change): Draw[] =>
  draws.map((draw) => changedDraw(draw, change))

/** An open buy that is cut whole is not bought, whatever it would have cost. */
export const changeUnmeasured = (unmeasured: readonly Unmeasured[], change: Change): Unmeasured[] =>
  unmeasured
    .filter(({ kind, category_id }) => kind !== 'open_buy' || change.cutOf(category_id) < 10_000)
    .map((one) => ({ ...one, from: delayedDay(one, change) }))

export const changedGroups = (groups: readonly Group[], { termsOf }: Change): Group[] =>
  groups.map((group) => {
    const terms_days = termsOf(group.key)
    return terms_days === null ? group : { ...group, terms_days, terms_source: 'scenario', terms_measured_from: 0 }
  })

export interface GroupDraw {
  group: Group
  open_buy_cents: number
  weekly_cents: number[]
  /** After the last week. */
  later_cents: number
  /** Drawn at a day that is unknown, because the group has no terms. */
  undated_cents: number
}

/** Deposits are due at issue, invoices on their day, everything else at terms from its receipt; null without terms. */
export function dueDay(
  { kind, from, due_on }: Pick<Draw, 'kind' | 'from' | 'due_on'>,
  terms_days: number | null,
): string | null {
  if (kind === 'deposit') return from
  if (due_on !== undefined) return due_on
  return terms_days === null ? null : addDays(from, terms_days)
}

/** The place of the week that a day falls into, days before the first included; -1 after the last. */
export const weekOf = (due: string, weeks: readonly Period[]) => weeks.findIndex(({ end }) => due <= end)

/** What is overdue falls into the first week. */
export function groupDraws(groups: readonly Group[], draws: readonly Draw[], weeks: readonly Period[]): GroupDraw[] {
  return groups.map((group) => {
    const own = draws.filter(({ group_key }) => group_key === group.key)
    const weekly_cents = weeks.map(() => 0)
    let [open_buy_cents, later_cents, undated_cents] = [0, 0, 0]
    for (const draw of own) {
      const { kind, usd_cents } = draw
      if (kind === 'open_buy') open_buy_cents += usd_cents
      const due = dueDay(draw, group.terms_days)
      const at = due === null ? -1 : weekOf(due, weeks)
      if (due === null) undated_cents += usd_cents
      else if (at < 0) later_cents += usd_cents
      else weekly_cents[at]! += usd_cents
    }
    return { group, open_buy_cents, weekly_cents, later_cents, undated_cents }
  })
}

export const unmeasuredActual = ({ cause, reason }: Unmeasured): Actual => unknown(reason, cause)

/** The draw of a group as figures: null in the weeks to which an unmeasured amount belongs, beside what is known. */
export interface GroupFigures {
  open_buy: Actual
  weekly: Actual[]
  later: Actual
}

export function groupFigures(
  { group, open_buy_cents, weekly_cents, later_cents }: GroupDraw,
  unmeasured: readonly Unmeasured[],
  weeks: readonly Period[],
): GroupFigures {
  const own = unmeasured.filter(({ group_key }) => group_key === group.key)
  const figureOf = (cents: number, isPart: (one: Unmeasured) => boolean) =>
    sumActuals([known(cents), ...own.filter(isPart).map(unmeasuredActual)])
  const isDueIn = (at: number) => (one: Unmeasured) => {
    const due = dueDay(one, group.terms_days)
    return due !== null && weekOf(due, weeks) === at
  }
  return {
    open_buy: figureOf(open_buy_cents, ({ kind }) => kind === 'open_buy'),
    weekly: weekly_cents.map((cents, at) => figureOf(cents, isDueIn(at))),
    later: figureOf(later_cents, isDueIn(-1)),
  }
}
