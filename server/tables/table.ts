/**
 * One engine for every table of the API. A table declares where its rows are and its fields, each once (see field.ts).
 * From that follow the schema of its row, the query's schema and its words in the document, the statements of a page
 * and of an export, and the columns of the file. What a caller writes is only ever a parameter.
 */
import type { TSchema } from '@sinclair/typebox'
import { textFragment } from '../../db/sql/fragment.ts'
import type { Selection } from '../../db/sql/selection.ts'
import { limits } from '../contract/limits.ts'
import { Choice, Count, Flag, Shape, type Static, Text, Type, Whole } from '../contract/schema.ts'
import {
  type Column,
  columnOf,
  type ColumnType,
  type Fields,
  type FilterOperation,
  joinsIn,
  type RowSchema,
  type SelectedFields,
  type SelectedRow,
  selectionOf,
} from './field.ts'

/** Puts a value into the statement's parameters and returns its place, e.g. `$3`. */
export type Param = (value: unknown) => string

/**
 * A condition on the row; `within` repeats it in joins (by name) that sum, so that they sum only what fits. With
 * `is_every_row` every row meets it.
 */
export type Condition = string | { where: string; within: Record<string, string>; is_every_row?: true }

/** A filter that is not a field: membership in a related table, a computed condition. */
export interface SpecialFilter {
  operations: readonly FilterOperation[]
  type: ColumnType
  description: string
  values?: readonly string[]
  /** Joins (by name) that the condition reads. */
  needs?: readonly string[]
  condition: (operation: FilterOperation, value: unknown, param: Param) => Condition
}

/** Marks where the SQL of a join takes the conditions that filters set within it. */
export const withinMark = '/* within */'

/** A further table, under its alias. */
export interface Join {
  /** Looks up one row of the page. */
  sql: string
  /** One aggregate of all rows, used instead where every row is filtered, sorted or exported by the join. */
  whole?: string
  /** The same from stored figures, used where no filter sets a condition within the join. */
  stored?: string
  /** Names of the joins that it reads. */
  after?: readonly string[]
}

/**
 * The keys of a page in an order that is stored ready, without joining every row: a statement that ends with the bounds,
 * in which $1 is the organisation. Null for an order that is not. Only for pages of every row. A row without a key says
 * that the order is not stored for this page.
 */
export type Ranked = (
  sort: { key: string; descending: boolean },
  page: { bounds: string; limit: string; reach: string },
) => string | null

export interface TableDeclaration<F extends Fields> {
  /** Names the table in export addresses and files. */
  name: string
  /** Component of the document that is the row; a table whose rows are not published has none. */
  row_name?: string
  /** Description of a row, for the document. */
  description?: string
  /** Table and alias; the alias carries organization_id. */
  base: { table: string; alias: string; key: readonly string[] }
  /** By alias, in the order in which they may be joined; those that a field's SQL mentions are joined for it. */
  joins?: Record<string, Join>
  /** The fields of a row, in the order of the document and of an export. */
  fields: F
  filters?: Record<string, SpecialFilter>
  ranked?: Ranked
  /** As sort_args spells it. */
  default_sort: string
  limit_default?: number
  limit_max?: number
}

export interface Table<F extends Fields = Fields> extends TableDeclaration<F> {
  row: RowSchema<F>
  /** The select list of a row, over the base and `row_joins`. */
  select: string
  /** The same list for a statement written by hand; it arrives as rows of the table, or as what `shape` takes. */
  selected: Selection<SelectedFields<F>>
  row_joins: readonly string[]
  /** Makes the published row of a selected one. */
  shape: (selected: SelectedRow) => Static<RowSchema<F>>
  /** Columns for filtering, sorting and searching, by the name of the field. */
  columns: Readonly<Record<string, Column>>
}

function columnsOf({ name, fields, joins = {}, filters = {} }: TableDeclaration<Fields>) {
  const columns: Record<string, Column> = {}
  for (const [key, field] of Object.entries(fields)) {
    const column = columnOf(key, field, joins)
    if (column === null) continue
    if (column.operations.length > 0 && Object.hasOwn(filters, key))
      throw new Error(`${name}: a field and a filter have the key ${key}`)
    columns[key] = column
  }
  return columns
}

export function defineTable<F extends Fields>(declared: TableDeclaration<F>): Table<F> {
  const { fields, joins = {}, description, row_name } = declared
  const { select, shape } = selectionOf(fields)
  const schemas = Object.fromEntries(Object.entries(fields).map(([fieldName, { schema }]) => [fieldName, schema]))
  return {
    ...declared,
    row: Shape(schemas, {
      ...(description === undefined ? {} : { description }),
      ...(row_name === undefined ? {} : { $id: row_name }),
    }) as unknown as RowSchema<F>,
    select,
    selected: textFragment(select),
    row_joins: joinsIn(select, joins),
    shape: shape as Table<F>['shape'],
    columns: columnsOf(declared),
  }
}

/** Every key the table can be filtered by, with its operations, as the document publishes them. */
export const publishedFilters = ({ columns, filters = {} }: Table) =>
  [...Object.entries(columns).filter(([, { operations }]) => operations.length > 0), ...Object.entries(filters)].map(
    ([key, { type, operations, description, values }]) => ({
      key,
      type,
      operations,
      description,
      ...(values ? { values } : {}),
    }),
  )

export const publishedSorts = (table: Table) =>
  Object.entries(table.columns)
    .filter(([, column]) => column.sort)
    .map(([key]) => key)

/** offset and limit of a paged read. */
export const pagingQuery = (
  limit_default: number = limits.page_limit_default,
  limit_max: number = limits.page_limit_common_max,
) => ({
  offset: Type.Optional(Whole('Number of rows to skip.', { minimum: 0, maximum: limits.page_offset_max, default: 0 })),
  limit: Type.Optional(
    Whole(`Maximum number of rows to return; at most ${limit_max.toLocaleString('en-US')}.`, {
      minimum: 1,
      maximum: limit_max,
      default: limit_default,
    }),
  ),
})

/** The query parameters of a table; its keys are in the descriptions and in x-filter-keys and x-sort-keys. */
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
          description: `A JSON array of at most ${limits.filters_max} filters \`{key, operation, value}\`; a row must match all of them. \`eq\` and \`in\` are case-sensitive, \`contains\` and \`starts_with\` are not; \`neq\` and \`not_in\` include rows without a value. Keys: ${keys}.`,
          examples: [exampleFilter(table)],
          'x-filter-keys': filters,
        }),
      ),
      sort_args: Type.Optional(
        Type.String({
          maxLength: 500,
          description: `Comma-separated columns; prefix \`-\` for descending. Columns: ${sorts.map((key) => `\`${key}\``).join(', ')}. Ties are ordered by id, so pages neither skip nor repeat rows.`,
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

/** An example of what people ask most: the text that rows are sorted by, or the first key. */
function exampleFilter(table: Table): string {
  const filters = publishedFilters(table)
  const sortedBy = table.default_sort.replace(/^-/, '').split(',')[0]
  const first = filters.find(({ key, type }) => key === sortedBy && type === 'text') ?? filters[0]
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

/** data of a paged response; `$id` is given where a row has pages of several shapes. */
export const Page = <R extends TSchema>(row: R, extra: Record<string, TSchema> = {}, $id = `${row.$id}Page`) =>
  Shape(
    {
      rows: Type.Array(row, { description: 'Rows of the page, in the requested order.' }),
      size: Count('Number of rows on this page.'),
      offset: Count('Number of rows skipped.'),
      filtered_max_size: Count('Number of rows that match the filters, on all pages.'),
      ...extra,
    },
    row.$id === undefined ? {} : { $id },
  )

/** What `fields` does, for the description of an operation that takes it. */
export const fieldsWords =
  '`fields` limits the fields of each row: rows then have those fields and no others, while without it they have all of them.'

/** Query parameters that select fields of the rows; see distinct.ts. */
export const fieldsQuery = (table: Table) => ({
  fields: Type.Optional(
    Type.Array(Choice(Object.keys(table.row.properties), 'A field of the row.'), {
      uniqueItems: true,
      description: 'Fields of each row to return, separated by commas.',
      examples: [Object.keys(table.row.properties).slice(0, 2)],
    }),
  ),
  distinct: Type.Optional(
    Flag(
      'With `fields`: returns each combination of their values once, sorted by the fields in order unless `sort_args` names some of them. The answer then has `filtered_max_unique_size`.',
      { default: false },
    ),
  ),
})

export type TableQuery = { offset?: number; limit?: number; filter_args?: string; sort_args?: string; search?: string }
export type FieldsQuery = TableQuery & { fields?: string[]; distinct?: boolean }
export type RowOf<T extends Table> = Static<T['row']>
