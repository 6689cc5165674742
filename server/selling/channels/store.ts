/** SQL of single sales channels. */
import type { Sql } from '../../contract/call.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { SalesChannel } from './model.ts'

interface SalesChannelFilter {
  sales_channel_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

export const selectSalesChannels = (sql: Sql, organization_id: string, filter: SalesChannelFilter) => sql<
  SalesChannel[]
>`
  select c.sales_channel_id, c.name, c.channel_type, c.trading_partner_id, t.name as trading_partner_name,
    c.is_active, c.created_at
  from sales_channels c
  left join trading_partners t on t.organization_id = c.organization_id
    and t.trading_partner_id = c.trading_partner_id
  where c.organization_id = ${organization_id}
    and (${filter.sales_channel_id ?? null}::uuid is null or c.sales_channel_id = ${filter.sales_channel_id ?? null})
    and (${filter.is_active ?? null}::boolean is null or c.is_active = ${filter.is_active ?? null})
  order by lower(c.name), c.sales_channel_id
  limit ${filter.limit} offset ${filter.offset}`

export async function readSalesChannel(
  sql: Sql,
  organization_id: string,
  sales_channel_id: string,
): Promise<SalesChannel> {
  const [row] = await selectSalesChannels(sql, organization_id, { sales_channel_id, limit: 1, offset: 0 })
  return row ?? refuseUnknown('sales channel')
}

/** Locks the channel, so that concurrent changes see each other. */
export async function lockSalesChannel(sql: Sql, organization_id: string, sales_channel_id: string): Promise<void> {
  const rows = await sql`
    select from sales_channels where organization_id = ${organization_id} and sales_channel_id = ${sales_channel_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('sales channel')
}
