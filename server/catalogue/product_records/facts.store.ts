/** Reads what a batch of product records concerns, in a fixed number of statements. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import {
  categories,
  custom_fields,
  families,
  product_channels,
  product_metafields,
  products,
  subcategories,
  variants,
} from '../../../db/schema/catalogue.ts'
import { sales_channels } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { ProductRecord, VariantRecord } from './product_record.ts'
import { normalText } from '../../records/texts.ts'

export const productColumns = [
  'handle',
  'title',
  'description',
  'vendor',
  'category_id',
  'subcategory_id',
  'family_id',
  'class',
  'status',
  'status_before_archive',
  'country_of_origin',
  'hs_code',
  'image_url',
  'gallery_images',
  'options',
  'tags',
  'platform_tags',
  'seasons',
  'is_managed',
  'is_seasonal',
  'launch_date',
] as const

export const variantColumns = [
  'sku',
  'shared_sku',
  'barcode',
  'title',
  'option_values',
  'position',
  'price_cents',
  'compare_at_price_cents',
  'unit_cost',
  'weight_kg',
  'carton_quantity',
  'carton_cbm',
  'carton_weight_kg',
  'lead_time_days',
  'archived_at',
] as const

const productFacts = selection(products, 'p', ['product_id', 'currency', ...productColumns])
const variantFacts = selection(variants, 'v', ['variant_id', 'product_id', ...variantColumns])
const siblingFacts = selection(variants, 'v', ['variant_id', 'product_id', 'sku', 'position', 'option_values'])
const categoryFacts = selection(categories, 'c', ['category_id', 'name'])
const subcategoryFacts = selection(subcategories, 's', ['subcategory_id', 'category_id', 'name', 'is_active'])
const familyFacts = selection(families, 'f', ['family_id', 'name'])
const metafieldFacts = selection(product_metafields, 'm', ['product_id', 'namespace', 'key', 'value'])
const listingFacts = selection(product_channels, 'pc', ['product_id', 'sales_channel_id'])
const channelFacts = selection(sales_channels, 'h', ['sales_channel_id', 'name'])
const customFieldFacts = selection(custom_fields, 'cf', ['custom_field_id', 'name', 'data_type', 'choices'])

export type StoredProduct = RowOf<typeof productFacts>
export type StoredVariant = RowOf<typeof variantFacts>
export type Sibling = RowOf<typeof siblingFacts>
export type StoredCategory = RowOf<typeof categoryFacts>
export type StoredSubcategory = RowOf<typeof subcategoryFacts>
export type StoredFamily = RowOf<typeof familyFacts>
export type SalesChannel = RowOf<typeof channelFacts>
export type CustomField = RowOf<typeof customFieldFacts>

export interface Facts {
  products: readonly StoredProduct[]
  /** Variants that the records name by id or by SKU. */
  variants: readonly StoredVariant[]
  /** Every variant of the products whose options or variants may change. */
  siblings: readonly Sibling[]
  categories: readonly StoredCategory[]
  subcategories: readonly StoredSubcategory[]
  families: readonly StoredFamily[]
  metafields: readonly RowOf<typeof metafieldFacts>[]
  listings: readonly RowOf<typeof listingFacts>[]
  sales_channels: readonly SalesChannel[]
  custom_fields: readonly CustomField[]
  custom_values: readonly { variant_id: string; custom_field_id: string; value: string }[]
}

/** Lists become one text parameter; an empty text would be read as the empty list as well. */
const listed = (values: Iterable<string>) => [...new Set(values)]
const ids = (values: Iterable<string>) => arrayLiteral(listed(values))
const givenIds = (values: readonly (string | undefined)[]) =>
  ids(values.filter((id) => id !== undefined && uuidPattern.test(id)).map((id) => id!.toLowerCase()))
const givenTexts = (values: readonly (string | null | undefined)[]) =>
  listed(values.filter((text) => typeof text === 'string').map(normalText))

const variantsOf = (records: readonly ProductRecord[]): VariantRecord[] =>
  records.flatMap(({ variants = [] }) => [...variants])

/**
 * Products whose other variants matter: those whose options change, or of which a variant joins or has other option
 * values. Setting the prices of a variant reads no others.
 */
function productsWithSiblings(
  records: readonly ProductRecord[],
  products: readonly StoredProduct[],
  variants: readonly StoredVariant[],
): string[] {
  const byHandle = new Map(products.map(({ handle, product_id }) => [handle, product_id]))
  const bySku = new Map(variants.map(({ sku, product_id }) => [sku, product_id]))
  const byId = new Map(variants.map(({ variant_id, product_id }) => [variant_id, product_id]))
  return records.flatMap(({ product_id, handle, options, variants: variantRecords = [] }) => {
    const idsOfVariants = variantRecords.map(({ variant_id, sku }) =>
      variant_id === undefined ? bySku.get(normalText(sku ?? '')) : byId.get(variant_id.toLowerCase()),
    )
    const changes = options !== undefined || variantRecords.some((one) => one.option_values !== undefined)
    if (!changes && !idsOfVariants.includes(undefined)) return []
    const named = typeof handle === 'string' ? byHandle.get(normalText(handle)) : undefined
    return [product_id, named, ...idsOfVariants].filter((id) => id !== undefined)
  })
}

/** The products that the records may concern, by id, handle, or one of their variants; locked in one order. */
export async function findProducts(
  sql: Sql,
  organization_id: string,
  records: readonly ProductRecord[],
  locks: boolean,
): Promise<string[]> {
  const variantRecords = variantsOf(records)
  const locked = await sql<{ product_id: string }[]>`
    select p.product_id from products p
    where p.organization_id = ${organization_id} and p.product_id in (
      select b.product_id from products b where b.organization_id = ${organization_id}
        and b.product_id = any(${givenIds(records.map(({ product_id }) => product_id))}::uuid[])
      union all
      select b.product_id from products b where b.organization_id = ${organization_id}
        and b.handle = any(${givenTexts(records.map(({ handle }) => handle))}::text[])
      union all
      select v.product_id from variants v where v.organization_id = ${organization_id}
        and v.variant_id = any(${givenIds(variantRecords.map(({ variant_id }) => variant_id))}::uuid[])
      union all
      select v.product_id from variants v where v.organization_id = ${organization_id}
        and v.sku = any(${givenTexts(variantRecords.map(({ sku }) => sku))}::text[]))
    order by p.product_id
    ${locks ? sql`for no key update` : sql``}`
  return locked.map(({ product_id }) => product_id)
}

export async function readFacts(
  sql: Sql,
  organization_id: string,
  records: readonly ProductRecord[],
  productIds: readonly string[],
): Promise<Facts> {
  const [products, variants, references, extras] = await Promise.all([
    sql<StoredProduct[]>`
      select ${productFacts} from products p
      where p.organization_id = ${organization_id} and p.product_id = any(${ids(productIds)}::uuid[])`,
    readVariants(sql, organization_id, records),
    readReferences(sql, organization_id, records, productIds),
    readExtras(sql, organization_id, records, productIds),
  ])
  const withSiblings = productsWithSiblings(records, products, variants)
  const siblings =
    withSiblings.length === 0
      ? []
      : await sql<Sibling[]>`
          select ${siblingFacts} from variants v
          where v.organization_id = ${organization_id} and v.product_id = any(${givenIds(withSiblings)}::uuid[])`
  return { products, variants, siblings, ...references, ...extras }
}

const readVariants = (sql: Sql, organization_id: string, records: readonly ProductRecord[]) => {
  const variantRecords = variantsOf(records)
  return sql<StoredVariant[]>`
    select ${variantFacts} from variants v
    where v.organization_id = ${organization_id} and v.variant_id in (
      select n.variant_id from variants n where n.organization_id = ${organization_id}
        and n.variant_id = any(${givenIds(variantRecords.map(({ variant_id }) => variant_id))}::uuid[])
      union all
      select n.variant_id from variants n where n.organization_id = ${organization_id}
        and n.sku = any(${givenTexts(variantRecords.map(({ sku }) => sku))}::text[]))`
}

/** Categories, subcategories and families: those of the products, and those whose names the records give. */
async function readReferences(
  sql: Sql,
  organization_id: string,
  records: readonly ProductRecord[],
  productIds: readonly string[],
) {
  /** In either case: a name that differs in case alone is the same one. */
  const names = (of: (record: ProductRecord) => string | null | undefined) => {
    const texts = givenTexts(records.map(of))
    return listed([...texts, ...texts.map((name) => name.toLowerCase())])
  }
  const own = ids(productIds)
  const [categories, subcategories, families] = await Promise.all([
    sql<StoredCategory[]>`
      select ${categoryFacts} from categories c
      where c.organization_id = ${organization_id} and (array[c.name, lower(c.name)] && (${names(({ category }) => category)}::text[])
        or c.category_id in (select p.category_id from products p
          where p.organization_id = ${organization_id} and p.product_id = any(${own}::uuid[])))`,
    sql<StoredSubcategory[]>`
      select ${subcategoryFacts} from subcategories s
      where s.organization_id = ${organization_id}
        and (array[s.name, lower(s.name)] && (${names(({ subcategory }) => subcategory)}::text[])
        or s.subcategory_id in (select p.subcategory_id from products p
          where p.organization_id = ${organization_id} and p.product_id = any(${own}::uuid[])))`,
    sql<StoredFamily[]>`
      select ${familyFacts} from families f
      where f.organization_id = ${organization_id} and (array[f.name, lower(f.name)] && (${names(({ family }) => family)}::text[])
        or f.family_id in (select p.family_id from products p
          where p.organization_id = ${organization_id} and p.product_id = any(${own}::uuid[])))`,
  ])
  return { categories, subcategories, families }
}

/** Metafields, listings and custom fields, where a record gives any. */
async function readExtras(
  sql: Sql,
  organization_id: string,
  records: readonly ProductRecord[],
  productIds: readonly string[],
) {
  const own = ids(productIds)
  const hasMetafields = records.some(({ metafields }) => metafields !== undefined)
  const hasListings = records.some(({ sales_channels }) => sales_channels !== undefined)
  const names = givenTexts(variantsOf(records).flatMap((one) => Object.keys(one.custom_fields ?? {})))
  const [metafields, listings, sales_channels, custom_fields, custom_values] = await Promise.all([
    hasMetafields
      ? sql<Facts['metafields']>`
          select ${metafieldFacts} from product_metafields m
          where m.organization_id = ${organization_id} and m.product_id = any(${own}::uuid[])`
      : [],
    hasListings
      ? sql<Facts['listings']>`
          select ${listingFacts} from product_channels pc
          where pc.organization_id = ${organization_id} and pc.product_id = any(${own}::uuid[])`
      : [],
    hasListings
      ? sql<SalesChannel[]>`
          select ${channelFacts} from sales_channels h where h.organization_id = ${organization_id}`
      : [],
    names.length > 0
      ? sql<CustomField[]>`
          select ${customFieldFacts} from custom_fields cf
          where cf.organization_id = ${organization_id} and cf.name = any(${names}::text[])`
      : [],
    names.length > 0 ? readCustomValues(sql, organization_id, records, names) : [],
  ])
  return { metafields, listings, sales_channels, custom_fields, custom_values }
}

const readCustomValues = (
  sql: Sql,
  organization_id: string,
  records: readonly ProductRecord[],
  names: readonly string[],
) => {
  const variantRecords = variantsOf(records)
  return sql<Facts['custom_values']>`
    select cv.variant_id, cv.custom_field_id, cv.value from custom_field_values cv
    join custom_fields cf on cf.organization_id = cv.organization_id and cf.custom_field_id = cv.custom_field_id
    where cv.organization_id = ${organization_id} and cf.name = any(${names}::text[]) and cv.variant_id in (
      select n.variant_id from variants n where n.organization_id = ${organization_id}
        and n.variant_id = any(${givenIds(variantRecords.map(({ variant_id }) => variant_id))}::uuid[])
      union all
      select n.variant_id from variants n where n.organization_id = ${organization_id}
        and n.sku = any(${givenTexts(variantRecords.map(({ sku }) => sku))}::text[]))`
}
