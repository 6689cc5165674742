/** A purchase order, or a transfer between locations, as its screens read it. */
import { get } from '../service'
import type { ShownStep } from '../step_list'

export interface PurchaseLine {
  line_id: string
  variant_id: string
  sku: string
  title: string
  quantity: number
  confirmed_quantity: number | null
  in_transit_quantity: number
  delivered_quantity: number
  outstanding_quantity: number
  unit_cost: number | null
  total_cost: number | null
  cost_reason: string | null
}

export interface Delivery {
  delivery_id: string
  received_at: string
  reference: string | null
  units: number
  line_items: { variant_id: string; sku: string; received_quantity: number; landed_unit_cost: number | null; landed_reason: string | null }[]
}

export interface PurchaseOrder {
  id: string
  name: string
  order_type: string
  status: string
  supplier_id: string | null
  supplier_name: string | null
  location_id: string
  location_name: string
  source_location_id: string | null
  source_location_name: string | null
  order_date: string | null
  expected_delivery_date: string | null
  total_cost: number | null
  total_cost_reason: string | null
  currency: string
  on_hold: boolean
  hold_reason: string | null
  /** Of the rows of the list. */
  total_line_items?: number
  line_items: PurchaseLine[]
  deliveries: Delivery[]
  document: { channel: string; state: string; recipient: string | null; revision: number } | null
}

export interface SupplierInvoice {
  supplier_invoice_id: string
  kind: string
  invoice_number: string
  invoice_date: string
  due_on: string | null
  currency: string
  lines_total: number
  state: string
  match: string | null
}

export const pathOf = (organization_id: string, id: string): string => `/organizations/${organization_id}/purchase-orders/${id}`

const pageOfInvoices = 100
export const readInvoices = (purchase_order_id: string): Promise<SupplierInvoice[]> =>
  get<{ rows: SupplierInvoice[] }>('/supplier-invoices', { purchase_order_id, limit: pageOfInvoices }).then(({ rows }) => rows)

export const isTransfer = ({ order_type }: Pick<PurchaseOrder, 'order_type'>): boolean => order_type === 'transfer'

export type PurchaseStepName = 'approve' | 'issue' | 'receive' | 'bill'

export type PurchaseStep = ShownStep<PurchaseStepName>

/** Steps of an order in the order in which they are taken, as its status allows them; a hold blocks what brings it closer to its goods. */
export function purchaseSteps(order: PurchaseOrder, invoices: readonly SupplierInvoice[] | null): PurchaseStep[] {
  const { status, on_hold, line_items, document } = order
  if (status === 'cancelled') return []
  const outstanding = line_items.reduce((sum, line) => sum + line.outstanding_quantity, 0)
  const arrived = line_items.reduce((sum, line) => sum + line.delivered_quantity, 0)
  const isPast = (...ended: string[]) => ended.includes(status)
  const open = on_hold ? 'later' : 'possible'
  const text = new Intl.NumberFormat()
  const bills = (invoices ?? []).filter(({ state, kind }) => state === 'recorded' && kind === 'invoice')
  const mayReceive = isTransfer(order) ? isPast('issued', 'partially_delivered') : isPast('approved', 'issued', 'partially_delivered')
  const steps: PurchaseStep[] = [
    { name: 'approve', title: 'Approve', state: status === 'draft' ? (line_items.length === 0 ? 'later' : open) : 'done', says: status === 'draft' ? 'A draft is not on order.' : 'The units are on order.' },
    {
      name: 'issue',
      title: isTransfer(order) ? 'Send from the source' : 'Send to the supplier',
      state: isPast('draft') ? 'later' : isPast('approved') ? open : 'done',
      says: document !== null ? `Revision ${document.revision} by ${document.channel}: ${document.state}.` : isPast('draft', 'approved') ? 'Not sent yet.' : 'Sent.',
    },
    {
      name: 'receive',
      title: 'Receive',
      state: isPast('delivered', 'closed') ? 'done' : mayReceive ? open : 'later',
      says: `${text.format(arrived)} units arrived, ${text.format(isPast('closed') ? 0 : outstanding)} to come.`,
    },
  ]
  if (order.order_type === 'purchase')
    steps.push({
      name: 'bill',
      title: 'Invoice of the supplier',
      state: isPast('draft', 'approved') ? 'later' : bills.length === 0 || outstanding > 0 ? 'possible' : 'done',
      says: bills.length === 0 ? 'No invoice is recorded.' : `${bills.length} recorded.`,
    })
  const next = steps.find(({ state }) => state === 'possible')
  return steps.map((step) => (step === next ? { ...step, state: 'next' } : step))
}
