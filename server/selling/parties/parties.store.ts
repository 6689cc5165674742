/** Reads the parties of documents about orders of accounts, as they are on file now. */
import { organizations } from '../../../db/schema/organizations.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { account_doors, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { PrintedParty } from '../../documents/printing/printed_order.ts'
import type { DocumentParties } from './parties.model.ts'
import { printedShipTo } from './parties.rules.ts'

const partyColumns = selections(
  selection(organizations, 'g', ['name as seller_name', 'address as seller_address', 'tax_id as seller_tax_id']),
  selection(trading_partners, 'p', ['name', 'account_reference', 'bill_to_address', 'ship_to_address', 'tax_id']),
  selection(sales_orders, 'o', ['order_id', 'door_reference']),
)
const doorColumns = selection(account_doors, 'd', ['name as door_name', 'address as door_address'])

type PartyRow = RowOf<typeof partyColumns> & OuterRowOf<typeof doorColumns>

/** Orders of consumers have no row: their addresses are not stored. */
const selectParties = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<PartyRow[]>`
  select ${partyColumns}, ${doorColumns}
  from sales_orders o
  join organizations g on g.organization_id = ${organization_id}
  join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  left join account_doors d on d.organization_id = ${organization_id}
    and d.trading_partner_id = o.trading_partner_id and lower(d.door_reference) = lower(o.door_reference)
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])`

const partiesOf = (row: PartyRow): DocumentParties => ({
  seller: { name: row.seller_name, address: row.seller_address, tax_id: row.seller_tax_id },
  bill_to: {
    name: row.name,
    account_reference: row.account_reference,
    address: row.bill_to_address,
    tax_id: row.tax_id,
  },
  ship_to: {
    name: row.door_name ?? row.name,
    door_reference: row.door_reference,
    address: row.door_address ?? row.ship_to_address ?? row.bill_to_address,
  },
})

/** The order must be one of an account. */
export async function readParties(sql: Sql, organization_id: string, order_id: string): Promise<DocumentParties> {
  const [row] = await selectParties(sql, organization_id, [order_id])
  return partiesOf(row!)
}

/** Where the goods of each order of an account go, as it is printed. */
export async function readShipTo(
  sql: Sql,
  organization_id: string,
  order_ids: readonly string[],
): Promise<Map<string, PrintedParty>> {
  const rows = await selectParties(sql, organization_id, order_ids)
  return new Map(rows.map((row) => [row.order_id, printedShipTo(partiesOf(row).ship_to)]))
}
