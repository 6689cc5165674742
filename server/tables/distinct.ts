/** Pages of selected fields, and pages of each distinct combination of them. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuseField } from '../contract/refusals.ts'
import {
  exportStatements,
  joinsFor,
  type PageOf,
  type PreparedList,
  prepareList,
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

interface DistinctList {
  list: PreparedList
  /** The distinct rows, unordered, without what bounds them. */
  rows: string
  order: string
}

function prepareDistinct(
  table: Table,
  organization_id: string,
  query: FieldsQuery,
  scopes: readonly Scope[],
): DistinctList {
  const fields = query.fields ?? refuseField('distinct', 'needs fields: the columns whose values are to differ')
  const without = fields.filter((field) => table.columns[field] === undefined)
  if (without.length > 0)
    refuseField('fields', `cannot be distinct by ${without.join(', ')}`, Object.keys(table.columns))
  const list = prepareList(table, organization_id, query, scopes)
  const stray = query.sort_args ? list.sorts.find(({ key }) => !fields.includes(key)) : undefined
  if (stray) refuseField('sort_args', `names ${stray.key}, which is not among the fields of a distinct read`, fields)
  const sorts = query.sort_args ? list.sorts : []
  const needs = fields.flatMap((field) => table.columns[field]!.needs)
  const columns = fields.map((field) => `${selected(table.columns[field]!)} as "${field}"`).join(', ')
  const rest = fields.filter((field) => !sorts.some(({ key }) => key === field))
  return {
    list,
    rows: `
select distinct ${columns}
from ${table.base.table} ${table.base.alias}
${joinsFor(list, [...list.filter_joins, ...needs])}
where ${list.where}`,
    order: [
      ...sorts.map(({ key, descending }) => `"${key}"${descending ? ' desc' : ''} nulls last`),
      ...rest.map((field) => `"${field}" nulls last`),
    ].join(', '),
  }
}

const countOf = ({ list, rows }: DistinctList): Statement => ({
  text: `select count(*)::int as filtered from (${rows}) d`,
  params: [...list.params],
})

const rowsOf = ({ list, rows, order }: DistinctList, limit: number, offset: number): Statement => ({
  text: `select * from (${rows}) d order by ${order} limit ${list.param(limit)}::int offset ${list.param(offset)}::int`,
  params: list.params,
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
  const distinct = prepareDistinct(table, organization_id, query, scopes)
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

/** The statements of an export of what readFields returns. */
export function fieldsExport(table: Table, organization_id: string, query: FieldsQuery, ...scopes: Scope[]) {
  if (!query.distinct) return exportStatements(table, organization_id, query, ...scopes)
  const distinct = prepareDistinct(table, organization_id, query, scopes)
  const count = countOf(distinct)
  return { count, rows: rowsOf(distinct, limits.export_rows_max + 1, 0) }
}
