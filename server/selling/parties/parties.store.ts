/** Reads the parties of a document about an order of an account, as they are on file now. */
import { organizations } from '../../../db/schema/organizations.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { account_doors, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { DocumentParties } from './parties.model.ts'

const partyColumns = selections(
  selection(organizations, 'g', ['name as seller_name', 'address as seller_address', 'tax_id as seller_tax_id']),
  selection(trading_partners, 'p', ['name', 'account_reference', 'bill_to_address', 'ship_to_address', 'tax_id']),
  selection(sales_orders, 'o', ['door_reference']),
)
const doorColumns = selection(account_doors, 'd', ['name as door_name', 'address as door_address'])

/** The order must be one of an account: consumers' addresses are not stored. */
export async function readParties(sql: Sql, organization_id: string, order_id: string): Promise<DocumentParties> {
  const [row] = await sql<(RowOf<typeof partyColumns> & OuterRowOf<typeof doorColumns>)[]>`
    select ${partyColumns}, ${doorColumns}
    from sales_orders o
    join organizations g on g.organization_id = ${organization_id}
    join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
    left join account_doors d on d.organization_id = ${organization_id}
      and d.trading_partner_id = o.trading_partner_id and lower(d.door_reference) = lower(o.door_reference)
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}`
  const { name, account_reference, bill_to_address, tax_id, door_reference } = row!
  return {
    seller: { name: row!.seller_name, address: row!.seller_address, tax_id: row!.seller_tax_id },
    bill_to: { name, account_reference, address: bill_to_address, tax_id },
    ship_to: {
      name: row!.door_name ?? name,
      door_reference,
      address: row!.door_address ?? row!.ship_to_address ?? bill_to_address,
    },
  }
}
