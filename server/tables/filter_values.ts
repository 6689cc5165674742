/** The values that a table can be filtered by, each with how many of its rows have it. */
import type { TObject, TSchema } from '@sinclair/typebox'
import type { ReadCall, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { operation } from '../contract/operation.ts'
import type { RefusalCode } from '../contract/refusals.ts'
import type { Resource } from '../contract/resources.ts'
import { Choice, Count, Nullable, Num, Shape, Text, Type } from '../contract/schema.ts'
import type { Column, Fields } from './field.ts'
import { joinsFor, runStatement } from './page.ts'
import { pagingQuery, type Table } from './table.ts'

/** How every such read pages, in the words of its description. */
export const filterValuesPaging = `With \`field\`, only the values of that field are returned, page by page. Without it, each field is returned with its first ${limits.page_limit_filters_default} values, and \`offset\` and \`limit\` are ignored.`

export const filterValuesQuery = <const F extends readonly string[]>(fields: F, searched: string, limit_max?: number) =>
  Type.Object(
    {
      field: Type.Optional(Choice(fields, 'The one field to answer.')),
      search: Type.Optional(
        Text(`Text to find in the ${searched}, case ignored.`, { maxLength: limits.search_length_max }),
      ),
      ...pagingQuery(limits.page_limit_filters_default, limit_max),
    },
    { additionalProperties: false },
  )

/** A page of values under each field; `descriptions` say what the values of a field are. */
export function filterValuesAnswer<V extends TSchema, F extends string>(value: V, descriptions: Record<F, string>) {
  const pageOf = (description: string) =>
    Type.Optional(
      Shape(
        {
          rows: Type.Array(value, { description: 'The values of the page, each once.' }),
          size: Count('Number of values on this page.'),
          offset: Count('Number of values skipped.'),
          filtered_max_size: Count('Number of values of the field that match the search.'),
        },
        { $id: `${value.$id}Page`, about: 'Values that a filter takes.', description },
      ),
    )
  const fields = Object.entries<string>(descriptions).map(([field, description]) => [field, pageOf(description)])
  return Shape(Object.fromEntries(fields) as Record<F, ReturnType<typeof pageOf>>)
}

interface FilterValuesQuery<F extends string> {
  field?: F
  search?: string
  offset?: number
  limit?: number
}

/** Reads the fields that a query asks for, and the paging of their values. */
export const readFilterValuesQuery = <F extends string>(everyField: readonly F[], query: FilterValuesQuery<F>) => ({
  fields: query.field === undefined ? everyField : [query.field],
  search: query.search ?? '',
  offset: query.field === undefined ? 0 : (query.offset ?? 0),
  limit: (query.field === undefined ? undefined : query.limit) ?? limits.page_limit_filters_default,
})

export interface CountedValue {
  field: string
  value: string
  count: number
}

function filterColumn({ name, columns }: Table, field: string): Column {
  const column = columns[field]
  if (column === undefined || column.operations.length === 0) throw new Error(`${name}: ${field} is no filter key`)
  return column
}

/** Counts an organisation's rows by every field at once, in one pass. */
function countingStatement(table: Table, fields: readonly string[]): string {
  const { base } = table
  const columns = fields.map((name) => ({ name, ...filterColumn(table, name) }))
  const field = columns.map(({ name, expression }) => `when grouping(${expression}) = 0 then '${name}'`).join(' ')
  const value = `coalesce(${columns.map(({ expression }) => `${expression}::text`).join(', ')})`
  const joins = joinsFor(
    { table, within: new Map() },
    columns.flatMap(({ needs }) => needs),
  )
  return `
    select case ${field} end as field, ${value} as value, count(*)::int as count
    from ${base.table} ${base.alias}
    ${joins}
    where ${base.alias}.organization_id = $1
    group by grouping sets (${columns.map(({ expression }) => expression).join(', ')})
    having ${value} is not null`
}

/** Tables that name the ids of filters, with their key. */
type NamedBy = Readonly<Record<string, string>>

const namesStatement = (named_by: NamedBy): string =>
  Object.entries(named_by)
    .map(([table, key]) => `select ${key} as id, name from ${table} where organization_id = $1`)
    .join(' union all ')

async function readNames(sql: Sql, organization_id: string, named_by: NamedBy): Promise<Map<string, string>> {
  if (Object.keys(named_by).length === 0) return new Map()
  const named = await sql.unsafe<{ id: string; name: string }[]>(namesStatement(named_by), [organization_id])
  return new Map(named.map(({ id, name }) => [id, name]))
}

/**
 * The values that are returned whether rows have them or not, in their own order; null where those found are sorted.
 */
const knownValues = ({ type, values }: Column): readonly string[] | null =>
  values ?? (type === 'boolean' ? ['false', 'true'] : null)

interface FilterValue {
  value: string
  label: string
  count: number
}

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
const byLabel = (a: FilterValue, b: FilterValue) => compare(a.label, b.label) || compare(a.value, b.value)
const byNumber = (a: FilterValue, b: FilterValue) => compare(Number(a.value), Number(b.value))

function valuesOf(column: Column, counted: readonly CountedValue[], names: ReadonlyMap<string, string>): FilterValue[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]))
  const known = knownValues(column)
  const shortValues = [...counts.keys()].filter((value) => value.length <= limits.filter_text_length_max)
  const values = (known ?? shortValues).map((value) => ({
    value,
    label: names.get(value) ?? value,
    count: counts.get(value) ?? 0,
  }))
  if (known !== null) return values
  return values.toSorted(column.type === 'integer' ? byNumber : byLabel)
}

const orderWords: Partial<Record<Column['type'], string>> = {
  integer: ' Ascending; a filter takes the value as a number or as text.',
  boolean: ' Both values, used or not.',
}
const descriptionOf = ({ type, values, description }: Column) =>
  `${description}${values === undefined ? (orderWords[type] ?? '') : ' Every value, used or not.'}`

interface FilterValuesOperation<F extends Fields> {
  id: `${Resource}.${string}`
  route: `GET /${string}`
  params?: TObject
  /** `List <row> filters` by default. */
  summary?: string
  /** Name of a row, in the singular and in the plural. */
  row: readonly [string, string]
  table: Table<F>
  /** Fields of the table that can be filtered by; in the order of the response. */
  fields: readonly (string & keyof F)[]
  /** A value as an example. */
  example: string
  /** Tables whose names label the ids among the values, each with its key: `{ suppliers: 'supplier_id' }`. */
  named_by?: NamedBy
  account?: 'aggregate'
  /** Numeric filter keys whose lowest and highest value is returned under `ranges`. */
  ranges?: readonly string[]
  /** The parameters of the table's statements after the organisation; refuses what it cannot find. */
  parameters?: (call: FilterValuesCall) => Promise<readonly unknown[]>
  refusals?: readonly RefusalCode[]
  /** Counts the values of all fields, in place of a pass over every row; each value once. */
  counts?: (sql: Sql, organization_id: string) => Promise<CountedValue[]>
}

interface FilterValuesCall extends Pick<ReadCall, 'sql' | 'caller' | 'now'> {
  params: Record<string, string>
}

const rangeOf = (description: string) =>
  Shape(
    {
      min: Nullable(Num('Lowest value; null if no row has one.', { examples: [0] })),
      max: Nullable(Num('Highest value; null if no row has one.', { examples: [40] })),
    },
    { $id: 'FilterRange', about: 'The lowest and the highest value of a figure over all rows.', description },
  )

/** The lowest and the highest value of each key over all rows of the table. */
function rangesStatement(table: Table, keys: readonly string[]): string {
  const { base } = table
  const columns = keys.map((key) => ({ key, ...filterColumn(table, key) }))
  const joins = joinsFor(
    { table, within: new Map() },
    columns.flatMap(({ needs }) => needs),
  )
  return `
    select ${columns
      .map(
        ({ key, expression }) =>
          `min(${expression})::float8 as "${key}_min", max(${expression})::float8 as "${key}_max"`,
      )
      .join(', ')}
    from ${base.table} ${base.alias}
    ${joins}
    where ${base.alias}.organization_id = $1`
}

async function readRanges(sql: Sql, statement: string, keys: readonly string[], params: readonly unknown[]) {
  const [row] = await runStatement<Record<string, number | null>>(sql, { text: statement, params: [...params] }, true)
  return Object.fromEntries(keys.map((key) => [key, { min: row![`${key}_min`], max: row![`${key}_max`] }]))
}

/** The operation that lists the values of a table's filters. */
export function listFilterValues<F extends Fields>(declared: FilterValuesOperation<F>) {
  const { id, route, params, row, table, fields, example, named_by = {}, account, ranges = [] } = declared
  const [thing, things] = row
  const Value = Shape(
    {
      value: Text('Value that the filter takes; `true` and `false` for a flag.', { examples: [example] }),
      label: Text('Display name of the value.', { examples: [example] }),
      count: Count('Number of rows with the value.'),
    },
    { $id: 'FilterValue' },
  )
  const counting = countingStatement(table, fields)
  const ranging = rangesStatement(table, ranges)
  const values = filterValuesAnswer(
    Value,
    Object.fromEntries(fields.map((field) => [field, descriptionOf(table.columns[field]!)])),
  )
  const rangesShape = Shape(Object.fromEntries(ranges.map((key) => [key, rangeOf(table.columns[key]!.description)])), {
    description: `Lowest and highest values over all ${things}.`,
  })
  return operation({
    id,
    route,
    summary: declared.summary ?? `List ${thing} filters`,
    description: `Lists the values of each field with the number of ${things} that have them, sorted by label; known values in their own order. The fields are filter keys of the table of ${things}. Rows without a value are not counted; values longer than ${limits.filter_text_length_max} characters cannot be filtered by and are left out. ${filterValuesPaging}${ranges.length === 0 ? '' : ' `ranges` has the lowest and the highest value of numeric filter keys, over all rows.'}`,
    params,
    account,
    refusals: declared.refusals,
    query: filterValuesQuery(fields, 'labels'),
    answer: ranges.length === 0 ? values : Type.Object({ ...values.properties, ranges: rangesShape }),
    async run({ sql, caller, query, params: of, now }) {
      const { organization_id } = caller
      const further = (await declared.parameters?.({ sql, caller, now, params: of as Record<string, string> })) ?? []
      const parameters = [organization_id, ...further]
      const [counts, names, fieldValues] = await Promise.all([
        declared.counts?.(sql, organization_id) ?? sql.unsafe<CountedValue[]>(counting, parameters, { prepare: true }),
        readNames(sql, organization_id, named_by),
        ranges.length === 0 ? null : readRanges(sql, ranging, ranges, parameters),
      ])
      const request = readFilterValuesQuery<string>(fields, query)
      const pages = request.fields.map((field) => {
        const counted = counts.filter((one) => one.field === field)
        const search = request.search.toLowerCase()
        const values = valuesOf(table.columns[field]!, counted, names)
        const matching = values.filter(({ label }) => label.toLowerCase().includes(search))
        const rows = matching.slice(request.offset, request.offset + request.limit)
        return [field, { rows, size: rows.length, offset: request.offset, filtered_max_size: matching.length }] as const
      })
      return { ...Object.fromEntries(pages), ...(fieldValues === null ? {} : { ranges: fieldValues }) } as never
    },
  })
}
