/** Built-in profiles of report formats, with the headers that recognise each. Evidence: docs-site/src/data. */
import type { ImportProfile, MappedColumn } from '../../../imports/profile.ts'
import type { SellOutField } from './sell_out_fields.ts'

export interface SellOutProfile extends Omit<ImportProfile, 'kind'> {
  /** Stable; declarations name it as source_profile_key. */
  name: string
  version: number
  columns: readonly (MappedColumn & { field: SellOutField })[]
}

export const sellOutProfiles: readonly SellOutProfile[] = [
  {
    name: 'weekly_sell_out',
    title: 'Weekly sell-out template',
    version: 1,
    recognised_by: ['period_start', 'period_end', 'units_sold'],
    columns: (
      [
        'period_start',
        'period_end',
        'door',
        'buyer_sku',
        'gtin',
        'sku',
        'units_sold',
        'units_returned',
        'on_hand',
        'sales',
        'currency',
      ] as const
    ).map((field) => ({ header: field, field })),
  },
  {
    name: 'amazon_vendor_sales',
    title: 'Amazon vendor sales report',
    version: 1,
    recognised_by: ['startDate', 'endDate', 'asin', 'shippedUnits', 'customerReturns'],
    columns: [
      { header: 'startDate', field: 'period_start' },
      { header: 'endDate', field: 'period_end' },
      { header: 'asin', field: 'buyer_sku' },
      { header: 'shippedUnits', field: 'units_sold' },
      { header: 'customerReturns', field: 'units_returned' },
      { header: 'shippedRevenue.amount', field: 'sales' },
      { header: 'shippedRevenue.currencyCode', field: 'currency' },
    ],
  },
  {
    name: 'demandcaster_pos_history',
    title: 'DemandCaster POS sales history',
    version: 1,
    recognised_by: ['Customer Code', 'Item Code', 'Date Sold', 'Qty Sold', 'Location Code'],
    columns: [
      { header: 'Item Code', field: 'buyer_sku' },
      { header: 'Date Sold', field: 'day' },
      { header: 'Qty Sold', field: 'units_sold' },
      { header: 'Location Code', field: 'door' },
    ],
  },
]

export const findProfile = (name: string): SellOutProfile | undefined =>
  sellOutProfiles.find((profile) => profile.name === name)
