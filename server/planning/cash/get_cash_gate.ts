import { addDays, mondayOf } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { type Actual, joinReasons, money, unknown } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { Flag, Id, type Static, Type, Whole } from '../../contract/schema.ts'
import { ratesInForce } from '../../exchange_rates/rates_in_force.ts'
import { CashGate } from './cash_gate.model.ts'
import {
  type CashScope,
  type OrderFact,
  readOrdered,
  readOrders,
  readPayments,
  readReceipts,
  readSettings,
  readSuppliers,
  type StoredSettings,
} from './cash_facts.store.ts'
import {
  applyChange,
  changeUnmeasured,
  type Change,
  changedGroups,
  dollarsAt,
  type Draw,
  drawsOfOpenBuy,
  drawsOfOrders,
  type GroupDraw,
  groupDraws,
  groupFigures,
  type GroupFigures,
  groupOfSuppliers,
  groupsOf,
  mergeNotMeasured,
  noRate,
  type NotMeasured,
  type ToUsd,
  unchanged,
  type Unmeasured,
} from './cash.rules.ts'
import { changeOf, findScenario } from './cash_scenarios.ts'
import { type Lever, leversOf } from './levers.rules.ts'
import { type PlanFacts, readPlanFacts } from './live_plans.store.ts'
import { readInvoiced } from './invoiced.store.ts'
import { billedAlone, type PayableFacts, payablesOf } from './payables.rules.ts'
import { type Projection, projectionOf } from './projection.rules.ts'
import { type Committed, committedOf, moneyInNotRequested } from './receivables.rules.ts'
import { readReceivables } from './receivables.store.ts'

const basis_note = `The unpaid deposit of an order is due in the week of its issue. What a supplier has invoiced is owed by the invoice, less its credit notes, on the day on which it is due; the rest of an order is due at terms from the receipt. Receipts that are late or undated are expected now, and overdue payments fall into the first week. The deposit of an order is credited to its receipts and invoices in proportion to their value. The open buy of a month arrives on its first day and is divided by what the category was ordered from each group in the last ${limits.cash_payable_days} days. Deliveries received before that count as paid. Manufacturing orders without a supplier draw nothing, because their components are bought by other orders. Committed money in is issued invoices in the week of their due date; those past due may be paid already and are not counted. Amounts are at the newest exchange rates.`

const usd = (cents: number) => cents / 100

/** The facts that cash is computed from, read once. */
export async function readCashFacts(sql: Sql, scope: CashScope & { currency: string }, horizon: Period, today: string) {
  const [orders, ofOrders, invoiced, payments, suppliers, ordered, settings, plan, receivables] = await Promise.all([
    readOrders(sql, scope),
    readReceipts(sql, scope),
    readInvoiced(sql, scope),
    readPayments(sql, scope),
    readSuppliers(sql, scope.organization_id),
    readOrdered(sql, scope),
    readSettings(sql, scope.organization_id),
    readPlanFacts(sql, scope, horizon, today),
    readReceivables(sql, scope.organization_id, today),
  ])
  const { invoices } = invoiced
  const receipts = [
    ...ofOrders.filter(({ purchase_order_id }) => !invoiced.receipts.has(purchase_order_id)),
    ...[...invoiced.receipts.values()].flat(),
  ]
  const currencies = [
    ...new Set([
      'USD',
      scope.currency,
      ...orders.map(({ currency }) => currency),
      ...invoices.map(({ currency }) => currency),
      ...plan.open_buys.map(({ currency }) => currency),
      ...receivables.map(({ currency }) => currency),
      ...(settings === null ? [] : [settings.currency]),
    ]),
  ]
  const requests = currencies.map((currency) => ({ currency, day: null }))
  const rates = await ratesInForce(sql, scope.organization_id, requests)
  const toUsd = dollarsAt(
    new Map(currencies.map((currency, at) => [currency, rates[at]?.organization_currency_per_unit ?? null])),
  )
  return { orders, receipts, invoices, payments, suppliers, ordered, settings, plan, receivables, toUsd }
}
type Facts = Awaited<ReturnType<typeof readCashFacts>>

/** A setting in US dollars, or why it is missing. */
function settingUsd(
  subject: 'opening_balance' | 'cash_floor',
  settings: StoredSettings | null,
  toUsd: ToUsd,
): { usd: number | null; not_measured: NotMeasured[] } {
  const cents = settings?.[`${subject}_cents`] ?? null
  const currency = settings?.currency ?? null
  const leave = (reason: string) => ({
    usd: null,
    not_measured: [{ subject, name: subject, group_key: null, cents, currency, reason }],
  })
  if (cents === null || currency === null) return leave('It has not been set.')
  const converted = toUsd(cents, currency)
  return converted === null ? leave(noRate(currency)) : { usd: usd(converted), not_measured: [] }
}

/** Balances of groups without terms cannot be dated. */
const undated = (draws: readonly GroupDraw[]) =>
  draws.flatMap(({ group, undated_cents }) =>
    undated_cents === 0
      ? []
      : [
          {
            subject: 'group_terms' as const,
            name: group.name,
            group_key: group.key,
            cents: undated_cents,
            currency: 'USD',
            reason: 'The suppliers declare no payment terms that can be read, and no payment to them was measured.',
          },
        ],
  )

/** The facts if orders were cancelled: what arrived of them stays, and what was paid settles that first. */
const withoutOrders = (facts: Facts, isCancelled: (order: OrderFact) => boolean): PayableFacts => {
  const gone = new Set(facts.orders.filter(isCancelled).map(({ purchase_order_id }) => purchase_order_id))
  return {
    ...facts,
    orders: facts.orders.map((order) =>
      gone.has(order.purchase_order_id) ? { ...order, status: 'cancelled' } : order,
    ),
    receipts: facts.receipts.filter((one) => !(one.is_expected && gone.has(one.purchase_order_id))),
  }
}

function computeDraws(facts: Facts, change: Change, weeks: readonly Period[], today: string) {
  const groupOf = groupOfSuppliers(facts.suppliers)
  const days = { today, payables_since: facts.settings?.payables_since ?? null }
  const owed = payablesOf(facts, days)
  const context = { groupOf, toUsd: facts.toUsd, today }
  const ofOrders = drawsOfOrders(owed, context)
  const ofOpenBuy = drawsOfOpenBuy(facts.plan.open_buys, facts.ordered, context)
  const not_measured = [...ofOrders.not_measured, ...ofOpenBuy.not_measured]
  const changed = (ofOrder: readonly Draw[]) => applyChange([...ofOrder, ...ofOpenBuy.draws], change)
  const drawsWithout = (isCancelled: (order: OrderFact) => boolean) =>
    changed(drawsOfOrders(payablesOf(withoutOrders(facts, isCancelled), days), context).draws)
  const draws = changed(ofOrders.draws)
  const unmeasured = changeUnmeasured([...ofOrders.unmeasured, ...ofOpenBuy.unmeasured], change)
  const groups = changedGroups(
    groupsOf(
      [...draws, ...unmeasured, ...not_measured].flatMap(({ group_key }) => group_key ?? []),
      owed.payables,
      groupOf,
    ),
    change,
  )
  const byGroup = groupDraws(groups, draws, weeks)
  return {
    draws,
    byGroup,
    unmeasured,
    figures: byGroup.map((one) => groupFigures(one, unmeasured, weeks)),
    levers: leversOf({ draws, drawsWithout, groups, weeks, today }),
    not_measured,
  }
}

const figureRead = (figure: Actual) =>
  figure.cents === null
    ? {
        usd: null,
        known_part_usd: figure.known_part === undefined ? null : usd(figure.known_part),
        cause: figure.cause ?? null,
        reason: figure.reason,
      }
    : { usd: usd(figure.cents), known_part_usd: null, cause: null, reason: null }

const noPlan = unknown('No published buy plan covers these weeks.', 'no_plan')

const groupRead = (
  { group, open_buy_cents, weekly_cents, later_cents }: GroupDraw,
  figures: GroupFigures,
  hasPlan: boolean,
) => ({
  ...group,
  open_buy: figureRead(hasPlan ? figures.open_buy : noPlan),
  weekly_draw: figures.weekly.map(figureRead),
  later_draw: figureRead(figures.later),
  open_buy_usd: hasPlan ? usd(open_buy_cents) : null,
  weekly_draw_usd: weekly_cents.map(usd),
  later_draw_usd: usd(later_cents),
})

const leverRead = ({ buy_effect_cents, releases, ...lever }: Lever, unmeasured: readonly Unmeasured[]) => ({
  ...lever,
  not_measured_reason: unmeasured.length === 0 ? null : joinReasons(unmeasured.map(({ reason }) => reason)),
  buy_effect_usd: usd(buy_effect_cents),
  releases: releases.map(({ group_key, cash_cents }) => ({ cash_usd: usd(cash_cents), group_key })),
})

function coverageOf(draws: readonly Draw[], not_measured: readonly NotMeasured[], plan: PlanFacts) {
  const left_out = not_measured.filter(({ subject }) => subject === 'open_buy').length
  return {
    orders_counted: new Set(
      draws.flatMap(({ order }) => (order === null || order.status === billedAlone ? [] : order.purchase_order_id)),
    ).size,
    orders_left_out: not_measured.filter(({ subject }) => subject === 'purchase_order').length,
    open_buy_months_counted: plan.open_buys.length - left_out,
    open_buy_months_left_out: left_out,
    plans: plan.plans,
  }
}

const projectionRead = ({ source, reason, weekly_cents }: Projection) => ({
  projected_in_source: source,
  projected_in_reason: reason,
  projected_in_usd: weekly_cents?.map((cents) => (cents === null ? null : usd(cents))) ?? null,
})

const committedRead = ({ source, reason, weekly_cents, weekly, later_cents, later }: Committed) => ({
  committed_in_source: source,
  committed_in_reason: reason,
  committed_in_usd: weekly_cents?.map(usd) ?? null,
  committed_in: weekly?.map(figureRead) ?? null,
  committed_in_later_usd: later_cents === null ? null : usd(later_cents),
  committed_in_later: later === null ? null : figureRead(later),
})

const notRequested: Projection = { source: null, reason: 'The projection was not requested.', weekly_cents: null }

export const getCashGate = operation({
  id: 'cash.get_cash_gate',
  route: 'GET /api/v1/commitments/cash-gate',
  summary: 'Get the cash gate',
  description: `Returns when the buy draws on cash, week by week and by group of suppliers with the same payment terms, and what would release cash. The draw contains unpaid deposits and balances of open orders, unpaid deliveries and supplier invoices, and the open buy: planned receipts of the published buy plans that are not on order. Of several plans of a category and fiscal year, the one published last counts. Terms are the median of the days from receipt to payment where payments were recorded, or else those that the suppliers declare. \`not_measured\` lists what the figures do not contain, and why. \`weekly_draw\` is null in weeks in which something unmeasured is due, beside the part that is known; \`weekly_draw_usd\` is that part alone. Opening balance, cash floor, payments and scenarios are set in the app. Requires the Pro plan. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      include_projection: Type.Optional(
        Flag('false leaves out money in, committed and projected: the answer is the buying plan only.', {
          default: true,
        }),
      ),
      commitment_id: Type.Optional(Id('Accepted and ignored: cash is computed for the whole organisation.')),
      weeks: Type.Optional(
        Whole('Number of weeks, the current one included.', {
          minimum: 1,
          maximum: limits.cash_weeks_max,
          default: limits.cash_weeks_default,
        }),
      ),
      scenario: Type.Optional(Id('Id of a cash scenario to compute the figures under.')),
    },
    { additionalProperties: false },
  ),
  answer: CashGate,
  async run({ sql, caller, query, now }) {
    const { organization_id, time_zone, currency } = caller
    const { include_projection = true, weeks: count = limits.cash_weeks_default } = query
    const today = dayInTimeZone(time_zone, now)
    const first = mondayOf(today)
    const weeks = Array.from({ length: count }, (_, at) => ({
      start: addDays(first, at * 7),
      end: addDays(first, at * 7 + 6),
    }))
    const horizon = { start: today, end: weeks.at(-1)!.end }
    const scenario = query.scenario === undefined ? null : await findScenario(sql, organization_id, query.scenario)
    const facts = await readCashFacts(sql, { organization_id, time_zone, currency }, horizon, today)
    const { plan, settings, toUsd } = facts
    const change = scenario === null ? unchanged : changeOf(scenario)
    const { draws, byGroup, figures, unmeasured, levers, not_measured } = computeDraws(facts, change, weeks, today)
    const balance = settingUsd('opening_balance', settings, toUsd)
    const floor = settingUsd('cash_floor', settings, toUsd)
    const committed = include_projection ? committedOf(facts.receivables, weeks, toUsd) : moneyInNotRequested
    const left_out = mergeNotMeasured([
      ...not_measured,
      ...undated(byGroup),
      ...balance.not_measured,
      ...floor.not_measured,
      ...committed.not_measured,
    ])
    const answer: Static<typeof CashGate> = {
      as_of: today,
      computed_at: now,
      opening_balance_usd: balance.usd,
      opening_balance_on: settings?.opening_balance_on ?? null,
      cash_floor_usd: floor.usd,
      scenario: scenario === null ? null : { scenario_id: scenario.scenario_id, name: scenario.name },
      weeks: weeks.map(({ start, end }) => ({ start_date: start, end_date: end })),
      groups: byGroup.map((one, at) => groupRead(one, figures[at]!, plan.plans.length > 0)),
      planned_out_coverage: coverageOf(draws, not_measured, plan),
      not_measured: left_out.map(({ cents, currency: of, reason, ...one }) => ({
        ...one,
        amount: money(cents, of, reason),
        reason,
      })),
      levers: levers.map((one) => leverRead(one, unmeasured)),
      ...committedRead(committed),
      ...projectionRead(include_projection ? projectionOf(plan.sales, weeks, today, toUsd) : notRequested),
      basis_note,
    }
    return answer
  },
})
