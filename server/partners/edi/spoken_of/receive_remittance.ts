/** What accounts say that they pay (820): shown on the invoices, and held for the person who records the payment. */
import type { Sql } from '../../../contract/sql.ts'
import type { RemittanceAdvice820 } from '../../../edi/documents/advices/remittance_advice_820.ts'
import type {
  EdiDocumentHandler,
  HandlerContext,
  HandlerOutcome,
  ReceivedEdiDocument,
} from '../../../interchanges/handler.ts'
import { openCents } from '../../../selling/invoices/balance.store.ts'
import { findByNumbers, hold } from './receive_advice.ts'
import { type KnownInvoice, paidSentence, remittanceSentence } from './remittance.rules.ts'

const readInvoices = (sql: Sql, organization_id: string, trading_partner_id: string, names: readonly string[]) => sql<
  KnownInvoice[]
>`
  select i.name, i.currency, i.state = 'void' as is_void, ${openCents(sql, organization_id)}::float8 as open_cents
  from invoices i
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and i.name = any(${[...names]}::text[])`

async function receive820(
  sql: Sql,
  context: HandlerContext,
  { document_id, account, record }: ReceivedEdiDocument,
): Promise<HandlerOutcome> {
  const { organization_id } = context
  const advice = record as RemittanceAdvice820
  const names = [...new Set(advice.items.map(({ reference }) => reference))]
  const invoices = await readInvoices(sql, organization_id, account.trading_partner_id, names)
  const sentence = remittanceSentence(account.name, advice, new Map(invoices.map((one) => [one.name, one])))
  const bills = await findByNumbers(sql, organization_id, account.trading_partner_id, names, '810', names.length)
  const said = bills.map(({ document_id: about, number }) => ({
    document_id: about,
    sentence: paidSentence(account.name, advice, number!),
  }))
  await sql`
    update edi_documents d set sentence = s.sentence
    from jsonb_to_recordset(${JSON.stringify(said)}::text::jsonb) as s (document_id bigint, sentence text)
    where d.organization_id = ${organization_id} and d.document_id = s.document_id`
  await hold(sql, context, document_id, sentence)
  return { state: 'held', sentence }
}

export const handle820: EdiDocumentHandler = { document_type: '820', handle: receive820 }
