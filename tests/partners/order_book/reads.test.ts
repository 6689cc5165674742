import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { bookMerchant, bookPath, dataOf, faultOf, refused, writeHistory } from './book.ts'

const aggregates = ['summary', 'accounts', 'curve', 'firmness', 'signals', 'style-lines']
const ofAccounts = ['account-anchor', 'account-size-curve', 'account-styles']

test('a season without lines is an empty book: zeros, no start, and reasons for what cannot be known', async () => {
  const { tenant, account } = await bookMerchant()
  const north = await account('Northgate')
  expect(await dataOf(tenant, 'summary', { season_code: 'FW2031' })).toMatchObject({
    season_code: 'FW2031',
    season_start: null,
    season_source: 'not_known',
    accounts: 0,
    lines: 0,
    booked_qty: 0,
    booked_value_usd: 0,
    booked_values: [],
    predicted_qty: null,
    predicted_reason: 'No bookings are recorded for FW2030.',
    prebook_qty: 0,
    prior: { booked_qty: null, booked_value_usd: null, reason: 'No bookings are recorded for FW2030.' },
    comparison: { basis: 'none', prior_season_code: 'FW2030', prior_season_source: 'season_code' },
  })
  expect(await dataOf(tenant, 'curve', { season_code: 'CORE' })).toMatchObject({
    points: [],
    points_reason: expect.stringContaining('season_start'),
    comparison: { prior_season_code: null, reason: expect.stringContaining('prior_season_code') },
  })
  expect((await dataOf(tenant, 'signals', { season_code: 'SS27' })).rows).toEqual([])
  expect(await dataOf(tenant, 'account-size-curve', { trading_partner_id: north, season_code: 'SS27' })).toMatchObject({
    shares_bp: {},
    units: 0,
    shares_reason: 'The account booked no unit with a size.',
  })
})

test('a value is that of the lines with a price, beside the units without, and null with its reason while a rate is missing', async () => {
  const { tenant, account, record } = await bookMerchant()
  const euro = await account('Eurogate', { currency: 'EUR' })
  const north = await account('Northgate')
  const line = { season_code: 'SS27', sku: 'J-M', quantity: 10 }
  await record([{ ...line, trading_partner_id: north, line_reference: 'A', unit_price_cents: 500 }])
  expect(await dataOf(tenant, 'summary', { season_code: 'SS27' })).toMatchObject({ booked_value_usd: 50 })
  await record([{ ...line, trading_partner_id: north, line_reference: 'B' }])
  expect(await dataOf(tenant, 'summary', { season_code: 'SS27' })).toMatchObject({
    booked_qty: 20,
    booked_value_usd: 50,
    booked_value_reason: 'The price of 1 line is open; the value is that of the lines with a price.',
    units_without_price: 10,
    booked_values: [{ cents: 5_000, currency: 'USD' }],
  })
  await record([{ trading_partner_id: north, season_code: 'SS27', line_reference: 'B', unit_price_cents: 0 }])
  await record([{ ...line, trading_partner_id: euro, line_reference: 'C', unit_price_cents: 500, currency: 'EUR' }])
  const today = (await dataOf(tenant, 'summary', { season_code: 'SS27' })).as_of
  expect(await dataOf(tenant, 'summary', { season_code: 'SS27' })).toMatchObject({
    booked_value_usd: null,
    booked_value_reason: `No exchange rate from EUR to US dollars is in force on ${today}.`,
    booked_values: [
      { cents: 5_000, currency: 'EUR' },
      { cents: 5_000, currency: 'USD' },
    ],
  })
  const { accounts } = await dataOf(tenant, 'accounts', { season_code: 'SS27' })
  expect(accounts.map((row: any) => [row.name, row.booked_value_usd])).toEqual([
    ['Northgate', 50],
    ['Eurogate', null],
  ])
  await tenant.service.database.sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', ${today}, 1.25)`
  expect((await dataOf(tenant, 'summary', { season_code: 'SS27' })).booked_value_usd).toBe(112.5)
})

test('the start of the season divides a book into booked ahead and at once, unless a line states it', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const north = await account('Northgate')
  const line = { account: north, season_code: 'SS26', product_id: ids.products.Jumper!, quantity: 10 }
  await writeHistory(tenant, [
    { ...line, line: 'early', recorded_at: '2025-10-01T12:00:00Z', ship_window_start: '2026-02-01' },
    { ...line, line: 'last', recorded_at: '2026-01-31T23:30:00Z', ship_window_start: '2026-03-01' },
    { ...line, line: 'first', recorded_at: '2026-02-01T00:00:00Z' },
  ])
  const split = async (more: Record<string, string> = {}) =>
    (await dataOf(tenant, 'account-styles', { trading_partner_id: north, season_code: 'SS26', ...more })).split
  expect(await split()).toEqual({
    anchor: { season_start: '2026-02-01', source: 'first_ship_window' },
    prebook: { booked_qty: 20 },
    at_once: { booked_qty: 10 },
    lines_dated: 2,
    lines_undated: 1,
  })
  expect(await split({ season_start: '2026-01-31' })).toMatchObject({
    anchor: { season_start: '2026-01-31', source: 'parameter' },
    prebook: { booked_qty: 10 },
    at_once: { booked_qty: 20 },
  })
  expect(await dataOf(tenant, 'summary', { season_code: 'SS26' })).toMatchObject({ prebook_qty: 20, at_once_qty: 10 })
  const undated = await bookMerchant()
  const south = await undated.account('Southgate')
  const key = { trading_partner_id: south, season_code: 'SS27', line_reference: 'A' }
  await undated.record([{ ...key, sku: 'J-M', quantity: 4 }])
  const read = () => dataOf(undated.tenant, 'account-styles', { trading_partner_id: south, season_code: 'SS27' })
  expect((await read()).split).toMatchObject({ prebook: { booked_qty: null }, at_once: { booked_qty: null } })
  await undated.record([{ ...key, booking_type: 'at_once' }])
  expect((await read()).split).toMatchObject({ prebook: { booked_qty: 0 }, at_once: { booked_qty: 4 } })
})

test('the days of the book are those of the organisation', async () => {
  const { tenant, account, ids } = await bookMerchant()
  await tenant.service.database.sql`
    update organizations set time_zone = 'Pacific/Auckland' where organization_id = ${tenant.organization_id}`
  const line = { account: await account('Northgate'), season_code: 'SS27', product_id: ids.products.Jumper! }
  // 1 October in Auckland, thirteen hours ahead.
  await writeHistory(tenant, [{ ...line, line: 'A', recorded_at: '2026-09-30T11:30:00Z', quantity: 7 }])
  const booked = async (as_of: string) => (await dataOf(tenant, 'summary', { season_code: 'SS27', as_of })).booked_qty
  expect([await booked('2026-09-30'), await booked('2026-10-01')]).toEqual([0, 7])
  const { points } = await dataOf(tenant, 'curve', {
    season_code: 'SS27',
    as_of: '2026-10-02',
    season_start: '2026-10-02',
    step_days: '1',
  })
  expect(points.map((point: any) => [point.date, point.booked_qty])).toEqual([
    ['2026-10-01', 7],
    ['2026-10-02', 7],
  ])
})

test('a commitment narrows every read to its lines, and names their season', async () => {
  const { tenant, account, commitment, record, ids } = await bookMerchant()
  const north = await account('Northgate')
  const [one, other] = [await commitment('One', 'ss27'), await commitment('Other', null)]
  const line = { trading_partner_id: north, season_code: 'SS27', sku: 'J-M', unit_price_cents: 100 }
  await record([
    { ...line, line_reference: 'A', quantity: 5, commitment_id: one },
    { ...line, line_reference: 'B', quantity: 7, commitment_id: other },
    { ...line, line_reference: 'C', quantity: 11 },
  ])
  const summary = async (more: Record<string, string>) =>
    (await dataOf(tenant, 'summary', { season_code: 'SS27', ...more })).booked_qty
  expect([await summary({}), await summary({ commitment_id: one }), await summary({ commitment_id: other })]).toEqual([
    23, 5, 7,
  ])
  expect(await dataOf(tenant, 'account-size-curve', { trading_partner_id: north, commitment_id: one })).toMatchObject({
    season_code: 'SS27',
    season_source: 'commitment',
    units: 5,
    shares_bp: { M: 10_000 },
  })
  expect(await dataOf(tenant, 'account-size-curve', { trading_partner_id: north, commitment_id: other })).toMatchObject(
    { season_code: null, season_source: 'none', units: 7 },
  )
  expect(await dataOf(tenant, 'account-styles', { trading_partner_id: north })).toMatchObject({
    season_source: 'none',
    styles: [{ booked_qty: 23, commitment_ids: [one, other].toSorted() }],
  })
  const lines = await dataOf(tenant, 'style-lines', { product_id: ids.products.Jumper!, commitment_id: one })
  expect(lines.rows.map((row: any) => row.line_reference)).toEqual(['A'])
  const moved = await record([{ ...line, line_reference: 'A', commitment_id: other }])
  expect(moved.body.data.revised).toBe(1)
  expect([await summary({ commitment_id: one }), await summary({ commitment_id: other })]).toEqual([0, 12])
  const autumn = await commitment('Autumn', 'AW27')
  const answer = await tenant.get(`${bookPath}/summary?season_code=SS27&commitment_id=${autumn}`)
  expect(faultOf(answer)).toEqual(refused('commitment_id'))
})

test('a parameter that is missing, unreadable, unknown or contradictory is refused by its name', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const north = await account('Northgate')
  const other = await bookMerchant()
  const theirs = await other.account('Theirs')
  const tomorrow = addDays((await dataOf(tenant, 'summary', { season_code: 'SS27' })).as_of, 1)
  const needed: Record<string, Record<string, string>> = {
    'account-anchor': { trading_partner_id: north, season_code: 'SS27' },
    'account-styles': { trading_partner_id: north },
    'style-lines': { product_id: ids.products.Jumper! },
    'account-size-curve': { trading_partner_id: north, season_code: 'SS27' },
  }
  const faultIn = async (read: string, query: Record<string, string>) =>
    faultOf(await tenant.get(`${bookPath}/${read}?${new URLSearchParams(query).toString()}`))
  for (const read of [...aggregates, ...ofAccounts]) {
    const base = needed[read] ?? { season_code: 'SS27' }
    for (const name of Object.keys(base)) {
      const { [name]: _left, ...rest } = base
      expect([read, name, ...(await faultIn(read, rest))]).toEqual([read, name, ...refused(name)])
    }
    const cases: [Record<string, string>, string][] = [
      [{ as_of: '2026-02-30' }, 'as_of'],
      [{ as_of: 'yesterday' }, 'as_of'],
      [{ as_of: tomorrow }, 'as_of'],
      [{ as_of: `${tomorrow}T09:00:00Z` }, 'as_of'],
      [{ commitment_id: uuidv7() }, 'commitment_id'],
      [{ colour: 'blue' }, 'colour'],
    ]
    for (const [more, field] of cases)
      expect([read, more, ...(await faultIn(read, { ...base, ...more }))]).toEqual([read, more, ...refused(field)])
  }
  for (const read of ['summary', 'accounts', 'curve', 'firmness']) {
    const dates = { season_start: '2050-01-01', prior_season_start: '01.02.2026' }
    for (const [field, text] of Object.entries(dates))
      expect(await faultIn(read, { season_code: 'SS27', [field]: text })).toEqual(refused(field))
  }
  for (const read of ofAccounts)
    expect(await faultIn(read, { ...needed[read], trading_partner_id: theirs })).toEqual(refused('trading_partner_id'))
  expect(await faultIn('style-lines', { product_id: other.ids.products.Jumper! })).toEqual(refused('product_id'))
  const season = { season_code: 'SS27' }
  expect(await faultIn('signals', { ...season, since: tomorrow })).toEqual(refused('since'))
  expect(await faultIn('signals', { ...season, kind: 'lost' })).toEqual(refused('kind'))
  expect(await faultIn('signals', { ...season, limit: '101' })).toEqual(refused('limit'))
  expect(await faultIn('curve', { ...season, step_days: '29' })).toEqual(refused('step_days'))
  const anchor = needed['account-anchor']!
  const windows: [Record<string, string>, string][] = [
    [{ sellout_from: '2026-01-01' }, 'sellout_to'],
    [{ sellout_to: '2026-01-01' }, 'sellout_from'],
    [{ sellout_from: '2026-02-01', sellout_to: '2026-01-01' }, 'sellout_to'],
    [{ sellout_from: '2026-02-01', sellout_to: tomorrow }, 'sellout_to'],
    [{ sellout_from: '2020-02-01', sellout_to: '2026-01-01' }, 'sellout_to'],
  ]
  for (const [more, field] of windows)
    expect([more, ...(await faultIn('account-anchor', { ...anchor, ...more }))]).toEqual([more, ...refused(field)])
})

test('an account-bound key reads its own account, and is refused another one and every read over accounts', async () => {
  const { tenant, account, record, ids } = await bookMerchant()
  const [north, south] = [await account('Northgate'), await account('Southgate')]
  const line = { season_code: 'SS27', sku: 'J-M', quantity: 10, line_reference: 'A' }
  await record([
    { ...line, trading_partner_id: north },
    { ...line, trading_partner_id: south, quantity: 50 },
  ])
  const { api_key } = await tenant.mint({ trading_partner_id: north } as never)
  const read = (name: string, query: Record<string, string>) =>
    tenant.get(`${bookPath}/${name}?${new URLSearchParams(query).toString()}`, { key: api_key })
  for (const name of aggregates) {
    const answer = await read(
      name,
      name === 'style-lines' ? { product_id: ids.products.Jumper! } : { season_code: 'SS27' },
    )
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'account_mismatch'])
  }
  for (const name of ofAccounts) {
    const own = await read(name, { trading_partner_id: north, season_code: 'SS27' })
    expect([name, own.status]).toEqual([name, 200])
    const other = await read(name, { trading_partner_id: south, season_code: 'SS27' })
    expect([name, other.status, other.body.code]).toEqual([name, 403, 'account_mismatch'])
  }
  const styles = await read('account-styles', { trading_partner_id: north, season_code: 'SS27' })
  expect(styles.body.data.styles).toMatchObject([{ booked_qty: 10 }])
})

test('an organisation sees nothing of another’s book', async () => {
  const [ours, theirs] = [await bookMerchant(), await bookMerchant()]
  const line = { season_code: 'SS27', sku: 'J-M', quantity: 10, line_reference: 'A' }
  await theirs.record([{ ...line, trading_partner_id: await theirs.account('Northgate') }])
  expect(await dataOf(ours.tenant, 'summary', { season_code: 'SS27' })).toMatchObject({ lines: 0, booked_qty: 0 })
})

test('a plan without trading-partner connectivity is refused', async () => {
  const { tenant } = await bookMerchant({ plan: 'essentials' })
  const answer = await tenant.get(`${bookPath}/summary?season_code=SS27`)
  expect([answer.status, answer.body.code]).toEqual([403, 'plan_excludes'])
})
