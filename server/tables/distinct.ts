/** Pages of selected fields, and pages of each distinct combination of them. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuseField } from '../contract/refusals.ts'
import {
  exportStatements,
  joinsFor,
  type PageOf,
  type Plan,
  planTable,
  readPage,
  runStatement,
  type Scope,
  type Statement,
} from './page.ts'
import type { Column } from './field.ts'
import type { FieldsQuery, Table } from './table.ts'

export interface DistinctPage extends PageOf<Record<string, unknown>> {
  filtered_max_unique_size?: number
}

/** Exact figures leave as JSON numbers. */
const selected = ({ type, expression }: Column) =>
  type === 'number' || type === 'integer' ? `(${expression})::float8` : expression

interface DistinctPlan {
  plan: Plan
  /** The distinct rows, unordered, without what bounds them. */
  rows: string
  order: string
}

function planDistinct(
  table: Table,
  organization_id: string,
  query: FieldsQuery,
  scopes: readonly Scope[],
): DistinctPlan {
  const fields = query.fields ?? refuseField('distinct', 'needs fields: the columns whose values are to differ')
  const without = fields.filter((field) => table.columns[field] === undefined)
  if (without.length > 0)
    refuseField('fields', `cannot be distinct by ${without.join(', ')}`, Object.keys(table.columns))
  const plan = planTable(table, organization_id, query, scopes)
  const stray = query.sort_args ? plan.sorts.find(({ key }) => !fields.includes(key)) : undefined
  if (stray) refuseField('sort_args', `names ${stray.key}, which is not among the fields of a distinct read`, fields)
  const sorts = query.sort_args ? plan.sorts : []
  const needs = fields.flatMap((field) => table.columns[field]!.needs)
  const list = fields.map((field) => `${selected(table.columns[field]!)} as "${field}"`).join(', ')
  const rest = fields.filter((field) => !sorts.some(({ key }) => key === field))
  return {
    plan,
    rows: `
select distinct ${list}
from ${table.base.table} ${table.base.alias}
${joinsFor(plan, [...plan.filter_joins, ...needs])}
where ${plan.where}`,
    order: [
      ...sorts.map(({ key, descending }) => `"${key}"${descending ? ' desc' : ''} nulls last`),
      ...rest.map((field) => `"${field}" nulls last`),
    ].join(', '),
  }
}

const countOf = ({ plan, rows }: DistinctPlan): Statement => ({
  text: `select count(*)::int as filtered from (${rows}) d`,
  params: [...plan.params],
})

const rowsOf = ({ plan, rows, order }: DistinctPlan, limit: number, offset: number): Statement => ({
  text: `select * from (${rows}) d order by ${order} limit ${plan.param(limit)}::int offset ${plan.param(offset)}::int`,
  params: plan.params,
})

/** A page of whole rows, of selected `fields`, or of each distinct combination of `fields`. */
export async function readFields(
  sql: Sql,
  table: Table,
  organization_id: string,
  query: FieldsQuery,
  ...scopes: Scope[]
): Promise<DistinctPage> {
  const { fields } = query
  if (!query.distinct) {
    const page = (await readPage(sql, table, organization_id, query, ...scopes)) as DistinctPage
    if (fields === undefined) return page
    return { ...page, rows: page.rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]]))) }
  }
  const distinct = planDistinct(table, organization_id, query, scopes)
  const offset = query.offset ?? 0
  const limit = query.limit ?? table.limit_default ?? limits.page_limit_default
  const [whole, [unique], rows] = await Promise.all([
    readPage(sql, table, organization_id, { ...query, sort_args: undefined, limit: 1, offset: 0 }, ...scopes),
    runStatement<{ filtered: number }>(sql, countOf(distinct)),
    runStatement<Record<string, unknown>>(sql, rowsOf(distinct, limit, offset)),
  ])
  return {
    rows: [...rows],
    size: rows.length,
    offset,
    filtered_max_size: whole.filtered_max_size,
    filtered_max_unique_size: unique!.filtered,
  }
}

/** The statements of an export of what readFields answers. */
export function fieldsExport(table: Table, organization_id: string, query: FieldsQuery, ...scopes: Scope[]) {
  if (!query.distinct) return exportStatements(table, organization_id, query, ...scopes)
  const distinct = planDistinct(table, organization_id, query, scopes)
  const count = countOf(distinct)
  return { count, rows: rowsOf(distinct, limits.export_rows_max + 1, 0) }
}
