/** The plain fields of products and variants: each with its rule, and the kind of timeline event of its change. */
import { limits } from '../../contract/limits.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import { type catalogueEventKinds, productStatuses } from '../known_values.ts'
import {
  choice,
  country,
  day,
  decimal,
  type Field,
  flag,
  hsCode,
  httpsUrl,
  line,
  listOf,
  longText,
  orNull,
  plainText,
  shortText,
  whole,
} from './field.rules.ts'
import type { ProductOption } from './product_record.ts'

export type EventKind = (typeof catalogueEventKinds)[number]

const label = line(limits.product_label_length_max)
const labels = listOf(label, limits.product_list_max)
const url = httpsUrl(limits.product_url_length_max)
const cents = orNull(whole(0, limits.product_price_cents_max, ' cents'))

export const productFields = {
  handle: orNull(label),
  title: line(limits.product_title_length_max),
  description: orNull(longText(limits.product_description_length_max)),
  vendor: orNull(label),
  class: orNull(label),
  status: choice(productStatuses),
  country_of_origin: orNull(country),
  hs_code: orNull(hsCode),
  image_url: orNull(url),
  gallery_images: listOf(url, limits.product_list_max),
  tags: labels,
  platform_tags: labels,
  seasons: labels,
  is_managed: flag,
  is_seasonal: flag,
  launch_date: orNull(day),
} as const satisfies Record<string, Field>
export type ProductFieldName = keyof typeof productFields

export const variantFields = {
  sku: label,
  shared_sku: orNull(label),
  barcode: orNull(label),
  title: line(limits.product_title_length_max),
  position: whole(1, limits.product_variants_max),
  price_cents: cents,
  compare_at_price_cents: cents,
  unit_cost: orNull(decimal(4, limits.product_unit_cost_max)),
  weight_kg: orNull(decimal(4, limits.product_weight_kg_max)),
  carton_quantity: orNull(whole(1, limits.product_carton_quantity_max, ' units')),
  carton_cbm: orNull(decimal(6, limits.product_carton_cbm_max)),
  carton_weight_kg: orNull(decimal(4, limits.product_weight_kg_max)),
  lead_time_days: orNull(whole(0, limits.product_lead_time_days_max, ' days')),
  is_archived: flag,
} as const satisfies Record<string, Field>
export type VariantFieldName = keyof typeof variantFields

const eventKinds: Record<string, EventKind> = {
  status: 'status_changed',
  is_archived: 'status_changed',
  price_cents: 'price_changed',
  compare_at_price_cents: 'price_changed',
  unit_cost: 'cost_changed',
}
export const eventKindOf = (field: string): EventKind => eventKinds[field] ?? 'updated'

/** The options of a product as a timeline shows them, e.g. `Size: S, M; Colour: Navy`. */
export const optionsText = (options: readonly ProductOption[]): string | null =>
  options.length === 0 ? null : shortText(options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '))

export const optionValuesText = (option_values: Readonly<Record<string, string>>): string | null =>
  Object.keys(option_values).length === 0
    ? null
    : shortText(
        Object.entries(option_values)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
      )

/** The normalised values of the fields that are given; what breaks a rule goes to `faults`. */
export function readFields<F extends Record<string, Field>>(
  fields: F,
  sent: object,
  prefix: string,
  faults: RecordFault[],
): Partial<Record<keyof F & string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(fields)) {
    const value = (sent as Record<string, unknown>)[name]
    if (value === undefined) continue
    const checked = one.check(value)
    if ('rule' in checked) faults.push({ field: `${prefix}${name}`, value: plainText(value), ...checked })
    else read[name] = checked.value
  }
  return read as Partial<Record<keyof F & string, unknown>>
}
