/** Writes planned products in a fixed number of statements, in the transaction that planned them. */
import {
  categories,
  custom_field_values,
  families,
  product_channels,
  product_metafields,
  products,
  subcategories,
  variants,
} from '../../../db/schema/catalogue.ts'
import { catalogue_events } from '../../../db/schema/catalogue/events.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { uuidv7 } from 'uuidv7'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_plan.ts'
import { refreshSupplierDays } from '../../ledger/cover.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { productColumns, variantColumns } from './facts.store.ts'
import type { ProductRow, ProductUndo, ProductWrite } from './plan.model.ts'

export async function writeProducts(
  sql: Sql,
  context: WriteContext,
  writes: readonly ProductWrite[],
): Promise<readonly { undo: ProductUndo }[]> {
  const rows = writes.reduce((sum, { variants, events }) => sum + Math.max(variants.length, events.length) + 1, 0)
  await inBulk(sql, rows, async () => {
    const references = await createReferences(sql, context, writes)
    try {
      await writeProductRows(sql, context, writes, references)
      await writeVariantRows(sql, context, writes)
    } catch (error) {
      refuseTaken(error)
    }
    await writeExtras(sql, context, writes)
    await writeEvents(sql, context, writes)
    await refreshLeadTimes(sql, context, writes)
  })
  return writes.map(({ undo }) => ({ undo }))
}

/** The conflict of an operation that writes one of these, such as `a SKU`. */
export const takenMeanwhile = (names: string): string => `Another request took ${names} at the same time.`

/** Another request took a SKU or a handle between the plan and the write. */
function refuseTaken(error: unknown): never {
  const { constraint_name, detail = '' } = error as { constraint_name?: string; detail?: string }
  const name = { variants_by_sku: 'SKU', products_by_handle: 'handle' }[constraint_name ?? '']
  if (name === undefined) throw error
  const value = /\)=\([0-9a-f-]{36}, (.*)\) already exists/.exec(detail)?.[1]
  const named = value === undefined ? `A ${name} of this request` : `The ${name} ${value}`
  refuse('conflict', { desc: `${named} was taken by another request at the same time. Nothing was written.` })
}

interface References {
  categories: ReadonlyMap<string, string>
  families: ReadonlyMap<string, string>
  /** By category id and name. */
  subcategories: ReadonlyMap<string, string>
}

const categoryRows = recordset(categories, ['category_id', 'name'])
const familyRows = recordset(families, ['family_id', 'name'])
const subcategoryRows = recordset(subcategories, ['subcategory_id', 'category_id', 'name'])

const distinct = (names: readonly (string | undefined)[]) =>
  [...new Set(names.filter((name) => name !== undefined))].toSorted()

const subcategoryKey = (category_id: string, name: string) => `${category_id} ${name}`

/** Creates what no other request has created meanwhile, in name order, and reads the ids. */
async function createReferences(
  sql: Sql,
  { organization_id }: WriteContext,
  writes: readonly ProductWrite[],
): Promise<References> {
  const categoryNames = distinct(writes.map(({ new_references }) => new_references.category))
  const familyNames = distinct(writes.map(({ new_references }) => new_references.family))
  const categoryIds = new Map<string, string>()
  const familyIds = new Map<string, string>()
  if (categoryNames.length > 0) {
    const rows = categoryNames.map((name) => ({ category_id: uuidv7(), name }))
    await sql`
      insert into categories (organization_id, ${categoryRows.names})
      select ${organization_id}, ${categoryRows.values} from ${categoryRows.from(rows)} on conflict do nothing`
    const found = await sql<{ id: string; name: string }[]>`
      select category_id as id, name from categories
      where organization_id = ${organization_id} and name = any(${categoryNames}::text[])`
    for (const { id, name } of found) categoryIds.set(name, id)
  }
  if (familyNames.length > 0) {
    const rows = familyNames.map((name) => ({ family_id: uuidv7(), name }))
    await sql`
      insert into families (organization_id, ${familyRows.names})
      select ${organization_id}, ${familyRows.values} from ${familyRows.from(rows)} on conflict do nothing`
    const found = await sql<{ id: string; name: string }[]>`
      select family_id as id, name from families
      where organization_id = ${organization_id} and name = any(${familyNames}::text[])`
    for (const { id, name } of found) familyIds.set(name, id)
  }
  const subcategoryIds = await createSubcategories(sql, organization_id, writes, categoryIds)
  return { categories: categoryIds, families: familyIds, subcategories: subcategoryIds }
}

const categoryOf = ({ product, new_references }: ProductWrite, created: ReadonlyMap<string, string>): string | null =>
  new_references.category === undefined ? product!.category_id : created.get(new_references.category)!

async function createSubcategories(
  sql: Sql,
  organization_id: string,
  writes: readonly ProductWrite[],
  categoryIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const wanted = new Map(
    writes.flatMap((write) => {
      const { subcategory } = write.new_references
      if (subcategory === undefined) return []
      const category_id = categoryOf(write, categoryIds)!
      return [[subcategoryKey(category_id, subcategory), { category_id, name: subcategory }] as const]
    }),
  )
  if (wanted.size === 0) return new Map()
  const rows = [...wanted.keys()].toSorted().map((key) => ({ subcategory_id: uuidv7(), ...wanted.get(key)! }))
  await sql`
    insert into subcategories (organization_id, ${subcategoryRows.names})
    select ${organization_id}, ${subcategoryRows.values} from ${subcategoryRows.from(rows)} on conflict do nothing`
  const found = await sql<{ id: string; category_id: string; name: string }[]>`
    select subcategory_id as id, category_id, name from subcategories
    where organization_id = ${organization_id} and category_id = any(${rows.map((row) => row.category_id)}::uuid[])
      and name = any(${rows.map(({ name }) => name)}::text[])`
  return new Map(found.map(({ id, category_id, name }) => [subcategoryKey(category_id, name), id]))
}

const productRows = recordset(products, ['product_id', ...productColumns])
const variantRows = recordset(variants, ['variant_id', 'product_id', ...variantColumns])

function rowOf(write: ProductWrite, { categories, families, subcategories }: References) {
  const { product_id, new_references: names } = write
  const row = write.product as ProductRow
  const category_id = categoryOf(write, categories)
  return {
    product_id,
    ...row,
    category_id,
    family_id: names.family === undefined ? row.family_id : families.get(names.family)!,
    subcategory_id:
      names.subcategory === undefined
        ? row.subcategory_id
        : subcategories.get(subcategoryKey(category_id!, names.subcategory))!,
  }
}

async function writeProductRows(
  sql: Sql,
  { organization_id, currency, now }: WriteContext,
  writes: readonly ProductWrite[],
  references: References,
): Promise<void> {
  const touched = writes.filter(({ product }) => product !== null)
  const created = touched.filter(({ is_new }) => is_new).map((write) => rowOf(write, references))
  const changed = touched.filter(({ is_new }) => !is_new).map((write) => rowOf(write, references))
  if (created.length > 0)
    await sql`
      insert into products (organization_id, currency, created_at, last_updated_at, ${productRows.names})
      select ${organization_id}, ${currency}, ${now}::timestamptz, ${now}::timestamptz, ${productRows.values}
      from ${productRows.from(created)} order by n.handle, n.product_id`
  if (changed.length > 0)
    await sql`
      update products p set handle = n.handle, title = n.title, description = n.description, vendor = n.vendor,
        category_id = n.category_id, subcategory_id = n.subcategory_id, family_id = n.family_id, class = n.class,
        status = n.status, status_before_archive = n.status_before_archive, country_of_origin = n.country_of_origin,
        hs_code = n.hs_code, image_url = n.image_url, gallery_images = n.gallery_images, options = n.options,
        tags = n.tags, platform_tags = n.platform_tags, seasons = n.seasons, is_managed = n.is_managed,
        is_seasonal = n.is_seasonal, launch_date = n.launch_date, last_updated_at = ${now}::timestamptz
      from ${productRows.from(changed)}
      where p.organization_id = ${organization_id} and p.product_id = n.product_id`
}

async function writeVariantRows(
  sql: Sql,
  { organization_id, now }: WriteContext,
  writes: readonly ProductWrite[],
): Promise<void> {
  const rows = writes.flatMap(({ product_id, variants: own }) =>
    own.map(({ variant_id, is_new, row }) => ({ is_new, row: { variant_id, product_id, ...row } })),
  )
  const created = rows.filter(({ is_new }) => is_new).map(({ row }) => row)
  const changed = rows.filter(({ is_new }) => !is_new).map(({ row }) => row)
  if (created.length > 0)
    // In SKU order, so that two requests for the same SKUs wait for each other instead of deadlocking.
    await sql`
      insert into variants (organization_id, created_at, last_updated_at, ${variantRows.names})
      select ${organization_id}, ${now}::timestamptz, ${now}::timestamptz, ${variantRows.values}
      from ${variantRows.from(created)} order by n.sku`
  if (changed.length > 0)
    await sql`
      update variants v set sku = n.sku, barcode = n.barcode, title = n.title, option_values = n.option_values,
        position = n.position, price_cents = n.price_cents, compare_at_price_cents = n.compare_at_price_cents,
        unit_cost = n.unit_cost, weight_kg = n.weight_kg, carton_quantity = n.carton_quantity,
        carton_cbm = n.carton_cbm, carton_weight_kg = n.carton_weight_kg, lead_time_days = n.lead_time_days, archived_at = n.archived_at,
        last_updated_at = ${now}::timestamptz
      from ${variantRows.from(changed)}
      where v.organization_id = ${organization_id} and v.variant_id = n.variant_id`
}

const metafieldRows = recordset(product_metafields, ['product_id', 'namespace', 'key', 'value'])
const removedMetafields = recordset(product_metafields, ['product_id', 'namespace', 'key'])
const listingRows = recordset(product_channels, ['product_id', 'sales_channel_id'])
const customRows = recordset(custom_field_values, ['variant_id', 'custom_field_id', 'value'])
const removedCustom = recordset(custom_field_values, ['variant_id', 'custom_field_id'])

async function writeExtras(sql: Sql, context: WriteContext, writes: readonly ProductWrite[]): Promise<void> {
  await writeMetafields(sql, context, writes)
  await writeListings(sql, context, writes)
  await writeCustomValues(sql, context, writes)
}

async function writeMetafields(sql: Sql, { organization_id }: WriteContext, writes: readonly ProductWrite[]) {
  const all = writes.flatMap(({ product_id, metafields }) => metafields.map((one) => ({ product_id, ...one })))
  const set = all.flatMap(({ value, ...name }) => (value === null ? [] : [{ ...name, value }]))
  const removed = all.flatMap(({ value, ...name }) => (value === null ? [name] : []))
  if (removed.length > 0)
    await sql`
      delete from product_metafields m using ${removedMetafields.from(removed)}
      where m.organization_id = ${organization_id} and m.product_id = n.product_id and m.namespace = n.namespace
        and m.key = n.key`
  if (set.length > 0)
    await sql`
      insert into product_metafields (organization_id, ${metafieldRows.names})
      select ${organization_id}, ${metafieldRows.values} from ${metafieldRows.from(set)}
      on conflict (organization_id, product_id, namespace, key) do update set value = excluded.value`
}

async function writeListings(sql: Sql, { organization_id, now }: WriteContext, writes: readonly ProductWrite[]) {
  const of = (is_listed: boolean) =>
    writes.flatMap(({ product_id, listings }) =>
      listings
        .filter((one) => one.is_listed === is_listed)
        .map(({ sales_channel_id }) => ({ product_id, sales_channel_id })),
    )
  const [added, removed] = [of(true), of(false)]
  if (removed.length > 0)
    await sql`
      delete from product_channels pc using ${listingRows.from(removed)}
      where pc.organization_id = ${organization_id} and pc.product_id = n.product_id
        and pc.sales_channel_id = n.sales_channel_id`
  if (added.length > 0)
    await sql`
      insert into product_channels (organization_id, listed_at, ${listingRows.names})
      select ${organization_id}, ${now}::timestamptz, ${listingRows.values} from ${listingRows.from(added)}
      on conflict do nothing`
}

async function writeCustomValues(sql: Sql, { organization_id }: WriteContext, writes: readonly ProductWrite[]) {
  const all = writes.flatMap(({ custom_values }) => custom_values)
  const set = all.flatMap(({ value, ...name }) => (value === null ? [] : [{ ...name, value }]))
  const removed = all.flatMap(({ value, ...name }) => (value === null ? [name] : []))
  if (removed.length > 0)
    await sql`
      delete from custom_field_values cv using ${removedCustom.from(removed)}
      where cv.organization_id = ${organization_id} and cv.variant_id = n.variant_id
        and cv.custom_field_id = n.custom_field_id`
  if (set.length > 0)
    await sql`
      insert into custom_field_values (organization_id, ${customRows.names})
      select ${organization_id}, ${customRows.values} from ${customRows.from(set)}
      on conflict (organization_id, variant_id, custom_field_id) do update set value = excluded.value`
}

const eventRows = recordset(
  catalogue_events,
  ['product_id', 'variant_id', 'kind', 'field', 'previous_value', 'value'],
  { extra: { line: 'int' } },
)

async function writeEvents(sql: Sql, { organization_id, actor, now }: WriteContext, writes: readonly ProductWrite[]) {
  const rows = writes.flatMap(({ events }) => events).map((event, line) => ({ ...event, line }))
  if (rows.length === 0) return
  await sql`
    insert into catalogue_events (organization_id, actor, occurred_at, product_id, variant_id, kind, field,
      previous_value, value)
    select ${organization_id}, ${actor}, ${now}::timestamptz, n.product_id, n.variant_id, n.kind, n.field,
      n.previous_value, n.value
    from ${eventRows.from(rows)} order by n.line`
}

/** A new lead time takes effect in the stock health at once. */
async function refreshLeadTimes(sql: Sql, { organization_id }: WriteContext, writes: readonly ProductWrite[]) {
  const variant_ids = writes
    .flatMap(({ events }) => events)
    .flatMap(({ field, variant_id }) => (field === 'lead_time_days' && variant_id !== null ? [variant_id] : []))
  if (variant_ids.length > 0) await refreshSupplierDays(sql, organization_id, variant_ids)
}
