/** The records that an order refers to; unknown ones are refused by the name of their field. */
import { variants } from '../../../db/schema/catalogue.ts'
import { sales_channels, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { namedVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'
import { catalogueCost } from '../../ledger/bundles/parts.ts'

const accountColumns = selection(trading_partners, 'p', [
  'trading_partner_id',
  'currency',
  'payment_terms',
  'price_list_id',
  'archived_at',
])
export type Account = RowOf<typeof accountColumns>

export async function readAccount(sql: Sql, organization_id: string, trading_partner_id: string): Promise<Account> {
  const [account] = await sql<Account[]>`
    select ${accountColumns} from trading_partners p
    where p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}`
  if (account === undefined) refuseField('trading_partner_id', 'must be a trading account of this organisation')
  if (account.archived_at !== null) refuseField('trading_partner_id', 'is an archived account')
  return account
}

const channelColumns = selection(sales_channels, 'c', [
  'sales_channel_id',
  'trading_partner_id',
  'channel_type',
  'is_active',
])
type Channel = RowOf<typeof channelColumns>

/**
 * The channel that is named, or the only one that the order can belong to: where the account has none of its own, a
 * wholesale channel, since sales to accounts are no sales of a shop.
 */
export async function readChannel(
  sql: Sql,
  organization_id: string,
  named: string | undefined,
  trading_partner_id: string | null,
): Promise<string> {
  const channels = await sql<Channel[]>`
    select ${channelColumns} from sales_channels c
    where c.organization_id = ${organization_id}
      and (${named ?? null}::uuid is null or c.sales_channel_id = ${named ?? null}::uuid)
    order by c.sales_channel_id limit 1000`
  if (named !== undefined) {
    const [channel] = channels
    if (channel === undefined) refuseField('sales_channel_id', 'must be a sales channel of this organisation')
    if (!channel.is_active) refuseField('sales_channel_id', 'is a sales channel that is not in use')
    if (channel.trading_partner_id !== null && channel.trading_partner_id !== trading_partner_id)
      refuseField('sales_channel_id', 'is the channel of another account')
    return channel.sales_channel_id
  }
  const active = channels.filter(({ is_active }) => is_active)
  const own = active.filter((one) => one.trading_partner_id === trading_partner_id)
  const open = active.filter(
    (one) => one.trading_partner_id === null && (trading_partner_id === null || one.channel_type === 'wholesale'),
  )
  const [only, other] = own.length > 0 ? own : open
  if (only === undefined || other !== undefined)
    refuseField('sales_channel_id', 'is required, since the organisation has no single channel that fits')
  return only.sales_channel_id
}

/** The location that is named, or the only one in use; null if none is named and there are several. */
export async function readLocation(
  sql: Sql,
  organization_id: string,
  named: string | null | undefined,
): Promise<string | null> {
  const locations = await sql<{ location_id: string; is_active: boolean }[]>`
    select o.location_id, o.is_active from locations o
    where o.organization_id = ${organization_id}
      and case when ${named ?? null}::uuid is null then o.is_active else o.location_id = ${named ?? null}::uuid end
    limit 2`
  const [only, other] = locations
  if (named == null) return other === undefined ? (only?.location_id ?? null) : null
  if (only === undefined) refuseField('location_id', 'must be a location of this organisation')
  if (!only.is_active) refuseField('location_id', 'is a location that is not in use')
  return only.location_id
}

export async function checkCommitment(sql: Sql, organization_id: string, commitment_id: string | null | undefined) {
  if (commitment_id == null) return
  const [commitment] = await sql<{ commitment_id: string }[]>`
    select commitment_id from commitments
    where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
  if (commitment === undefined) refuseField('commitment_id', 'must be a commitment of this organisation')
}

const variantColumns = selection(variants, 'v', [
  'variant_id',
  'sku',
  'price_cents::float8',
  'compare_at_price_cents::float8',
  'barcode',
  'archived_at',
])
export interface OrderedVariant extends RowOf<typeof variantColumns> {
  unit_cost: string | null
  /** Currency of its prices. */
  currency: string
  /** Price of the account's list in the currency of the order; null if there is none. */
  list_price_cents: number | null
}

/** Variants by id or SKU, with the price that the list has on the day. */
export const readVariants = (
  sql: Sql,
  organization_id: string,
  named: { ids: readonly string[]; skus: readonly string[] },
  list: { price_list_id: string | null; currency: string; day: string },
) => sql<OrderedVariant[]>`
  select ${variantColumns}, ${catalogueCost(sql, organization_id)}::text as unit_cost, r.currency, q.price_cents::float8 as list_price_cents
  from (${namedVariants(sql, organization_id, named)}) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
  left join price_lists t on t.organization_id = ${organization_id} and t.price_list_id = ${list.price_list_id}::uuid
    and t.currency = ${list.currency} and coalesce(t.valid_from <= ${list.day}::date, true)
    and coalesce(t.valid_to >= ${list.day}::date, true)
  left join price_list_prices q on q.organization_id = ${organization_id} and q.price_list_id = t.price_list_id
    and q.variant_id = v.variant_id`
