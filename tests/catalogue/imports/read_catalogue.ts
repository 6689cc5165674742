/** The catalogue and the stock of an organisation as its public API shows them, with names in place of ids. */
import type { Tenant } from '../../support/service/tenant.ts'

export interface ShownVariant {
  sku: string
  options: string[]
  barcode: string | null
  price: number | null
  compare_at_price: number | null
  unit_cost: number | null
  weight_kg: number | null
  status: string
  stock: Record<string, number>
}

export interface ShownProduct {
  handle: string | null
  title: string
  description: string | null
  vendor: string | null
  category: string | null
  subcategory: string | null
  class: string | null
  status: string
  tags: string[]
  platform_tags: string[]
  seasons: string[]
  images: string[]
  options: Record<string, string[]>
  metafields: Record<string, string>
  variants: ShownVariant[]
}

async function answered(tenant: Tenant, path: string): Promise<any> {
  const { status, body, text } = await tenant.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`)
  return body.data
}

async function readVariant(tenant: Tenant, variant_id: string): Promise<ShownVariant> {
  const one = await answered(tenant, `/api/v1/variants/${variant_id}`)
  return {
    sku: one.sku,
    options: Object.entries<string>(one.option_values)
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
    barcode: one.barcode,
    price: one.price.cents,
    compare_at_price: one.compare_at_price.cents,
    unit_cost: one.unit_cost.cents,
    weight_kg: one.weight_kg,
    status: one.status,
    stock: Object.fromEntries(one.stock.map((level: any) => [level.location_name, level.on_hand_qty])),
  }
}

async function readProduct(tenant: Tenant, product_id: string): Promise<ShownProduct> {
  const one = await answered(tenant, `/api/v1/product/${product_id}`)
  const { rows } = await answered(tenant, `/api/v1/product/${product_id}/variants`)
  return {
    handle: one.handle,
    title: one.title,
    description: one.description,
    vendor: one.vendor,
    category: one.category,
    subcategory: one.subcategory,
    class: one.class,
    status: one.status,
    tags: one.tags,
    platform_tags: one.platform_tags,
    seasons: one.seasons,
    images: [...(one.image_url === null ? [] : [one.image_url]), ...one.gallery_images],
    options: one.options,
    metafields: Object.fromEntries(
      one.metafields.map((field: any) => [`${field.namespace}.${field.key}`, field.value]),
    ),
    variants: await Promise.all(rows.map(({ variant_id }: any) => readVariant(tenant, variant_id))),
  }
}

/** Sorted by title. */
export async function readCatalogue(tenant: Tenant): Promise<ShownProduct[]> {
  const { rows } = await answered(tenant, '/api/v1/products/table?limit=500')
  const products = await Promise.all(rows.map(({ product_id }: any) => readProduct(tenant, product_id)))
  return products.toSorted((a, b) => (a.title < b.title ? -1 : 1))
}
