/** A shop with an order of coats, and the invoices that its supplier sends. */
import { type KeptStock, keptStock, dayAgo } from '../../stock/kept_stock.ts'
import type { Answer } from '../../support/service/tenant.ts'

export const path = '/api/v1/supplier-invoices'

export interface InvoicedShop extends KeptStock {
  order: string
  supplier_id: string
  line: (units: number, amount: number, more?: object) => Record<string, unknown>
  /** Records an invoice of lines for the order; fails unless it is recorded. */
  invoice: (lines: object[], more?: object) => Promise<any>
  tryInvoice: (lines: object[], more?: object) => Promise<Answer>
  read: (id: string) => Promise<any>
  act: (id: string, act: string, body?: object) => Promise<Answer>
  /** Open exceptions of an invoice: kind and sentence. */
  open: (id: string) => Promise<[string, string][]>
  received: (units: number, more?: object) => Promise<string>
  adjustments: (delivery_id: string) => Promise<[string, number, number][]>
  at: (path?: string) => string
}

interface ShopOptions {
  units?: number
  unit_cost?: number
  supplier?: string
  currency?: string
  /** Units and unit costs of further variants on the order. */
  others?: [sku: string, quantity: number, unit_cost: number][]
}

let numbers = 0

/** An issued order of coats, ten at 10.00 unless stated. */
export async function invoicedShop(options: ShopOptions = {}): Promise<InvoicedShop> {
  const { units = 10, unit_cost = 10, supplier = 'Mill', currency = 'USD', others = [] } = options
  const stocked = { COAT: 0, ...Object.fromEntries(others.map(([sku]) => [sku, 0])) }
  const shop = await keptStock(stocked, currency)
  const { tenant, session, ids } = shop
  const order = await shop.ordered([['COAT', units, unit_cost], ...others], { supplier })
  const at = (rest = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${rest}`
  await tenant.service.database.sql`
    update purchase_orders set status = 'issued', issued_at = now() where purchase_order_id = ${order}`
  const supplier_id = ids.suppliers[supplier]!
  const tryInvoice: InvoicedShop['tryInvoice'] = (lines, more = {}) =>
    session.post(path, {
      supplier_id,
      currency: { Mill: 'USD', 'EUR mill': 'EUR', 'SEK mill': 'SEK' }[supplier],
      invoice_number: `INV-${++numbers}`,
      invoice_date: dayAgo(0),
      lines,
      ...more,
    })
  return {
    ...shop,
    order,
    supplier_id,
    at,
    line: (quantity, amount, more = {}) => ({
      purchase_order_id: order,
      variant_id: ids.variants.COAT,
      quantity,
      amount,
      ...more,
    }),
    tryInvoice,
    invoice: async (lines, more) => {
      const answer = await tryInvoice(lines, more)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
    read: async (id) => (await session.get(`${path}/${id}`)).body.data,
    act: (id, act, body = {}) => session.post(`${path}/${id}/${act}`, body),
    open: async (id) =>
      (await session.get(`/api/v1/exceptions?is_open=true&subject_id=${id}`)).body.data.rows.map((row: any) => [
        row.kind,
        row.sentence,
      ]),
    received: async (quantity, more = {}) => {
      const answer = await shop.deliver(order, [['COAT', quantity]], more)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data.delivery_id
    },
    adjustments: async (delivery_id) =>
      (await shop.movements(`document_type=cost_correction&document_id=${delivery_id}`))
        .map(
          ({ cost_adjustment: { stock, quantity, cost } }) => [stock, quantity, cost.usd] as [string, number, number],
        )
        .toSorted(),
  }
}

export const refused = ({ status, body }: Answer) => [status, body.code, body.data?.field]
