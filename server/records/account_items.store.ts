/** An account's own numbers of variants, as documents of the account name them. */
import type { Fragment, Sql } from '../contract/call.ts'

/** Rows of name and variant_id: items by the account's number as it is written, else by those that differ in case alone. */
export const itemsInAnyCase = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  names: readonly string[],
): Fragment => sql`
  select n.name, i.variant_id from unnest(${[...new Set(names)]}::text[]) n (name)
  join account_items i on i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and lower(i.buyer_sku) = lower(n.name)
  where i.buyer_sku = n.name or not exists (
    select from account_items e where e.organization_id = ${organization_id}
      and e.trading_partner_id = ${trading_partner_id} and e.buyer_sku = n.name)`
