import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { amountText, dueDayOf } from './amounts.rules.ts'
import { readInvoice, readLines, type StoredLine } from './invoices.store.ts'
import { acceptedBy, refuseUnknownCosts } from './record.ts'
import { ordersNamed, resolveLines, sumOf } from './resolve_lines.ts'
import {
  type InvoiceCorrection,
  InvoiceCorrection as Body,
  InvoicePath,
  service,
  SupplierInvoice,
} from './supplier_invoice.model.ts'
import { refuseCredited } from './void.ts'
import {
  checkNumber,
  holdInvoice,
  insertLines,
  type InvoiceOnFile,
  invoicesChanged,
  type LineToWrite,
  lockOrders,
  refuseVoid,
} from './write.store.ts'

const comparedFields = ['kind', 'purchase_order_id', 'line_id', 'delivery_id', 'quantity', 'description'] as const

const isSame = (stored: StoredLine, line: LineToWrite): boolean =>
  comparedFields.every((field) => stored[field] === line[field]) && Number(stored.amount) === Number(line.amount)

/** A line that stays as it was keeps its accepted price. */
const keptAcceptance = (lines: readonly LineToWrite[], stored: readonly StoredLine[]): LineToWrite[] =>
  lines.map((line) => {
    const before = stored.find((one) => isSame(one, line))
    if (before === undefined || before.price_accepted_at === null) return line
    const { price_accepted_at, price_accepted_by } = before
    return { ...line, price_accepted_at, price_accepted_by }
  })

const isUnchanged = (lines: readonly LineToWrite[], stored: readonly StoredLine[]): boolean =>
  lines.length === stored.length &&
  lines.every(
    (line, i) =>
      isSame(stored[i]!, line) && (line.price_accepted_at === null) === (stored[i]!.price_accepted_at === null),
  )

/** The header after the correction. */
function headerAfter(invoice: InvoiceOnFile, body: InvoiceCorrection) {
  const invoice_number = body.invoice_number?.trim() ?? invoice.invoice_number
  const invoice_date = body.invoice_date ?? invoice.invoice_date
  const restated = body.payment_terms !== undefined || body.due_on !== undefined || body.invoice_date !== undefined
  const payment_terms = body.payment_terms === undefined ? invoice.payment_terms : body.payment_terms
  const due = restated ? dueDayOf(invoice_date, { ...body, payment_terms }, null) : invoice
  const stated =
    body.stated_total == null ? body.stated_total : amountText(body.stated_total, invoice.currency, 'stated_total')
  return {
    invoice_number,
    invoice_date,
    payment_terms: due.payment_terms,
    due_on: due.due_on,
    stated_total: stated === undefined ? invoice.stated_total : stated,
  }
}

/** Keeps what the invoice said. */
const keepRevision = (
  sql: Sql,
  organization_id: string,
  invoice: InvoiceOnFile,
  lines: readonly StoredLine[],
  now: string,
  actor: string,
) => {
  const { supplier_invoice_id, revision, ...record } = invoice
  return sql`
    insert into supplier_invoice_revisions (organization_id, supplier_invoice_id, revision, record, replaced_at, replaced_by)
    values (${organization_id}, ${supplier_invoice_id}, ${revision}, ${JSON.stringify({ ...record, lines })}::text::jsonb,
      ${now}, ${actor})`
}

export const correctSupplierInvoice = sessionOperation({
  id: 'session.correct_supplier_invoice',
  route: 'PATCH /api/v1/supplier-invoices/{supplier_invoice_id}',
  summary: 'Correct a supplier invoice',
  desc: ({ invoice_number }) => `Invoice ${invoice_number} corrected.`,
  description:
    'Corrects what was recorded wrongly; fields that are not sent stay. `lines` replaces all lines. Costs and matches follow, by new entries of the day, and `revisions` keeps what the invoice said. Supplier and currency cannot change: void the invoice and record it again. Fails with `conflict` if it is void, is a credit note, or is reduced by credit notes.',
  service,
  params: InvoicePath,
  body: Body,
  answer: SupplierInvoice,
  refusals: ['not_found', 'conflict'],
  conflict:
    'It is void, a credit note, or reduced by credit notes; the number is on file already; other invoices bill the units already; or the received cost of units with an accepted price is unknown.',
  emits: ['movement.recorded', 'purchase_order_updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const invoice = await holdInvoice(sql, organization_id, params.supplier_invoice_id)
    const { supplier_invoice_id, supplier_id, currency } = invoice
    refuseVoid(invoice)
    if (invoice.kind === 'credit_note')
      refuse('conflict', {
        desc: `${invoice.invoice_number} is a credit note; void it and record it again.`,
        data: { kind: invoice.kind },
      })
    const header = headerAfter(invoice, body)
    if (header.invoice_date !== invoice.invoice_date)
      await checkDay(sql, organization_id, now, 'invoice_date', header.invoice_date)
    if (header.due_on !== null && header.due_on < header.invoice_date)
      refuseField('due_on', `must not be before invoice_date, ${header.invoice_date}`)
    await checkNumber(sql, organization_id, supplier_id, header.invoice_number, supplier_invoice_id)
    const stored = await readLines(sql, organization_id, supplier_invoice_id)
    const named = stored.flatMap(({ purchase_order_id }) =>
      purchase_order_id === null ? [] : [{ id: purchase_order_id, field: 'lines' }],
    )
    const orders = await lockOrders(sql, organization_id, [...named, ...ordersNamed(body.lines ?? [])])
    const lines =
      body.lines === undefined
        ? null
        : keptAcceptance(
            acceptedBy(
              await resolveLines(
                sql,
                organization_id,
                { supplier_id, currency },
                orders,
                body.lines,
                supplier_invoice_id,
              ),
              caller,
              now,
            ),
            stored,
          )
    const isHeaderSame = Object.entries(header).every(
      ([field, value]) =>
        String(invoice[field as keyof typeof header]) === String(value) || isSameAmount(field, invoice, value),
    )
    const linesChange = lines !== null && !isUnchanged(lines, stored)
    if (!isHeaderSame || linesChange) {
      if (linesChange) await refuseCredited(sql, organization_id, invoice, 'corrected')
      await keepRevision(sql, organization_id, invoice, stored, now, actorOf(caller))
      if (linesChange) {
        await sql`
          delete from supplier_invoice_lines
          where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}`
        await insertLines(sql, organization_id, supplier_invoice_id, lines)
        await refuseUnknownCosts(sql, caller, supplier_invoice_id)
      }
      const lines_total = linesChange ? sumOf(lines) : invoice.lines_total
      await sql`
        update supplier_invoices set ${sql({ ...header, lines_total, revision: invoice.revision + 1, updated_at: now })}
        where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}`
      await invoicesChanged(sql, caller, now, orders, supplier_invoice_id)
    }
    return readInvoice(sql, organization_id, supplier_invoice_id)
  },
})

const isSameAmount = (field: string, { stated_total }: InvoiceOnFile, value: string | null): boolean =>
  field === 'stated_total' && stated_total !== null && value !== null && Number(stated_total) === Number(value)
