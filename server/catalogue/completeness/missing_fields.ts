/** What planning needs of a product and of its variants, each with the condition under which it is missing. */

/**
 * Conditions read `p` (products), `x` (variants) and `b` (what a variant's suppliers say, see buyingTerms).
 * They are written here and never taken from a request.
 */
interface MissingField {
  level: 'product' | 'variant'
  /** What cannot be planned without it. */
  why: string
  condition: string
}

export const missing_fields = {
  category: {
    level: 'product',
    why: 'Plans, budgets and open-to-buy are laid out by category.',
    condition: 'p.category_id is null',
  },
  country_of_origin: {
    level: 'product',
    why: 'Duty, and with it the landed cost, follows from the country of origin.',
    condition: `coalesce(p.country_of_origin, '') = ''`,
  },
  hs_code: {
    level: 'product',
    why: 'Duty, and with it the landed cost, follows from the HS code.',
    condition: `coalesce(p.hs_code, '') = ''`,
  },
  launch_date: {
    level: 'product',
    why: 'A seasonal product is planned from the day it launches; other products need none.',
    condition: 'p.is_seasonal and p.launch_date is null',
  },
  variants: {
    level: 'product',
    why: 'Stock, sales and orders are kept by variant; a product without one cannot be bought.',
    condition:
      'not exists (select 1 from variants x where x.organization_id = p.organization_id and x.product_id = p.product_id)',
  },
  price: {
    level: 'variant',
    why: 'Expected revenue and margin are made from the selling price.',
    condition: 'x.price_cents is null',
  },
  unit_cost: {
    level: 'variant',
    why: 'Buys, cash and margin are made from what a unit costs.',
    condition: 'x.unit_cost is null',
  },
  supplier: {
    level: 'variant',
    why: 'Without a supplier no purchase order can be proposed.',
    condition: 'coalesce(b.suppliers, 0) = 0',
  },
  lead_time: {
    level: 'variant',
    why: 'When to reorder, and whether cover is critical, is counted from the lead time of a supplier.',
    condition: 'b.lead_time_days is null',
  },
  min_order_quantity: {
    level: 'variant',
    why: 'Proposed quantities are raised to the minimum that a supplier takes.',
    condition: 'b.min_order_quantity is null',
  },
  carton_measures: {
    level: 'variant',
    why: 'Containers and freight shares are counted from units, cube and weight of a carton; all three are needed.',
    condition: 'x.carton_quantity is null or x.carton_cbm is null or x.carton_weight_kg is null',
  },
} as const satisfies Record<string, MissingField>

export type MissingFieldName = keyof typeof missing_fields
export const missing_field_names = Object.keys(missing_fields) as MissingFieldName[]
export const missing_product_fields = missing_field_names.filter((name) => missing_fields[name].level === 'product')
export const missing_variant_fields = missing_field_names.filter((name) => missing_fields[name].level === 'variant')

/** The fields of these that are missing, as an SQL array in their order. */
export const missingArray = (names: readonly MissingFieldName[]): string =>
  `array_remove(array[${names
    .map((name) => `case when ${missing_fields[name].condition} then '${name}' end`)
    .join(', ')}]::text[], null)`

/** What the suppliers of variant `x` say. */
export const buying_terms = `left join (
    select sv.variant_id, count(*)::int as suppliers,
      min(coalesce(sv.lead_time_days, su.lead_time_days)) as lead_time_days,
      min(sv.min_order_quantity) as min_order_quantity
    from supplier_variants sv
    join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
    where sv.organization_id = $1
    group by sv.variant_id) b on b.variant_id = x.variant_id`

const flags = (wrap: (condition: string) => string) =>
  missing_variant_fields.map((name) => `${wrap(missing_fields[name].condition)} as lacks_${name}`).join(',\n      ')

/**
 * What each variant, or any variant of each product, lacks: one flag a field, made once for all rows of the
 * organisation. It is joined (as `k`) only where a filter asks.
 */
export const lacks_of_variants = `left join (
    select x.variant_id, ${flags((condition) => `(${condition})`)}
    from variants x
    ${buying_terms}
    where x.organization_id = $1) k on k.variant_id = v.variant_id`
export const lacks_of_products = `left join (
    select x.product_id, ${flags((condition) => `bool_or(${condition})`)}
    from variants x
    ${buying_terms}
    where x.organization_id = $1
    group by x.product_id) k on k.product_id = p.product_id`

/** Whether field `name` is missing, over `p` and `k`. */
export const lacksField = (name: MissingFieldName): string =>
  missing_fields[name].level === 'product' ? `(${missing_fields[name].condition})` : `coalesce(k.lacks_${name}, false)`
