import type { Caller, Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Type } from '../../contract/schema.ts'
import { readRowCount } from '../../tables/row_counts.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { checkAccountIsNamed } from '../bound_keys.ts'
import { invoiceStates } from '../known_values.ts'
import { boundAccount } from '../orders/order.store.ts'
import { readInvoices } from './invoice.store.ts'
import { Invoice } from './model.ts'

interface Filters {
  trading_partner_id?: string
  state?: string
  order_id?: string
}

const conditions = (sql: Sql, organization_id: string, { trading_partner_id, state, order_id }: Filters): Fragment =>
  sql`i.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and i.trading_partner_id = ${trading_partner_id}`}
    ${state === undefined ? sql`` : sql`and i.state = ${state}`}
    ${order_id === undefined ? sql`` : sql`and i.order_id = ${order_id}`}`

const readIds = (sql: Sql, organization_id: string, filters: Filters, limit: number, offset: number) => sql<
  { invoice_id: number }[]
>`
  select i.invoice_id::float8 as invoice_id from invoices i where ${conditions(sql, organization_id, filters)}
  order by i.issued_at desc, i.invoice_id desc limit ${limit} offset ${offset}`

async function countInvoices(sql: Sql, organization_id: string, filters: Filters): Promise<number> {
  if (Object.values(filters).every((value) => value === undefined))
    return readRowCount(sql, organization_id, 'invoices')
  const [row] = await sql<{ filtered: number }[]>`
    select count(*)::int as filtered from invoices i where ${conditions(sql, organization_id, filters)}`
  return row!.filtered
}

/** To a key of one account, an order of another is unknown. */
async function checkNamed(sql: Sql, caller: Caller, { trading_partner_id, order_id }: Filters): Promise<void> {
  if (trading_partner_id === undefined && order_id === undefined) return
  const { organization_id } = caller
  const [known] = await sql<{ has_account: boolean; has_order: boolean }[]>`
    select exists (select from trading_partners where organization_id = ${organization_id}
        and trading_partner_id = ${trading_partner_id ?? null}::uuid) as has_account,
      exists (select from sales_orders where organization_id = ${organization_id}
        and order_id = ${order_id ?? null}::uuid
        and (${boundAccount(caller)}::uuid is null or trading_partner_id = ${boundAccount(caller)}::uuid)) as has_order`
  if (trading_partner_id !== undefined && !known!.has_account)
    refuseField('trading_partner_id', 'must be a trading account of this organisation')
  if (order_id !== undefined && !known!.has_order) refuseField('order_id', 'must be a sales order of this organisation')
}

export const listInvoices = operation({
  id: 'orders.list_invoices',
  route: 'GET /api/v1/sales/invoices',
  summary: 'List invoices',
  description: `Returns invoices of wholesale orders with their lines, newest first. All filters combine with AND. A page has at most ${limits.invoice_page_lines_max.toLocaleString('en-US')} invoice lines; a larger one is refused, with \`limit\` as the field. A key that is bound to a trading account must name that account in \`trading_partner_id\`.`,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default, limits.page_limit_max),
      trading_partner_id: Type.Optional(
        Id('Only invoices of this trading account. Required for a key that is bound to an account.'),
      ),
      state: Type.Optional(Choice(invoiceStates, 'Only invoices in this state.')),
      order_id: Type.Optional(Id('Only invoices of this sales order.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Invoice),
  async run({ sql, caller, query }) {
    const { organization_id } = caller
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    checkAccountIsNamed(caller, filters.trading_partner_id)
    await checkNamed(sql, caller, filters)
    const [ids, filtered_max_size] = await Promise.all([
      readIds(sql, organization_id, filters, limit, offset),
      countInvoices(sql, organization_id, filters),
    ])
    const rows = await readInvoices(
      sql,
      organization_id,
      ids.map(({ invoice_id }) => invoice_id),
    )
    return { rows, size: rows.length, offset, filtered_max_size }
  },
})
