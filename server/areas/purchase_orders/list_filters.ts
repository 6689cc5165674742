import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Choice, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { pagingQuery } from '../../tables/table.ts'
import { order_types, OrganizationPath, purchase_order_statuses } from './model.ts'

const filter_fields = [
  'status',
  'order_type',
  'on_hold',
  'supplier_id',
  'location_id',
  'source_location_id',
  'commitment_id',
] as const
type FilterField = (typeof filter_fields)[number]

const FilterValue = Shape({
  value: Text('What the filter takes as its value; `true` and `false` stand for the two flags.', {
    examples: ['issued'],
  }),
  label: Text('What people call it.', { examples: ['issued'] }),
  count: Whole('How many orders carry it.'),
})

const words: Record<FilterField, string> = {
  status: 'All statuses, used or not.',
  order_type: 'All kinds of order, used or not.',
  on_hold: 'Held and not held.',
  supplier_id: 'Suppliers that orders name.',
  location_id: 'Destinations.',
  source_location_id: 'Sources of transfers and of components.',
  commitment_id: 'Commitments that orders draw from.',
}

const OptionalValues = (description: string) =>
  Type.Optional(
    Shape(
      {
        rows: Type.Array(FilterValue),
        size: Whole('How many values this page has.'),
        offset: Whole('How many values were skipped.'),
        filtered_max_size: Whole('How many values the field has, within the search.'),
      },
      { description },
    ),
  )
const by_field = Object.fromEntries(filter_fields.map((field) => [field, OptionalValues(words[field])])) as Record<
  FilterField,
  ReturnType<typeof OptionalValues>
>

export const listPurchaseOrderFilters = operation({
  id: 'purchase_orders.list_filters',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/filters',
  summary: 'List the values that purchase orders can be filtered by',
  description: `Each field's values with how many orders carry them, by label, closed lists in their own order; the fields are filter keys of the table of orders. With \`field\`, that field alone is answered and paged. Without it every field is answered with its first ${limits.page_limit_filters_default} values, and offset and limit are not applied.`,
  params: OrganizationPath,
  query: Type.Object(
    {
      field: Type.Optional(Choice(filter_fields, 'The one field to answer.')),
      search: Type.Optional(Text('Text to find in the labels, case ignored.', { maxLength: limits.search_length_max })),
      ...pagingQuery(limits.page_limit_filters_default, limits.page_limit_filters_max),
    },
    { additionalProperties: false },
  ),
  answer: Shape(by_field),
  async run({ sql, caller: { organization_id }, query }) {
    const { field, search = '' } = query
    const offset = field === undefined ? 0 : (query.offset ?? 0)
    const limit = (field === undefined ? undefined : query.limit) ?? limits.page_limit_filters_default
    const found = await readValues(sql, organization_id)
    const fields = field === undefined ? filter_fields : [field]
    return Object.fromEntries(
      fields.map((one) => {
        const matching = found.get(one)!.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
        const rows = matching.slice(offset, offset + limit)
        return [one, { rows, size: rows.length, offset, filtered_max_size: matching.length }]
      }),
    )
  },
})

type Value = Static<typeof FilterValue>

/** Orders are counted in one pass by every field at once. */
const countByField = (sql: Sql, organization_id: string) => sql<{ field: FilterField; value: string; count: number }[]>`
  select case
      when grouping(status) = 0 then 'status'
      when grouping(order_type) = 0 then 'order_type'
      when grouping(on_hold) = 0 then 'on_hold'
      when grouping(supplier_id) = 0 then 'supplier_id'
      when grouping(location_id) = 0 then 'location_id'
      when grouping(source_location_id) = 0 then 'source_location_id'
      else 'commitment_id'
    end as field,
    coalesce(status, order_type, on_hold::text, supplier_id::text, location_id::text, source_location_id::text,
      commitment_id::text) as value, count(*)::int as count
  from purchase_orders where organization_id = ${organization_id}
  group by grouping sets (status, order_type, on_hold, supplier_id, location_id, source_location_id, commitment_id)
  having coalesce(status, order_type, on_hold::text, supplier_id::text, location_id::text, source_location_id::text,
    commitment_id::text) is not null`

const namesOf = (sql: Sql, organization_id: string) => sql<{ id: string; name: string }[]>`
  select supplier_id as id, name from suppliers where organization_id = ${organization_id}
  union all select location_id, name from locations where organization_id = ${organization_id}
  union all select commitment_id, name from commitments where organization_id = ${organization_id}`

const vocabularies: Partial<Record<FilterField, readonly string[]>> = {
  status: purchase_order_statuses,
  order_type: order_types,
  on_hold: ['false', 'true'],
}

const byLabel = (a: Value, b: Value) =>
  a.label < b.label ? -1 : a.label > b.label ? 1 : a.value < b.value ? -1 : a.value > b.value ? 1 : 0

async function readValues(sql: Sql, organization_id: string): Promise<Map<FilterField, Value[]>> {
  const [counts, named] = await Promise.all([countByField(sql, organization_id), namesOf(sql, organization_id)])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return new Map(
    filter_fields.map((field) => {
      const counted = new Map(counts.filter((row) => row.field === field).map(({ value, count }) => [value, count]))
      const vocabulary = vocabularies[field]
      const values = (vocabulary ?? [...counted.keys()]).map((value) => ({
        value,
        label: names.get(value) ?? value,
        count: counted.get(value) ?? 0,
      }))
      return [field, vocabulary === undefined ? values.toSorted(byLabel) : values]
    }),
  )
}
