/** A document to an account as it would be sent now, without effect. */
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Nullable, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { readEdiAccount, readOwnSide } from '../../interchanges/account.store.ts'
import { interchangeOf, lackedBy, setOf } from '../../interchanges/outbound/interchange_of.ts'
import { writeContext } from '../../records/write_context.ts'
import {
  acknowledgementOn,
  invoiceOn,
  isMade,
  type Made,
  noticeOn,
} from '../../selling/edi_orders/outbound/rebuilt_document.ts'
import { type LockedOrder, readLocked, withLines } from '../../selling/orders/locked_order.store.ts'
import { service } from './model.ts'

const previewed = ['810', '855', '856'] as const
/** The number that the interchange would get is taken when it is written. */
const placeholder = 1

interface Asked {
  document_type: (typeof previewed)[number]
  shipment_id?: string
  invoice_id?: number
}

async function make(sql: Sql, context: WriteContext, order: LockedOrder, wanted: Asked): Promise<Made> {
  const { document_type, shipment_id, invoice_id } = wanted
  if (document_type === '855') return acknowledgementOn(sql, context, order)
  if (document_type === '856') return noticeOn(sql, context, order, { shipment_id })
  const [invoice] = await sql<{ invoice_id: number }[]>`
    select i.invoice_id::float8 as invoice_id from invoices i
    where i.organization_id = ${context.organization_id} and i.order_id = ${order.order_id}
      and (${invoice_id ?? null}::bigint is null or i.invoice_id = ${invoice_id ?? null})
    order by i.invoice_id desc limit 1`
  if (invoice !== undefined) return invoiceOn(sql, context, invoice.invoice_id)
  if (invoice_id !== undefined) refuseField('invoice_id', 'must be an invoice of the order')
  return { reason: 'not_invoiced', sentence: `${order.name} has no invoice.` }
}

/** The order as it is; nothing of it is locked. */
async function readOrder(sql: Sql, organization_id: string, order_id: string): Promise<LockedOrder> {
  const [order] = await withLines(sql, organization_id, await readLocked(sql, organization_id, [order_id]))
  return order ?? refuse('order_not_on_file')
}

export const previewEdiDocument = sessionOperation({
  id: 'session.preview_edi_document',
  route: 'GET /api/v1/wholesale/edi/preview',
  summary: 'Preview an EDI document',
  description:
    'Returns a shipping notice (856), an invoice (810) or an acknowledgement (855) as it would be written now, and what keeps it from being sent: what X12 cannot represent, and what the profile of the account requires and the document lacks. Nothing is stored, numbered or sent, whether or not the profile lists the document. The control number in `text` is a placeholder. Fails with `conflict` if the document cannot be made, for example because the invoice is void or a carton has no SSCC, or if the account has no EDI profile.',
  service,
  query: Type.Object(
    {
      document_type: Choice(previewed, 'X12 number of the document.', { examples: ['856'] }),
      order_id: Id('The order.'),
      shipment_id: Type.Optional(Id('The shipment that an 856 announces; the last one of the order if left out.')),
      invoice_id: Type.Optional(
        Whole('The invoice that an 810 states; the last one of the order if left out.', { minimum: 1, examples: [7] }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    document_type: Text('X12 number of the document.', { examples: ['855'] }),
    text: Nullable(
      Text('The interchange, one segment a line; null if X12 cannot represent it.', { examples: ['ISA*00*…~'] }),
    ),
    faults: Type.Array(Text('Why it would not be sent, as a sentence.'), {
      description: 'What keeps the document from being sent; empty if nothing does.',
      examples: [['The account requires REF with BM and a value in REF02 in the shipment.']],
    }),
  }),
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The document cannot be made, or the account has no EDI profile.',
  async run({ sql, caller, query, now }) {
    const { organization_id } = caller
    const order = await readOrder(sql, organization_id, query.order_id)
    const { trading_partner_id, name } = order
    const account =
      trading_partner_id === null ? undefined : await readEdiAccount(sql, organization_id, trading_partner_id)
    if (account === undefined)
      return refuse('conflict', {
        desc: `${name} is no order of an account with an EDI profile.`,
        data: { reason: 'no_profile' },
      })
    const made = await make(sql, writeContext(caller, now), order, query)
    if (!isMade(made)) return refuse('conflict', { desc: made.sentence, data: { reason: made.reason } })
    const { document_type } = query
    const document = { document_type, record: made.record }
    const { identity, sandbox } = await readOwnSide(sql, organization_id)
    const receiver = { qualifier: account.edi_qualifier, id: account.edi_id }
    try {
      const usage = sandbox ? ('T' as const) : ('P' as const)
      const sending = { sender: identity, receiver, account, usage, control_number: placeholder, now }
      const { text } = interchangeOf(document, sending, true)
      const end = account.delimiters?.segment ?? '~'
      return {
        document_type,
        text: text.replaceAll(end, end === '\n' ? end : `${end}\n`).trimEnd(),
        faults: lackedBy(setOf(document), account),
      }
    } catch (error) {
      if (!(error instanceof X12Error)) throw error
      return { document_type, text: null, faults: [error.message] }
    }
  },
})
