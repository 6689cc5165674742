import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { listFilterValues } from '../../tables/filter_values.ts'
import { PartnerPath, readAccountFacts } from './model.ts'
import { accountProductsTable } from './products_table.ts'

export const listAccountProductFilters = listFilterValues({
  id: 'accounts.list_product_filters',
  route: 'GET /api/v1/wholesale/retailers/{partner_id}/products/filters',
  params: PartnerPath,
  summary: 'List product filters of an account',
  row: ['product of an account', 'products of the account'],
  table: accountProductsTable,
  fields: ['category_id', 'vendor', 'product_status'],
  ranges: [
    'on_hand',
    'estimated_on_hand',
    'in_transit',
    'on_order',
    'incoming',
    'units_sold',
    'days_reported',
    'sales_velocity_per_week',
    'sell_through_rate',
    'weeks_of_cover',
  ],
  example: 'Harbour',
  named_by: { categories: 'category_id' },
  refusals: ['not_found'],
  async parameters({ sql, caller: { organization_id, time_zone }, params, now }) {
    const today = dayInTimeZone(time_zone, now)
    const { trading_partner_id } = await readAccountFacts(sql, organization_id, params.partner_id!, today)
    return [trading_partner_id, today]
  },
})
