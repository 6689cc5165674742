/** Values for the examples of sales channels, imports of orders and connected systems; see example_overrides.ts. */
import { connection, now, type Values } from './shared.ts'

const consumerChannel: Values = { trading_partner_id: null, trading_partner_name: null }

export const sellingOverrides: Record<string, Values> = {
  'orders.import': { faults: [] },
  'session.list_accounting_connections': { fault: null },
  'session.deactivate_accounting_connection': {
    ...connection,
    payments: null,
    is_active: false,
    deactivated_at: now,
  },
  'session.create_accounting_connection': { ...connection, payments: null },
  'session.read_accounting_payments': { ...connection, fault: null },
  'session.list_sales_channels': consumerChannel,
  'session.create_sales_channel': consumerChannel,
  'session.get_sales_channel': consumerChannel,
  'session.update_sales_channel': consumerChannel,
}
