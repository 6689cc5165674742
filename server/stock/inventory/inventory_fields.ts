/** The fields of the inventory tables, each once for all three. */
import { productStatuses } from '../../catalogue/known_values.ts'
import { Nullable, OpenChoice, OwnId, Text, type TSchema, Whole } from '../../contract/schema.ts'
import { field, type FieldUse, filterable, searchable, sortable } from '../../tables/field.ts'
import { availableWords, coverFields, coverReasons, levelReasonCodes } from '../../ledger/cover.model.ts'

/** Names of the figures of a level, or of a sum of levels, in SQL. */
export interface Figures {
  on_hand: string
  incoming: string
  committed: string
  available: string
  days_of_cover: string
  health: string
  /** Whether the row is a bundle that is assembled when sold; null where rows are none. */
  is_assembled: string | null
  /** Code of the reason why there is no rate. */
  lack: string
}

/** The columns of a row's variant and location; null where rows sum over variants or locations. */
export interface RowColumns {
  product_id: string
  variant: { id: string; sku: string; title: string } | null
  location: { id: string; name: string } | null
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const codeOf = ({ days_of_cover, is_assembled, lack }: Figures) =>
  `(case when (${days_of_cover}) is not null then null ${is_assembled === null ? '' : `when ${is_assembled} then 'assembled_when_sold'`} else ${lack} end)`
const reasonOf = (of: Figures) =>
  `(case ${codeOf(of)} ${levelReasonCodes.map((code) => `when '${code}' then ${quoted(coverReasons[code])}`).join(' ')} end)`
const unitsOf = (description: string, sql: string) => field(Whole(description), sql, sortable)

/** A field that is null in every row of the tables that sum over it, and in no row of the others. */
const fieldOrNull = <S extends TSchema>(schema: S, sql: string | undefined, use: FieldUse) =>
  sql === undefined ? field(schema, 'null') : field(schema, sql, { not_null: true, ...use })

/** Fields of products p and categories c. */
const productFields = {
  product_status: field(OpenChoice(productStatuses, 'Status of the product.'), 'p.status', filterable),
  vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', filterable),
  category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
  category: field(Nullable(Text('Name of the category.')), 'c.name', filterable),
}

export const inventoryFields = ({ product_id, variant, location }: RowColumns, of: Figures) => ({
  product_id: field(OwnId('The product.'), product_id, filterable),
  variant_id: fieldOrNull(Nullable(OwnId('The variant; null where rows are products.')), variant?.id, filterable),
  sku: fieldOrNull(
    Nullable(Text('Stock keeping unit; null where rows are products.', { examples: ['JUMPER-M'] })),
    variant?.sku,
    searchable,
  ),
  product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', searchable),
  variant_title: fieldOrNull(
    Nullable(Text('Title of the variant; null where rows are products.')),
    variant?.title,
    searchable,
  ),
  location_id: fieldOrNull(
    Nullable(OwnId('The location; null where rows sum over locations.')),
    location?.id,
    filterable,
  ),
  location_name: fieldOrNull(
    Nullable(Text('Name of the location; null where rows sum over locations.')),
    location?.name,
    sortable,
  ),
  on_hand_qty: unitsOf('Units on hand.', of.on_hand),
  incoming_qty: unitsOf('Units on order.', of.incoming),
  committed_qty: unitsOf('Units committed to orders.', of.committed),
  available_qty: field(
    Whole(variant === null ? 'Units on hand less those committed.' : availableWords),
    of.available,
    sortable,
  ),
  days_of_cover: field(coverFields.days_of_cover, of.days_of_cover, sortable),
  health: field(coverFields.health, of.health, sortable),
  cover_reason: field(coverFields.cover_reason, reasonOf(of), {
    filter: ['is_empty', 'is_not_empty'],
    compare: { sql: `case when (${of.days_of_cover}) is null then 'null' end` },
  }),
  ...productFields,
  cover_reason_code: field(coverFields.cover_reason_code, codeOf(of)),
})
