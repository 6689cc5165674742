/** The fields of the inventory tables, each once for all three. */
import { Nullable, OpenChoice, OwnId, Text, type TSchema, Whole } from '../../contract/schema.ts'
import { field, type FieldUse } from '../../tables/field.ts'
import { product_statuses } from '../../catalogue/model.ts'
import { cover_fields, not_sold_reason } from './model.ts'

/** What a level, or a sum of levels, is called in SQL. */
export interface Figures {
  on_hand: string
  incoming: string
  committed: string
  available: string
  days_of_cover: string
  health: string
}

/** The columns of a row's variant and location; null where rows sum over variants or locations. */
export interface RowColumns {
  product_id: string
  variant: { id: string; sku: string; title: string } | null
  location: { id: string; name: string } | null
}

const sorted = { filter: true, sort: true } as const
/** null in the schema stands for tables that sum over it: where a table has the column, it is never null. */
const present = { not_null: true } as const

const not_sold = `'${not_sold_reason.replaceAll("'", "''")}'`
const unitsOf = (description: string, sql: string) => field(Whole(description), sql, sorted)

/** A field that only some of the tables have; the others answer null for it. */
const fieldOrNull = <S extends TSchema>(schema: S, sql: string | undefined, use: FieldUse) =>
  sql === undefined ? field(schema, 'null') : field(schema, sql, { ...present, ...use })

export const inventoryFields = ({ product_id, variant, location }: RowColumns, of: Figures) => ({
  product_id: field(OwnId('The product.'), product_id, { filter: true }),
  variant_id: fieldOrNull(Nullable(OwnId('The variant; null where rows are products.')), variant?.id, { filter: true }),
  sku: fieldOrNull(
    Nullable(Text('Stock keeping unit; null where rows are products.', { examples: ['JUMPER-M'] })),
    variant?.sku,
    { ...sorted, search: true },
  ),
  product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', {
    ...sorted,
    search: true,
  }),
  variant_title: fieldOrNull(Nullable(Text('Title of the variant; null where rows are products.')), variant?.title, {
    ...sorted,
    search: true,
  }),
  location_id: fieldOrNull(Nullable(OwnId('The location; null where rows sum over locations.')), location?.id, {
    filter: true,
  }),
  location_name: fieldOrNull(
    Nullable(Text('Name of the location; null where rows sum over locations.')),
    location?.name,
    sorted,
  ),
  on_hand_qty: unitsOf('Units on hand.', of.on_hand),
  incoming_qty: unitsOf('Units on order.', of.incoming),
  committed_qty: unitsOf('Units committed to orders.', of.committed),
  available_qty: unitsOf('Units on hand less those committed.', of.available),
  days_of_cover: field(cover_fields.days_of_cover, of.days_of_cover, sorted),
  health: field(cover_fields.health, of.health, sorted),
  cover_reason: field(cover_fields.cover_reason, `case when ${of.days_of_cover} is null then ${not_sold} end`, {
    filter: ['is_empty', 'is_not_empty'],
  }),
})

/** Of products p and categories c. */
export const hidden_product_fields = {
  product_status: field(OpenChoice(product_statuses, 'Status of the product.'), 'p.status', { filter: true }),
  vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', { filter: true }),
  category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', { filter: true }),
  category: field(Nullable(Text('Name of the category.')), 'c.name', { filter: true }),
}
