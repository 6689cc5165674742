/**
 * The statements of a table. A page is found by key first, with only the joins that its filters and order need, and
 * then widened to whole rows, so that expensive fields are computed only for the rows shown.
 */
import type { Owner } from '../../db/client/fair_shares.ts'
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { readFilters, readSorts, type SortTerm } from './arguments.ts'
import type { Column, ColumnType, FilterOperation, SelectedRow } from './field.ts'
import { mapRows } from '../queue/slices.ts'
import { isCountedTable } from './known_values.ts'
import { readRowCount } from './row_counts.ts'
import { type Condition, type Param, type RowOf, type Table, type TableQuery, withinMark } from './table.ts'

const cast: Record<ColumnType, string> = {
  text: 'text',
  text_list: 'text',
  integer: 'bigint',
  number: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
  id: 'uuid',
}

/** A condition of the caller's own, e.g. one product's variants. */
export type Scope = (param: Param) => Condition

export interface Statement {
  text: string
  params: unknown[]
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

function columnCondition(column: Column, operation: FilterOperation, value: unknown, param: Param): string {
  const condition = conditionOn(column, operation, value, param)
  if (column.also === undefined) return condition
  const either = conditionOn({ ...column, expression: column.also }, operation, value, param)
  return `(${condition} ${operation === 'neq' ? 'and' : 'or'} ${either})`
}

function conditionOn({ expression, type }: Column, operation: FilterOperation, value: unknown, param: Param): string {
  const one = () => `${param(value)}::${cast[type]}`
  const many = () => `${param(value)}::${cast[type]}[]`
  const like = (pattern: string) => `coalesce(${expression}, '') ilike ${param(pattern)}::text`
  if (type === 'text_list') {
    if (operation === 'eq') return `${expression} @> array[${one()}]`
    if (operation === 'in') return `${expression} && ${many()}`
    if (operation === 'not_in') return `not coalesce(${expression} && ${many()}, false)`
    return `${operation === 'is_empty' ? '' : 'not '}(coalesce(cardinality(${expression}), 0) = 0)`
  }
  switch (operation) {
    case 'eq':
      return `${expression} = ${one()}`
    case 'neq':
      return `${expression} is distinct from ${one()}`
    case 'in':
      return `${expression} = any(${many()})`
    case 'not_in':
      return `not coalesce(${expression} = any(${many()}), false)`
    case 'contains':
      return like(`%${escapeLike(String(value))}%`)
    case 'not_contains':
      return `not (${like(`%${escapeLike(String(value))}%`)})`
    case 'starts_with':
      return like(`${escapeLike(String(value))}%`)
    case 'gt':
      return `${expression} > ${one()}`
    case 'gte':
      return `${expression} >= ${one()}`
    case 'lt':
      return `${expression} < ${one()}`
    case 'lte':
      return `${expression} <= ${one()}`
    case 'between': {
      const [low, high] = value as [unknown, unknown]
      return `${expression} between ${param(low)}::${cast[type]} and ${param(high)}::${cast[type]}`
    }
    case 'is_empty':
      return type === 'text' ? `coalesce(${expression}, '') = ''` : `${expression} is null`
    case 'is_not_empty':
      return type === 'text' ? `coalesce(${expression}, '') <> ''` : `${expression} is not null`
  }
}

/** These joins and those they read, in the table's order; `each` where only the rows of a page are joined. */
export function joinsFor(
  { table, within }: Pick<PreparedList, 'table' | 'within'>,
  names: Iterable<string>,
  reach: 'whole' | 'each' = 'whole',
): string {
  const joins = table.joins ?? {}
  const joinNames = new Set<string>()
  const want = (name: string) => {
    if (joinNames.has(name)) return
    for (const before of joins[name]?.after ?? []) want(before)
    joinNames.add(name)
  }
  for (const name of names) want(name)
  return Object.keys(joins)
    .filter((name) => joinNames.has(name))
    .map((name) => {
      const { sql, whole, stored } = joins[name]!
      if (reach === 'whole' && stored !== undefined && !within.has(name)) return stored
      return ((reach === 'whole' ? whole : undefined) ?? sql).replaceAll(withinMark, () => within.get(name) ?? '')
    })
    .join('\n')
}

/** A list that one request reads: its table with the conditions, joins and order that the request asks for. */
export interface PreparedList {
  table: Table
  params: unknown[]
  param: Param
  where: string
  filter_joins: Set<string>
  /** Conditions within joins that sum, by the join's name. */
  within: Map<string, string>
  sorts: SortTerm[]
  is_usual: boolean
  /** Whether nothing limits the rows of the organisation. */
  is_every_row: boolean
}

export function prepareList(
  table: Table,
  organization_id: string,
  query: TableQuery,
  scopes: readonly Scope[],
): PreparedList {
  const params: unknown[] = [organization_id]
  const param: Param = (value) => `$${params.push(value)}`
  const filters = readFilters(table, query.filter_args)
  const sorts = readSorts(table, query.sort_args)
  const filter_joins = new Set<string>()
  const within = new Map<string, string>()
  const conditions = [`${table.base.alias}.organization_id = $1`]
  const meet = (condition: Condition) => {
    conditions.push(typeof condition === 'string' ? condition : condition.where)
    if (typeof condition === 'string') return
    for (const [name, inner] of Object.entries(condition.within))
      within.set(name, `${within.get(name) ?? ''} and (${inner})`)
  }
  let isEveryRow = filters.length === 0 && !query.search
  for (const scope of scopes) {
    const condition = scope(param)
    if (typeof condition === 'string' || condition.is_every_row === undefined) isEveryRow = false
    meet(condition)
  }
  for (const filter of filters) {
    const special = table.filters?.[filter.key]
    for (const name of (special ?? table.columns[filter.key]!).needs ?? []) filter_joins.add(name)
    meet(
      special
        ? special.condition(filter.operation, filter.value, param)
        : columnCondition(table.columns[filter.key]!, filter.operation, filter.value, param),
    )
  }
  if (query.search) {
    const searched = Object.values(table.columns).filter((column) => column.search)
    const pattern = `${param(`%${escapeLike(query.search)}%`)}::text`
    for (const { needs } of searched) for (const name of needs) filter_joins.add(name)
    conditions.push(`(${searched.map(({ expression }) => `${expression} ilike ${pattern}`).join(' or ')})`)
  }
  return {
    table,
    params,
    param,
    where: conditions.map((one) => `(${one})`).join('\n  and '),
    filter_joins,
    within,
    sorts,
    is_usual: filters.length === 0 && !query.search,
    is_every_row: isEveryRow,
  }
}

/** The order ends in the key, in the direction of the first column, so that one index can serve it whole. */
function orderBy({ table, sorts }: PreparedList): string {
  const way = (term: SortTerm) => (term.descending ? ' desc' : '')
  const terms = sorts.map((term) => {
    const column = table.columns[term.key]!
    return `${column.expression}${way(term)}${column.not_null ? '' : ' nulls last'}`
  })
  const ties = table.base.key.map((key) => `${table.base.alias}.${key}${way(sorts[0]!)}`)
  return [...terms, ...ties].join(', ')
}

const sortJoins = ({ table, sorts }: PreparedList) => sorts.flatMap(({ key }) => table.columns[key]!.needs)

/** The ids of a page in an order that is stored ready; null for any other page. */
function rankedStatement({ table, params, sorts, is_every_row }: PreparedList, limit: number, offset: number) {
  if (!is_every_row || sorts.length !== 1) return null
  const bounds = { bounds: 'limit $2::int offset $3::int', limit: '$2::int', reach: '$2::bigint + $3::bigint' }
  const text = table.ranked?.(sorts[0]!, bounds)
  return text ? { text, params: [params[0], limit, offset] } : null
}

/** The keys of a page, from rows that are joined and sorted. */
function keysOfPage(list: PreparedList, limit: number, offset: number): string {
  const { table, param } = list
  const { base } = table
  return `(
  select f.*, row_number() over () as place from (
    select ${base.key.map((key) => `${base.alias}.${key}`).join(', ')}
    from ${base.table} ${base.alias}
    ${joinsFor(list, [...list.filter_joins, ...sortJoins(list)])}
    where ${list.where}
    order by ${orderBy(list)}
    limit ${param(limit)}::int offset ${param(offset)}::int
  ) f
) page`
}

/**
 * The rows of `page`, which has the keys of the base and `place`. Both are found once, before the joins. What is joined
 * names the organisation itself: a condition on rows found by it would count twice in the planner's estimate.
 */
function rowsOfPage(list: PreparedList, page: string): Statement {
  const { table, params } = list
  const { base } = table
  const organization = new RegExp(`\\b${base.alias}\\.organization_id\\b`, 'g')
  const text = `
with page as materialized (select page.* from ${page}), ${base.alias} as materialized (
  select b.*, page.place as page_place from page
  join ${base.table} b on b.organization_id = $1 and ${base.key.map((key) => `b.${key} = page.${key}`).join(' and ')}
)
select ${table.select.replaceAll(organization, () => '$1')}
from ${base.alias}
${joinsFor(list, table.row_joins, 'each').replaceAll(organization, () => '$1')}
order by ${base.alias}.page_place`
  return { text, params: [...params] }
}

const countStatement = (list: PreparedList): Statement => ({
  text: `
select count(*)::int as filtered
from ${list.table.base.table} ${list.table.base.alias}
${joinsFor(list, list.filter_joins)}
where ${list.where}`,
  params: [...list.params],
})

/** All rows of a table whose rows are counted as they are written cost no scan. */
async function countRows(sql: Sql, list: PreparedList): Promise<number> {
  const { table } = list.table.base
  if (list.is_every_row && isCountedTable(table)) return readRowCount(sql, list.params[0] as string, table)
  const [count] = await runStatement<{ filtered: number }>(sql, countStatement(list), list.is_usual)
  return count!.filtered
}

/** Filtered statements have too many shapes to keep as prepared statements. */
export const runStatement = <T>(sql: Sql, { text, params }: Statement, is_usual = false) =>
  sql.unsafe<T[] & Record<string, unknown>[]>(text, params as never[], { prepare: is_usual })

export interface PageOf<R> {
  rows: R[]
  size: number
  offset: number
  filtered_max_size: number
}

/** A page whose rows and count have statements of their own; large ones name the organisation, which takes turns. */
export async function countedPage<S, R = S>(
  offset: number,
  reading: PromiseLike<readonly S[]>,
  counting: PromiseLike<readonly { filtered: number }[]>,
  shape: (row: S) => R = (row) => row as unknown as R,
  owner: Owner = null,
): Promise<PageOf<R>> {
  const [rows, [count]] = await Promise.all([reading, counting])
  return { rows: await mapRows(rows, shape, owner), size: rows.length, offset, filtered_max_size: count!.filtered }
}

const boundsOf = ({ table }: PreparedList, { limit, offset }: TableQuery): [limit: number, offset: number] => [
  limit ?? table.limit_default ?? 8,
  offset ?? 0,
]

async function rankedIds(sql: Sql, list: PreparedList, query: TableQuery): Promise<string[] | null> {
  const ranked = rankedStatement(list, ...boundsOf(list, query))
  if (ranked === null) return null
  const rows = await runStatement<Record<string, string | null>>(sql, ranked, true)
  const ids = rows.flatMap((row) => row[list.table.base.key[0]!] ?? [])
  return ids.length === rows.length ? ids : null
}

export async function pageOf<T extends Table>(
  sql: Sql,
  list: PreparedList,
  query: TableQuery,
  ids: readonly string[] | null,
): Promise<PageOf<RowOf<T>>> {
  const { table } = list
  const [limit, offset] = boundsOf(list, query)
  const counting = countRows(sql, list)
  const page =
    ids === null
      ? keysOfPage(list, limit, offset)
      : `unnest(${list.param(arrayLiteral(ids))}::uuid[]) with ordinality page (${table.base.key[0]!}, place)`
  const reading = runStatement<SelectedRow>(sql, rowsOfPage(list, page), list.is_usual)
  const [filtered_max_size, rows] = await Promise.all([counting, reading])
  return {
    rows: await mapRows(rows, (row) => table.shape(row) as RowOf<T>, list.params[0] as string),
    size: rows.length,
    offset,
    filtered_max_size,
  }
}

/** One page of a table, under its published row. */
export async function readPage<T extends Table>(
  sql: Sql,
  table: T,
  organization_id: string,
  query: TableQuery,
  ...scopes: Scope[]
): Promise<PageOf<RowOf<T>>> {
  const list = prepareList(table, organization_id, query, scopes)
  return pageOf<T>(sql, list, query, await rankedIds(sql, list, query))
}

/**
 * The same, with what `readMore` reads of its rows by their ids: beside the rows, where their order is stored ready.
 */
export async function readPageWith<T extends Table, M>(
  sql: Sql,
  table: T,
  organization_id: string,
  query: TableQuery,
  readMore: (ids: readonly string[]) => Promise<M>,
  ...scopes: Scope[]
): Promise<[PageOf<RowOf<T>>, M]> {
  const list = prepareList(table, organization_id, query, scopes)
  const ids = await rankedIds(sql, list, query)
  const reading = pageOf<T>(sql, list, query, ids)
  const key = table.base.key[0] as keyof RowOf<T>
  return Promise.all([reading, readMore(ids ?? (await reading).rows.map((row) => row[key] as string))])
}

/**
 * Figures over the filtered set: `write` returns the rest of a statement that may read `filtered`, the keys of the
 * set, and in which $1 is the organisation. It gets the conditions that filters set within joins.
 */
export async function readFiltered<R>(
  sql: Sql,
  table: Table,
  organization_id: string,
  query: TableQuery,
  write: (param: Param, within: ReadonlyMap<string, string>) => string,
  ...scopes: Scope[]
): Promise<R[]> {
  const list = prepareList(table, organization_id, query, scopes)
  const { base } = table
  const body = write(list.param, list.within)
  const text = `
with filtered as materialized (
  select ${base.key.map((key) => `${base.alias}.${key}`).join(', ')}
  from ${base.table} ${base.alias}
  ${joinsFor(list, list.filter_joins)}
  where ${list.where})
${body}`
  return [...(await runStatement<R>(sql, { text, params: list.params }, list.is_usual))]
}

/** Every row in order, in one pass: all of a row's joins are needed anyway. */
const rowsStatement = (list: PreparedList): Statement => ({
  text: `
select ${list.table.select}
from ${list.table.base.table} ${list.table.base.alias}
${joinsFor(list, [...list.table.row_joins, ...list.filter_joins, ...sortJoins(list)])}
where ${list.where}
order by ${orderBy(list)}`,
  params: [...list.params],
})

/** Counts no further than one row past the cap: beyond it the export is refused, whatever the number. */
const boundedCountStatement = (list: PreparedList): Statement => ({
  text: `
select count(*)::int as filtered from (
  select 1
  from ${list.table.base.table} ${list.table.base.alias}
  ${joinsFor(list, list.filter_joins)}
  where ${list.where}
  limit ${limits.export_rows_max + 1}) counted`,
  params: [...list.params],
})

/** The statements of a whole export: how many rows, and all of them in order. */
export function exportStatements(
  table: Table,
  organization_id: string,
  query: TableQuery,
  ...scopes: Scope[]
): { count: Statement; rows: Statement } {
  const list = prepareList(table, organization_id, query, scopes)
  return { count: boundedCountStatement(list), rows: rowsStatement(list) }
}
