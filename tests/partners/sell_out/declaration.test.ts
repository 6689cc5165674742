/** How an account reports, and how its formats become known. */
import { expect, test } from 'bun:test'
import { csv, day, declared, header, monday, reasonOf, refusedFor, retail, sunday } from './retail.ts'

const at = '/api/v1/sell-out/declaration'

test('a declaration is read in codes and sentences, and is replaced as a whole', async () => {
  const shop = await retail()
  const read = async () => (await shop.tenant.get(`${at}?account_id=${shop.account_id}`)).body.data
  expect(await read()).toBeNull()
  const made = await shop.declare({ source_profile_key: 'weekly_sell_out' })
  expect(made.body.data).toMatchObject({
    ...declared,
    account: 'Meridian',
    account_id: shop.account_id,
    source_profile_key: 'weekly_sell_out',
    week_ends_on: 'Sunday',
    confirmed_by: 'key:test',
    confirmed_by_name: 'test',
    covers: 'One row for each store and variant.',
    prices_are: 'Sales values are in EUR and contain sales tax.',
  })
  expect(await read()).toEqual(made.body.data)
  const { week_anchor_dow: _, ...four } = declared
  await shop.tenant.post(`${at}?account_id=${shop.account_id}`, { ...four, price_tax_basis: 'exclusive' })
  expect(await read()).toMatchObject({
    week_anchor_dow: null,
    week_ends_on: null,
    source_profile_key: null,
    prices_are: 'Sales values are in EUR and do not contain sales tax.',
  })
})

test('each missing or invalid answer is refused by its name', async () => {
  const shop = await retail()
  const fault = async (body: object) =>
    (await shop.tenant.post(`${at}?account_id=${shop.account_id}`, body)).body.data.field
  for (const field of ['absence_convention', 'currency', 'location_grain', 'price_tax_basis']) {
    expect(await fault({ ...declared, [field]: undefined })).toBe(field)
    expect(await fault({ ...declared, [field]: 'other' })).toBe(field)
  }
  expect(await fault({ ...declared, currency: 'ZZZ' })).toBe('currency')
  expect(await fault({ ...declared, week_anchor_dow: 7 })).toBe('week_anchor_dow')
  expect(await fault({ ...declared, source_profile_key: 'unknown' })).toBe('source_profile_key')
  expect((await shop.tenant.get(at)).body.data.field).toBe('account_id')
  expect((await shop.tenant.get(`${at}?account_id=${crypto.randomUUID()}`)).body.data.field).toBe('account_id')
})

test('a preview shows how a file is read and what would become of its rows, and writes nothing', async () => {
  const shop = await retail()
  await shop.declare({ week_anchor_dow: null })
  const file = `${header},currency\n${monday(0)},${sunday(0)},0117,771-S,0,4,EUR\n${monday(0)},${sunday(0)},0118,NEW,2,,EUR`
  const { body } = await shop.preview(file, { file_name: 'w46.csv' })
  expect(body.data).toMatchObject({
    account: 'Meridian',
    account_id: shop.account_id,
    file_name: 'w46.csv',
    recognised_as: 'weekly_sell_out v1',
    profile: { source_profile_key: 'weekly_sell_out', version: 1 },
    resolved_week: { period_start: monday(0), period_end: sunday(0) },
    rows_submitted: 2,
    rows_that_would_land: 1,
    not_matched: { by_reason: { matched_buyer_sku: 1, unknown_item: 1 }, total: 1 },
    outstanding_confirmations: ['week_anchor_dow'],
    confirmed: { ...declared, week_anchor_dow: null },
    we_read_it_as: {
      absence_convention: 'explicit_zero',
      location_grain: 'store',
      currency: 'EUR',
      week_anchor_dow: 6,
      source_profile_key: 'weekly_sell_out',
    },
    week_anchor_dow: 6,
    week_ends_on: 'Sunday',
  })
  const unnamed = await shop.tenant.post('/api/v1/sell-out/preview', undefined, {
    raw: file,
    headers: { 'Content-Type': 'text/csv' },
  })
  expect(unnamed.body.data).toMatchObject({
    account: null,
    confirmed: null,
    rows_that_would_land: 2,
    outstanding_confirmations: [
      'absence_convention',
      'currency',
      'location_grain',
      'price_tax_basis',
      'week_anchor_dow',
    ],
  })
  const { sql } = shop.tenant.service.database
  const [left] =
    await sql`select count(*)::int as rows from sell_out_files where organization_id = ${shop.tenant.organization_id}`
  expect(left!.rows).toBe(0)
})

test('a preview refuses what an import refuses, with its reason', async () => {
  const shop = await retail()
  expect(reasonOf(await shop.preview(csv([0, '0117', '771-S', 5])))).toEqual(refusedFor('not_declared'))
  await shop.declare()
  const dates = `${monday(0)},${sunday(0)}`
  const files = {
    no_door: `period_start,period_end,buyer_sku,units_sold\n${dates},771-S,5`,
    mixed_currency: `${header},currency\n${dates},0117,771-S,5,1,EUR\n${dates},0117,771-M,5,1,USD`,
    unreadable_file: `${header}\n"${dates}`,
    no_columns: `period_start,period_end,door,units_sold\n${dates},0117,5`,
    nothing_to_read: header,
  }
  for (const [reason, file] of Object.entries(files))
    expect([reason, reasonOf(await shop.preview(file))]).toEqual([reason, refusedFor(reason)])
  const unnamed = await shop.tenant.post('/api/v1/sell-out/preview', undefined, {
    raw: 'when,where\n1,2',
    headers: { 'Content-Type': 'text/csv' },
  })
  expect(reasonOf(unnamed)).toEqual(refusedFor('no_columns'))
  expect(reasonOf(await shop.preview('where,what\n0117,5'))).toEqual(refusedFor('no_door'))
  expect(reasonOf(await shop.preview('where,store,what\n'))).toEqual(refusedFor('nothing_to_read'))
})

test('an unknown format gets a proposal for each column, and is read once a person has confirmed a mapping', async () => {
  const shop = await retail()
  await shop.declare()
  const file = `Week Ending;Store No;Article;Sold units;Sales value;Remark\n${sunday(0)};0117;771-S;1.200;4.980,50;x`
  const { data } = (await shop.preview(file)).body
  expect(data.recognised_as).toBeNull()
  expect(data.outstanding_confirmations).toEqual(['mapping'])
  expect(data.ignored_columns).toEqual(['Remark'])
  expect(data.mapping.map(({ header: of, field }: any) => [of, field])).toEqual([
    ['Week Ending', 'period_end'],
    ['Store No', 'door'],
    ['Article', 'buyer_sku'],
    ['Sold units', 'units_sold'],
    ['Sales value', 'sales'],
    ['Remark', null],
  ])
  expect(data.mapping.every(({ reason }: any) => reason.length > 0)).toBe(true)
  expect(reasonOf(await shop.send(file))).toEqual(refusedFor('not_confirmed'))

  const path = `/api/v1/sell-out/profiles?account_id=${shop.account_id}`
  const headers = data.mapping.map((one: any) => one.header)
  const columns = data.mapping.flatMap(({ header: of, field }: any) => (field === null ? [] : { header: of, field }))
  const confirmed = await shop.member.post(path, { headers, columns })
  expect(confirmed.body.data).toMatchObject({
    recognised_as: 'account v1',
    version: 1,
    confirmed_by: 'user:Ada Merchant',
  })
  expect((await shop.member.post(path, { headers: headers.toReversed(), columns })).body.data.version).toBe(1)
  expect((await shop.preview(file)).body.data.recognised_as).toBe('account v1')
  const sent = await shop.send(file)
  expect([sent.body.data.recognised_as, sent.body.data.rows_added]).toEqual(['account v1', 1])
  const { sql } = shop.tenant.service.database
  const [row] =
    await sql`select units, sales_cents::int as sales_cents from sell_out_rows where organization_id = ${shop.tenant.organization_id}`
  expect(row).toEqual({ units: 1200, sales_cents: 498_050 })

  const next = await shop.member.post(path, { headers, columns: columns.slice(0, 4) })
  expect(next.body.data.recognised_as).toBe('account v2')
  const listed = (await shop.member.get(path)).body.data
  expect(listed.confirmed.map(({ version }: any) => version)).toEqual([2, 1])
  expect(listed.built_in.map((one: any) => one.source_profile_key)).toContain('weekly_sell_out')
})

test('a mapping that cannot be read is refused by its column', async () => {
  const shop = await retail()
  const path = `/api/v1/sell-out/profiles?account_id=${shop.account_id}`
  const post = (headers: string[], columns: object[]) => shop.member.post(path, { headers, columns })
  const item = { header: 'Article', field: 'buyer_sku' }
  const units = { header: 'Units', field: 'units_sold' }
  expect(reasonOf(await post(['Article', 'Units'], [item, units]))).toEqual(refusedFor('not_declared'))
  await shop.declare()
  const fault = async (headers: string[], columns: object[]) => (await post(headers, columns)).body.data.field
  expect(await fault(['Article'], [item, units])).toBe('columns[1].header')
  expect(await fault(['Article', 'Units', 'units '], [item, units])).toBe('columns[1].header')
  expect(await fault(['Article', 'Units', 'Qty'], [item, units, { header: 'Qty', field: 'units_sold' }])).toBe(
    'columns[2].field',
  )
  expect(await fault(['Article', 'Units'], [units])).toBe('columns')
  expect(await fault(['Article', 'Units'], [item])).toBe('columns')
})

test('a preview counts and refuses the periods that an import refuses', async () => {
  const shop = await retail()
  await shop.declare({ week_anchor_dow: null })
  const dated = (start: string, end: string) => `${header}\n${start},${end},0117,771-S,5,1`
  const landing = async (file: string) => {
    const { data } = (await shop.preview(file)).body
    return [data.rows_that_would_land, data.not_matched.by_reason]
  }
  expect(await landing(dated(day(2), day(8)))).toEqual([0, { future_period: 1 }])
  expect(await landing(dated(day(-100), day(-1)))).toEqual([0, { long_period: 1 }])
  const overlapping = `${dated(monday(1), sunday(1))}\n${monday(1)},${sunday(0)},0117,771-M,5,1`
  expect(reasonOf(await shop.preview(overlapping))).toEqual(refusedFor('overlapping_periods'))
  await shop.send(csv([1, '0117', '771-S', 5]))
  const across = dated(sunday(1), day(-1))
  expect(reasonOf(await shop.preview(across))).toEqual(reasonOf(await shop.send(across)))
  await shop.declare({ week_anchor_dow: 6 })
  const midweek = dated(day(-30), day(-24))
  const shifted = new Date(`${day(-24)}T00:00:00Z`).getUTCDay() === 0 ? dated(day(-31), day(-25)) : midweek
  expect(reasonOf(await shop.preview(shifted))).toEqual(refusedFor('other_week_days'))
})
