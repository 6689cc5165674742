import { expect, test } from 'bun:test'
import { calendarOf } from '../../../db/demo/calendar.ts'
import { bookBuffers } from '../../../db/demo/wholesale/order_book.ts'
import { idsOf } from '../../../db/demo/random.ts'
import { bookMerchant, dataOf } from './book.ts'

test('the demo books the coming season and the one a year earlier, with every kind of revision', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const accounts = [await account('Meridian'), await account('Harbour')]
  const calendar = calendarOf('2026-11-22')
  const variants = Object.values(ids.variants)
  const product_id = ids.products.Jumper!
  const buffers = bookBuffers({
    organization_id,
    seed: 1,
    calendar,
    makeId: idsOf(1, organization_id, calendar.since_ms),
    accounts: accounts.map((trading_partner_id) => ({ trading_partner_id, door_id: null, currency: 'USD' })),
    variants: Array.from({ length: 120 }, (_, i) => ({
      variant_id: variants[i % variants.length]!,
      product_id,
      size: 'M',
      price_cents: 8_900,
    })),
  })
  await sql.begin(async (tx) => {
    for (const buffer of buffers) await buffer.send(tx)
  })
  const summary = await dataOf(tenant, 'summary', { season_code: 'SS27', as_of: '2026-11-21' })
  expect(summary).toMatchObject({
    accounts: 2,
    comparison: { basis: 'same_days_before_start', prior_season_code: 'SS26' },
  })
  for (const figure of [
    summary.booked_qty,
    summary.held_qty,
    summary.cancelled_qty,
    summary.predicted_qty,
    summary.prior.booked_qty,
  ])
    expect(figure).toBeGreaterThan(0)
  const { totals } = await dataOf(tenant, 'signals', { season_code: 'SS27', as_of: '2026-11-21', since: '2026-07-01' })
  for (const kind of ['cut', 'moved', 'held']) expect(totals[kind].lines).toBeGreaterThan(0)
})
