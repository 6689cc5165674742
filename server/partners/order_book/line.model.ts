/** A line of the book as reads of single lines show it, with its SQL. */
import { bookHolders, bookingTypes, bookSources, bookVerdicts } from '../known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { CalendarDate, Count, Instant, Money, Nullable, OpenChoice, OwnId, Text, Whole } from '../../contract/schema.ts'
import { money } from '../../contract/money.ts'

export const lineFields = {
  book_line_id: OwnId('The line.'),
  line_reference: Text('Reference of the line, unique for the account and season.', { examples: ['NG-SS27-014'] }),
  trading_partner_id: OwnId('The account.'),
  account_name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
  season_code: Text('Code of the season, in capital letters.', { examples: ['SS27'] }),
  product_id: OwnId('The style.'),
  variant_id: Nullable(OwnId('The variant; null if the style as a whole is booked.')),
  sku: Nullable(Text('SKU of the variant; null if the style as a whole is booked.', { examples: ['JUMPER-M'] })),
  size: Nullable(Text('Size; null if none is stated.', { examples: ['M'] })),
  quantity: Whole('Units booked.', { examples: [120] }),
  unit_price: Money('Price of a unit.'),
  value: Money('Quantity times price.'),
  ship_window_start: Nullable(
    CalendarDate('First day of the ship window; null if it is open.', { examples: ['2027-02-01'] }),
  ),
  ship_window_end: Nullable(
    CalendarDate('Last day of the ship window; null if it is open.', { examples: ['2027-02-28'] }),
  ),
  door_reference: Nullable(
    Text("The account's reference of the door; null if none is named.", { examples: ['DOOR-114'] }),
  ),
  commitment_id: Nullable(OwnId('The commitment; null if none is named.')),
  booking_type: Nullable(
    OpenChoice(bookingTypes, 'What the line itself states; null if it follows from the day of the booking.'),
  ),
  source: OpenChoice(
    bookSources,
    'person: recorded by a person. order: recorded by a person, and since then a line of a sales order.',
  ),
  held_by: Nullable(OpenChoice(bookHolders, 'Who asked to hold the line; null if it is not held.')),
  held_by_name: Nullable(Text('Name of who holds the line; null if it is not held.', { examples: ['Ada Merchant'] })),
  held_at: Nullable(Instant('Since when the line is held; null if it is not held.')),
  verdict: Nullable(OpenChoice(bookVerdicts, 'How the line was confirmed; null before that.')),
  booked_on: CalendarDate('Day on which the line was first recorded.', { examples: ['2026-11-20'] }),
  revision: Count('Number of the revision, from 1.', { examples: [1] }),
  recorded_at: Instant('When the revision was recorded.'),
  recorded_by: Text('Who recorded the revision.', { examples: ['user:Ada Merchant'] }),
}

export interface LineRow {
  book_line_id: string
  line_reference: string
  trading_partner_id: string
  account_name: string
  season_code: string
  product_id: string
  variant_id: string | null
  sku: string | null
  size: string | null
  quantity: number
  unit_price_cents: number | null
  currency: string
  ship_window_start: string | null
  ship_window_end: string | null
  door_reference: string | null
  commitment_id: string | null
  booking_type: string | null
  source: string
  held_by: string | null
  held_by_name: string | null
  held_at: string | null
  verdict: string | null
  booked_on: string
  revision: number
  recorded_at: string
  recorded_by: string
}

/** Over revisions `b`, and `a`, `t`, `v` and `d` of `lineJoins`. */
export const lineColumns = (sql: Sql) => sql`
  b.book_line_id, a.line_reference, b.trading_partner_id, t.name as account_name, b.season_code, b.product_id,
  b.variant_id, v.sku, b.size, b.quantity, b.unit_price_cents::float8 as unit_price_cents, b.currency,
  b.ship_window_start::text as ship_window_start, b.ship_window_end::text as ship_window_end, d.door_reference,
  b.commitment_id, b.booking_type, case when b.order_line_id is null then 'person' else 'order' end as source,
  b.held_by, b.held_by_name, b.held_at, b.verdict, b.booked_on::text as booked_on, b.revision, b.recorded_at, b.recorded_by`

export const lineJoins = (sql: Sql, organization_id: string) => sql`
  join order_book_lines a on a.organization_id = ${organization_id} and a.book_line_id = b.book_line_id
  join trading_partners t on t.organization_id = ${organization_id} and t.trading_partner_id = b.trading_partner_id
  left join variants v on v.organization_id = ${organization_id} and v.variant_id = b.variant_id
  left join account_doors d on d.organization_id = ${organization_id} and d.door_id = b.door_id`

const openPrice = 'The price of the line is open.'

export function lineOf<R extends LineRow>({ unit_price_cents, currency, ...line }: R) {
  return {
    ...line,
    unit_price: money(unit_price_cents, currency, openPrice),
    value: money(unit_price_cents === null ? null : unit_price_cents * line.quantity, currency, openPrice),
  }
}
