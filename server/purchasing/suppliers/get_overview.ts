import { suppliers } from '../../../db/schema/suppliers.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { addDays } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Count,
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
import { costDrift, fillRate, leadTime, onTimeRate, openValue, reasonCodes, scorecardDays } from './scorecard.rules.ts'
import { readFirstDay, readScorecard } from './scorecard.store.ts'

const linesMax = limits.supplier_scorecard_lines_max.toLocaleString('en-US')

const ReasonCode = Nullable(OpenChoice(reasonCodes, 'Machine-readable reason; null if there is a figure.'))
const Percent = (description: string, example: number) => Nullable(Num(description, { examples: [example] }))
const Days = (description: string, example: number) => Nullable(Num(description, { examples: [example] }))

const Overview = Shape(
  {
    supplier_id: OwnId('The supplier.'),
    supplier_name: Text('Name of the supplier.', { examples: ['Harbour Knitwear'] }),
    as_of: Instant('When the figures were calculated.'),
    window: Shape(
      {
        from: CalendarDate('First day of the window.'),
        to: CalendarDate("Last day of the window: yesterday in the organisation's time zone."),
      },
      {
        description: `The days whose due lines are measured: ${scorecardDays} days, or fewer recent days that hold about ${linesMax} lines if more were due.`,
      },
    ),
    on_time_rate: Shape(
      {
        value_pct: Percent(
          'Share of due units that arrived by their due date, in percent, to one decimal; null with a reason.',
          92.5,
        ),
        reason: Reason,
        reason_code: ReasonCode,
        orders: Count('Number of orders with a line that was due.'),
        units_due: Whole('Units that arrived, plus late units on open orders.'),
        units_on_time: Whole('Units that arrived on or before their due date.'),
      },
      { description: 'Share of due units that arrived on time.' },
    ),
    fill_rate: Shape(
      {
        value_pct: Percent(
          'Share of ordered units that arrived, on time or late, in percent, to one decimal; null with a reason.',
          97.1,
        ),
        reason: Reason,
        reason_code: ReasonCode,
        units_ordered: Whole('Units ordered on the lines that were due.'),
        units_received: Whole('Units of those lines that arrived; units beyond the ordered quantity are not counted.'),
      },
      { description: 'Share of ordered units that arrived at all.' },
    ),
    lead_time: Shape(
      {
        average_days: Days('Average days from the order to a delivery, to one decimal; null with a reason.', 33.5),
        reason: Reason,
        reason_code: ReasonCode,
        deviation_days: Days('Sample standard deviation of those days, to one decimal; null with a reason.', 4.2),
        deviation_reason: Reason,
        deviation_reason_code: ReasonCode,
        deliveries: Count('Number of deliveries measured.'),
        stated_days: Nullable(
          Whole("Lead time in the supplier's terms, in days; null if none is set.", { examples: [30] }),
        ),
      },
      { description: 'Actual lead time and its variation.' },
    ),
    cost_drift: Shape(
      {
        value_pct: Percent(
          'Change in the cost of reordered variants since their first order in the window, in percent, to one decimal; null with a reason.',
          3.4,
        ),
        reason: Reason,
        reason_code: ReasonCode,
        variants: Count('Number of variants ordered on more than one day at a known cost.'),
      },
      { description: "Change of the supplier's prices." },
    ),
    open_value: Shape(
      {
        value: Money('Cost of the outstanding units on open orders, at the unit cost of their lines.'),
        reason_code: ReasonCode,
        orders: Count('Number of open orders: approved, issued or partially delivered, with outstanding units.'),
        overdue_orders: Count('Number of open orders with late units.'),
        units: Whole('Outstanding units.'),
      },
      { description: 'Value of all open orders, whenever they are due.' },
    ),
  },
  { $id: 'SupplierOverview', description: 'The scorecard of a supplier.' },
)

const scoredColumns = selection(suppliers, 'su', ['name', 'currency', 'lead_time_days'])

async function findScored(sql: Sql, organization_id: string, supplier_id: string) {
  const [row] = await sql<RowOf<typeof scoredColumns>[]>`
    select ${scoredColumns} from suppliers su
    where organization_id = ${organization_id} and supplier_id = ${supplier_id}`
  return row ?? refuse('supplier_not_on_file')
}

export const getSupplierOverview = operation({
  id: 'suppliers.get_overview',
  route: 'GET /api/v1/inventory/suppliers/{supplier_id}/overview',
  summary: 'Get the supplier scorecard',
  description: `Returns five figures about the supplier's purchase orders. On-time rate, fill rate, lead time and cost drift cover the lines that were due in the ${scorecardDays} days before today, in the organisation's time zone, by the due date of the line or else of its order. The fifth figure is the value of open orders. Orders count from when the supplier had them: issued, partially delivered, delivered or closed. Drafts, cancelled orders, orders on hold and lines without a due date do not count. Units missing from a closed order lower the fill rate but not the on-time rate, so that they are not counted against the supplier twice.\n\nLead time runs from the issue of the order, or from its order date if it was never issued, to each delivery. Cost drift covers each variant that was ordered on more than one day: it compares the units of the last day at that day's cost with the same units at the first day's cost. Orders in a currency other than the supplier's are left out. If more than ${linesMax} lines were due, only the latest days with no more lines are measured, where lines count on the dates of their orders; \`window\` shows the days. A figure that cannot be calculated is null, with a reason.`,
  params: SupplierPath,
  answer: Overview,
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller: { organization_id, time_zone }, params: { supplier_id }, now }) {
    const today = dayInTimeZone(time_zone, now)
    const year = { from: addDays(today, -scorecardDays), to: addDays(today, -1) }
    const scope = { organization_id, supplier_id, time_zone, ...year, today }
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
