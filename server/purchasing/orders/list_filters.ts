import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import {
  countByField,
  filter_values_paging,
  FilterValues,
  filterValuesQuery,
  pageFilterValues,
} from '../../tables/filter_values.ts'
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

const countValues = countByField<FilterField>('purchase_orders', {
  status: 'status',
  order_type: 'order_type',
  on_hold: 'on_hold',
  supplier_id: 'supplier_id',
  location_id: 'location_id',
  source_location_id: 'source_location_id',
  commitment_id: 'commitment_id',
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

export const listPurchaseOrderFilters = operation({
  id: 'purchase_orders.list_filters',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/filters',
  summary: 'List the values that purchase orders can be filtered by',
  description: `Each field's values with how many orders carry them, by label, closed lists in their own order; the fields are filter keys of the table of orders. ${filter_values_paging}`,
  params: OrganizationPath,
  query: filterValuesQuery(filter_fields),
  answer: FilterValues(words, 'orders', 'issued'),
  async run({ sql, caller: { organization_id }, query }) {
    const [counts, named] = await Promise.all([countValues(sql, organization_id), namesOf(sql, organization_id)])
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return pageFilterValues(filter_fields, query, counts, { vocabularies, names })
  },
})

const namesOf = (sql: Sql, organization_id: string) => sql<{ id: string; name: string }[]>`
  select supplier_id as id, name from suppliers where organization_id = ${organization_id}
  union all select location_id, name from locations where organization_id = ${organization_id}
  union all select commitment_id, name from commitments where organization_id = ${organization_id}`

const vocabularies: Partial<Record<FilterField, readonly string[]>> = {
  status: purchase_order_statuses,
  order_type: order_types,
  on_hold: ['false', 'true'],
}
