/**
 * Values for the examples of the order book; see example_overrides.ts. An account booked 140 jumpers at 40.00 and then
 * cut them to 120; a year earlier it had booked 96 by the same day, and 120 in the end.
 */
import type { Values } from './shared.ts'

const starts: Values = {
  season_source: 'first_ship_window',
  prior_season_source: 'season_code',
  prior_season_start_source: 'first_ship_window',
}
const { season_source: _source, ...compared } = starts

const line: Values = {
  unit_price: 4_000,
  value: 480_000,
  ship_window_start: '2027-02-01',
  booking_type: null,
  held_by: null,
  held_by_name: null,
  held_at: null,
  verdict: null,
  revision: 2,
}

/** The account has not agreed a notice period, so all that it booked can still go. */
const walkable: Values = {
  cancellation_term: 'until_shipped',
  cancellation_notice_days: null,
  firm_qty: 0,
  firm_value_usd: 0,
  cancellable_qty: 120,
  cancellable_value_usd: 4_800,
  walkable_qty: 120,
}

export const bookOverrides: Record<string, Values> = {
  'order_book.get_account_anchor': {
    ...starts,
    stale_after: null,
    grades_state: 'served',
    grades_reason: null,
    grade: 'A',
    grade_reason: null,
    'sellout_window.from': '2026-02-01',
    'sellout_window.source': 'prior_season',
  },
  'order_book.list_account_styles': {
    ...compared,
    'anchor.source': 'first_ship_window',
    commitment_ids: [],
    has_cancelled: false,
    held_at: null,
    held_by_name: null,
  },
  'order_book.list_accounts': { ...starts, doors_on_file: 1, sales_channel_id: null },
  'order_book.get_curve': starts,
  'order_book.get_firmness': { ...starts, ...walkable },
  'order_book.get_signals': {
    ...line,
    'row.kind': 'cut',
    is_cancelled: false,
    previous_ship_window_start: null,
    notice_date: null,
    'moved.lines': 0,
    'moved.units': 0,
    'held.lines': 0,
    'held.units': 0,
    'unconfirmed.lines': 0,
    'unconfirmed.units': 0,
  },
  'order_book.list_style_lines': { ...line, firmness: 'cancellable' },
  'order_book.get_summary': {
    ...starts,
    booked_values: [{ cents: 480_000, currency: 'USD', reason: null, usd: 4_800 }],
  },
}
