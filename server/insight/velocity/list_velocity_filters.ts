import type { Sql } from '../../contract/call.ts'
import { type CountedValue, listFilterValues } from '../../tables/filter_values.ts'
import { runStatement } from '../../tables/page.ts'
import { velocityWeeks } from '../known_values.ts'
import { currentFigures, storedFigures } from './current_figures.ts'
import { type Stored, storedOf } from './figures.ts'
import { contributionClass } from './velocity_fields.ts'
import { classes, variantTables } from './velocity_tables.ts'

const weeks = velocityWeeks[0]

/** Values of products, with the number of their variants. */
const ofProducts = (field: string, column: string) => `
  select '${field}' as field, ${column}::text as value, sum(variants)::int as count from product
  where ${column} is not null group by 2`

/** A variant without figures has no net sales; the class of these is C wherever there are limits. */
const countingStatement = (stored: Stored): string => {
  const figures = stored === 'wholly' ? storedFigures(weeks) : currentFigures(weeks)
  const { sql: limits } = classes('variants', weeks, stored, currentFigures(weeks))
  return `
  with product as materialized (
    select p.category_id, p.vendor, p.class, p.status, n.variants
    from (select product_id, count(*) as variants from variants where organization_id = $1 group by product_id) n
    join products p on p.organization_id = $1 and p.product_id = n.product_id
  ), class as materialized (
    select ${contributionClass} as value, count(*) as count from (${figures}) f ${limits} group by 1
  )
  ${[
    ofProducts('category_id', 'category_id'),
    ofProducts('vendor', 'vendor'),
    ofProducts('class', 'class'),
    ofProducts('product_status', 'status'),
  ].join('\n  union all')}
  union all
  select 'contribution_class', value, sum(count)::int
  from (
    select value, count from class where value is not null
    union all
    select 'C', (select coalesce(sum(variants), 0) from product) - (select coalesce(sum(count), 0) from class)
    from (values (1)) one ${limits} where k.total is not null
  ) c
  group by value having sum(count) > 0`
}

const countings: Record<Stored, string> = {
  partly: countingStatement('partly'),
  changing: countingStatement('changing'),
  wholly: countingStatement('wholly'),
}

async function countVariants(sql: Sql, organization_id: string): Promise<CountedValue[]> {
  const stored = await storedOf(sql, organization_id, { type: 'variants', weeks })
  return runStatement<CountedValue>(sql, { text: countings[stored], params: [organization_id] }, true)
}

export const listVelocityFilters = listFilterValues({
  id: 'sales.list_velocity_filters',
  route: 'GET /api/v1/sales/velocity/filters',
  row: ['velocity', 'variants'],
  table: variantTables[weeks],
  fields: ['category_id', 'vendor', 'class', 'product_status', 'contribution_class'],
  example: 'Harbour',
  named_by: { categories: 'category_id' },
  account: 'aggregate',
  counts: countVariants,
})
