/**
 * One engine for every table of the API. A table is declared once: where its rows are, which columns it publishes,
 * and what each may be filtered, sorted and searched by. From that come the query's schema, its words in the
 * document, the statement of a page and the statement of an export. What a caller writes is only ever a parameter.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import { limits } from '../contract/limits.ts'
import { Choice, Flag, Shape, type Static, Text, Type, Whole } from '../contract/schema.ts'

export const filter_operations = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'is_empty',
  'is_not_empty',
] as const
export type FilterOperation = (typeof filter_operations)[number]

export type ColumnType = 'text' | 'integer' | 'number' | 'date' | 'instant' | 'boolean' | 'id' | 'text_list'

const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'is_empty', 'is_not_empty'] as const
/** What a column of a type can be asked, unless it publishes less. */
export const operations_of: Record<ColumnType, readonly FilterOperation[]> = {
  text: ['eq', 'neq', 'in', 'not_in', 'contains', 'not_contains', 'starts_with', 'is_empty', 'is_not_empty'],
  integer: ordered,
  number: ordered,
  date: ordered,
  instant: ordered,
  boolean: ['eq'],
  id: ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  text_list: ['eq', 'in', 'not_in', 'is_empty', 'is_not_empty'],
}

/** Puts a value into the statement's parameters and answers its place, e.g. `$3`. */
export type Param = (value: unknown) => string

export interface Column {
  type: ColumnType
  /** SQL over the table's base and joins; written here, never taken from a request. */
  expression: string
  /** Joins (by name) that the expression reads. */
  needs?: readonly string[]
  /** false: cannot be filtered. A list: only these operations. */
  filter?: false | readonly FilterOperation[]
  sort?: boolean
  search?: boolean
  /** Never null: an index can then serve both directions. */
  not_null?: boolean
  /** The values a text column takes, where they are a known list. */
  values?: readonly string[]
  description: string
}

/** A condition on the row; `within` repeats it in joins (by name) that sum, so that they sum only what fits. */
export type Condition = string | { where: string; within: Record<string, string> }

/** A filter that is not a column: membership in a related table, a computed condition. */
export interface SpecialFilter {
  operations: readonly FilterOperation[]
  type: ColumnType
  description: string
  values?: readonly string[]
  needs?: readonly string[]
  condition: (operation: FilterOperation, value: unknown, param: Param) => Condition
}

/** Where the SQL of a join takes the conditions that filters set within it. */
export const within_mark = '/* within */'

export interface Table<R extends TObject = TObject> {
  /** Names the table in export addresses and files. */
  name: string
  row: R
  /** Table and alias; the alias carries organization_id. */
  base: { table: string; alias: string; key: readonly string[] }
  /**
   * Further tables in the order in which they may be joined; `after` names those they read. `whole` stands in for `sql`
   * where every row is filtered, sorted or exported by it: one aggregate of all, where `sql` is a look-up a row. An empty
   * `sql` is a join that no row is made of, for filters alone.
   */
  joins?: Record<string, { sql: string; whole?: string; after?: readonly string[] }>
  /** The select list that makes one row; may use every join. */
  select: string
  columns: Record<string, Column>
  filters?: Record<string, SpecialFilter>
  /** Makes the published row of a selected one, where SQL alone does not. */
  shape?: (selected: never) => Static<R>
  /** As sort_args spells it. */
  default_sort: string
  limit_default?: number
  limit_max?: number
}

export const defineTable = <R extends TObject>(table: Table<R>): Table<R> => table

export const filterOperationsOf = (column: Column): readonly FilterOperation[] =>
  column.filter === false ? [] : (column.filter ?? operations_of[column.type])

/** Every key the table can be filtered by, with its operations, as the document publishes them. */
export const publishedFilters = (table: Table) => [
  ...Object.entries(table.columns)
    .filter(([, column]) => column.filter !== false)
    .map(([key, column]) => ({
      key,
      type: column.type,
      operations: filterOperationsOf(column),
      description: column.description,
      ...(column.values ? { values: column.values } : {}),
    })),
  ...Object.entries(table.filters ?? {}).map(([key, { operations, type, description, values }]) => ({
    key,
    type,
    operations,
    description,
    ...(values ? { values } : {}),
  })),
]

export const publishedSorts = (table: Table) =>
  Object.entries(table.columns)
    .filter(([, column]) => column.sort)
    .map(([key]) => key)

/** offset and limit of a read that pages. */
export const pagingQuery = (
  limit_default: number = limits.page_limit_default,
  limit_max: number = limits.page_limit_common_max,
) => ({
  offset: Type.Optional(Whole('How many rows to skip.', { minimum: 0, maximum: limits.page_offset_max, default: 0 })),
  limit: Type.Optional(
    Whole(`How many rows to answer; at most ${limit_max.toLocaleString('en-US')}.`, {
      minimum: 1,
      maximum: limit_max,
      default: limit_default,
    }),
  ),
})

/** The query parameters of a table, with its published keys in their words and as x-filter-keys and x-sort-keys. */
export function tableQuery<X extends Record<string, TSchema>>(table: Table, extra: X = {} as X) {
  const filters = publishedFilters(table)
  const sorts = publishedSorts(table)
  const searched = Object.entries(table.columns)
    .filter(([, column]) => column.search)
    .map(([key]) => key)
  const keys = filters.map(({ key, operations }) => `\`${key}\` (${operations.join(', ')})`).join('; ')
  return Type.Object(
    {
      ...pagingQuery(table.limit_default, table.limit_max),
      filter_args: Type.Optional(
        Type.String({
          maxLength: limits.filter_args_length_max,
          description: `A JSON array of \`{key, operation, value}\`; all must hold, at most ${limits.filters_max}. Case counts in \`eq\` and \`in\` and is ignored in \`contains\` and \`starts_with\`; \`neq\` and \`not_in\` keep rows without a value. Keys: ${keys}.`,
          examples: [exampleFilter(table)],
          'x-filter-keys': filters,
        }),
      ),
      sort_args: Type.Optional(
        Type.String({
          maxLength: 500,
          description: `Comma-separated columns; prefix \`-\` for descending. Columns: ${sorts.map((key) => `\`${key}\``).join(', ')}. The order ends in the id, so pages neither skip nor repeat.`,
          default: table.default_sort,
          examples: [table.default_sort],
          'x-sort-keys': sorts,
        }),
      ),
      ...(searched.length > 0
        ? {
            search: Type.Optional(
              Text(`Text to find in ${searched.map((key) => `\`${key}\``).join(', ')}, case ignored.`, {
                maxLength: limits.search_length_max,
              }),
            ),
          }
        : {}),
      ...extra,
    } as ReturnType<typeof pagingQuery> & {
      filter_args: ReturnType<typeof optionalText>
      sort_args: ReturnType<typeof optionalText>
      search: ReturnType<typeof optionalText>
    } & X,
    { additionalProperties: false },
  )
}
const optionalText = () => Type.Optional(Type.String())

function exampleFilter(table: Table): string {
  const first = publishedFilters(table)[0]
  if (first === undefined) return '[]'
  const samples: Record<ColumnType, unknown> = {
    text: first.values?.[0] ?? 'text',
    text_list: 'summer',
    integer: 10,
    number: 10,
    date: '2026-11-21',
    instant: '2026-11-21T09:30:00+00:00',
    boolean: true,
    id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41',
  }
  return JSON.stringify([{ key: first.key, operation: first.operations[0], value: samples[first.type] }])
}

/** data of a paged answer. */
export const Page = <R extends TSchema>(row: R, extra: Record<string, TSchema> = {}) =>
  Shape({
    rows: Type.Array(row, { description: 'The rows of the page, in the order that was asked for.' }),
    size: Whole('How many rows this page has.'),
    offset: Whole('How many rows were skipped.'),
    filtered_max_size: Whole('How many rows the whole filtered set has.'),
    ...extra,
  })

/** Query parameters of a table whose rows can be cut to some fields; see tables/distinct. */
export const fieldsQuery = (table: Table) => ({
  fields: Type.Optional(
    Type.Array(Choice(Object.keys(table.row.properties), 'A field of the row.'), {
      uniqueItems: true,
      description: 'Only these fields of each row, separated by commas.',
      examples: [Object.keys(table.row.properties).slice(0, 2)],
    }),
  ),
  distinct: Type.Optional(
    Flag(
      'With `fields`: each combination of their values once, in the order of the fields unless `sort_args` names others of them. The answer then has `filtered_max_unique_size`.',
      { default: false },
    ),
  ),
})

export type TableQuery = { offset?: number; limit?: number; filter_args?: string; sort_args?: string; search?: string }
export type FieldsQuery = TableQuery & { fields?: string[]; distinct?: boolean }
export type RowOf<T extends Table> = Static<T['row']>
