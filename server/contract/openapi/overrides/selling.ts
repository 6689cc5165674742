/** Values for the examples of sales channels, imports of orders and connected systems; see example_overrides.ts. */
import { connection, now, type Values } from './shared.ts'

const consumerChannel: Values = { trading_partner_id: null, trading_partner_name: null }

/** A channel that has sold nothing yet. */
const unrecorded: Values = { source: null, recorded_from: null, last_day: null }

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
  'session.list_sales_coverage': {
    ...unrecorded,
    'channel.recorded_through': null,
    stated_through: null,
    note: null,
    stated_by: null,
    reason: 'No sales of the channel have been recorded.',
  },
  'session.state_recorded_through': { ...unrecorded, recorded_through: '2026-11-26', stated_through: '2026-11-26' },
  'session.list_sales_channels': consumerChannel,
  'session.create_sales_channel': consumerChannel,
  'session.get_sales_channel': consumerChannel,
  'session.update_sales_channel': consumerChannel,
}
