/** Fields of products and variants that planning requires, each with the SQL condition for a missing value. */

/**
 * Conditions read `p` (products), `x` (variants) and `b` (terms of a variant's suppliers, see buying_terms).
 * They are constants, never taken from a request.
 */
interface MissingField {
  level: 'product' | 'variant'
  /** Why planning requires the field. */
  why: string
  condition: string
}

export const missing_fields = {
  category: {
    level: 'product',
    why: 'Plans, budgets and open-to-buy are organised by category.',
    condition: 'p.category_id is null',
  },
  country_of_origin: {
    level: 'product',
    why: 'Duty, and therefore landed cost, depends on the country of origin.',
    condition: `coalesce(p.country_of_origin, '') = ''`,
  },
  hs_code: {
    level: 'product',
    why: 'Duty, and therefore landed cost, depends on the HS code.',
    condition: `coalesce(p.hs_code, '') = ''`,
  },
  launch_date: {
    level: 'product',
    why: 'A seasonal product is planned from its launch date; other products do not need one.',
    condition: 'p.is_seasonal and p.launch_date is null',
  },
  variants: {
    level: 'product',
    why: 'Stock, sales and orders are recorded by variant; a product without variants cannot be purchased.',
    condition:
      'not exists (select 1 from variants x where x.organization_id = p.organization_id and x.product_id = p.product_id)',
  },
  price: {
    level: 'variant',
    why: 'Expected revenue and margin are computed from the selling price.',
    condition: 'x.price_cents is null',
  },
  unit_cost: {
    level: 'variant',
    why: 'Purchases, cash and margin are computed from the unit cost.',
    condition: 'x.unit_cost is null',
  },
  supplier: {
    level: 'variant',
    why: 'Purchase orders can only be proposed for variants with a supplier.',
    condition: 'coalesce(b.suppliers, 0) = 0',
  },
  lead_time: {
    level: 'variant',
    why: "Reorder dates and critical cover are computed from the supplier's lead time, or the variant's own.",
    condition: 'b.lead_time_days is null and x.lead_time_days is null',
  },
  min_order_quantity: {
    level: 'variant',
    why: "Proposed quantities are raised to the supplier's minimum order quantity.",
    condition: 'b.min_order_quantity is null',
  },
  carton_measures: {
    level: 'variant',
    why: 'Container loads and freight shares are computed from the units, volume and weight of a carton; all three are required.',
    condition: 'x.carton_quantity is null or x.carton_cbm is null or x.carton_weight_kg is null',
  },
} as const satisfies Record<string, MissingField>

export type MissingFieldName = keyof typeof missing_fields
export const missingFieldNames = Object.keys(missing_fields) as MissingFieldName[]
export const missingProductFields = missingFieldNames.filter((name) => missing_fields[name].level === 'product')
export const missingVariantFields = missingFieldNames.filter((name) => missing_fields[name].level === 'variant')

/** The missing fields among `names`, as an SQL array in that order. */
export const missingArray = (names: readonly MissingFieldName[]): string =>
  `array_remove(array[${names
    .map((name) => `case when ${missing_fields[name].condition} then '${name}' end`)
    .join(', ')}]::text[], null)`

/** Terms of the suppliers of variant `x`. */
export const buyingTerms = `left join (
    select sv.variant_id, count(*)::int as suppliers,
      min(coalesce(sv.lead_time_days, su.lead_time_days)) as lead_time_days,
      min(sv.min_order_quantity) as min_order_quantity
    from supplier_variants sv
    join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
    where sv.organization_id = $1
    group by sv.variant_id) b on b.variant_id = x.variant_id`

/** Whether field `name` is missing, over `p` and `k`. */
export const lacksField = (name: MissingFieldName): string =>
  missing_fields[name].level === 'product' ? `(${missing_fields[name].condition})` : `coalesce(k.lacks_${name}, false)`
