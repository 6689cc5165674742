/** The stocktake resource and its select list. */
import {
  CalendarDate,
  Flag,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const stocktake_statuses = ['open', 'posted'] as const

export const StocktakeId = Type.Object({ stocktake_id: Id('Id of the stocktake.') })

export const Stocktake = Shape(
  {
    id: OwnId('Id of the stocktake.'),
    name: Text('Display name of the stocktake.', { examples: ['Autumn count'] }),
    counted_on: CalendarDate('Date of the count.'),
    status: OpenChoice(
      stocktake_statuses,
      'State of the stocktake: open while counts can change, posted once they are booked.',
    ),
    posted_at: Nullable(Instant('Time the stocktake was posted; null while it is open.')),
    line_count: Whole('Number of lines. A line is one variant at one location.', { examples: [240] }),
    counted_line_count: Whole('Number of lines with a counted quantity.', { examples: [238] }),
    location_names: Type.Array(Text('Name of a location.'), {
      description: 'Names of the locations covered, sorted by name.',
      examples: [['Main warehouse']],
    }),
    system_total: Num(
      'System quantity over all lines, in units, each read when the line was counted or, if uncounted, created.',
      {
        examples: [5210],
      },
    ),
    counted_total: Num('Counted quantity over the counted lines, in units.', { examples: [5188] }),
    variance_total: Num('Counted quantity minus system quantity over the counted lines, in units.', {
      examples: [-14],
    }),
    variance_value_total: Nullable(
      Num('Variance at unit cost, in `currency`; null when a line with a variance has no known unit cost.', {
        examples: [-171.5],
      }),
    ),
    variance_value_reason: Reason,
    currency: Text('ISO 4217 currency code of the value.', { examples: ['USD'] }),
    include_all_variants: Flag('Whether the stocktake was created with every variant of the organisation.'),
    created_at: Instant('Time the stocktake was created.'),
  },
  { description: 'A stocktake.' },
)
export type Stocktake = Static<typeof Stocktake>

export interface SelectedStocktake extends Omit<Stocktake, 'variance_value_reason'> {
  uncosted_line_count: number
}

/** Select list over `stocktakes s`. */
export const stocktake_columns = `s.stocktake_id as id, s.name, s.counted_on, s.status, s.posted_at, s.line_count,
  s.counted_line_count, array(
    select o.name
    from stocktake_locations sl
    join locations o on o.organization_id = sl.organization_id and o.location_id = sl.location_id
    where sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
    order by o.name, o.location_id) as location_names,
  s.system_total::float8 as system_total, s.counted_total::float8 as counted_total,
  s.variance_total::float8 as variance_total,
  case when s.uncosted_line_count = 0 then round(s.variance_value_total, 2)::float8 end as variance_value_total,
  s.uncosted_line_count, s.currency, s.include_all_variants, s.created_at`

export function shapeStocktake({ uncosted_line_count: uncosted, ...stocktake }: SelectedStocktake): Stocktake {
  const lines = uncosted === 1 ? '1 line with a variance has' : `${uncosted} lines with a variance have`
  return { ...stocktake, variance_value_reason: uncosted === 0 ? null : `${lines} no known unit cost.` }
}

export interface Pair {
  variant_id: string
  location_id: string
}

export interface Count extends Pair {
  counted_quantity: number
}
