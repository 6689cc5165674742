import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  CommaList,
  Count,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { cancellationTerms } from '../known_values.ts'
import { figureFields, figuresWords, reasonOf, SalesWindow } from './model.ts'
import { nextOrderMethods, nextOrderOf } from './next_order.rules.ts'
import {
  type AccountRow,
  type Asked,
  readAccounts,
  readCarried,
  readOrderDays,
  readPortalSeats,
  readSales,
  readSalesOfVariant,
  type SalesOfAccount,
} from './retailers.store.ts'
import { salesFiguresOf, windowUntil } from './sales_figures.rules.ts'

const text = (description: string, example: string) => Nullable(Text(description, { examples: [example] }))
const days = (description: string, example: number) => Nullable(Whole(description, { examples: [example] }))

const Retailer = Shape(
  {
    id: OwnId('The account.'),
    buyer_id: text('Id by which the account identifies itself in its orders; null if unknown.', '0049217'),
    name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
    sales_channel_id: Nullable(OwnId('Sales channel of the account; null if it has none.')),
    transit_time_days: days('Transit time from the warehouse to the doors, in days; null if unknown.', 4),
    last_data_synced_at: Nullable(Instant('Time of the last import of its sell-out; null if there was none.')),
    account_tier: text('Tier of the account; null if none is set.', 'key'),
    fill_rate_target_pct: Nullable(Num('Agreed fill rate in per cent; null if none is agreed.', { examples: [95] })),
    cancellation_term: Nullable(
      OpenChoice(cancellationTerms, 'Until when the account can cancel bookings; null if nothing is agreed.'),
    ),
    cancellation_notice_days: days('Notice in days before the ship window begins; null without a notice period.', 45),
    cancellation_term_note: text('Note on the cancellation term; null if none.', 'Pre-season only.'),
    next_estimated_sale_order_date: Nullable(
      CalendarDate('Day on which the account is expected to order next; today if that day has passed.'),
    ),
    next_estimated_sale_order_in_weeks: Nullable(
      Num('Weeks from today to that day, rounded to one decimal.', { examples: [1.4] }),
    ),
    next_estimated_sale_order_method: Nullable(
      OpenChoice(
        nextOrderMethods,
        'How that day is found. order_interval: the last order day plus the median number of days between the order days of the last year, if there are at least three. stock_cover: otherwise, the day on which the stock at the account lasts just as long as the transit takes.',
      ),
    ),
    next_estimated_sale_order_reason: reasonOf('next_estimated_sale_order_date'),
    sales_velocity_per_week: figureFields.sales_velocity_per_week,
    sales_velocity_reason: reasonOf('sales_velocity_per_week'),
    sell_through_rate: figureFields.sell_through_rate,
    sell_through_reason: reasonOf('sell_through_rate'),
    sales_window: SalesWindow,
    total_skus: Count('Number of variants that the account carries: the rows of its products.', { examples: [120] }),
    portal_seats: Shape(
      {
        accepted: Whole('Seats of the account with access to the portal.', { examples: [2] }),
        invited: Whole('Seats whose invitation can still be accepted; expired ones do not count.', { examples: [1] }),
        last_opened_at: Nullable(
          Instant(
            'When a person of the account last opened the portal, people without access since then included; null if it never was.',
          ),
        ),
      },
      { description: "Seats of the account's people in the portal." },
    ),
  },
  { $id: 'Retailer' },
)
type Retailer = Static<typeof Retailer>

/** A key of one account sees that account alone, whatever it asks for. */
function accountsAsked({ account }: Caller, retailer_ids: readonly string[] | undefined): string[] | null {
  const requestedIds = retailer_ids === undefined ? null : [...new Set(retailer_ids.map((id) => id.toLowerCase()))]
  if (account === null) return requestedIds
  return requestedIds === null || requestedIds.includes(account.trading_partner_id) ? [account.trading_partner_id] : []
}

async function checkVariant(sql: Sql, organization_id: string, variant_id: string | null): Promise<void> {
  if (variant_id === null) return
  const [variant] = await sql`
    select from variants where organization_id = ${organization_id} and variant_id = ${variant_id}`
  if (variant === undefined) refuseField('variant_id', 'must be a variant of this organisation')
}

interface Facts {
  sales: SalesOfAccount | undefined
  order_days: readonly string[]
  total_skus: number
  /** Undefined if the account never had a seat. */
  portal_seats: Retailer['portal_seats'] | undefined
}

function retailerOf(
  account: AccountRow,
  { sales, order_days, total_skus, portal_seats }: Facts,
  today: string,
): Retailer {
  const { transit_time_days } = account
  return {
    ...account,
    ...nextOrderOf(
      {
        order_days,
        stock: sales?.stock ?? null,
        stock_on: sales?.stock_on ?? null,
        units_per_day: sales === undefined || sales.units === null ? null : sales.units / sales.known_days,
        transit_time_days,
      },
      today,
    ),
    ...salesFiguresOf(sales),
    sales_window: windowUntil(sales?.last_report ?? null),
    total_skus,
    portal_seats: portal_seats ?? { accepted: 0, invited: 0, last_opened_at: null },
  }
}

export const listRetailers = operation({
  id: 'accounts.list_retailers',
  route: 'GET /api/v1/wholesale/retailers',
  summary: 'List retailers',
  description: `Returns the trading accounts with their terms, velocity, sell-through and the day on which they are expected to order next, sorted by name. Archived accounts are returned only if \`retailer_ids\` names them. With \`variant_id\`, only accounts that carry the variant are returned, and velocity, sell-through and the next order are those of the variant. A key that is bound to an account gets that account only.\n\n${figuresWords} Figures of an account are sums of all its doors and variants: days that a door did not report count as days without sales of that door.`,
  query: Type.Object(
    {
      retailer_ids: Type.Optional(
        CommaList(Id('Id of an account.'), {
          minItems: 1,
          maxItems: limits.retailer_ids_max,
          description: `Ids of at most ${limits.retailer_ids_max} accounts, comma-separated; every account by default.`,
        }),
      ),
      variant_id: Type.Optional(Id('Only accounts that carry this variant, with its figures.')),
    },
    { additionalProperties: false },
  ),
  answer: Shape({ retailers: Type.Array(Retailer, { description: 'Accounts, sorted by name.' }) }),
  async run({ sql, caller, query, now }) {
    const { organization_id, time_zone } = caller
    const today = dayInTimeZone(time_zone, now)
    const variant_id = query.variant_id ?? null
    const account_ids = accountsAsked(caller, query.retailer_ids)
    const request: Asked = { organization_id, account_ids, variant_id, today }
    await checkVariant(sql, organization_id, variant_id)
    const [accounts, sales, carried, orders, seats] = await Promise.all([
      readAccounts(sql, request),
      variant_id === null ? readSales(sql, request) : readSalesOfVariant(sql, request),
      readCarried(sql, request),
      readOrderDays(sql, request),
      readPortalSeats(sql, request),
    ])
    if (caller.account === null && account_ids !== null && accounts.length < account_ids.length)
      refuseField('retailer_ids', 'must be accounts of this organisation')
    const salesOf = new Map(sales.map((row) => [row.trading_partner_id, row]))
    const skusOf = new Map(carried.map((row) => [row.trading_partner_id, row.total_skus]))
    const daysOf = new Map(orders.map((row) => [row.trading_partner_id, row.order_days]))
    const seatsOf = new Map(seats.map(({ trading_partner_id, ...row }) => [trading_partner_id, row]))
    const shown = accounts.filter(({ id }) => variant_id === null || salesOf.has(id))
    return {
      retailers: shown.map((account) =>
        retailerOf(
          account,
          {
            sales: salesOf.get(account.id),
            order_days: daysOf.get(account.id) ?? [],
            total_skus: skusOf.get(account.id)!,
            portal_seats: seatsOf.get(account.id),
          },
          today,
        ),
      ),
    }
  },
})
