/** The rows of a product: product, variants, attributes, metafields, channels and change events. */
import { type Calendar, mondayOf } from './calendar.ts'
import type { Product, Variant } from './assortment.ts'
import { CopyBuffer, textArray } from './copy.ts'
import { seasonCode, seasonOf } from './purchasing/commitments.ts'
import { channels, type MasterData } from './master_data.ts'
import { type Random, randomOf } from './random.ts'
import { attributeValues, families } from './vocabulary.ts'

export const rangeBuffers = () => ({
  products: new CopyBuffer(
    'products',
    'product_id title description vendor category_id subcategory_id family_id class status country_of_origin hs_code currency image_url gallery_images options tags platform_tags seasons is_seasonal launch_date created_at last_updated_at',
  ),
  variants: new CopyBuffer(
    'variants',
    'variant_id product_id sku barcode title option_values position price_cents compare_at_price_cents unit_cost weight_kg carton_quantity carton_cbm carton_weight_kg created_at last_updated_at',
  ),
  product_attributes: new CopyBuffer(
    'product_attributes',
    'product_id attribute value owned awaiting_write_back updated_at',
  ),
  product_metafields: new CopyBuffer('product_metafields', 'product_id namespace key value'),
  product_channels: new CopyBuffer('product_channels', 'product_id sales_channel_id listed_at'),
  supplier_variants: new CopyBuffer(
    'supplier_variants',
    'supplier_id variant_id supplier_sku unit_cost min_order_quantity batch_size lead_time_days is_primary updated_at',
  ),
  custom_field_values: new CopyBuffer('custom_field_values', 'variant_id custom_field_id value'),
  catalogue_events: new CopyBuffer(
    'catalogue_events',
    'product_id variant_id kind field previous_value value actor occurred_at',
  ),
})
export type RangeBuffers = ReturnType<typeof rangeBuffers>

export interface RangeRowsOptions {
  organization_id: string
  currency: string
  seed: number
  calendar: Calendar
  masterData: MasterData
}

/** Ten-thousandths as decimal text; a fraction of one has six more decimals. */
export function costText(cost: number): string {
  if (Number.isInteger(cost)) return `${Math.floor(cost / 10_000)}.${String(cost % 10_000).padStart(4, '0')}`
  const parts = Math.round(cost * 1_000_000)
  return `${Math.floor(parts / 10_000_000_000)}.${String(parts % 10_000_000_000).padStart(10, '0')}`
}

export function addProduct(buffers: RangeBuffers, product: Product, options: RangeRowsOptions): void {
  const { organization_id, calendar, masterData } = options
  const random = randomOf(options.seed, 2, product.index)
  const { profile, missing } = product
  const created_at = `${mondayOf(calendar, product.first_week)} 00:00:00+00`
  const now = `${mondayOf(calendar, calendar.week_count - 1)} 00:00:00+00`
  const family = random.chance(0.92) ? profile.family : null
  const sizes = [...new Set(product.variants.map(({ size }) => size))]
  const colourValues = [...new Set(product.variants.map(({ colour }) => colour))]
  const image = `https://images.example.com/${profile.code.toLowerCase()}/${product.index}`
  const supplier = masterData.suppliers[product.supplier]!
  const productOptions = [
    { name: 'Colour', values: colourValues },
    { name: 'Size', values: sizes },
  ]
  buffers.products.add(organization_id, [
    product.product_id,
    product.title,
    `${product.title} by ${product.vendor}.`,
    product.vendor,
    masterData.category_ids[product.category],
    masterData.subcategoryId(product.category, product.subcategory),
    family && masterData.family_ids.get(family),
    product.is_seasonal ? 'seasonal' : 'core',
    product.status,
    missing.country ? null : supplier.country_code,
    missing.hs_code ? null : profile.hs_code,
    options.currency,
    missing.image ? null : `${image}.jpg`,
    textArray(missing.image ? [] : [`${image}-front.jpg`, `${image}-back.jpg`]),
    JSON.stringify(productOptions),
    textArray(product.tags),
    textArray([profile.name.toLowerCase(), product.material.toLowerCase()]),
    textArray(product.is_seasonal ? [seasonCode(seasonOf(mondayOf(calendar, product.first_week)))] : []),
    product.is_seasonal,
    mondayOf(calendar, product.first_week),
    created_at,
    now,
  ])
  for (const variant of product.variants) addVariant(buffers, product, variant, created_at, now, random, options)
  addDescriptions(buffers, product, family, now, random, options)
  addChanges(buffers, product, created_at, options)
}

function addVariant(
  buffers: RangeBuffers,
  product: Product,
  variant: Variant,
  created_at: string,
  now: string,
  random: Random,
  { organization_id, calendar, masterData }: RangeRowsOptions,
): void {
  const { missing, weight_g } = product
  const price = product.price_cents[calendar.week_count - 1]!
  const full = product.full_price_cents - 5
  const carton = random.pick([12, 24, 36])
  const cost = missing.cost ? null : costText(product.cost[1])
  const option_values = { Colour: variant.colour, Size: variant.size }
  buffers.variants.add(organization_id, [
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
    created_at,
    now,
  ])
  for (const [i, place] of [product.supplier, product.second_supplier].entries()) {
    if (place === null) continue
    const { supplier_id, min_order_quantity, batch_size, lead_time_days } = masterData.suppliers[place]!
    buffers.supplier_variants.add(organization_id, [
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
  for (const field of masterData.custom_fields) {
    if (!random.chance(0.6)) continue
    const value =
      field.data_type === 'choice'
        ? field.choices[product.index % field.choices.length]!
        : field.data_type === 'number'
          ? String(random.whole(20, 180))
          : `${product.is_seasonal ? 'Season' : 'Core'} ${product.index % 12}`
    buffers.custom_field_values.add(organization_id, [variant.variant_id, field.custom_field_id, value])
  }
}

function addDescriptions(
  buffers: RangeBuffers,
  product: Product,
  family: string | null,
  now: string,
  random: Random,
  { organization_id, masterData }: RangeRowsOptions,
): void {
  const attributes = families.find(({ name }) => name === family)?.attributes ?? []
  for (const [attribute] of attributes) {
    if (random.chance(0.12)) continue
    const value = attribute === 'material' ? product.material : random.pick(attributeValues[attribute]!)
    const owned = random.chance(0.5)
    buffers.product_attributes.add(organization_id, [
      product.product_id,
      attribute,
      JSON.stringify(value),
      owned,
      owned && random.chance(0.1),
      now,
    ])
  }
  // A family does not ask for everything that is known of a product.
  if (product.index % 12 === 0)
    buffers.product_attributes.add(organization_id, [
      product.product_id,
      'certificate',
      '"Organic cotton"',
      true,
      false,
      now,
    ])
  buffers.product_metafields.add(organization_id, [
    product.product_id,
    'range',
    'drop',
    `Drop ${1 + (product.index % 8)}`,
  ])
  if (random.chance(0.5))
    buffers.product_metafields.add(organization_id, [
      product.product_id,
      'range',
      'story',
      random.pick(['Coast', 'City', 'Field']),
    ])
  for (const i of channels.keys())
    if (product.listed[i])
      buffers.product_channels.add(organization_id, [product.product_id, masterData.channel_ids[i], now])
}

/** Change events: created, launched, repriced, recosted, archived. */
function addChanges(buffers: RangeBuffers, product: Product, created_at: string, options: RangeRowsOptions): void {
  const { organization_id, calendar } = options
  const add = (
    variant: Variant | null,
    kind: string,
    field: string | null,
    before: string | null,
    after: string | null,
    at: string,
  ) =>
    buffers.catalogue_events.add(organization_id, [
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
  add(null, 'created', null, null, null, created_at)
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
  const [costBefore, costAfter] = product.cost
  if (costBefore === costAfter || product.cost_week <= product.first_week || product.missing.cost) return
  for (const variant of product.variants)
    add(variant, 'cost_changed', 'unit_cost', costText(costBefore), costText(costAfter), at(product.cost_week))
}
