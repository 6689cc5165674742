/** The values that a table can be filtered by, each with how many of its rows carry it. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { Choice, Shape, Text, Type, Whole } from '../contract/schema.ts'
import { pagingQuery } from './table.ts'

interface FilterValue {
  value: string
  label: string
  count: number
}

interface CountedValue<F extends string> {
  field: F
  value: string
  count: number
}

/** `words` say what stands under each field, `things` what is counted. */
export function FilterValues<F extends string>(words: Record<F, string>, things: string, example: string) {
  const Value = Shape({
    value: Text('What the filter takes as its value; `true` and `false` stand for the two sides of a flag.', {
      examples: [example],
    }),
    label: Text('What people call it.', { examples: [example] }),
    count: Whole(`How many ${things} carry it.`),
  })
  const valuesOf = (description: string) =>
    Type.Optional(
      Shape(
        {
          rows: Type.Array(Value, { description: 'The values, each once.' }),
          size: Whole('How many values this page has.'),
          offset: Whole('How many values were skipped.'),
          filtered_max_size: Whole('How many values the field has, within the search.'),
        },
        { description },
      ),
    )
  const fields = Object.keys(words) as F[]
  return Shape(
    Object.fromEntries(fields.map((field) => [field, valuesOf(words[field])])) as Record<
      F,
      ReturnType<typeof valuesOf>
    >,
  )
}

export const filterValuesQuery = <const F extends readonly string[]>(fields: F) =>
  Type.Object(
    {
      field: Type.Optional(Choice(fields, 'The one field to answer.')),
      search: Type.Optional(Text('Text to find in the labels, case ignored.', { maxLength: limits.search_length_max })),
      ...pagingQuery(limits.page_limit_filters_default),
    },
    { additionalProperties: false },
  )

/** How every such read pages, in the words of its description. */
export const filter_values_paging = `With \`field\`, that field alone is answered and paged. Without it every field is answered with its first ${limits.page_limit_filters_default} values, and offset and limit are not applied.`

/** Counts an organisation's rows by every field at once, in one pass; a field is said by the column that holds it. */
export function countByField<F extends string>(table: string, columns: Record<F, string>) {
  const pairs = Object.entries<string>(columns)
  const field = pairs.map(([name, column]) => `when grouping(${column}) = 0 then '${name}'`).join(' ')
  const value = `coalesce(${pairs.map(([, column]) => `${column}::text`).join(', ')})`
  const sets = pairs.map(([, column]) => column).join(', ')
  return (sql: Sql, organization_id: string) => sql<CountedValue<F>[]>`
    select case ${sql.unsafe(field)} end as field, ${sql.unsafe(value)} as value, count(*)::int as count
    from ${sql.unsafe(table)} where organization_id = ${organization_id}
    group by grouping sets (${sql.unsafe(sets)})
    having ${sql.unsafe(value)} is not null`
}

interface Known<F extends string> {
  /** Closed lists, which are answered whole and in their own order. */
  vocabularies?: Partial<Record<F, readonly string[]>>
  /** What people call a value, where it is an id. */
  names?: ReadonlyMap<string, string>
}

const byLabel = (a: FilterValue, b: FilterValue) =>
  a.label < b.label ? -1 : a.label > b.label ? 1 : a.value < b.value ? -1 : a.value > b.value ? 1 : 0

function valuesOf<F extends string>(field: F, counts: readonly CountedValue<F>[], known: Known<F>): FilterValue[] {
  const counted = new Map(counts.filter((row) => row.field === field).map(({ value, count }) => [value, count]))
  const vocabulary = known.vocabularies?.[field]
  const values = (vocabulary ?? [...counted.keys()]).map((value) => ({
    value,
    label: known.names?.get(value) ?? value,
    count: counted.get(value) ?? 0,
  }))
  return vocabulary === undefined ? values.toSorted(byLabel) : values
}

/** Each field's values, searched and paged as the query asks. */
export function pageFilterValues<F extends string>(
  every_field: readonly F[],
  query: { field?: F; search?: string; offset?: number; limit?: number },
  counts: readonly CountedValue<F>[],
  known: Known<F> = {},
) {
  const { field, search = '' } = query
  const offset = field === undefined ? 0 : (query.offset ?? 0)
  const limit = (field === undefined ? undefined : query.limit) ?? limits.page_limit_filters_default
  const fields = field === undefined ? every_field : [field]
  return Object.fromEntries(
    fields.map((one) => {
      const values = valuesOf(one, counts, known)
      const matching = values.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
      const rows = matching.slice(offset, offset + limit)
      return [one, { rows, size: rows.length, offset, filtered_max_size: matching.length }]
    }),
  )
}
