import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { bookMerchant, dataOf, writeHistory } from './book.ts'

test('each door falls back from its own sales of a style to the category, to all styles, to nothing', async () => {
  const { tenant, ids, account, door, record } = await bookMerchant()
  const north = await account('Northgate')
  const [one, two, three, four] = [
    await door(north, 'D-1'),
    await door(north, 'D-2'),
    await door(north, 'D-3'),
    await door(north, 'D-4'),
  ]
  const line = (line_reference: string, sku: string, quantity: number) => ({
    trading_partner_id: north,
    season_code: 'SS27',
    line_reference,
    sku,
    quantity,
    ship_window_start: '2027-02-01',
  })
  await record([line('A', 'J-M', 60), line('B', 'J-L', 40)])
  const sale = (door_id: string, sku: string, units: number | null, period_start: string, period_end: string) => ({
    trading_partner_id: north,
    variant_id: ids.variants[sku]!,
    door_id,
    period_start,
    period_end,
    units,
    on_hand: units === null ? 4 : null,
    sales_cents: null,
  })
  const sales = [
    // Door 1 sold the jumper itself, in two sizes and weeks; the last week ends after the window.
    sale(one, 'J-M', 5, '2026-03-02', '2026-03-08'),
    sale(one, 'J-L', 8, '2026-03-02', '2026-03-08'),
    sale(one, 'J-M', -1, '2026-03-09', '2026-03-15'),
    sale(one, 'J-M', 100, '2026-03-30', '2026-04-05'),
    // Door 2 sold another style of the category and one of another.
    sale(two, 'C-M', 7, '2026-03-02', '2026-03-08'),
    sale(two, 'D-30', 20, '2026-03-02', '2026-03-08'),
    // Door 3 sold another category alone, and counted jumpers without a sales figure.
    sale(three, 'D-30', 4, '2026-03-02', '2026-03-08'),
    sale(three, 'D-ONE', 5, '2026-03-09', '2026-03-15'),
    sale(three, 'J-M', null, '2026-03-02', '2026-03-08'),
  ]
  const report = ({
    door_id,
    period_start,
    period_end,
  }: Pick<(typeof sales)[number], 'door_id' | 'period_start' | 'period_end'>) => ({
    trading_partner_id: north,
    door_id,
    period_start,
    period_end,
    currency: 'USD',
    reported_at: '2026-04-06T00:00:00Z',
  })
  const reported = new Map(sales.map((row) => [`${row.door_id} ${row.period_start}`, report(row)]))
  await insertRows(tenant, 'sell_out_reports', [...reported.values()])
  await insertRows(tenant, 'sell_out_rows', sales)
  const anchor = await dataOf(tenant, 'account-anchor', {
    trading_partner_id: north,
    season_code: 'SS27',
    sellout_from: '2026-03-01',
    sellout_to: '2026-03-31',
  })
  expect(anchor).toMatchObject({
    season_start: '2027-02-01',
    grades_state: 'not_on_plan',
    sellout_window: { from: '2026-03-01', to: '2026-03-31', source: 'parameters' },
    engine: { name: 'door_baselines', state: 'computed', stale_after: null },
  })
  const [style, ...others] = anchor.styles
  expect(others).toEqual([])
  expect(style).toMatchObject({
    title: 'Jumper',
    category: 'Knitwear',
    ordered_qty: 100,
    prior: { ordered_qty: null, sold_qty: 12, reason: 'No bookings are recorded for SS26.' },
  })
  const at = (door_id: string, reference: string) => ({ door_id, name: `Door ${reference}`, door_reference: reference })
  expect(style.baseline).toEqual({
    basis: 'mixed',
    by_door: [
      {
        ...at(one, 'D-1'),
        units: 12,
        share: 0.4286,
        rung: 'measured',
        rung_label: 'Units of the style that the door sold.',
        source: 'sell_out',
      },
      {
        ...at(two, 'D-2'),
        units: 7,
        share: 0.25,
        rung: 'category_average',
        rung_label: 'Average of 1 style of the category Knitwear that the door sold.',
        source: 'sell_out',
      },
      {
        ...at(three, 'D-3'),
        units: 9,
        share: 0.3214,
        rung: 'account_average',
        rung_label: 'Average of all 1 style of the account that the door sold.',
        source: 'sell_out',
      },
      {
        ...at(four, 'D-4'),
        units: null,
        share: null,
        rung: 'not_measured',
        rung_label: 'The door reported no sales in the window.',
        source: 'none',
      },
    ],
  })
  const doors = async () => {
    const { accounts, as_of } = await dataOf(tenant, 'accounts', { season_code: 'SS27' })
    return { as_of, counts: [accounts[0].doors_on_file, accounts[0].doors_reporting] }
  }
  const { as_of, counts } = await doors()
  expect(counts).toEqual([4, 0])
  const late = report({ door_id: three, period_start: addDays(as_of, -40), period_end: addDays(as_of, -28) })
  const fresh = report({ door_id: four, period_start: addDays(as_of, -33), period_end: addDays(as_of, -27) })
  await insertRows(tenant, 'sell_out_reports', [late, fresh])
  expect((await doors()).counts).toEqual([4, 1])
  const quarter = report({ door_id: two, period_start: addDays(as_of, -92), period_end: addDays(as_of, -1) })
  await insertRows(tenant, 'sell_out_reports', [quarter])
  expect((await doors()).counts).toEqual([4, 2])
})

test('the window of sell-out is the prior season until this one, or else the last 52 weeks', async () => {
  const { tenant, ids, account } = await bookMerchant()
  const north = await account('Northgate')
  const line = { account: north, product_id: ids.products.Jumper!, quantity: 10 }
  const read = async (as_of: string) =>
    (await dataOf(tenant, 'account-anchor', { trading_partner_id: north, season_code: 'SS26', as_of })).sellout_window
  await writeHistory(tenant, [
    { ...line, line: 'A', season_code: 'SS26', recorded_at: '2025-10-01T12:00:00Z', ship_window_start: '2026-02-01' },
  ])
  expect(await read('2026-03-01')).toEqual({ from: '2025-03-03', to: '2026-03-01', source: 'last_52_weeks' })
  await writeHistory(tenant, [
    { ...line, line: 'B', season_code: 'SS25', recorded_at: '2024-10-01T12:00:00Z', ship_window_start: '2025-02-10' },
  ])
  expect(await read('2026-03-01')).toEqual({ from: '2025-02-10', to: '2026-01-31', source: 'prior_season' })
  expect(await read('2025-12-01')).toEqual({ from: '2025-02-10', to: '2025-12-01', source: 'prior_season' })
  const { styles } = await dataOf(tenant, 'account-anchor', { trading_partner_id: north, season_code: 'SS26' })
  expect(styles).toMatchObject([
    {
      prior: { ordered_qty: 10, sold_qty: null, reason: expect.stringContaining('no sales') },
      baseline: { basis: 'not_measured' },
    },
  ])
})
