import { uuidv7 } from 'uuidv7'
import { limits } from '../../../../server/contract/limits.ts'
import { addDays, weekdayOf } from '../../../../server/calendar/days.ts'
import type { MakeFresh } from '../fresh.ts'
import type { Known } from '../records.ts'

/** A report of the last week that is as large as a body may be. */
function reportOf({ doors, skus }: Known): string {
  const today = new Date().toISOString().slice(0, 10)
  const end = addDays(today, -(weekdayOf(today) || 7))
  const rows = ['period_start,period_end,door,buyer_sku,units_sold,on_hand,currency']
  let bytes = rows[0]!.length
  for (const door of doors)
    for (const sku of skus.slice(0, 2_000)) {
      const row = `${addDays(end, -6)},${end},${door},B-${sku},3,20,EUR`
      bytes += row.length + 1
      if (bytes > limits.sell_out_inline_bytes_max) return rows.join('\n')
      rows.push(row)
    }
  return rows.join('\n')
}

const report: MakeFresh = async (_, known) => ({
  query: { account_id: known.account_id, file_name: 'week.csv' },
  raw: reportOf(known),
})

export const ofPartners: Readonly<Record<string, MakeFresh>> = {
  'order_book.record_lines': async (_, { account_id, variant_ids }) => ({
    body: {
      lines: variant_ids.slice(0, limits.order_book_lines_max).map((variant_id) => ({
        trading_partner_id: account_id,
        season_code: 'SS28',
        line_reference: uuidv7(),
        variant_id,
        quantity: 120,
        unit_price_cents: 4_000,
        ship_window_start: '2028-02-01',
        ship_window_end: '2028-02-28',
      })),
    },
  }),
  // The fiscal year has several plans, of which one must be named.
  'reports.get_weekly_trade': async (_, { lists }) => ({ query: { plan_id: lists.get('plan_id')![0]! } }),
  'sell_out.import': report,
  'sell_out.preview': report,
}
