import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Whole,
} from '../../contract/schema.ts'
import { SupplierPath } from './model.ts'
import {
  costDrift,
  fillRate,
  leadTime,
  onTimeRate,
  openValue,
  reason_codes,
  scorecard_days,
} from './scorecard.rules.ts'
import { readFirstDay, readScorecard } from './scorecard.store.ts'

const day_ms = 86_400_000
const lines_max = limits.supplier_scorecard_lines_max.toLocaleString('en-US')

const ReasonCode = Nullable(OpenChoice(reason_codes, 'The reason for programs; null where there is none.'))
const Percent = (description: string, example: number) => Nullable(Num(description, { examples: [example] }))
const Days = (description: string, example: number) => Nullable(Num(description, { examples: [example] }))

const Overview = Shape(
  {
    supplier_id: OwnId('The supplier.'),
    supplier_name: Text('Its name.', { examples: ['Harbour Knitwear'] }),
    as_of: Instant('When the figures were made.'),
    window: Shape(
      { from: CalendarDate('First day on which lines were due.'), to: CalendarDate('Last day: yesterday, UTC.') },
      {
        description: `The days whose due lines are measured: ${scorecard_days}, or the latest that hold about ${lines_max} lines where more were due.`,
      },
    ),
    on_time_rate: Shape(
      {
        value_pct: Percent('Share of the units due that arrived by their day, in percent, to one decimal.', 92.5),
        reason: Reason,
        reason_code: ReasonCode,
        orders: Whole('Orders with a line that was due.'),
        units_due: Whole('Units that arrived, and units that are late on open orders.'),
        units_on_time: Whole('Units that arrived on their day or before.'),
      },
      { description: 'Whether what comes, comes when it was to come.' },
    ),
    fill_rate: Shape(
      {
        value_pct: Percent('Share of the units ordered that arrived, late or not, in percent, to one decimal.', 97.1),
        reason: Reason,
        reason_code: ReasonCode,
        units_ordered: Whole('Units of the lines that were due.'),
        units_received: Whole('Units of them that arrived; those beyond an order are not counted.'),
      },
      { description: 'Whether what was ordered comes at all.' },
    ),
    lead_time: Shape(
      {
        average_days: Days('Days from the order to a delivery, on average, to one decimal.', 33.5),
        reason: Reason,
        reason_code: ReasonCode,
        deviation_days: Days('Standard deviation of those days over the sample, to one decimal.', 4.2),
        deviation_reason: Reason,
        deviation_reason_code: ReasonCode,
        deliveries: Whole('Deliveries that were measured.'),
        stated_days: Nullable(Whole('What the terms of the supplier say.', { examples: [30] })),
      },
      { description: 'How long it takes, and how far one can rely on that.' },
    ),
    cost_drift: Shape(
      {
        value_pct: Percent(
          'How much more than at first the variants cost that were ordered again, in percent, to one decimal.',
          3.4,
        ),
        reason: Reason,
        reason_code: ReasonCode,
        variants: Whole('Variants that were ordered on more than one day, at a known cost.'),
      },
      { description: 'What becomes of its prices.' },
    ),
    open_value: Shape(
      {
        value: Money('What the units still to come on open orders cost, at the unit cost of their lines.'),
        reason_code: ReasonCode,
        orders: Whole('Open orders: approved, issued or partially delivered, with something still to come.'),
        overdue_orders: Whole('Open orders of which something is late.'),
        units: Whole('Units still to come.'),
      },
      { description: 'What is on order now, whenever it is due.' },
    ),
  },
  { description: 'The scorecard of a supplier.' },
)

const daysBefore = (now: string, days: number) =>
  new Date(Date.parse(now.slice(0, 10)) - days * day_ms).toISOString().slice(0, 10)

interface Scored {
  name: string
  currency: string
  lead_time_days: number | null
}

async function findScored(sql: Sql, organization_id: string, supplier_id: string): Promise<Scored> {
  const [row] = await sql<Scored[]>`
    select name, currency, lead_time_days from suppliers
    where organization_id = ${organization_id} and supplier_id = ${supplier_id}`
  return row ?? refuse('supplier_not_on_file')
}

export const getSupplierOverview = operation({
  id: 'suppliers.get_overview',
  route: 'GET /api/v1/inventory/suppliers/{supplier_id}/overview',
  summary: 'Get the scorecard of a supplier',
  description: `Five figures over the lines of its purchases that were due in the ${scorecard_days} days before today, UTC, by the line's day or its order's: on-time rate, fill rate, lead time, cost drift; and the value of what is open.\n\nOrders count once the supplier had them: issued, partially delivered, delivered or closed. Drafts, cancelled orders, orders on hold and lines without a day do not. What a closed order lacks lowers the fill rate and not the on-time rate, which it would else lower twice.\n\nDays of lead time run from the issue of the order, or from its order date where it was never issued, to each delivery. Cost drift looks at each variant that was ordered on more than one day: the units of the last day, at that day's cost and at the first day's; orders in another currency than the supplier's are left out.\n\nWhere more than ${lines_max} lines were due, the latest days are measured that hold no more, lines being counted on the days of their orders; \`window\` says which. A figure that cannot be made is null with its reason.`,
  params: SupplierPath,
  answer: Overview,
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { supplier_id }, now }) {
    const year = { from: daysBefore(now, scorecard_days), to: daysBefore(now, 1) }
    const scope = { organization_id, supplier_id, ...year, today: now.slice(0, 10) }
    const [supplier, from] = await Promise.all([
      findScored(sql, organization_id, supplier_id),
      readFirstDay(sql, scope),
    ])
    const measured = await readScorecard(sql, { ...scope, from })
    const { punctuality, lead_times, drift, open } = measured
    return {
      supplier_id,
      supplier_name: supplier.name,
      as_of: now,
      window: { from, to: year.to },
      on_time_rate: onTimeRate(punctuality),
      fill_rate: fillRate(punctuality),
      lead_time: leadTime(lead_times, supplier.lead_time_days),
      cost_drift: costDrift(drift),
      open_value: openValue(open, supplier.currency),
    }
  },
})
