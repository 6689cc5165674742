/** Dimensions by which figures can be split and filtered. */
import { dispositions, orderLifecycles, orderOrigins, returnReasons } from '../../selling/known_values.ts'
import { purchaseOrderStatuses } from '../../purchasing/known_values.ts'
import { movementKinds, stockHealths } from '../../contract/stock.ts'

interface Records {
  table: string
  id: string
  name: string
}

export interface Dimension {
  label: string
  description: string
  /** Records of the organisation; null if the dimension has a list of values. */
  records: Records | null
  values: readonly string[] | null
}

const records = (label: string, description: string, table: string, id: string, name = 'name'): Dimension => ({
  label,
  description,
  records: { table, id, name },
  values: null,
})
const values = (label: string, description: string, list: readonly string[]): Dimension => ({
  label,
  description,
  records: null,
  values: list,
})

export const orderKinds = ['consumer', 'wholesale'] as const

const declared = {
  sales_channel: records('Sales channel', 'Sales channel.', 'sales_channels', 'sales_channel_id'),
  category: records('Category', 'Category that the product is in now.', 'categories', 'category_id'),
  product: records('Product', 'Product.', 'products', 'product_id', 'title'),
  location: records(
    'Location',
    'Warehouse or store. Sales to consumers count at the location of the order, wholesale at the one that ships, returns at the one that takes them back; every sale has one.',
    'locations',
    'location_id',
  ),
  supplier: records('Supplier', 'Supplier.', 'suppliers', 'supplier_id'),
  account: records(
    'Trading account',
    'Trading account of a wholesale order.',
    'trading_partners',
    'trading_partner_id',
  ),
  stock_health: values('Stock health', 'Health of the stock of a variant at a location.', stockHealths),
  movement_kind: values('Movement kind', 'Kind of a ledger row.', movementKinds),
  return_reason: values('Return reason', 'Reason for the return.', returnReasons),
  disposition: values('Disposition', 'Disposition of the units that arrived.', dispositions),
  purchase_order_status: values('Order status', 'Status of the purchase order now.', purchaseOrderStatuses),
  order_lifecycle: values('Lifecycle', 'Lifecycle state of the sales order now.', orderLifecycles),
  order_origin: values('Origin', 'How the sales order arrived.', orderOrigins),
  order_kind: values('Kind of order', 'Whether a consumer or a trading account placed the order.', orderKinds),
} as const satisfies Record<string, Dimension>

export type DimensionKey = keyof typeof declared

export const dimensions: Readonly<Record<DimensionKey, Dimension>> = declared

/** Names of a dimension's columns in rows. */
export const columnsOf = (key: DimensionKey): { id: string; name: string | null } =>
  dimensions[key].records === null ? { id: key, name: null } : { id: `${key}_id`, name: `${key}_name` }
