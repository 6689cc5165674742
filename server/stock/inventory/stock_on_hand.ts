import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { ReadCall } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  CommaList,
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
import { addDays, dayOf } from '../../calendar/days.ts'
import { grains, type Period, periodsIn } from '../../calendar/retail_calendar.ts'
import { checkWindow, windowOf, windowShape } from '../../calendar/window.ts'
import { findCategories } from '../../catalogue/categories/find_categories.ts'
import { WindowEnd, WindowStart } from './model.ts'
import { type CategoryStock, coverNote, availabilityOf, stockRows } from './stock_on_hand.rules.ts'

type Sql = ReadCall['sql']

const Row = Shape({
  category: Nullable(Text('Name of the category; null for products without a category.', { examples: ['Knitwear'] })),
  period_start: CalendarDate('First day of the period that is within the window.'),
  opening: Nullable(Whole('Units on hand at the start of the period; null when unknown.')),
  closing: Nullable(Whole('Units on hand at the end of the period, or now for the current period; null when unknown.')),
  reason: Reason,
})

const Coverage = Shape(
  {
    ledger_begins_on: Nullable(CalendarDate('Date of the first ledger movement; null when there is none.')),
    periods: Whole('Number of periods in the window.'),
    periods_measured: Whole('Number of periods with both an opening and a closing figure.'),
    variants: Whole('Number of variants included in the figures.'),
  },
  { description: 'How much of the request the figures cover.' },
)

const basis_note =
  "Units on hand from the stock ledger, by UTC day of each movement's occurrence and by each product's current category."

interface StockScope {
  organization_id: string
  /** PostgreSQL array literals; null for all. */
  categories: string | null
  locations: string | null
}

async function findLocations(sql: Sql, organization_id: string, named: readonly string[] | undefined) {
  if (named === undefined) return null
  const wanted = [...new Set(named)]
  const found = await sql<{ location_id: string }[]>`
    select location_id from locations
    where organization_id = ${organization_id} and location_id in ${sql(wanted)}`
  if (found.length < wanted.length) refuseField('locations', 'must be locations of this organisation')
  return arrayLiteral(wanted)
}

/**
 * Current on hand, and units moved since the start of the window by category and period; movements after the window
 * are one more period. One statement, so that both are read at the same moment.
 */
function readStock(
  sql: Sql,
  { organization_id, categories, locations }: StockScope,
  periods: readonly Period[],
): PromiseLike<CategoryStock[]> {
  const bounds = [...periods.map(({ start }) => start), addDays(periods.at(-1)!.end, 1)]
  const instants = arrayLiteral(bounds.map((day) => `${day}T00:00:00Z`))
  return sql<CategoryStock[]>`
    with stock as (
      select p.category_id, sum(l.on_hand) as on_hand, count(*) as variants
      from (
        select variant_id, sum(on_hand) as on_hand from stock_levels
        where organization_id = ${organization_id} and sequence > 0
          and (${locations}::uuid[] is null or location_id = any(${locations}::uuid[]))
        group by variant_id
      ) l
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where ${categories}::uuid[] is null or p.category_id = any(${categories}::uuid[])
      group by p.category_id
    )
    select c.name as category, s.on_hand::float8 as on_hand, s.variants::int as variants,
      coalesce(m.moved, '{}') as moved
    from stock s
    left join categories c on c.organization_id = ${organization_id} and c.category_id = s.category_id
    left join (
      select category_id, jsonb_object_agg(period, units) as moved
      from (
        select p.category_id, width_bucket(m.occurred_at, ${instants}::timestamptz[]) - 1 as period,
          sum(m.quantity_delta) as units
        from stock_movements m
        join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
        join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
        where m.organization_id = ${organization_id} and m.occurred_at >= ${`${bounds[0]}T00:00:00Z`}::timestamptz
          and (${locations}::uuid[] is null or m.location_id = any(${locations}::uuid[]))
        group by 1, 2
      ) one group by category_id
    ) m on m.category_id is not distinct from s.category_id
    order by c.name nulls last`
}

/** The time of the first movement that is not reversed, and the first month of the fiscal year. */
const readCalendar = (sql: Sql, organization_id: string) => sql<
  { begins_at: string | null; fiscal_year_start_month: number }[]
>`
  select o.fiscal_year_start_month,
    (select m.occurred_at from stock_movements m where m.organization_id = o.organization_id and ${unreversed(sql)}
      order by m.occurred_at limit 1) as begins_at
  from organizations o where o.organization_id = ${organization_id}`

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
  answer: Shape({
    window: windowShape('The requested window.'),
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
  }),
  async run({ sql, caller, query, now }) {
    const { start_date, end_date, grain = 'week' } = query
    checkWindow(start_date, end_date, limits.stock_window_days_max)
    const { organization_id } = caller
    const [categories, locations, [calendar]] = await Promise.all([
      findCategories(sql, organization_id, query.categories),
      findLocations(sql, organization_id, query.locations),
      readCalendar(sql, organization_id),
    ])
    const { begins_at, fiscal_year_start_month } = calendar!
    const periods = periodsIn({ start: start_date, end: end_date }, grain, fiscal_year_start_month)
    const stock = await readStock(sql, { organization_id, categories, locations }, periods)
    const ledger = { begins_at, now }
    return {
      window: windowOf({ start: start_date, end: end_date }),
      grain,
      calendar: grain.startsWith('fiscal') ? 'retail_4_5_4' : 'gregorian',
      rows: stockRows(stock, periods, ledger),
      coverage: {
        ledger_begins_on: begins_at && dayOf(begins_at),
        periods: periods.length,
        periods_measured: periods.filter((period) => availabilityOf(period, ledger) === 'measured').length,
        variants: stock.reduce((sum, { variants }) => sum + variants, 0),
      },
      basis_note,
      cover_note: coverNote(periods, ledger),
    }
  },
})
