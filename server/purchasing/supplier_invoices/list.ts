/** Session operations that read invoices of suppliers. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { CalendarDate, Choice, Id, Text, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { supplierInvoiceKinds, supplierInvoiceMatches, supplierInvoiceStates } from '../known_values.ts'
import { published, readInvoice, readRows } from './invoices.store.ts'
import { InvoicePath, service, SupplierInvoice, SupplierInvoiceRow } from './supplier_invoice.model.ts'
import { known } from './write.store.ts'

const limit_default = limits.page_limit_common_max

export const listSupplierInvoices = sessionOperation({
  id: 'session.list_supplier_invoices',
  route: 'GET /api/v1/supplier-invoices',
  summary: 'List supplier invoices',
  description: 'Returns a page of the invoices and credit notes of suppliers, the newest invoice day first.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      supplier_id: Type.Optional(Id('Only those of this supplier.')),
      purchase_order_id: Type.Optional(Id('Only those with a line for this order.')),
      invoice_number: Type.Optional(
        Text('Only those with this number, in any case.', {
          minLength: 1,
          maxLength: limits.supplier_invoice_number_length_max,
          examples: ['HR-2026-118'],
        }),
      ),
      kind: Type.Optional(Choice(supplierInvoiceKinds, 'Only invoices, or only credit notes.')),
      state: Type.Optional(Choice(supplierInvoiceStates, 'Only those in this state.')),
      match: Type.Optional(Choice(supplierInvoiceMatches, 'Only invoices with this match.')),
      due_from: Type.Optional(CalendarDate('Only those that are due on this day or later.')),
      due_to: Type.Optional(CalendarDate('Only those that are due on this day or earlier.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(SupplierInvoiceRow),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, supplier_id, purchase_order_id, invoice_number } = query
    const { kind, state, match, due_from, due_to } = query
    const which = () => sql`
      ${supplier_id === undefined ? sql`` : sql`and i.supplier_id = ${known(supplier_id)}`}
      ${
        purchase_order_id === undefined
          ? sql``
          : sql`and exists (select from supplier_invoice_lines l where l.organization_id = i.organization_id
              and l.supplier_invoice_id = i.supplier_invoice_id and l.purchase_order_id = ${known(purchase_order_id)})`
      }
      ${invoice_number === undefined ? sql`` : sql`and lower(i.invoice_number) = lower(${invoice_number.trim()})`}
      ${kind === undefined ? sql`` : sql`and i.kind = ${kind}`}
      ${state === undefined ? sql`` : sql`and i.state = ${state}`}
      ${match === undefined ? sql`` : sql`and i.match = ${match}`}
      ${due_from === undefined ? sql`` : sql`and i.due_on >= ${due_from}`}
      ${due_to === undefined ? sql`` : sql`and i.due_on <= ${due_to}`}`
    const [rows, [count]] = await Promise.all([
      readRows(sql, organization_id, which(), sql`limit ${limit} offset ${offset}`),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from supplier_invoices i
        where i.organization_id = ${organization_id} ${which()}`,
    ])
    return { rows: rows.map(published), size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getSupplierInvoice = sessionOperation({
  id: 'session.get_supplier_invoice',
  route: 'GET /api/v1/supplier-invoices/{supplier_invoice_id}',
  summary: 'Get a supplier invoice',
  description:
    'Returns an invoice or credit note with its lines, how they agree with orders and deliveries now, its credit notes, the costs that it changed, and what it said before each correction.',
  service,
  params: InvoicePath,
  answer: SupplierInvoice,
  refusals: ['not_found'],
  run: ({ sql, caller: { organization_id }, params }) => readInvoice(sql, organization_id, params.supplier_invoice_id),
})
