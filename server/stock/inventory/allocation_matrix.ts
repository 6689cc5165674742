import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { CommaList, Id, Nullable, Num, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { type CoverReason, coverFields, coverReasonOf } from '../../ledger/cover.model.ts'
import { weeksOfCover } from '../../ledger/rates/cover.sql.ts'
import { soldPlaces } from '../../ledger/rates/cover_lack.sql.ts'
import { isAssembled, shownLevels } from '../../ledger/bundles/parts.ts'

const Column = Shape({ location_id: OwnId('Id of the location.'), location_name: Text('Name of the location.') })

const Cell = Shape(
  {
    location_id: OwnId('Id of the location.'),
    on_hand: Whole('Units on hand.'),
    days_of_cover: coverFields.days_of_cover,
    weeks_of_cover: Nullable(Num('Weeks of cover: days of cover divided by 7; null when days of cover is null.')),
    health: coverFields.health,
    cover_reason: coverFields.cover_reason,
    cover_reason_code: coverFields.cover_reason_code,
  },
  { $id: 'AllocationCell' },
)

const Line = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.'),
    product_id: OwnId('Id of the product.'),
    variant_title: Text('Title of the variant.'),
    cells: Type.Array(Cell, { description: 'One cell for each location, in the order of `locations`.' }),
  },
  { $id: 'AllocationRow' },
)

type VariantOfLine = Omit<Static<typeof Line>, 'cells'>
type Level = Omit<Static<typeof Cell>, 'cover_reason' | 'cover_reason_code'> & {
  variant_id: string
  cover_lack: CoverReason | null
}

const nothing = { on_hand: 0, days_of_cover: null, weeks_of_cover: null, health: 'out_of_stock' }
const weeks = textFragment(weeksOfCover('l.available', 'l.units_per_day'))
const soldThere = textFragment(soldPlaces('w.organization_id', 'y.variant_id = w.variant_id'))

export const allocationMatrix = operation({
  id: 'inventory.allocation_matrix',
  route: 'GET /api/v1/inventory/allocation-matrix',
  summary: 'Get the allocation matrix',
  description: `Returns the stock and cover of each requested variant at each location, as a basis for allocating stock. Includes active locations and inactive locations with on-hand or committed units of a requested variant, sorted by name. Variants are returned in the requested order without duplicates. Each variant has a cell for every location; on hand is zero where the variant was never stocked. At most ${limits.allocation_variants_max} variants.`,
  query: Type.Object(
    {
      variant_ids: CommaList(Id('Id of a variant.'), {
        minItems: 1,
        maxItems: limits.allocation_variants_max,
        description: `Ids of 1 to ${limits.allocation_variants_max} variants; comma-separated.`,
      }),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    locations: Type.Array(Column, { description: 'Columns of the matrix.' }),
    variants: Type.Array(Line, { description: 'Rows of the matrix.' }),
  }),
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, query }) {
    const { organization_id } = caller
    const requested = [...new Set(query.variant_ids)]
    const ids = arrayLiteral(requested)
    const [variants, locations, levels, sold] = await Promise.all([
      sql<(VariantOfLine & { is_assembled: boolean })[]>`
        select v.variant_id, v.sku, v.product_id, v.title as variant_title,
          ${isAssembled(sql, organization_id, sql`v.variant_id`)} as is_assembled
        from variants v
        where v.organization_id = ${organization_id} and v.variant_id = any(${ids}::uuid[])
        order by array_position(${ids}::uuid[], v.variant_id)`,
      sql<Static<typeof Column>[]>`
        select o.location_id, o.name as location_name from locations o
        where o.organization_id = ${organization_id} and (o.is_active or exists (
          select from stock_levels l where l.organization_id = o.organization_id and l.location_id = o.location_id
            and l.variant_id = any(${ids}::uuid[]) and (l.on_hand <> 0 or l.committed <> 0)))
        order by o.name, o.location_id`,
      sql<Level[]>`
        select l.variant_id, l.location_id, l.on_hand, l.days_of_cover::float8 as days_of_cover,
          (${weeks})::float8 as weeks_of_cover, l.health, l.cover_lack
        from (${shownLevels(sql, organization_id, sql`${ids}::uuid[]`)}) l`,
      sql<{ variant_id: string; location_id: string }[]>`
        select d.variant_id, d.location_id from variants w cross join lateral (${soldThere}) d
        where w.organization_id = ${organization_id} and w.variant_id = any(${ids}::uuid[])`,
    ])
    if (variants.length < requested.length) refuse('variant_not_on_file')
    const soldAt = new Set(sold.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`))
    const cells = new Map(levels.map(({ variant_id, ...cell }) => [`${variant_id} ${cell.location_id}`, cell]))
    return {
      locations: [...locations],
      variants: variants.map(({ is_assembled, ...variant }) => ({
        ...variant,
        cells: locations.map(({ location_id }) => {
          const place = `${variant.variant_id} ${location_id}`
          const { cover_lack, ...cell } = cells.get(place) ?? {
            location_id,
            ...nothing,
            cover_lack: soldAt.has(place) ? ('sold_without_stock' as const) : ('nothing_sold' as const),
          }
          return { ...cell, ...coverReasonOf(cell.days_of_cover, is_assembled ? 'assembled_when_sold' : cover_lack) }
        }),
      })),
    }
  },
})
