/**
 * Sets the scene of a test: whatever of the catalogue, of stock, of orders and of sales it names, in one organisation.
 * Things are named by words (a location by its name, a product by its title, a variant by its sku) and answered as ids
 * under the same words.
 */
import { freshIds, idOf, idOrNull, insertRows, type Row } from './insert_rows.ts'
import type { Catalogue, ProductFixture, Fixture } from './fixture.ts'
import { insertOrders, openStock } from './stock_fixture.ts'
import type { Tenant } from './tenant.ts'

export { insertRows } from './insert_rows.ts'
export type { Catalogue, Fixture } from './fixture.ts'
export { moveStock, recordSales } from './stock_fixture.ts'

const named = <T extends { name: string }>(one: string | T): T => (typeof one === 'string' ? ({ name: one } as T) : one)

export async function setFixture(tenant: Tenant, fixture: Fixture): Promise<Catalogue> {
  const products = fixture.products ?? []
  const ids: Catalogue = {
    locations: freshIds(wordsOf(fixture.locations)),
    sales_channels: freshIds(wordsOf(fixture.sales_channels)),
    categories: freshIds(wordsOf(fixture.categories)),
    subcategories: freshIds(subcategoriesOf(fixture).map(({ category, name }) => `${category} / ${name}`)),
    families: freshIds(wordsOf(fixture.families)),
    suppliers: freshIds(wordsOf(fixture.suppliers)),
    custom_fields: freshIds(wordsOf(fixture.custom_fields)),
    products: freshIds(products.map(({ title }) => title)),
    variants: freshIds(products.flatMap(({ variants }) => (variants ?? []).map(({ sku }) => sku))),
    purchase_orders: freshIds(wordsOf(fixture.purchase_orders)),
  }
  await insertPlaces(tenant, fixture, ids)
  await insertCategories(tenant, fixture, ids)
  await insertFamilies(tenant, fixture, ids)
  await insertProducts(tenant, products, ids)
  await insertVariants(tenant, products, ids)
  await openStock(tenant, products, ids)
  await insertOrders(tenant, fixture.purchase_orders ?? [], ids)
  return ids
}

const wordsOf = (things: readonly (string | { name: string })[] = []) => things.map((one) => named(one).name)

const subcategoriesOf = (fixture: Fixture) =>
  (fixture.categories ?? []).flatMap((category) => {
    const { name, subcategories } = named(category)
    return (subcategories ?? []).map((one) => ({ category: name, ...named(one) }))
  })

async function insertPlaces(tenant: Tenant, fixture: Fixture, ids: Catalogue): Promise<void> {
  const locations = (fixture.locations ?? []).map((one) => {
    const { name, kind, country_code, is_active } = named(one)
    return {
      location_id: ids.locations[name],
      name,
      kind: kind ?? 'warehouse',
      country_code,
      is_active: is_active ?? true,
    }
  })
  const channels = (fixture.sales_channels ?? []).map((one) => {
    const { name, channel_type } = named(one)
    return { sales_channel_id: ids.sales_channels[name], name, channel_type: channel_type ?? 'online' }
  })
  const suppliers = (fixture.suppliers ?? []).map((one) => {
    const { name, currency, lead_time_days, review_period_days, country_code } = named(one)
    return {
      supplier_id: ids.suppliers[name],
      name,
      currency: currency ?? 'USD',
      lead_time_days,
      review_period_days,
      country_code,
    }
  })
  await insertRows(tenant, 'locations', locations)
  await insertRows(tenant, 'sales_channels', channels)
  await insertRows(tenant, 'suppliers', suppliers)
}

async function insertCategories(tenant: Tenant, fixture: Fixture, ids: Catalogue): Promise<void> {
  const categories = wordsOf(fixture.categories).map((name) => ({ category_id: ids.categories[name], name }))
  const subcategories = subcategoriesOf(fixture).map(({ category, name, is_active }) => ({
    subcategory_id: ids.subcategories[`${category} / ${name}`],
    category_id: ids.categories[category],
    name,
    is_active: is_active ?? true,
  }))
  await insertRows(tenant, 'categories', categories)
  await insertRows(tenant, 'subcategories', subcategories)
}

async function insertFamilies(tenant: Tenant, fixture: Fixture, ids: Catalogue): Promise<void> {
  const families = fixture.families ?? []
  await insertRows(
    tenant,
    'families',
    families.map(({ name }) => ({ family_id: ids.families[name], name })),
  )
  await insertRows(
    tenant,
    'family_attributes',
    families.flatMap(({ name, attributes }) =>
      (attributes ?? []).map(({ attribute, group, required }, position) => ({
        family_id: ids.families[name],
        attribute,
        attribute_group: group,
        required: required ?? true,
        position,
      })),
    ),
  )
  await insertRows(
    tenant,
    'custom_fields',
    (fixture.custom_fields ?? []).map(({ name, data_type, choices, description }) => ({
      custom_field_id: ids.custom_fields[name],
      name,
      data_type: data_type ?? 'text',
      choices: choices ?? [],
      description,
    })),
  )
}

async function insertProducts(tenant: Tenant, products: readonly ProductFixture[], ids: Catalogue): Promise<void> {
  await insertRows(
    tenant,
    'products',
    products.map((product) => ({
      product_id: ids.products[product.title],
      title: product.title,
      description: product.description,
      vendor: product.vendor,
      category_id: idOrNull(ids.categories, product.category),
      subcategory_id: product.subcategory
        ? idOf(ids.subcategories, `${product.category} / ${product.subcategory}`)
        : null,
      family_id: idOrNull(ids.families, product.family),
      class: product.class,
      status: product.status ?? 'ACTIVE',
      country_of_origin: product.country_of_origin,
      hs_code: product.hs_code,
      currency: product.currency ?? 'USD',
      image_url: product.image_url,
      gallery_images: product.gallery_images ?? [],
      options: product.options ?? [],
      tags: product.tags ?? [],
      platform_tags: product.platform_tags ?? [],
      is_managed: product.is_managed ?? true,
      is_seasonal: product.is_seasonal ?? false,
      launch_date: product.launch_date,
    })),
  )
  const each = <T>(of: (product: ProductFixture) => readonly T[] | undefined, row: (one: T) => Row) =>
    products.flatMap((product) =>
      (of(product) ?? []).map((one) => ({ product_id: ids.products[product.title], ...row(one) })),
    )
  await insertRows(
    tenant,
    'product_channels',
    each(
      ({ channels }) => channels,
      (name) => ({ sales_channel_id: idOf(ids.sales_channels, name), listed_at: '2026-01-01T00:00:00Z' }),
    ),
  )
  await insertRows(
    tenant,
    'product_metafields',
    each(
      ({ metafields }) => metafields,
      (one) => one,
    ),
  )
  await insertRows(
    tenant,
    'product_attributes',
    each(
      ({ attributes }) => attributes,
      ({ attribute, value, owned, awaiting_write_back }) => ({
        attribute,
        value,
        owned: owned ?? false,
        awaiting_write_back: awaiting_write_back ?? false,
        updated_at: '2026-01-01T00:00:00Z',
      }),
    ),
  )
}

const variantsOf = (products: readonly ProductFixture[]) =>
  products.flatMap((product) => (product.variants ?? []).map((variant, index) => ({ product, variant, index })))

async function insertVariants(tenant: Tenant, products: readonly ProductFixture[], ids: Catalogue): Promise<void> {
  const all = variantsOf(products)
  await insertRows(
    tenant,
    'variants',
    all.map(({ product, variant, index }) => ({
      variant_id: ids.variants[variant.sku],
      product_id: ids.products[product.title],
      sku: variant.sku,
      barcode: variant.barcode,
      title: variant.title ?? variant.sku,
      option_values: variant.option_values ?? {},
      position: index + 1,
      price_cents: variant.price_cents,
      compare_at_price_cents: variant.compare_at_price_cents,
      unit_cost: variant.unit_cost,
      weight_kg: variant.weight_kg,
      carton_quantity: variant.carton_quantity,
      carton_cbm: variant.carton_cbm,
      carton_weight_kg: variant.carton_weight_kg,
    })),
  )
  await insertRows(
    tenant,
    'supplier_variants',
    all.flatMap(({ variant }) =>
      (variant.suppliers ?? []).map((one, index) => ({
        supplier_id: idOf(ids.suppliers, one.supplier),
        variant_id: ids.variants[variant.sku],
        supplier_sku: one.supplier_sku,
        unit_cost: one.unit_cost,
        min_order_quantity: one.min_order_quantity,
        batch_size: one.batch_size,
        lead_time_days: one.lead_time_days,
        is_primary: one.is_primary ?? index === 0,
      })),
    ),
  )
  await insertRows(
    tenant,
    'custom_field_values',
    all.flatMap(({ variant }) =>
      Object.entries(variant.custom ?? {}).map(([name, value]) => ({
        variant_id: ids.variants[variant.sku],
        custom_field_id: idOf(ids.custom_fields, name),
        value,
      })),
    ),
  )
}
