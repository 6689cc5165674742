/** Claims where the sales of a channel on a day come from. The first claim stands until an import is undone. */
import { sales_channel_days } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import type { SalesDayOrigin } from '../known_values.ts'

export interface ChannelDay {
  day: string
  sales_channel_id: string
}

export interface ClaimedDay extends ChannelDay {
  origin: SalesDayOrigin
  source_system: string | null
}

const dayRows = recordset(sales_channel_days, ['day', 'sales_channel_id'])
const claimRows = recordset(sales_channel_days, ['day', 'sales_channel_id', 'origin', 'source_system'])

export const channelDayKey = ({ day, sales_channel_id }: ChannelDay) => `${day} ${sales_channel_id}`

/** Each channel-day once, in the order in which they are locked. */
export const channelDaysOf = <D extends ChannelDay>(all: readonly D[]): D[] =>
  [...new Map(all.map((one) => [channelDayKey(one), one])).values()].toSorted((one, other) =>
    channelDayKey(one) < channelDayKey(other) ? -1 : 1,
  )

export const readChannelDays = (sql: Sql, organization_id: string, days: readonly ChannelDay[]) => sql<ClaimedDay[]>`
  select d.day, d.sales_channel_id, d.origin, d.source_system
  from ${dayRows.from(channelDaysOf(days).map(({ day, sales_channel_id }) => ({ day, sales_channel_id })))}
  join sales_channel_days d on d.organization_id = ${organization_id} and d.day = n.day
    and d.sales_channel_id = n.sales_channel_id`

async function claim(sql: Sql, organization_id: string, days: readonly ClaimedDay[]): Promise<void> {
  await sql`
    insert into sales_channel_days (organization_id, ${claimRows.names})
    select ${organization_id}, ${claimRows.values} from ${claimRows.from(days)}
    order by n.day, n.sales_channel_id
    on conflict on constraint sales_channel_days_pk do nothing`
}

/**
 * Claims days for orders and returns those that an import has. Claims are kept from being deleted until the
 * transaction ends, and writers of one channel-day do not wait for each other.
 */
export async function claimForOrders(sql: Sql, organization_id: string, days: readonly ChannelDay[]) {
  const claims = channelDaysOf(days).map(({ day, sales_channel_id }): ClaimedDay => ({
    day,
    sales_channel_id,
    origin: 'orders',
    source_system: null,
  }))
  const [, claimedDays] = await Promise.all([
    claim(sql, organization_id, claims),
    sql<ClaimedDay[]>`
      select d.day, d.sales_channel_id, d.origin, d.source_system
      from ${claimRows.from(claims)}
      join sales_channel_days d on d.organization_id = ${organization_id} and d.day = n.day
        and d.sales_channel_id = n.sales_channel_id
      order by d.day, d.sales_channel_id for key share of d`,
  ])
  return claimedDays.filter(({ origin }) => origin === 'import')
}

interface ImportedDay extends ClaimedDay {
  /** Rows that imports have on it. */
  row_count: number
}

/** Claims days for an import and locks them, so that imports of one channel-day follow each other. */
export async function claimForImport(
  sql: Sql,
  organization_id: string,
  days: readonly (ChannelDay & { source_system: string | null })[],
): Promise<ImportedDay[]> {
  const claims = channelDaysOf(days).map(({ day, sales_channel_id, source_system }): ClaimedDay => ({
    day,
    sales_channel_id,
    origin: 'import',
    source_system,
  }))
  await claim(sql, organization_id, claims)
  return sql<ImportedDay[]>`
    select d.day, d.sales_channel_id, d.origin, d.source_system, d.row_count
    from ${claimRows.from(claims)}
    join sales_channel_days d on d.organization_id = ${organization_id} and d.day = n.day
      and d.sales_channel_id = n.sales_channel_id
    order by d.day, d.sales_channel_id for update of d`
}

/** Releases days of orders on which nothing is left, so that an import can claim them. Locked first, then looked at. */
export async function releaseOrderDays(sql: Sql, organization_id: string, days: readonly ChannelDay[]): Promise<void> {
  const claims = channelDaysOf(days).map(({ day, sales_channel_id }) => ({ day, sales_channel_id }))
  if (claims.length === 0) return
  await sql`
    select from ${dayRows.from(claims)}
    join sales_channel_days d on d.organization_id = ${organization_id} and d.day = n.day
      and d.sales_channel_id = n.sales_channel_id
    order by d.day, d.sales_channel_id for update of d`
  await sql`
    delete from sales_channel_days d using ${dayRows.from(claims)}
    where d.organization_id = ${organization_id} and d.day = n.day and d.sales_channel_id = n.sales_channel_id
      and d.origin = 'orders' and not exists (select from sales_daily s
        where s.organization_id = ${organization_id} and s.day = n.day and s.sales_channel_id = n.sales_channel_id)`
}
