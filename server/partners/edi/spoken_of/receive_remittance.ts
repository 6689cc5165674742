/** What accounts say that they pay (820): shown on the invoices, and held for the person who records the payment. */
import { edi_documents } from '../../../../db/schema/wholesale/edi.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { RemittanceAdvice820 } from '../../../edi/documents/advices/remittance_advice_820.ts'
import type {
  EdiDocumentHandler,
  HandlerContext,
  HandlerOutcome,
  ReceivedEdiDocument,
} from '../../../interchanges/handler.ts'
import { openCents } from '../../../selling/invoices/balance.store.ts'
import { hold } from './receive_advice.ts'
import {
  type AdviceFacts,
  adviceFacts,
  type EarlierAdvice,
  type KnownCreditNote,
  type KnownInvoice,
  paidSentence,
  remittanceSentence,
} from './remittance.rules.ts'

const readInvoices = (sql: Sql, organization_id: string, trading_partner_id: string, names: readonly string[]) => sql<
  KnownInvoice[]
>`
  select i.name, i.currency, i.state = 'void' as is_void, ${openCents(sql, organization_id)}::float8 as open_cents
  from invoices i
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and i.name = any(${[...names]}::text[])`

const readCreditNotes = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  names: readonly string[],
) => sql<KnownCreditNote[]>`
  select c.name, c.currency, c.state = 'cancelled' as is_cancelled, c.total_cents::float8 as total_cents, i.name as invoice
  from credit_notes c
  join invoices i on i.organization_id = ${organization_id} and i.invoice_id = c.invoice_id
  where c.organization_id = ${organization_id} and c.trading_partner_id = ${trading_partner_id}
    and c.name = any(${[...names]}::text[])`

const earlierMax = 20
const earlierColumns = selection(edi_documents, 'd', ['document_id::float8', 'facts!'])

/** Advices of the account that name one of the numbers, or have the number of the payment, newest first. */
async function readEarlier(
  sql: Sql,
  {
    organization_id,
    trading_partner_id,
    document_id,
  }: Record<'organization_id' | 'trading_partner_id', string> & { document_id: number },
  { number }: RemittanceAdvice820,
  names: readonly string[],
): Promise<EarlierAdvice[]> {
  const rows = await sql<RowOf<typeof earlierColumns>[]>`
    select ${earlierColumns} from edi_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.document_type = '820' and d.direction = 'inbound' and d.document_id <> ${document_id} and d.facts is not null
      and (d.facts ->> 'number' = ${number} or exists (
        select from jsonb_array_elements(d.facts -> 'items') i where i ->> 'reference' = any(${[...names]}::text[])))
    order by d.created_at desc, d.document_id desc limit ${earlierMax}`
  return rows.map((row) => ({ ...(row.facts as AdviceFacts), document_id: row.document_id }))
}

const byName = <Known extends { name: string }>(all: readonly Known[]) => new Map(all.map((one) => [one.name, one]))

/** The newest 810 of each of these invoices and credit notes that the account got. */
const findBills = (sql: Sql, organization_id: string, trading_partner_id: string, names: readonly string[]) => sql<
  { document_id: number; name: string }[]
>`
  with bill as (
    select i.name, i.invoice_id, null::uuid as credit_note_id from invoices i
    where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
      and i.name = any(${[...names]}::text[])
    union all
    select c.name, null, c.credit_note_id from credit_notes c
    where c.organization_id = ${organization_id} and c.trading_partner_id = ${trading_partner_id}
      and c.name = any(${[...names]}::text[])
  )
  select distinct on (b.name) d.document_id::float8 as document_id, b.name
  from bill b
  join edi_documents d on d.organization_id = ${organization_id}
    and (d.invoice_id = b.invoice_id or d.credit_note_id = b.credit_note_id)
  where d.document_type = '810' and d.direction = 'outbound' and d.state in ('sent', 'accepted', 'rejected')
  order by b.name, d.created_at desc, d.document_id desc`

async function receive820(
  sql: Sql,
  context: HandlerContext,
  { document_id, account, record }: ReceivedEdiDocument,
): Promise<HandlerOutcome> {
  const { organization_id } = context
  const advice = record as RemittanceAdvice820
  const names = [...new Set(advice.items.map(({ reference }) => reference))]
  const { trading_partner_id } = account
  const [invoices, credit_notes, earlier] = await Promise.all([
    readInvoices(sql, organization_id, account.trading_partner_id, names),
    readCreditNotes(sql, organization_id, account.trading_partner_id, names),
    readEarlier(sql, { organization_id, trading_partner_id, document_id }, advice, names),
  ])
  const onFile = { earlier, invoices: byName(invoices), credit_notes: byName(credit_notes) }
  const sentence = remittanceSentence(account.name, advice, onFile)
  const bills = await findBills(sql, organization_id, account.trading_partner_id, names)
  const said = bills.map(({ document_id: about, name }) => ({
    document_id: about,
    sentence: paidSentence(account.name, advice, name),
  }))
  await sql`
    update edi_documents d set sentence = s.sentence
    from jsonb_to_recordset(${JSON.stringify(said)}::text::jsonb) as s (document_id bigint, sentence text)
    where d.organization_id = ${organization_id} and d.document_id = s.document_id`
  await hold(sql, context, document_id, sentence)
  return { state: 'held', sentence, facts: adviceFacts(advice) }
}

export const handle820: EdiDocumentHandler = { document_type: '820', handle: receive820 }
