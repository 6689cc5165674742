/** The rows of a product: itself, its variants, what describes them, and what changed about them. */
import { type Calendar, mondayOf } from './calendar.ts'
import type { Product, Variant } from './assortment.ts'
import { Sheet, textArray } from './copy.ts'
import { attribute_values, channels, type Places } from './places.ts'
import { type Random, randomOf } from './random.ts'
import { families } from './words.ts'

export const rangeSheets = () => ({
  products: new Sheet(
    'products',
    'product_id title description vendor category_id subcategory_id family_id class status country_of_origin hs_code currency image_url gallery_images options tags platform_tags is_seasonal launch_date created_at last_updated_at',
  ),
  variants: new Sheet(
    'variants',
    'variant_id product_id sku barcode title option_values position price_cents compare_at_price_cents unit_cost weight_kg carton_quantity carton_cbm carton_weight_kg created_at last_updated_at',
  ),
  product_attributes: new Sheet(
    'product_attributes',
    'product_id attribute value owned awaiting_write_back updated_at',
  ),
  product_metafields: new Sheet('product_metafields', 'product_id namespace key value'),
  product_channels: new Sheet('product_channels', 'product_id sales_channel_id listed_at'),
  supplier_variants: new Sheet(
    'supplier_variants',
    'supplier_id variant_id supplier_sku unit_cost min_order_quantity batch_size lead_time_days is_primary updated_at',
  ),
  custom_field_values: new Sheet('custom_field_values', 'variant_id custom_field_id value'),
  catalogue_events: new Sheet(
    'catalogue_events',
    'product_id variant_id kind field previous_value value actor occurred_at',
  ),
})
export type RangeSheets = ReturnType<typeof rangeSheets>

export interface RangeRowsOptions {
  organization_id: string
  currency: string
  seed: number
  calendar: Calendar
  places: Places
}

/** Ten-thousandths as decimal text. */
export const costText = (cost: number): string =>
  `${Math.floor(cost / 10_000)}.${String(cost % 10_000).padStart(4, '0')}`

export function addProduct(sheets: RangeSheets, product: Product, options: RangeRowsOptions): void {
  const { organization_id: own, calendar, places } = options
  const random = randomOf(options.seed, 2, product.index)
  const { words, missing } = product
  const born = `${mondayOf(calendar, product.first_week)} 00:00:00+00`
  const now = `${mondayOf(calendar, calendar.week_count - 1)} 00:00:00+00`
  const family = random.chance(0.92) ? words.family : null
  const sizes = [...new Set(product.variants.map(({ size }) => size))]
  const colour_values = [...new Set(product.variants.map(({ colour }) => colour))]
  const image = `https://images.example.com/${words.code.toLowerCase()}/${product.index}`
  const supplier = places.suppliers[product.supplier]!
  const product_options = [
    { name: 'Colour', values: colour_values },
    { name: 'Size', values: sizes },
  ]
  sheets.products.add(own, [
    product.product_id,
    product.title,
    `${product.title} by ${product.vendor}.`,
    product.vendor,
    places.category_ids[product.category],
    places.subcategoryId(product.category, product.subcategory),
    family && places.family_ids.get(family),
    product.is_seasonal ? 'seasonal' : 'core',
    product.status,
    missing.country ? null : supplier.country_code,
    missing.hs_code ? null : words.hs_code,
    options.currency,
    missing.image ? null : `${image}.jpg`,
    textArray(missing.image ? [] : [`${image}-front.jpg`, `${image}-back.jpg`]),
    JSON.stringify(product_options),
    textArray(product.tags),
    textArray([words.name.toLowerCase(), product.material.toLowerCase()]),
    product.is_seasonal,
    mondayOf(calendar, product.first_week),
    born,
    now,
  ])
  for (const variant of product.variants) addVariant(sheets, product, variant, born, now, random, options)
  addDescriptions(sheets, product, family, now, random, options)
  addChanges(sheets, product, born, options)
}

function addVariant(
  sheets: RangeSheets,
  product: Product,
  variant: Variant,
  born: string,
  now: string,
  random: Random,
  { organization_id: own, calendar, places }: RangeRowsOptions,
): void {
  const { missing, weight_g } = product
  const price = product.price_cents[calendar.week_count - 1]!
  const full = product.full_price_cents - 5
  const carton = random.pick([12, 24, 36])
  const cost = missing.cost ? null : costText(product.cost[1])
  const option_values = { Colour: variant.colour, Size: variant.size }
  sheets.variants.add(own, [
    variant.variant_id,
    product.product_id,
    variant.sku,
    variant.barcode,
    variant.title,
    JSON.stringify(option_values),
    variant.position,
    price,
    price < full ? full : null,
    cost,
    (weight_g / 1000).toFixed(4),
    missing.carton ? null : carton,
    missing.carton ? null : ((carton * weight_g * 6) / 1e6).toFixed(6),
    missing.carton ? null : ((carton * weight_g) / 1000 + 0.6).toFixed(4),
    born,
    now,
  ])
  for (const [i, place] of [product.supplier, product.second_supplier].entries()) {
    if (place === null) continue
    const { supplier_id, min_order_quantity, batch_size, lead_time_days } = places.suppliers[place]!
    sheets.supplier_variants.add(own, [
      supplier_id,
      variant.variant_id,
      `S-${variant.sku}`,
      costText(Math.round(product.cost[1] * (1 + i * 0.06))),
      min_order_quantity,
      batch_size,
      lead_time_days,
      i === 0,
      now,
    ])
  }
  for (const field of places.custom_fields) {
    if (!random.chance(0.6)) continue
    const value =
      field.data_type === 'choice'
        ? field.choices[product.index % field.choices.length]!
        : field.data_type === 'number'
          ? String(random.whole(20, 180))
          : `${product.is_seasonal ? 'Season' : 'Core'} ${product.index % 12}`
    sheets.custom_field_values.add(own, [variant.variant_id, field.custom_field_id, value])
  }
}

function addDescriptions(
  sheets: RangeSheets,
  product: Product,
  family: string | null,
  now: string,
  random: Random,
  { organization_id: own, places }: RangeRowsOptions,
): void {
  const attributes = families.find(({ name }) => name === family)?.attributes ?? []
  for (const [attribute] of attributes) {
    if (random.chance(0.12)) continue
    const value = attribute === 'material' ? product.material : random.pick(attribute_values[attribute]!)
    const owned = random.chance(0.5)
    sheets.product_attributes.add(own, [
      product.product_id,
      attribute,
      JSON.stringify(value),
      owned,
      owned && random.chance(0.1),
      now,
    ])
  }
  sheets.product_metafields.add(own, [product.product_id, 'range', 'drop', `Drop ${1 + (product.index % 8)}`])
  if (random.chance(0.5))
    sheets.product_metafields.add(own, [product.product_id, 'range', 'story', random.pick(['Coast', 'City', 'Field'])])
  for (const i of channels.keys())
    if (product.listed[i]) sheets.product_channels.add(own, [product.product_id, places.channel_ids[i], now])
}

/** The timeline: born, launched, repriced, recosted, archived; prices and costs as they were and became. */
function addChanges(sheets: RangeSheets, product: Product, born: string, options: RangeRowsOptions): void {
  const { organization_id: own, calendar } = options
  const add = (
    variant: Variant | null,
    kind: string,
    field: string | null,
    before: string | null,
    after: string | null,
    at: string,
  ) =>
    sheets.catalogue_events.add(own, [
      product.product_id,
      variant?.variant_id ?? null,
      kind,
      field,
      before,
      after,
      'user:Merchandising',
      at,
    ])
  const at = (week: number) => `${mondayOf(calendar, week)} 05:00:00+00`
  add(null, 'created', null, null, null, born)
  if (product.status !== 'DRAFT') add(null, 'status_changed', 'status', 'DRAFT', 'ACTIVE', at(product.first_week))
  if (product.status === 'ARCHIVED' || product.status === 'UNLISTED')
    add(
      null,
      'status_changed',
      'status',
      'ACTIVE',
      product.status,
      at(Math.min(product.last_week, calendar.week_count - 1)),
    )
  for (let week = product.first_week + 1; week < calendar.week_count; week++) {
    const [before, after] = [product.price_cents[week - 1]!, product.price_cents[week]!]
    if (before === after) continue
    for (const variant of product.variants)
      add(variant, 'price_changed', 'price_cents', String(before), String(after), at(week))
  }
  const [cost_before, cost_after] = product.cost
  if (cost_before === cost_after || product.cost_week <= product.first_week || product.missing.cost) return
  for (const variant of product.variants)
    add(variant, 'cost_changed', 'unit_cost', costText(cost_before), costText(cost_after), at(product.cost_week))
}
