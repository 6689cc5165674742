/**
 * An organisation's catalogue and stock as Shopify's product and inventory exports. What the format cannot state is
 * left out: subcategory, family, class, seasons, custom fields, cartons, and the SKU order of several optionless variants.
 */
import type { Tenant } from './service/tenant.ts'

interface ShopVariant {
  variant_id: string
  product_id: string
  sku: string
  barcode: string | null
  option_values: Record<string, string>
  price_cents: number | null
  compare_at_price_cents: number | null
  unit_cost: string | null
  weight_g: string | null
}

interface ShopProduct {
  product_id: string
  handle: string | null
  title: string
  description: string | null
  vendor: string | null
  category: string | null
  status: string
  platform_tags: string[]
  options: { name: string; values: string[] }[]
  images: string[]
  country_of_origin: string | null
  hs_code: string | null
  metafields: Record<string, string>
}

interface Shop {
  products: ShopProduct[]
  variants: Map<string, ShopVariant[]>
  locations: { location_id: string; name: string }[]
  /** Units on hand by variant and location. */
  on_hand: Map<string, number>
}

async function readShop({ service, organization_id }: Tenant): Promise<Shop> {
  const { sql } = service.database
  const products = await sql<ShopProduct[]>`
    select p.product_id, p.handle, p.title, p.description, p.vendor, c.name as category, p.status, p.platform_tags,
      p.options, array_remove(p.image_url || p.gallery_images, null) as images, p.country_of_origin, p.hs_code,
      coalesce((select jsonb_object_agg(m.namespace || '.' || m.key, m.value) from product_metafields m
        where m.organization_id = p.organization_id and m.product_id = p.product_id), '{}') as metafields
    from products p
    left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
    where p.organization_id = ${organization_id} order by p.handle, p.product_id`
  const variants = await sql<ShopVariant[]>`
    select variant_id, product_id, sku, barcode, option_values, price_cents::float8, compare_at_price_cents::float8,
      unit_cost::text, trim_scale(weight_kg * 1000)::text as weight_g
    from variants where organization_id = ${organization_id} order by product_id, position, sku`
  const locations = await sql<Shop['locations']>`
    select location_id, name from locations where organization_id = ${organization_id} order by name`
  const levels = await sql<{ variant_id: string; location_id: string; on_hand: number }[]>`
    select variant_id, location_id, on_hand from stock_levels where organization_id = ${organization_id}`
  const byProduct = new Map<string, ShopVariant[]>()
  for (const variant of variants) {
    const known = byProduct.get(variant.product_id)
    if (known === undefined) byProduct.set(variant.product_id, [variant])
    else known.push(variant)
  }
  return {
    products: [...products],
    variants: byProduct,
    locations: [...locations],
    on_hand: new Map(levels.map((one) => [`${one.variant_id} ${one.location_id}`, one.on_hand])),
  }
}

type Row = Record<string, string | number | null | undefined>

const quoted = (value: Row[string]): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const toCsv = (headers: readonly string[], rows: readonly Row[]): string =>
  [headers, ...rows.map((row) => headers.map((header) => row[header]))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

const amount = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))
const handleOf = ({ handle, product_id }: ShopProduct) => handle ?? product_id
const metafieldHeader = (name: string) => `${name} (product.metafields.${name})`

function optionCells({ options }: ShopProduct, variant: ShopVariant, withNames: boolean): Row {
  if (options.length === 0) return { 'Option1 Name': withNames ? 'Title' : null, 'Option1 Value': 'Default Title' }
  return Object.fromEntries(
    options.flatMap(({ name }, i) => [
      [`Option${i + 1} Name`, withNames ? name : null],
      [`Option${i + 1} Value`, variant.option_values[name]],
    ]),
  )
}

const productCells = (product: ShopProduct): Row => ({
  Title: product.title,
  'Body (HTML)': product.description,
  Vendor: product.vendor,
  Type: product.category,
  Tags: product.platform_tags.join(', '),
  Published: String(product.status === 'ACTIVE'),
  Status: product.status.toLowerCase(),
  ...Object.fromEntries(Object.entries(product.metafields).map(([name, value]) => [metafieldHeader(name), value])),
})

const variantCells = (variant: ShopVariant): Row => ({
  'Variant SKU': variant.sku,
  'Variant Grams': variant.weight_g,
  'Variant Price': amount(variant.price_cents),
  'Variant Compare At Price': amount(variant.compare_at_price_cents),
  'Variant Barcode': variant.barcode === null ? null : `'${variant.barcode}`,
  'Cost per item': variant.unit_cost,
})

/** The rows of a product: one for each variant, and further ones for images where they are more. */
function productRows(product: ShopProduct, variants: readonly ShopVariant[]): Row[] {
  const { images } = product
  return Array.from({ length: Math.max(variants.length, images.length, 1) }, (_, i): Row => {
    const variant = variants[i]
    return {
      Handle: handleOf(product),
      ...(i === 0 ? productCells(product) : {}),
      ...(variant === undefined ? {} : { ...optionCells(product, variant, i === 0), ...variantCells(variant) }),
      ...(images[i] === undefined ? {} : { 'Image Src': images[i], 'Image Position': i + 1 }),
    }
  })
}

const named = (...groups: readonly string[]): string[] => groups.flatMap((group) => group.split(','))

const optionHeaders = 'Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value'
const productHeaders = named(
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published',
  optionHeaders,
  'Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Variant Barcode',
  'Image Src,Image Position,Cost per item,Status',
)
const inventoryHeaders = named(
  'Handle,Title',
  optionHeaders,
  'SKU,HS Code,COO,Location,On hand (current),On hand (new)',
)

export interface ShopFiles {
  products: string
  inventory: string
}

export async function writeShopFiles(tenant: Tenant): Promise<ShopFiles> {
  const { products, variants, locations, on_hand } = await readShop(tenant)
  const of = ({ product_id }: ShopProduct) => variants.get(product_id) ?? []
  const metafields = [...new Set(products.flatMap((product) => Object.keys(product.metafields)))].toSorted()
  const stock = locations.flatMap(({ location_id, name }) =>
    products.flatMap((product) =>
      of(product).map((variant): Row => ({
        Handle: handleOf(product),
        Title: product.title,
        ...optionCells(product, variant, true),
        SKU: variant.sku,
        'HS Code': product.hs_code,
        COO: product.country_of_origin,
        Location: name,
        'On hand (current)': on_hand.get(`${variant.variant_id} ${location_id}`) ?? 'not stocked',
      })),
    ),
  )
  return {
    products: toCsv(
      [...productHeaders, ...metafields.map(metafieldHeader)],
      products.flatMap((product) => productRows(product, of(product))),
    ),
    inventory: toCsv(inventoryHeaders, stock),
  }
}

/** Sales by day of the last days up to `today`, in the fields of the import of daily sales. */
export async function writeSalesFile(
  { service, organization_id }: Tenant,
  days: number,
  today: string,
): Promise<string> {
  const rows = await service.database.sql<Record<string, string | number | null>[]>`
    select s.day::text as day, v.sku, c.name as channel, o.name as location, s.currency, s.units, s.returned_units,
      (s.gross_sales_cents / 100.0)::numeric(20, 2)::text as gross_sales,
      (s.discounts_cents / 100.0)::numeric(20, 2)::text as discounts,
      (s.returns_cents / 100.0)::numeric(20, 2)::text as returns,
      (s.taxes_cents / 100.0)::numeric(20, 2)::text as taxes,
      (s.cost_cents / 100.0)::numeric(20, 2)::text as cost,
      (s.regular_value_cents / 100.0)::numeric(20, 2)::text as regular_value, s.markdown_units
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
    join locations o on o.organization_id = s.organization_id and o.location_id = s.location_id
    where s.organization_id = ${organization_id} and s.day > ${today}::date - ${days}::int
    order by s.day, v.sku, c.name, o.name`
  const headers = named(
    'day,sku,channel,location,currency,units,returned_units,gross_sales,discounts,returns,taxes,cost,regular_value',
    'markdown_units',
  )
  return toCsv(headers, rows)
}
