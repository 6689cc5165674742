/** Words of wholesale trading. */
import type { TermGroup } from './term.ts'

export const wholesaleTerms: TermGroup = {
  group: 'wholesale',
  title: 'Wholesale',
  terms: [
    {
      term: 'trading account',
      meaning:
        'A retailer that the organisation sells to at wholesale; account alone means this, never a person or a bookkeeping account.',
      names: ['account_id', 'trading_partner_id', 'accounts:read', 'account_reference'],
      not: ['user: a person who signs in', 'accounting system'],
    },
    {
      term: 'trading partner',
      meaning: 'The published name of a trading account in ids and paths.',
      names: ['trading_partner_id', '/wholesale/retailers/{partner_id}/overview'],
      not: ['partner or retailer in prose: say trading account'],
    },
    {
      term: 'door',
      meaning: 'A store or distribution centre of a trading account.',
      names: ['door_id', 'door_reference', '/sell-out/doors'],
      not: ['location: a place with stock of the organisation'],
    },
    {
      term: 'sell-out',
      meaning: 'The units that a trading account reports to have sold to consumers at its doors in a period.',
      names: ['sell_out:read', '/sell-out/import'],
      not: ['sales: what the organisation itself sold'],
    },
    {
      term: 'declaration',
      meaning:
        'What a trading account has stated about its sell-out reports: currency, taxes, places, and what a missing row means.',
      names: ['/sell-out/declaration', 'absence_convention', 'location_grain', 'price_tax_basis'],
    },
    {
      term: 'sell-through',
      meaning: 'The units sold as a share of those sold and those still on hand.',
      names: ['sell_through', 'sell_through_rate'],
    },
    {
      term: 'order book',
      meaning: 'The bookings that trading accounts have placed for a season, line by line, with every revision.',
      names: ['order_book:read', '/order-book/lines', 'booked_qty'],
    },
    {
      term: 'booking',
      meaning:
        'A line of the order book: units of a style or variant that a trading account has agreed to take in a ship window.',
      names: ['booked_qty', 'booked_value_usd', 'season_code'],
    },
    {
      term: 'prebook and at-once',
      meaning: 'Bookings recorded before the season starts and those recorded after.',
      names: ['prebook', 'at_once', 'at_once_qty'],
    },
    {
      term: 'firmness',
      meaning: 'Whether a trading account can still cancel a booking: firm, cancellable or held.',
      names: ['firmness', '/order-book/firmness', 'cancellation_term', 'cancellation_notice_days'],
    },
    {
      term: 'signal',
      meaning: 'A booking at risk: cut, moved, held or unconfirmed past its notice date.',
      names: ['/order-book/signals'],
    },
    {
      term: 'size curve',
      meaning: 'How the units of a season divide over sizes, in basis points that add up to 10,000.',
      names: ['shares_bp', '/order-book/account-size-curve'],
    },
    {
      term: 'account anchor',
      meaning: 'What each door of a trading account can be expected to sell of a style, beside what it has ordered.',
      names: ['/order-book/account-anchor', 'rung', 'baseline'],
    },
    {
      term: 'fill rate',
      meaning: 'The share of booked units that a trading account expects to be shipped.',
      names: ['fill_rate_target_pct', 'fill_rate'],
    },
    {
      term: 'portal seat',
      meaning: 'The access of one person at a trading account to the portal, opened by a link.',
      names: ['portal_seats'],
      not: ['user: seats do not sign in'],
    },
    {
      term: 'EDI document',
      meaning:
        'One X12 document, such as an 850 order or an 856 shipping notice, received from or sent to a trading account.',
      names: ['document_type', '/wholesale/edi/documents', 'control_number'],
      not: ['document without its kind'],
    },
    {
      term: 'interchange',
      meaning:
        'The envelope in which X12 documents travel: one file from one sender to one receiver, with its own control number.',
      names: ['control_number', 'interchange_id'],
    },
    {
      term: 'control number',
      meaning: 'The number by which sender and receiver identify an interchange, a group or a document within it.',
      names: ['control_number'],
    },
    {
      term: 'acknowledgement',
      meaning: 'The reply that an EDI document was received (997, TA1) or what becomes of an order (855).',
      names: ['855'],
      not: ['answer'],
    },
    {
      term: 'network',
      meaning: 'The way on which a document travelled: EDI, e-mail, upload, link or portal.',
      names: ['network', 'edi_network'],
    },
  ],
}
