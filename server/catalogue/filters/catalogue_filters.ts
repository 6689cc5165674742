/** The filters that products and variants share and that are not fields of theirs. */
import type { Filter } from '../../tables/arguments.ts'
import type { FilterOperation } from '../../tables/field.ts'
import type { Param, SpecialFilter } from '../../tables/table.ts'
import { lacksField, missingFieldNames, type MissingFieldName } from '../completeness/missing_fields.ts'

/** Wraps a condition on the variant `x`: any variant of product `p`, or the variant of the row itself. */
export type OfVariant = (condition: string) => string

export const anyVariantOfProduct: OfVariant = (condition) =>
  `exists (select 1 from variants x where x.organization_id = $1 and x.product_id = p.product_id and (${condition}))`

export const thisVariant: OfVariant = (condition) =>
  `exists (select 1 from variants x where x.organization_id = $1 and x.variant_id = v.variant_id and (${condition}))`

const listed = (value: unknown) => (Array.isArray(value) ? value : [value]) as string[]

/** Membership in any of the values, in none of them, or in anything at all. */
function membership(
  operation: FilterOperation,
  value: unknown,
  matches: (values: string[]) => string,
  any: () => string,
): string {
  switch (operation) {
    case 'eq':
    case 'in':
      return matches(listed(value))
    case 'neq':
    case 'not_in':
      return `not ${matches(listed(value))}`
    case 'is_empty':
      return `not ${any()}`
    default:
      return any()
  }
}

const memberOperations = ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'] as const

/** Rows of `alias` whose name or id is among the values. */
const byNameOrId = (values: string[], param: Param, alias: string, id: string) =>
  `(${alias}.name = any(${param(values)}::text[]) or ${alias}.${id}::text = any(${param(values.map((one) => one.toLowerCase()))}::text[]))`

/**
 * Conditions of filters by supplier and location on an order itself, on `su` and `lo`: a variant that a supplier merely
 * offers, or that a location holds, may be ordered from another and for another. null for every other filter.
 */
export function filterOfOrder({ key, operation, value }: Filter, param: Param): string | null {
  const [alias, id] = key === 'supplier' ? ['su', 'supplier_id'] : ['lo', 'location_id']
  if ((key !== 'supplier' && key !== 'location') || operation === 'is_empty' || operation === 'is_not_empty')
    return null
  const among = (values: string[]) => `coalesce(${byNameOrId(values, param, alias!, id!)}, false)`
  return membership(operation, value, among, () => 'true')
}

const supplierFilter = (ofVariant: OfVariant): SpecialFilter => ({
  operations: memberOperations,
  type: 'text',
  description: 'Supplier of the variant, by name or id.',
  condition(operation, value, param) {
    const supplied = (more: string) =>
      ofVariant(
        `exists (select 1 from supplier_variants sv where sv.organization_id = $1 and sv.variant_id = x.variant_id ${more})`,
      )
    return membership(
      operation,
      value,
      (values) =>
        supplied(
          `and sv.supplier_id in (select su.supplier_id from suppliers su where su.organization_id = $1 and ${byNameOrId(values, param, 'su', 'supplier_id')})`,
        ),
      () => supplied(''),
    )
  },
})

const locationFilter = (ofVariant: OfVariant): SpecialFilter => ({
  operations: memberOperations,
  type: 'text',
  description: 'Location with units on hand, committed or incoming, by name or id.',
  condition(operation, value, param) {
    const hasStock = (more: string) =>
      ofVariant(`exists (select 1 from stock_levels l where l.organization_id = $1 and l.variant_id = x.variant_id
        and (l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0) ${more})`)
    return membership(
      operation,
      value,
      (values) =>
        hasStock(
          `and l.location_id in (select lo.location_id from locations lo where lo.organization_id = $1 and ${byNameOrId(values, param, 'lo', 'location_id')})`,
        ),
      () => hasStock(''),
    )
  },
})

const categoryFilter: SpecialFilter = {
  operations: memberOperations,
  type: 'text',
  needs: ['p'],
  description: 'Category, by name or id.',
  condition: (operation, value, param) =>
    membership(
      operation,
      value,
      (values) =>
        `coalesce(p.category_id in (select ca.category_id from categories ca where ca.organization_id = $1 and ${byNameOrId(values, param, 'ca', 'category_id')}), false)`,
      () => '(p.category_id is not null)',
    ),
}

const metafieldFilter: SpecialFilter = {
  operations: memberOperations,
  type: 'text',
  needs: ['p'],
  description: 'Metafield of the product: `namespace.key=value`, or `namespace.key` for any value.',
  condition(operation, value, param) {
    const has = (more: string) =>
      `exists (select 1 from product_metafields m where m.organization_id = $1 and m.product_id = p.product_id ${more})`
    return membership(
      operation,
      value,
      (values) => {
        const anyOf = `any(${param(values)}::text[])`
        return has(
          `and (m.namespace || '.' || m.key = ${anyOf} or m.namespace || '.' || m.key || '=' || m.value = ${anyOf})`,
        )
      },
      () => has(''),
    )
  },
}

const customFieldFilter = (ofVariant: OfVariant): SpecialFilter => ({
  operations: memberOperations,
  type: 'text',
  description: 'Custom field of the variant: `name=value`, or `name` for any value.',
  condition(operation, value, param) {
    const has = (more: string) =>
      ofVariant(`exists (select 1 from custom_field_values cv
        join custom_fields cf on cf.organization_id = $1 and cf.custom_field_id = cv.custom_field_id
        where cv.organization_id = $1 and cv.variant_id = x.variant_id ${more})`)
    return membership(
      operation,
      value,
      (values) => {
        const anyOf = `any(${param(values)}::text[])`
        return has(`and (cf.name = ${anyOf} or cf.name || '=' || cv.value = ${anyOf})`)
      },
      () => has(''),
    )
  },
})

const missingFilter: SpecialFilter = {
  operations: memberOperations,
  type: 'text',
  needs: ['p', 'k'],
  values: missingFieldNames,
  description: 'Field that planning needs and that is missing; `is_empty` finds rows that lack none.',
  condition(operation, value) {
    const lacks = (names: readonly MissingFieldName[]) => `(${names.map(lacksField).join(' or ')})`
    return membership(
      operation,
      value,
      (names) => lacks(names as MissingFieldName[]),
      () => lacks(missingFieldNames),
    )
  },
}

/** Every filter that is not a field, for a table whose products are `p` and whose missing fields are `k`. */
export const catalogueFilters = (ofVariant: OfVariant): Record<string, SpecialFilter> => ({
  category: categoryFilter,
  supplier: supplierFilter(ofVariant),
  location: locationFilter(ofVariant),
  missing_fields: missingFilter,
  metafields: metafieldFilter,
  custom_fields: customFieldFilter(ofVariant),
})
