/** The work of people and accounts in the filled organisation: orders, returns, EDI and planning. */
import type { Desk } from './desk.ts'
import { workOnRange } from './assortment_work.ts'
import { exchangeDocuments } from './edi/exchange.ts'
import { dateYesterday } from './edi/yesterday.ts'
import { filePapers } from './papers/file_papers.ts'
import { planSeason, type SeasonFacts } from './planning/plan_season.ts'
import { handleOrders } from './selling/handled_orders.ts'
import { handleReturns } from './selling/handled_returns.ts'
import { payInvoices } from './wholesale/account_payments.ts'
import { agreeTerms } from './wholesale/account_terms.ts'

interface TradeFacts extends Omit<SeasonFacts, 'mfp_id'> {
  variants: number
  location_id: string
  sales_channel_id: string
}

/** Smaller demos show the orders of one account. */
const allAccountsFrom = 1_000

const written = [
  'sales_channels',
  'customers',
  'sales_orders',
  'order_lines',
  'fulfilments',
  'fulfilment_cartons',
  'fulfilment_lines',
  'invoices',
  'invoice_lines',
  'returns',
  'return_lines',
  'return_receipts',
  'return_receipt_lines',
  'refunds',
  'refund_lines',
  'customer_payments',
  'payment_allocations',
  'exceptions',
  'stock_movements',
  'sales_daily',
  'account_edi_profiles',
  'edi_interchanges',
  'edi_documents',
  'edi_orders',
  'edi_order_lines',
  'order_documents',
  'commitment_plan_cells',
  'commitment_plan_versions',
  'commitment_plan_version_cells',
  'commitment_declarations',
  'cash_scenarios',
  'planning_cycles',
  'planning_cycle_steps',
] as const

/** Returns the rows of the tables that it wrote to. */
export async function trade(desk: Desk, facts: TradeFacts): Promise<Record<string, number>> {
  const { sql, tx, organization_id } = desk
  const accounts = await sql<{ trading_partner_id: string }[]>`
    select trading_partner_id from trading_partners where organization_id = ${organization_id} order by trading_partner_id`
  const account_ids = accounts.map(({ trading_partner_id }) => trading_partner_id)
  await handleOrders(desk, { ...facts, account_ids }, facts.variants < allAccountsFrom ? 1 : account_ids.length)
  await handleReturns(desk, facts.today)
  await exchangeDocuments(desk, facts.today, account_ids)
  const { today, sales_channel_id, location_id } = facts
  await filePapers(desk, { today, sales_channel_id, location_id, account_id: account_ids.at(-1)! })
  await dateYesterday(desk, today)
  await agreeTerms(desk, today, account_ids)
  await payInvoices(desk, today)
  await workOnRange(desk, facts)
  const [plan] = await sql<{ mfp_id: string }[]>`
    select mfp_id from buy_plans where organization_id = ${organization_id} order by fiscal_year desc limit 1`
  await planSeason(desk, { ...facts, mfp_id: plan?.mfp_id ?? null })
  const counts: Record<string, number> = {}
  for (const table of written) {
    const [row] = await tx<{ rows: number }[]>`
      select count(*)::int as rows from ${tx(table)} where organization_id = ${organization_id}`
    counts[table] = row!.rows
  }
  return counts
}
