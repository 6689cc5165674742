/** A count of stock as every operation answers it, and the select list that makes it. */
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

export const StocktakeId = Type.Object({ stocktake_id: Id('The stocktake.') })

export const Stocktake = Shape(
  {
    id: OwnId('The stocktake.'),
    name: Text('What people call it.', { examples: ['Autumn count'] }),
    counted_on: CalendarDate('Day of the count.'),
    status: OpenChoice(stocktake_statuses, 'open while figures may still change, posted once they are booked.'),
    posted_at: Nullable(Instant('When it was posted; null while it is open.')),
    line_count: Whole('Lines: pairs of a variant and a location.', { examples: [240] }),
    counted_line_count: Whole('Lines that have a counted quantity.', { examples: [238] }),
    location_names: Type.Array(Text('Name of a location.'), {
      description: 'The locations it covers, by name.',
      examples: [['Main warehouse']],
    }),
    system_total: Num('Units in the system over all lines, each as read when it was counted, else when it was made.', {
      examples: [5210],
    }),
    counted_total: Num('Units counted, over the counted lines.', { examples: [5188] }),
    variance_total: Num('Units counted less those in the system, over the counted lines.', { examples: [-14] }),
    variance_value_total: Nullable(
      Num('The variance at unit cost, in `currency`; null where a line that differs has no known cost.', {
        examples: [-171.5],
      }),
    ),
    variance_value_reason: Reason,
    currency: Text('ISO 4217 code of the value.', { examples: ['USD'] }),
    include_all_variants: Flag('Whether it was drawn over every variant of the organisation.'),
    created_at: Instant('When it was created.'),
  },
  { description: 'A count of stock.' },
)
export type Stocktake = Static<typeof Stocktake>

export interface SelectedStocktake extends Omit<Stocktake, 'variance_value_reason'> {
  uncosted_line_count: number
}

/** Over stocktakes s. */
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
  const lines = uncosted === 1 ? '1 line that differs has' : `${uncosted} lines that differ have`
  return { ...stocktake, variance_value_reason: uncosted === 0 ? null : `${lines} no known unit cost.` }
}

export interface Pair {
  variant_id: string
  location_id: string
}

export interface Count extends Pair {
  counted_quantity: number
}
