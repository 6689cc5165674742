/** An order as a file: its lines as CSV, the order and its lines as a workbook, or the printed order as PDF. */
import type { Sql } from '../../contract/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { csvLine } from '../../tables/csv.ts'
import type { MadeFile, ReadyFile } from '../../tables/made_file.ts'
import { readLastDocuments } from '../issuing/issue.store.ts'
import type { PurchaseOrder } from './model.ts'
import { readPrintedOrder } from '../issuing/document.store.ts'
import { readOrder } from './store.ts'

export const orderFileFormats = ['csv', 'xlsx', 'pdf'] as const
type Format = (typeof orderFileFormats)[number]

type Cell = string | number | boolean | null

/** The lines; each repeats the order's fields, so that files of several orders can be concatenated. */
function lineRows(order: PurchaseOrder): { headers: string[]; rows: Cell[][] } {
  const planned = order.container_plan.lines
  const rows = order.line_items.map((line, i): Record<string, Cell> => ({
    order: order.name,
    order_type: order.order_type,
    status: order.status,
    supplier: order.supplier_name,
    location: order.location_name,
    currency: order.currency,
    line_id: line.line_id,
    variant_id: line.variant_id,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    confirmed_quantity: line.confirmed_quantity,
    in_transit_quantity: line.in_transit_quantity,
    delivered_quantity: line.delivered_quantity,
    outstanding_quantity: line.outstanding_quantity,
    unit_cost: line.unit_cost,
    total_cost: line.total_cost,
    landed_unit_cost: planned[i]?.landed_unit_cost ?? null,
    duty_bp: line.duty_bp,
    expected_delivery_date: line.expected_delivery_date ?? order.expected_delivery_date,
    hs_code: line.hs_code,
    cartons: line.cartons,
    cbm: line.cbm,
    cost_reason: line.cost_reason,
    measures_reason: line.measures_reason,
    purchase_unit: line.purchase_unit,
    purchase_unit_factor: line.purchase_unit_factor,
    purchase_quantity: line.purchase_quantity,
    purchase_unit_cost: line.purchase_unit_cost,
    purchase_quantity_reason: line.purchase_quantity_reason,
  }))
  return { headers: lineHeaders, rows: rows.map((row) => lineHeaders.map((header) => row[header] ?? null)) }
}

const lineHeaders = [
  'order',
  'order_type',
  'status',
  'supplier',
  'location',
  'currency',
  'line_id',
  'variant_id',
  'sku',
  'title',
  'quantity',
  'confirmed_quantity',
  'in_transit_quantity',
  'delivered_quantity',
  'outstanding_quantity',
  'unit_cost',
  'total_cost',
  'landed_unit_cost',
  'duty_bp',
  'expected_delivery_date',
  'hs_code',
  'cartons',
  'cbm',
  'cost_reason',
  'measures_reason',
  'purchase_unit',
  'purchase_unit_factor',
  'purchase_quantity',
  'purchase_unit_cost',
  'purchase_quantity_reason',
]

/** The order itself, one fact per row. */
function orderRows(order: PurchaseOrder): Cell[][] {
  const plan = order.container_plan
  return [
    ['name', order.name],
    ['external_id', order.external_id],
    ['order_type', order.order_type],
    ['status', order.status],
    ['on_hold', order.on_hold],
    ['hold_reason', order.hold_reason],
    ['supplier', order.supplier_name],
    ['location', order.location_name],
    ['source_location', order.source_location_name],
    ['order_date', order.order_date],
    ['expected_delivery_date', order.expected_delivery_date],
    ['ship_window_start', order.ship_window_start],
    ['cancel_date', order.cancel_date],
    ['currency', order.currency],
    ['total_cost', order.total_cost],
    ['total_cost_reason', order.total_cost_reason],
    ['total_line_items', order.total_line_items],
    ['containers', plan.containers],
    ['container_type', plan.container_type_name],
    ['total_cbm', plan.total_cbm],
    ['gross_kg', plan.gross_kg],
    ['notes', order.notes],
  ]
}

/** The result, or null if the order was deleted after the link was created. */
async function nullIfDeleted<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && error.code === 'purchase_order_not_on_file') return null
    throw error
  }
}

async function printed(sql: Sql, organization_id: string, purchase_order_id: string): Promise<ReadyFile | null> {
  const [[clock], [last]] = await Promise.all([
    sql<{ today: string }[]>`select to_char(now(), 'YYYY-MM-DD') as today`,
    readLastDocuments(sql, organization_id, [purchase_order_id]),
  ])
  const revision = last?.revision ?? 1
  const context = { revision, is_replacement: false, issued_on: clock!.today, is_sent: false }
  const document = await nullIfDeleted(readPrintedOrder(sql, organization_id, purchase_order_id, context))
  return document && { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, document) }
}

export const orderFile: MadeFile = {
  name: 'purchase_order',
  async make(sql, organization_id, query) {
    const purchase_order_id = String(query.purchase_order_id)
    const format = query.format as Format
    if (format === 'pdf') return printed(sql, organization_id, purchase_order_id)
    const order = await nullIfDeleted(readOrder(sql, organization_id, purchase_order_id))
    if (order === null) return null
    const { headers, rows } = lineRows(order)
    if (format === 'csv') {
      const text = [headers, ...rows].map(csvLine).join('')
      return { content_type: 'text/csv; charset=utf-8', bytes: async () => new TextEncoder().encode(text) }
    }
    const sheets = { Order: orderRows(order), Lines: [headers, ...rows] }
    return {
      content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      // The workbook library is loaded on first use.
      bytes: async () => (await import('../../tables/workbook.ts')).writeWorkbook(sheets),
    }
  },
}
