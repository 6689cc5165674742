/** Lists credit notes and answers one. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Id, Type, Whole } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { creditNoteKinds, creditNoteStates } from '../known_values.ts'
import { readCreditNote, readCreditNotes } from './credit_note.store.ts'
import { CreditNote, CreditNotePath } from './model.ts'

interface Filters {
  trading_partner_id?: string
  order_id?: string
  invoice_id?: number
  return_id?: number
  kind?: string
  state?: string
}

const conditions = (sql: Sql, organization_id: string, filters: Filters): Fragment => {
  const { trading_partner_id, order_id, invoice_id, return_id, kind, state } = filters
  return sql`c.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and c.trading_partner_id = ${trading_partner_id}`}
    ${order_id === undefined ? sql`` : sql`and c.order_id = ${order_id}`}
    ${invoice_id === undefined ? sql`` : sql`and c.invoice_id = ${invoice_id}`}
    ${return_id === undefined ? sql`` : sql`and c.return_id = ${return_id}`}
    ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}
    ${state === undefined ? sql`` : sql`and c.state = ${state}`}`
}

export const listCreditNotes = sessionOperation({
  id: 'session.list_credit_notes',
  route: 'GET /api/v1/sales/credit-notes',
  summary: 'List credit notes',
  description:
    'Returns credit notes with their lines, newest first. All filters combine with AND; an id that is not known returns none.',
  service: 'sales',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default),
      trading_partner_id: Type.Optional(Id('Only credit notes of this trading account.')),
      order_id: Type.Optional(Id('Only credit notes of this sales order.')),
      invoice_id: Type.Optional(Whole('Only credit notes of this invoice.', { minimum: 1, examples: [731] })),
      return_id: Type.Optional(Whole('Only credit notes of this return.', { minimum: 1, examples: [311] })),
      kind: Type.Optional(Choice(creditNoteKinds, 'Only credit notes of this kind.')),
      state: Type.Optional(Choice(creditNoteStates, 'Only credit notes in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(CreditNote),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    const [ids, counted] = await Promise.all([
      sql<{ credit_note_id: string }[]>`
        select c.credit_note_id from credit_notes c where ${conditions(sql, organization_id, filters)}
        order by c.issued_at desc, c.credit_note_id desc limit ${limit} offset ${offset}`,
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from credit_notes c where ${conditions(sql, organization_id, filters)}`,
    ])
    const rows = await readCreditNotes(
      sql,
      organization_id,
      ids.map(({ credit_note_id }) => credit_note_id),
    )
    return { rows, size: rows.length, offset, filtered_max_size: counted[0]!.filtered }
  },
})

export const getCreditNote = sessionOperation({
  id: 'session.get_credit_note',
  route: 'GET /api/v1/sales/credit-notes/{credit_note_id}',
  summary: 'Get a credit note',
  description:
    'Returns a credit note with its lines and its three independent states: its own in `state`, that in the accounting system in `ledger`, and that of the EDI document in `edi`.',
  service: 'sales',
  params: CreditNotePath,
  answer: CreditNote,
  refusals: ['not_found'],
  run: ({ sql, caller, params: { credit_note_id } }) => readCreditNote(sql, caller.organization_id, credit_note_id),
})
