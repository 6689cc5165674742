import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { CommaList, Id, Nullable, Num, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { cover_fields, not_sold_reason } from '../../ledger/cover.model.ts'

const Place = Shape({ location_id: OwnId('The location.'), location_name: Text('Its name.') })

const Cell = Shape({
  location_id: OwnId('The location.'),
  on_hand: Whole('Units on hand.'),
  days_of_cover: cover_fields.days_of_cover,
  weeks_of_cover: Nullable(Num('Days of cover as weeks.')),
  health: cover_fields.health,
  cover_reason: cover_fields.cover_reason,
})

const Line = Shape({
  variant_id: OwnId('The variant.'),
  sku: Text('Stock keeping unit.'),
  product_id: OwnId('The product it belongs to.'),
  variant_title: Text('Title of the variant.'),
  cells: Type.Array(Cell, { description: 'One for each location, in their order.' }),
})

type VariantOfLine = Omit<Static<typeof Line>, 'cells'>
type Level = Omit<Static<typeof Cell>, 'cover_reason'> & { variant_id: string }

const nothing = { on_hand: 0, days_of_cover: null, weeks_of_cover: null, health: 'out_of_stock' }

export const allocationMatrix = operation({
  id: 'inventory.allocation_matrix',
  route: 'GET /api/v1/inventory/allocation-matrix',
  summary: 'Lay variants against locations',
  description: `What each variant has at each location, to see where stock should go. Locations are those that are active, and closed ones that still hold or owe units of a variant asked for, by name. Variants stand in the order asked for, each once; every one has a cell for every location, of zero where it never was. At most ${limits.allocation_variants_max} variants.`,
  query: Type.Object(
    {
      variant_ids: CommaList(Id('A variant.'), {
        minItems: 1,
        maxItems: limits.allocation_variants_max,
        description: `The variants, separated by commas; 1 to ${limits.allocation_variants_max}.`,
      }),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    locations: Type.Array(Place, { description: 'The columns.' }),
    variants: Type.Array(Line, { description: 'The lines.' }),
  }),
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, query }) {
    const { organization_id } = caller
    const wanted = [...new Set(query.variant_ids)]
    const ids = `{${wanted.join(',')}}`
    const [variants, locations, levels] = await Promise.all([
      sql<VariantOfLine[]>`
        select v.variant_id, v.sku, v.product_id, v.title as variant_title from variants v
        where v.organization_id = ${organization_id} and v.variant_id = any(${ids}::uuid[])
        order by array_position(${ids}::uuid[], v.variant_id)`,
      sql<Static<typeof Place>[]>`
        select o.location_id, o.name as location_name from locations o
        where o.organization_id = ${organization_id} and (o.is_active or exists (
          select from stock_levels l where l.organization_id = o.organization_id and l.location_id = o.location_id
            and l.variant_id = any(${ids}::uuid[]) and (l.on_hand <> 0 or l.committed <> 0)))
        order by o.name, o.location_id`,
      sql<Level[]>`
        select l.variant_id, l.location_id, l.on_hand, l.days_of_cover::float8 as days_of_cover,
          (case when l.units_per_day > 0
            then round(greatest(l.available, 0) / l.units_per_day / 7, 1) end)::float8 as weeks_of_cover, l.health
        from stock_levels l
        where l.organization_id = ${organization_id} and l.variant_id = any(${ids}::uuid[])`,
    ])
    if (variants.length < wanted.length) refuse('variant_not_on_file')
    const cells = new Map(levels.map(({ variant_id, ...cell }) => [`${variant_id} ${cell.location_id}`, cell]))
    return {
      locations: [...locations],
      variants: variants.map((variant) => ({
        ...variant,
        cells: locations.map(({ location_id }) => {
          const cell = cells.get(`${variant.variant_id} ${location_id}`) ?? { location_id, ...nothing }
          return { ...cell, cover_reason: cell.days_of_cover === null ? not_sold_reason : null }
        }),
      })),
    }
  },
})
