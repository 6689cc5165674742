import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { figuresWords, PartnerPath, readAccountFacts, SalesWindow } from './model.ts'
import { accountProductsTable, scopesOf } from './products_table.ts'
import { windowUntil } from './sales_figures.rules.ts'

export const listAccountProducts = operation({
  id: 'accounts.list_products',
  route: 'GET /api/v1/wholesale/retailers/{partner_id}/products',
  summary: 'List products of an account',
  description: `Returns a page of the variants that an account carries, with its stock, incoming units, weeks of cover, sell-through and velocity. An account carries the variants that it reported in the window, that it ordered in the last year, and that it has SKUs of its own for.\n\n${figuresWords}`,
  params: PartnerPath,
  query: tableQuery(accountProductsTable),
  answer: Page(accountProductsTable.row, { window: SalesWindow }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params, query, now }) {
    const today = dayInTimeZone(time_zone, now)
    // Together, so that a filter that cannot be read is refused before an unknown account.
    const [page, account] = await Promise.all([
      readPage(sql, accountProductsTable, organization_id, query, ...scopesOf(params.partner_id, today)),
      readAccountFacts(sql, organization_id, params.partner_id, today),
    ])
    return { ...page, window: windowUntil(account.last_report) }
  },
})
