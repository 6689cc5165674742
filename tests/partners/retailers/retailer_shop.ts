/** A shop whose account reports sell-out. Week 1 is the last reported one and ends three days ago. */
import { addDays } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { openOrderShop, type OrderShop } from '../../selling/support/orders.ts'

export const unreportedDays = 3

export interface Reported {
  units?: number | null
  on_hand?: number | null
}

export interface RetailerShop extends OrderShop {
  /** The database's day, in UTC. */
  today: string
  path: string
  week: (weeksAgo: number) => { period_start: string; period_end: string }
  declare: (absence_convention: 'explicit_zero' | 'row_omitted') => Promise<void>
  terms: (terms: Record<string, unknown>) => Promise<void>
  door: (reference: string, is_active?: boolean) => Promise<string>
  /** Reports a week for the account as a whole, or for one of its doors. */
  report: (weeksAgo: number, rows: Record<string, Reported>, door_id?: string) => Promise<void>
  read: (below?: string) => Promise<any>
}

export async function openRetailerShop(): Promise<RetailerShop> {
  const shop = await openOrderShop()
  const { tenant, ids, account_id } = shop
  const { sql } = tenant.service.database
  const [clock] = await sql<{ today: string }[]>`select (now() at time zone 'UTC')::date::text as today`
  const { today } = clock!
  const path = `/api/v1/wholesale/retailers/${account_id}`
  const week = (weeksAgo: number) => {
    const period_end = addDays(today, -unreportedDays - 7 * (weeksAgo - 1))
    return { period_start: addDays(period_end, -6), period_end }
  }
  return {
    ...shop,
    today,
    path,
    week,
    declare: async (absence_convention) => {
      await insertRows(tenant, 'sell_out_declarations', [
        {
          trading_partner_id: account_id,
          absence_convention,
          location_grain: 'none',
          currency: 'USD',
          price_tax_basis: 'exclusive',
          confirmed_at: new Date(),
          confirmed_by: 'test',
        },
      ])
    },
    terms: async (terms) => {
      await sql`
        update trading_partners set ${sql(terms)}
        where organization_id = ${tenant.organization_id} and trading_partner_id = ${account_id}`
    },
    door: async (reference, is_active = true) => {
      const { door_id } = (
        await sql`
        insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind, is_active)
        values (${tenant.organization_id}, gen_random_uuid(), ${account_id}, ${reference}, ${reference}, 'store',
          ${is_active}) returning door_id`
      )[0] as { door_id: string }
      return door_id
    },
    report: async (weeksAgo, rows, door_id = account_id) => {
      const key = { trading_partner_id: account_id, ...week(weeksAgo), door_id }
      await sql`
        insert into sell_out_reports (organization_id, trading_partner_id, period_start, period_end, door_id, currency)
        values (${tenant.organization_id}, ${account_id}, ${key.period_start}, ${key.period_end}, ${door_id}, 'USD')`
      await insertRows(
        tenant,
        'sell_out_rows',
        Object.entries(rows).map(([sku, { units = null, on_hand = null }]) => ({
          ...key,
          variant_id: ids.variants[sku],
          units,
          on_hand,
        })),
      )
    },
    read: async (below = '') => {
      const answer = await tenant.get(`${path}${below}`)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data
    },
  }
}

/** Weeks 1, 2 and 4 are reported; week 3 is missing. J-M sold nothing in week 2, and more came back than sold in week 1. */
export async function reportedShop(convention: 'explicit_zero' | 'row_omitted' = 'row_omitted'): Promise<RetailerShop> {
  const shop = await openRetailerShop()
  await shop.declare(convention)
  await shop.report(4, { 'J-S': { units: 9, on_hand: 30 }, 'J-M': { units: 4, on_hand: 8 } })
  await shop.report(2, { 'J-S': { units: 5, on_hand: 27 } })
  await shop.report(1, { 'J-S': { units: 7, on_hand: 20 }, 'J-M': { units: -2, on_hand: 10 } })
  return shop
}

/** An open order of the account, of which units shipped on a day; answers the order. */
export async function shipped(shop: RetailerShop, sku: string, ordered: number, units: number, daysAgo: number) {
  const { tenant, account_id, channel_id, admin } = shop
  const order = await shop.placed({
    trading_partner_id: account_id,
    sales_channel_id: channel_id,
    lifecycle: 'open',
    lines: [{ sku, quantity: ordered, unit_price_cents: 100 }],
  })
  if (units === 0) return order
  const answer = await admin.post(`/api/v1/sales/orders/${order.order_id}/shipments`, {
    lines: [{ sku, quantity: units }],
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const day = addDays(shop.today, -daysAgo)
  await tenant.service.database.sql`
    update fulfilments set shipped_on = ${day}, shipped_at = ${`${day}T12:00:00Z`}::timestamptz
    where organization_id = ${tenant.organization_id} and order_id = ${order.order_id}`
  return order
}
