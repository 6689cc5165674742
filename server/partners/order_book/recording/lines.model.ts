/** The request that records lines of the book. */
import { bookHolders, bookingTypes, bookVerdicts } from '../../known_values.ts'
import { limits } from '../../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  currencyCode,
  Flag,
  Id,
  Line,
  Nullable,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'

const label = (description: string, example: string) =>
  Line(description, { maxLength: limits.sales_order_label_length_max, examples: [example] })

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

export const BookedLine = Type.Object(
  {
    trading_partner_id: Id('The account that books.'),
    season_code: Line('Code of the season. Not case-sensitive.', {
      maxLength: limits.season_code_length_max,
      examples: ['SS27'],
    }),
    line_reference: label(
      'Reference of the line, unique for the account and season; it identifies the line later.',
      'NG-SS27-014',
    ),
    variant_id: Type.Optional(Id('The variant that is booked.')),
    sku: Type.Optional(label('SKU of the variant that is booked, instead of `variant_id`.', 'JUMPER-M')),
    product_id: Type.Optional(Id('The style that is booked, where no variant is known yet.')),
    size: optional(label('Size that is booked of a style; that of a variant follows from the variant.', 'M')),
    quantity: Type.Optional(
      Whole('Units booked; required for a new line.', {
        minimum: 1,
        maximum: limits.sales_order_quantity_max,
        examples: [120],
      }),
    ),
    unit_price_cents: optional(
      Whole('Price of a unit in hundredths of the currency; null while it is open.', {
        minimum: 0,
        maximum: limits.sales_order_price_cents_max,
        examples: [4_000],
      }),
    ),
    currency: Type.Optional(
      Text("Currency of the price, as an ISO 4217 code. It must be the account's, or that of the line once recorded.", {
        ...currencyCode,
        examples: ['USD'],
      }),
    ),
    ship_window_start: optional(CalendarDate('First day of the ship window.', { examples: ['2027-02-01'] })),
    ship_window_end: optional(CalendarDate('Last day of the ship window.', { examples: ['2027-02-28'] })),
    door_reference: optional(label("The account's reference of the door that the goods are for.", 'DOOR-114')),
    commitment_id: optional(Id('The commitment that the line draws on; one of the same season.')),
    booking_type: optional(
      Choice(
        bookingTypes,
        'Booked ahead or at once; null leaves it to the day of the booking and the start of the season.',
      ),
    ),
    held_by: optional(Choice(bookHolders, 'Who asks to hold the line; null releases it.')),
    held_by_name: optional(
      label('Name of the person who holds the line; by default the name of the caller.', 'Ada Merchant'),
    ),
    is_cancelled: Type.Optional(Flag('true cancels the line, false reinstates it; not while its verdict is rejected.')),
    cancel_reason: optional(label('Why the line is cancelled.', 'Range was dropped')),
    verdict: optional(
      Choice(
        bookVerdicts,
        'How the booking was confirmed, if that is not done on a sales order. rejected cancels the line.',
      ),
    ),
    order_line_item_id: optional(
      Id(
        'Id of the line of a sales order of the account that the booking became; its verdict is then that of the order.',
      ),
    ),
  },
  { $id: 'NewBooking', additionalProperties: false },
)
export type BookedLine = Static<typeof BookedLine>
