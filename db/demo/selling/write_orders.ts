/** Writes the orders, shipments, invoices and returns of the last weeks, and claims their days for orders. */
import type postgres from 'postgres'
import type { SecretTools, Sql } from '../../../server/contract/call.ts'
import { makeCustomerKey } from '../../../server/selling/customers/customer_key.ts'
import type { CopyBuffer } from '../copy.ts'
import { customerRows } from './customer_rows.ts'
import { type OrderFacts, OrderWriter } from './order_rows.ts'
import { returnRows } from './return_rows.ts'
import type { SoldOrders } from './sold_orders.ts'

export type OrderContext = Omit<OrderFacts, 'account_ids' | 'invoice_ids' | 'gs1_company_prefix'> & {
  secrets: SecretTools | null
  reserveIds: (sequence: string, count: number) => Promise<string[]>
  /** Number of the first return. */
  first_return: number
}

const examplePrefix = '0614141'

async function readPrefix(tx: postgres.TransactionSql, organization_id: string): Promise<string> {
  const [row] = await tx<{ gs1_company_prefix: string | null }[]>`
    update organizations set gs1_company_prefix = coalesce(gs1_company_prefix, ${examplePrefix})
    where organization_id = ${organization_id} returning gs1_company_prefix`
  return row!.gs1_company_prefix ?? examplePrefix
}

const countDocuments = (
  tx: postgres.TransactionSql,
  organization_id: string,
  document_type: 'invoice' | 'return',
  year: number,
  last: number,
) => tx`
  insert into sales_document_numbers (organization_id, document_type, year, last_number)
  values (${organization_id}, ${document_type}, ${year}, ${last})`

/** Every day of every channel on which a week of orders has sales. */
export const claimOrderDays = (tx: postgres.TransactionSql, organization_id: string, since: string) => tx`
  insert into sales_channel_days (organization_id, day, sales_channel_id, origin)
  select ${organization_id}, s.day, s.sales_channel_id, 'orders' from sales_daily s
  where s.organization_id = ${organization_id} and s.day >= ${since}::date
  group by s.day, s.sales_channel_id`

/** Returns the tables in the order in which they must be sent. */
export async function orderTables(
  tx: postgres.TransactionSql,
  context: OrderContext,
  sold: SoldOrders,
): Promise<CopyBuffer[]> {
  const { organization_id, secrets, reserveIds, first_return } = context
  const accounts = await tx<{ trading_partner_id: string }[]>`
    select trading_partner_id from trading_partners where organization_id = ${organization_id} order by trading_partner_id`
  const invoices = sold.orders.filter(({ account }) => account !== null).length
  const facts: OrderFacts = {
    ...context,
    account_ids: accounts.map(({ trading_partner_id }) => trading_partner_id),
    invoice_ids: await reserveIds('invoice_id_numbers', invoices),
    gs1_company_prefix: await readPrefix(tx, organization_id),
  }
  const writer = new OrderWriter(facts, sold.orders)
  const key = secrets === null ? null : await makeCustomerKey(tx as unknown as Sql, secrets, organization_id)
  const customers = customerRows(facts, key, writer.buyers, writer.placedAt)
  const ids = await reserveIds('return_numbers', sold.returns.length)
  const returned = returnRows(facts, sold.returns, writer.buyers, { ids, first_number: first_return })
  for (const [year, last] of writer.invoiced) await countDocuments(tx, organization_id, 'invoice', year, last)
  await countDocuments(tx, organization_id, 'return', 0, first_return - 1 + sold.returns.length)
  return [customers, ...Object.values(writer.tables), ...Object.values(returned)]
}
