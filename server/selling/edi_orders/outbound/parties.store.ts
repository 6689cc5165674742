/** Names of the organisation and an account in documents. */
import type { Sql } from '../../../contract/sql.ts'
import type { BuyerSkuQualifier, Party } from '../../../edi/documents/record.ts'
import { namedParty } from './item_ids.rules.ts'

export interface Parties {
  buyer: Party
  supplier: Party
}

export async function readParties(sql: Sql, organization_id: string, trading_partner_id: string): Promise<Parties> {
  const [row] = await sql<{ supplier: string; buyer: string; buyer_id: string | null }[]>`
    select o.name as supplier, p.name as buyer, p.buyer_id from organizations o
    join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}
    where o.organization_id = ${organization_id}`
  return { buyer: namedParty(row!.buyer, row!.buyer_id), supplier: namedParty(row!.supplier) }
}

/** Kind of the account's item numbers where its order does not say; null where its profile does not, either. */
export async function readItemQualifier(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
): Promise<BuyerSkuQualifier | null> {
  const [row] = await sql<{ item_qualifier: BuyerSkuQualifier | null }[]>`
    select item_qualifier from account_edi_profiles
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  return row?.item_qualifier ?? null
}
