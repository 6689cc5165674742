import type { ReadCall } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  CommaList,
  Count,
  Id,
  Nullable,
  OpenChoice,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { unreversed } from '../../ledger/unreversed.ts'
import { grains, periodsIn } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkWindow, halfOpenWindowOf, halfOpenWindowShape } from '../../calendar/window.ts'
import { findCategories } from '../../catalogue/categories/find_categories.ts'
import { readStock } from '../stock_days/read_stock.store.ts'
import { WindowEnd, WindowStart } from './model.ts'
import { availabilityOf, coverNote, type Ledger, stockRows } from './stock_on_hand.rules.ts'

type Sql = ReadCall['sql']

const Row = Shape(
  {
    category: Nullable(Text('Name of the category; null for products without a category.', { examples: ['Knitwear'] })),
    period_start: CalendarDate('First day of the period that is within the window.'),
    opening: Nullable(Whole('Units on hand at the start of the period; null when unknown.')),
    closing: Nullable(
      Whole('Units on hand at the end of the period, or now for the current period; null when unknown.'),
    ),
    reason: Reason,
  },
  { $id: 'StockOnHandRow' },
)

const Coverage = Shape(
  {
    ledger_begins_on: Nullable(CalendarDate('Date of the first ledger movement; null when there is none.')),
    periods: Count('Number of periods in the window.'),
    periods_measured: Count('Number of periods with both an opening and a closing figure.'),
    variants: Count('Number of variants included in the figures.'),
  },
  { description: 'How much of the request the figures cover.' },
)

const basis_note =
  "Units on hand from the stock ledger, by the organisation's day of each movement's occurrence and by each product's current category."

async function findLocations(sql: Sql, organization_id: string, named: readonly string[] | undefined) {
  if (named === undefined) return null
  const locationIds = [...new Set(named)]
  const locations = await sql<{ location_id: string }[]>`
    select location_id from locations
    where organization_id = ${organization_id} and location_id in ${sql(locationIds)}`
  if (locations.length < locationIds.length) refuseField('locations', 'must be locations of this organisation')
  return locationIds
}

/** Day of the first movement that is not reversed, and the first month of the fiscal year. */
const readCalendar = (sql: Sql, organization_id: string) => sql<
  (Omit<Ledger, 'today'> & { fiscal_year_start_month: number })[]
>`
  select o.fiscal_year_start_month, (f.began at time zone o.time_zone)::date::text as began_on,
    f.began = (f.began at time zone o.time_zone)::date::timestamp at time zone o.time_zone as began_with_day
  from organizations o
  left join lateral (
    select m.occurred_at as began from stock_movements m
    where m.organization_id = o.organization_id and ${unreversed(sql)}
    order by m.occurred_at limit 1
  ) f on true
  where o.organization_id = ${organization_id}`

export const stockOnHand = operation({
  id: 'inventory.stock_on_hand',
  route: 'GET /api/v1/inventory/stock-on-hand',
  summary: 'Get stock on hand',
  description:
    'Returns the opening and closing units of each category for each period of a window, from the stock ledger. Periods are days, weeks (Monday to Sunday), months, or weeks (Sunday to Saturday) and months of the 4-5-4 retail calendar. The first and last periods are cut to the window. The opening stock of a period equals the closing stock of the period before. Figures that the ledger does not cover are null, with a reason.',
  query: Type.Object(
    {
      start_date: WindowStart,
      end_date: WindowEnd,
      grain: Type.Optional(Choice(grains, 'Length of a period.', { default: 'week' })),
      categories: Type.Optional(
        CommaList(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: limits.filter_values_max,
          description: 'Limits the result to these categories, by id or name; comma-separated.',
          examples: [['Knitwear', 'Denim']],
        }),
      ),
      locations: Type.Optional(
        CommaList(Id('Id of a location.'), {
          maxItems: limits.filter_values_max,
          description: 'Limits the result to stock at these locations; comma-separated ids.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      window: halfOpenWindowShape('The requested window.'),
      grain: OpenChoice(grains, 'Length of a period.'),
      calendar: OpenChoice(['gregorian', 'retail_4_5_4'], 'Calendar of the periods.'),
      rows: Type.Array(Row, {
        description: 'Sorted by category name, products without a category last, then by period.',
      }),
      coverage: Coverage,
      basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
      cover_note: Text('Coverage of the window by the ledger.', {
        examples: ['The ledger covers the whole window.'],
      }),
    },
    { $id: 'StockOnHand' },
  ),
  async run({ sql, caller, query, now }) {
    const { start_date, end_date, grain = 'week' } = query
    checkWindow({ start: start_date, end: end_date }, { days: limits.stock_window_days_max })
    const { organization_id } = caller
    const [categories, location_ids, [calendar]] = await Promise.all([
      findCategories(sql, organization_id, query.categories),
      findLocations(sql, organization_id, query.locations),
      readCalendar(sql, organization_id),
    ])
    const { fiscal_year_start_month, ...began } = calendar!
    const ledger = { ...began, today: dayInTimeZone(caller.time_zone, now) }
    const periods = periodsIn({ start: start_date, end: end_date }, grain, fiscal_year_start_month)
    const stock = await readStock(sql, { organization_id, categories, location_ids }, periods)
    return {
      window: halfOpenWindowOf({ start: start_date, end: end_date }),
      grain,
      calendar: grain.startsWith('fiscal') ? 'retail_4_5_4' : 'gregorian',
      rows: stockRows(stock, periods, ledger),
      coverage: {
        ledger_begins_on: ledger.began_on,
        periods: periods.length,
        periods_measured: periods.filter((period) => availabilityOf(period, ledger) === 'measured').length,
        variants: stock.reduce((sum, { variants }) => sum + variants, 0),
      },
      basis_note,
      cover_note: coverNote(periods, ledger),
    }
  },
})
