/**
 * Declares the contents of an export of an organisation. Every table with an organization_id is listed here once,
 * exported or left out with its reason; a test compares the lists with the schema. All ids stay: primary keys begin
 * with organization_id, so an import keeps them, and with them what other systems store.
 */
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import * as accounts from '../../../db/schema/wholesale/accounts.ts'
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import * as cash from '../../../db/schema/planning/cash.ts'
import * as catalogue from '../../../db/schema/catalogue.ts'
import { catalogue_events } from '../../../db/schema/catalogue/events.ts'
import * as commitments from '../../../db/schema/commitments.ts'
import * as documents from '../../../db/schema/documents.ts'
import * as demand_events from '../../../db/schema/insight/demand_events.ts'
import { forecast_overrides } from '../../../db/schema/insight/forecast_overrides.ts'
import { forecast_settings } from '../../../db/schema/insight/forecasts.ts'
import * as edi from '../../../db/schema/wholesale/edi.ts'
import * as exceptions from '../../../db/schema/exceptions.ts'
import * as exchange_rates from '../../../db/schema/exchange_rates.ts'
import { import_profiles } from '../../../db/schema/imports.ts'
import * as manufacturing from '../../../db/schema/manufacturing.ts'
import { locations } from '../../../db/schema/organizations.ts'
import * as planning from '../../../db/schema/planning/buy_plans.ts'
import * as plan_of_record from '../../../db/schema/planning/plan_of_record.ts'
import * as planning_cycles from '../../../db/schema/planning/cycles.ts'
import * as price_lists from '../../../db/schema/wholesale/price_lists.ts'
import * as purchase_orders from '../../../db/schema/purchase_orders.ts'
import * as supplier_invoices from '../../../db/schema/purchasing/supplier_invoices.ts'
import { customers } from '../../../db/schema/selling/customers.ts'
import * as edi_orders from '../../../db/schema/selling/edi_orders.ts'
import * as credit_notes from '../../../db/schema/selling/credit_notes.ts'
import * as payments from '../../../db/schema/selling/payments.ts'
import * as fulfilments from '../../../db/schema/selling/fulfilments.ts'
import { return_exchanges } from '../../../db/schema/selling/return_exchanges.ts'
import { return_inspections } from '../../../db/schema/selling/return_inspections.ts'
import * as returns from '../../../db/schema/selling/returns.ts'
import { sscc_counters } from '../../../db/schema/selling/warehouse_requests.ts'
import {
  sales_channel_days,
  sales_daily,
  sales_recorded_through,
  weekly_forecasts,
} from '../../../db/schema/selling/sales.ts'
import { order_changes } from '../../../db/schema/selling/order_changes.ts'
import { order_holds, order_links } from '../../../db/schema/selling/order_holds.ts'
import * as sales_orders from '../../../db/schema/selling/sales_orders.ts'
import {
  stock_adjustment_numbers,
  stock_adjustments,
  stock_levels,
  stock_movements,
  unrated_arrivals,
} from '../../../db/schema/stock.ts'
import { order_counters } from '../../../db/schema/platform/order_counters.ts'
import * as order_book from '../../../db/schema/wholesale/order_book.ts'
import * as sell_out from '../../../db/schema/wholesale/sell_out.ts'
import * as stocktakes from '../../../db/schema/stocktakes.ts'
import * as suppliers from '../../../db/schema/suppliers.ts'
import { warehouse_inbounds } from '../../../db/schema/warehouses.ts'

const listed: readonly PgTable[] = [
  locations,
  accounts.price_lists,
  accounts.trading_partners,
  accounts.account_doors,
  accounts.account_contacts,
  accounts.account_edi_profiles,
  accounts.sales_channels,
  catalogue.categories,
  catalogue.subcategories,
  catalogue.families,
  catalogue.family_attributes,
  catalogue.products,
  catalogue.product_attributes,
  catalogue.product_channels,
  catalogue.product_metafields,
  catalogue.variants,
  catalogue.custom_fields,
  catalogue.custom_field_values,
  catalogue.bundles,
  catalogue.bundle_components,
  catalogue_events,
  price_lists.price_list_prices,
  account_items,
  sell_out.sell_out_declarations,
  sell_out.sell_out_profiles,
  sell_out.sell_out_files,
  sell_out.sell_out_reports,
  sell_out.sell_out_rows,
  sell_out.sell_out_refusals,
  exchange_rates.exchange_rates,
  suppliers.suppliers,
  suppliers.contacts,
  suppliers.contact_notes,
  suppliers.supplier_variants,
  commitments.commitments,
  commitments.commitment_budgets,
  manufacturing.bills_of_materials,
  manufacturing.bill_of_materials_lines,
  order_counters,
  purchase_orders.purchase_orders,
  purchase_orders.purchase_order_lines,
  purchase_orders.purchase_order_deliveries,
  purchase_orders.purchase_order_delivery_lines,
  manufacturing.purchase_order_components,
  purchase_orders.supplier_signals,
  purchase_orders.purchase_basket_items,
  purchase_orders.purchase_generation_settings,
  documents.edi_control_numbers,
  documents.outbound_documents,
  documents.outbound_attempts,
  warehouse_inbounds,
  stock_levels,
  stock_movements,
  unrated_arrivals,
  stock_adjustment_numbers,
  stock_adjustments,
  stocktakes.stocktakes,
  stocktakes.stocktake_locations,
  stocktakes.stocktake_lines,
  customers,
  sales_orders.sales_document_numbers,
  sales_orders.sales_orders,
  order_changes,
  order_holds,
  order_links,
  edi_orders.edi_orders,
  edi_orders.edi_order_lines,
  sales_orders.order_lines,
  sales_orders.order_line_components,
  order_book.order_book_lines,
  order_book.order_book_revisions,
  fulfilments.fulfilments,
  fulfilments.fulfilment_cartons,
  fulfilments.fulfilment_lines,
  fulfilments.fulfilment_components,
  fulfilments.voided_shipments,
  sscc_counters,
  fulfilments.invoices,
  fulfilments.invoice_lines,
  returns.returns,
  returns.return_lines,
  returns.return_receipts,
  returns.return_receipt_lines,
  return_inspections,
  return_exchanges,
  returns.refunds,
  returns.refund_lines,
  credit_notes.credit_notes,
  credit_notes.credit_note_lines,
  payments.customer_payments,
  payments.payment_allocations,
  edi.edi_interchanges,
  edi.edi_documents,
  sales_channel_days,
  sales_recorded_through,
  sales_daily,
  weekly_forecasts,
  forecast_overrides,
  forecast_settings,
  demand_events.demand_events,
  demand_events.demand_event_variants,
  demand_events.demand_event_categories,
  demand_events.demand_event_channels,
  planning.buy_plans,
  planning.buy_plan_cells,
  planning.buy_plan_versions,
  planning.buy_plan_version_cells,
  supplier_invoices.supplier_invoices,
  supplier_invoices.supplier_invoice_lines,
  supplier_invoices.supplier_invoice_costs,
  supplier_invoices.supplier_invoice_revisions,
  cash.supplier_payments,
  cash.cash_settings,
  cash.cash_scenarios,
  plan_of_record.commitment_plans,
  plan_of_record.commitment_plan_cells,
  plan_of_record.commitment_plan_versions,
  plan_of_record.commitment_plan_version_cells,
  plan_of_record.commitment_declarations,
  planning_cycles.planning_cycles,
  planning_cycles.planning_cycle_steps,
  exceptions.exceptions,
  import_profiles,
]

const derived = 'Computed from the exported records; an import computes it again.'
const verified = 'State of the verification; the first verification after an import reads every row.'
const access = 'Gives access to this service; create it again where the export is imported.'
const webhooks = 'Belongs to a subscription, which has a secret; subscribe again where the export is imported.'
const postings = 'Belongs to the connection of an accounting system; the invoices keep their state in it.'
const receipts = 'A log of reports that were mailed, kept for a limited time.'
const uploaded = 'Belongs to an uploaded file, which is kept for a limited time and is not exported.'

export const leftOutTables: Readonly<Record<string, string>> = {
  organizations: 'The manifest contains its settings. The key of its public ids is a secret.',
  memberships: 'Users belong to the service. Invite them again where the export is imported.',
  audit_events: access,
  invitations: access,
  portal_seats: access,
  portal_invitations: access,
  portal_sessions: access,
  api_keys: access,
  key_usage: 'A log of API requests, kept for a limited time.',
  remembered_writes: 'Responses kept for idempotency keys of API keys that are not exported.',
  remembered_session_writes: 'Responses kept for idempotency keys of people, who are not exported.',
  customer_keys: 'The secret key of the pseudonyms of customers.',
  warehouse_connections: 'Contains the encrypted token of a warehouse system; connect it again.',
  accounting_connections: 'Contains the encrypted token of an accounting system; connect it again.',
  accounting_payment_feeds: 'Belongs to the connection of an accounting system; connect it again.',
  edi_inventory_advices: 'Weeks in which the weekly inventory advice was sent, kept for a limited time.',
  edi_connections: 'Contains the encrypted secret of a transport; save the EDI profile of the account again.',
  invoice_postings: postings,
  invoice_posting_attempts: postings,
  credit_note_postings: postings,
  credit_note_posting_attempts: postings,
  warehouse_requests: 'Belongs to a warehouse connection; release the orders again where the export is imported.',
  warehouse_reports: 'Belongs to a warehouse connection; kept so that a repeated report changes nothing.',
  webhooks,
  webhook_events: webhooks,
  webhook_deliveries: webhooks,
  webhook_attempts: webhooks,
  uploads: uploaded,
  staged_uploads: uploaded,
  order_documents:
    'Belongs to the files of order papers, which are not exported; the orders keep what was taken over from them.',
  imports: uploaded,
  import_batches: uploaded,
  mails: 'Mail is kept until it expires.',
  report_schedules:
    'Mails reports to people; create the schedules again where the export is imported, so that none is sent twice.',
  report_deliveries: receipts,
  report_delivery_mails: receipts,
  organization_exports: 'Exports themselves are kept for a limited time.',
  ledger_checkpoints: verified,
  sales_checkpoints: verified,
  sales_deltas: derived,
  sales_by_channel: derived,
  sales_by_product: derived,
  sales_by_category: derived,
  sales_product_categories: derived,
  stock_level_changes: derived,
  stock_value_changes: derived,
  record_changes: 'Changes for clients that follow a list; they start over after the export is imported.',
  stock_value_levels: derived,
  stock_value_days: derived,
  stock_value_totals: derived,
  purchase_order_changes: derived,
  purchase_order_sums: derived,
  purchase_order_delivery_sums: derived,
  row_counts: derived,
  row_count_deltas: derived,
  order_counts: derived,
  order_count_deltas: derived,
  sell_out_by_door: derived,
  sell_out_by_variant: derived,
  sell_out_by_period: derived,
  sell_out_by_category: derived,
  sell_out_by_category_and_door: derived,
  sell_out_category_changes: derived,
  order_book_sums: derived,
  sell_out_staging: 'Rows of an import in progress, deleted when it ends.',
  velocity_windows: derived,
  variant_velocity: derived,
  product_velocity: derived,
  stock_day_counts: derived,
  stock_counted: derived,
  stock_by_day: derived,
  stock_by_category: derived,
  stock_category_changes: derived,
  forecast_weeks: derived,
  forecast_week_errors: derived,
  forecast_week_changes: derived,
  forecast_variants: derived,
  sales_before: derived,
  sales_before_days: derived,
  product_sales_before: derived,
  product_stock_before: derived,
  product_figures: derived,
  product_changes: derived,
  price_measures: derived,
  variant_stock: derived,
  velocity_classes: derived,
  velocity_changes: derived,
  forecast_runs: derived,
  forecast_choices: derived,
  forecast_sums: derived,
}

const lease = 'State of the queue; documents that wait to be sent are imported as stored, so that none is sent twice.'

const unread = 'State of the queue; interchanges that wait to be read are imported as held, so that none is read twice.'

/** Columns that are left out beside organization_id, by `table.column`. */
const leftOutByName: Readonly<Record<string, string>> = {
  'outbound_documents.next_attempt_at': lease,
  'outbound_documents.leased_until': lease,
  'edi_documents.next_attempt_at': lease,
  'edi_documents.leased_until': lease,
  'edi_interchanges.arrived_content': 'Encrypted with the key of the service, and erased after days.',
  'edi_interchanges.next_attempt_at': unread,
  'edi_interchanges.leased_until': unread,
  'sell_out_files.sha256': 'Hash of a file that is not exported.',
}

const refersToUser = 'Refers to a user of this service.'
const numbered = 'Assigned by the database; the order of the rows keeps its meaning.'

function reasonOfColumn(column: PgColumn, usersOf: ReadonlySet<string>): string | null {
  const { table, name } = column
  const named = leftOutByName[`${getTableConfig(table).name}.${name}`]
  if (named !== undefined) return named
  if (column.generated !== undefined) return derived
  if (column.generatedIdentity !== undefined) return numbered
  return usersOf.has(name) ? refersToUser : null
}

export interface ExportedColumn {
  name: string
  /** An import refuses a file without it. */
  required: boolean
}

export interface ExportedTable {
  name: string
  columns: readonly ExportedColumn[]
  /** Columns in whose order the rows are written. */
  order_by: readonly string[]
  /** Tables that must be imported before this one. */
  references: readonly string[]
  /** Reasons by column. */
  left_out: Readonly<Record<string, string>>
}

/** References that triggers keep in place of foreign keys. */
const keptByTriggers: Readonly<Record<string, readonly string[]>> = {
  sales_daily: ['variants', 'sales_channels', 'locations'],
}

function describe(table: PgTable): ExportedTable {
  const { name, columns, foreignKeys, primaryKeys } = getTableConfig(table)
  const references = foreignKeys.map((key) => ({
    to: getTableConfig(key.reference().foreignTable).name,
    columns: key.reference().columns.map((column) => column.name),
  }))
  const usersOf = new Set(references.flatMap((one) => (one.to === 'user' ? one.columns : [])))
  const others = columns.filter((column) => column.name !== 'organization_id')
  const reasons = others.map((column) => ({ column, reason: reasonOfColumn(column, usersOf) }))
  const identity = columns.find((column) => column.generatedIdentity !== undefined)
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  return {
    name,
    columns: reasons
      .filter(({ reason }) => reason === null)
      .map(({ column }) => ({ name: column.name, required: column.notNull && !column.hasDefault })),
    order_by: (identity === undefined ? key : [identity]).map((column) => column.name),
    references: [...new Set([...references.map(({ to }) => to), ...(keptByTriggers[name] ?? [])])].filter(
      (to) => to !== name && to !== 'user' && to !== 'organizations',
    ),
    left_out: Object.fromEntries(
      reasons.flatMap(({ column, reason }) => (reason === null ? [] : [[column.name, reason]])),
    ),
  }
}

/** Each table behind those that it refers to. */
function inOrder(tables: readonly ExportedTable[]): ExportedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<ExportedTable>()
  const add = (table: ExportedTable) => {
    if (ordered.has(table)) return
    for (const name of table.references) {
      const referenced = byName.get(name)
      if (referenced === undefined) throw new Error(`${table.name} is exported and refers to ${name}, which is not`)
      add(referenced)
    }
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}

export const exportedTables: readonly ExportedTable[] = inOrder(listed.map(describe))
