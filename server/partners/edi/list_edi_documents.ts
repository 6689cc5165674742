import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Count, Id, Text, Type } from '../../contract/schema.ts'
import { ediDirections, ediDocumentStates, ediNetworks } from '../../interchanges/known_values.ts'
import { checkAccountIsNamed } from '../../selling/bound_keys.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { countEdiDocuments, documentOf, selectEdiDocuments } from './documents.store.ts'
import { EdiDocument } from './model.ts'

async function checkAccount(sql: Sql, caller: Caller, trading_partner_id: string | undefined): Promise<void> {
  checkAccountIsNamed(caller, trading_partner_id)
  if (trading_partner_id === undefined) return
  const [account] = await sql`
    select from trading_partners
    where organization_id = ${caller.organization_id} and trading_partner_id = ${trading_partner_id}`
  if (account === undefined) refuseField('trading_partner_id', 'must be a trading account of this organisation')
}

export const listEdiDocuments = operation({
  id: 'accounts.list_edi_documents',
  route: 'GET /api/v1/wholesale/edi/documents',
  summary: 'List EDI documents',
  description:
    'Returns documents traded with accounts, in both directions, newest first. All filters combine with AND. An order that arrived over EDI, its acknowledgement, shipping notices and invoices are documents of one order, which each of them names. A key that is bound to a trading account must name that account in `trading_partner_id`.',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default, limits.page_limit_max),
      trading_partner_id: Type.Optional(
        Id('Only documents of this trading account. Required for a key that is bound to an account.'),
      ),
      document_type: Type.Optional(
        Text('Only documents of this type: its X12 number.', {
          pattern: '^([0-9]{3}|TA1)$',
          'x-rule': 'must be an X12 number of three digits, or TA1',
          examples: ['855'],
        }),
      ),
      direction: Type.Optional(Choice(ediDirections, 'Only documents in this direction.')),
      state: Type.Optional(Choice(ediDocumentStates, 'Only documents in this state.')),
      network: Type.Optional(Choice(ediNetworks, 'Only documents that travel this way.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(EdiDocument, {
    max_size: Count(
      'Number of documents without any filter: of the account if `trading_partner_id` is sent, otherwise of the organisation.',
      { examples: [1] },
    ),
  }),
  async run(call) {
    const { sql, caller, query } = call
    const { organization_id } = caller
    const { offset = 0, limit = limits.page_limit_default, ...filter } = query
    await checkAccount(sql, caller, filter.trading_partner_id)
    const { trading_partner_id } = filter
    const isFiltered = Object.entries(filter).some(
      ([name, value]) => name !== 'trading_partner_id' && value !== undefined,
    )
    const [page, all] = await Promise.all([
      countedPage(
        offset,
        selectEdiDocuments(sql, organization_id, filter, limit, offset),
        countEdiDocuments(sql, organization_id, filter),
        (row) => documentOf(call, row),
        organization_id,
      ),
      isFiltered ? countEdiDocuments(sql, organization_id, { trading_partner_id }) : null,
    ])
    return { ...page, max_size: all?.[0]?.filtered ?? page.filtered_max_size }
  },
})
