/** What a report of sell-out becomes: rows, sums, and the reasons of rows that are refused. */
import { expect, test } from 'bun:test'
import { csv, day, differingSums, header, monday, reasonOf, refusedFor, retail, sunday, week } from './retail.ts'

const stored = async ({ tenant }: Awaited<ReturnType<typeof retail>>) =>
  (
    await tenant.service.database.sql`
      select d.door_reference as door, v.sku, r.period_end, r.units, r.on_hand, r.sales_cents::int as sales_cents
      from sell_out_rows r
      join variants v on v.organization_id = r.organization_id and v.variant_id = r.variant_id
      left join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
      where r.organization_id = ${tenant.organization_id} order by r.period_end desc, 1, 2`
  ).map((row: any) => [row.door, row.sku, row.units, row.on_hand])

const counts = ({ body }: any) => {
  const { rows_submitted, rows_added, rows_updated, rows_removed, rows_unchanged, rows_refused } = body.data
  return [rows_submitted, rows_added, rows_updated, rows_removed, rows_unchanged, rows_refused]
}

test('a report is imported by door and variant, and importing it again changes nothing', async () => {
  const shop = await retail()
  await shop.declare()
  const file = csv([0, '0117', '771-S', 5, 12], [0, '0117', '771-M', -2, 3], [0, '0118', '771-S', 4, 1])
  const first = await shop.send(file)
  expect([first.status, counts(first), first.body.data.recognised_as]).toEqual([
    200,
    [3, 3, 0, 0, 0, 0],
    'weekly_sell_out v1',
  ])
  expect(first.body.data.not_matched.by_reason).toEqual({ matched_buyer_sku: 3 })
  expect(first.body.data.periods).toEqual([{ period_start: monday(0), period_end: sunday(0), doors: 2 }])
  expect(await stored(shop)).toEqual([
    ['0117', 'J-M', -2, 3],
    ['0117', 'J-S', 5, 12],
    ['0118', 'J-S', 4, 1],
  ])
  const again = await shop.send(file)
  expect([counts(again), again.body.data.rows_changed]).toEqual([[3, 0, 0, 0, 3, 0], 0])
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('a re-reported period replaces the doors that the report covers, and no others', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(
    csv([0, '0117', '771-S', 5, 12], [0, '0117', '771-M', 2], [0, '0118', '771-S', 4], [1, '0117', '771-S', 9]),
  )
  const corrected = await shop.send(csv([0, '0117', '771-S', 6, 12]))
  expect(counts(corrected)).toEqual([1, 0, 1, 1, 0, 0])
  expect(await stored(shop)).toEqual([
    ['0117', 'J-S', 6, 12],
    ['0118', 'J-S', 4, null],
    ['0117', 'J-S', 9, null],
  ])
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('rows of one variant and door are added up, returns are subtracted, and a shelf count alone is no sale', async () => {
  const shop = await retail()
  await shop.declare()
  const file = [
    'period_start,period_end,door,buyer_sku,gtin,sku,units_sold,units_returned,on_hand,sales,currency',
    `${monday(0)},${sunday(0)},0117,771-S,,,5,1,10,49.90,EUR`,
    `${monday(0)},${sunday(0)},0117,,5601234567890,,2,,,20.00,EUR`,
    `${monday(0)},${sunday(0)},117,,,J-M,,,7,,EUR`,
    `${monday(0)},${sunday(0)},0118,,,J-M,,3,,,EUR`,
  ].join('\n')
  const answer = await shop.send(file)
  expect(counts(answer)).toEqual([4, 3, 0, 0, 0, 0])
  expect(answer.body.data.not_matched).toEqual({
    by_reason: { matched_buyer_sku: 1, matched_gtin: 1, matched_sku: 2 },
    total: 0,
    by_reason_words: {
      matched_buyer_sku: "The item was found by the account's own SKU.",
      matched_gtin: 'The item was found by its barcode.',
      matched_sku: 'The item was found by its SKU in the catalogue.',
    },
  })
  expect(await stored(shop)).toEqual([
    ['0117', 'J-M', null, 7],
    ['0117', 'J-S', 6, 10],
    ['0118', 'J-M', -3, null],
  ])
})

test('rows are refused by reason, and the others are imported', async () => {
  const shop = await retail()
  await shop.declare()
  const later = day(7)
  const file = [
    header,
    `${monday(0)},${sunday(0)},0117,771-S,5,`,
    `${monday(0)},${sunday(0)},0117,999,5,`,
    `${monday(0)},${sunday(0)},0999,771-S,5,`,
    `${monday(0)},${sunday(0)},DC-1,771-S,5,`,
    `${monday(0)},${sunday(0)},,771-S,5,`,
    `${monday(0)},${sunday(0)},0117,,5,`,
    `${monday(0)},${sunday(0)},0117,771-M,,`,
    `${monday(0)},${sunday(0)},0117,771-M,5.5,`,
    `${later},${later},0117,771-M,5,`,
    `${day(-100)},${day(-8)},0117,771-M,5,`,
  ].join('\n')
  const answer = await shop.send(file)
  expect(answer.body.data.not_matched.by_reason).toEqual({
    matched_buyer_sku: 1,
    unknown_item: 1,
    unknown_door: 1,
    other_door_kind: 1,
    no_door: 1,
    no_item: 1,
    no_figure: 1,
    unreadable_value: 1,
    future_period: 1,
    long_period: 1,
  })
  expect([answer.body.data.rows_refused, answer.body.data.not_matched.total]).toEqual([9, 9])
  expect(answer.body.data.faults).toEqual([
    { row_number: 9, field: 'units_sold', value: '5.5', rule: expect.stringContaining('whole number') },
  ])
})

test('refused rows are imported once their item or door is on file, exactly once', async () => {
  const shop = await retail()
  await shop.declare()
  const replay = () => shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  await shop.send(
    csv([0, '0117', '771-S', 5], [0, '0117', 'NEW', 3, 8], [0, '0200', '771-S', 7], [0, '0117', 'LOST', 1]),
  )
  expect((await replay()).body.data.rows_replayed).toBe(0)
  const at = `/api/v1/wholesale/accounts/${shop.account_id}`
  await shop.member.post(`${at}/items`, { items: [{ buyer_sku: 'NEW', sku: 'J-S' }] })
  await shop.member.post(`${at}/doors`, { doors: [{ door_reference: '0200', name: 'New', kind: 'store' }] })
  const done = await replay()
  expect([done.body.data.rows_replayed, done.body.data.not_matched.by_reason]).toEqual([
    2,
    { matched_buyer_sku: 2, unknown_item: 1 },
  ])
  expect(await stored(shop)).toEqual([
    ['0117', 'J-S', 8, 8],
    ['0200', 'J-S', 7, null],
  ])
  expect((await replay()).body.data.rows_replayed).toBe(0)
  const again = await shop.send(csv([0, '0117', '771-S', 5], [0, '0117', 'NEW', 3, 8], [0, '0200', '771-S', 7]))
  expect(again.body.data.rows_changed).toBe(0)
  expect((await replay()).body.data.not_matched.by_reason).toEqual({})
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('a file that cannot be imported as a whole is refused with its reason, and nothing is written', async () => {
  const shop = await retail()
  const rows = csv([0, '0117', '771-S', 5])
  expect(reasonOf(await shop.send(rows))).toEqual(refusedFor('not_declared'))
  await shop.declare()
  const dates = `${monday(0)},${sunday(0)}`
  const reasons = {
    nothing_to_read: header,
    unreadable_file: `${header}\n"${dates}`,
    no_columns: `period_start,period_end,door,units_sold\n${dates},0117,5`,
    no_door: `period_start,period_end,buyer_sku,units_sold\n${dates},771-S,5`,
    mixed_currency: `${header},currency\n${dates},0117,771-S,5,1,EUR\n${dates},0117,771-M,5,1,USD`,
    not_confirmed: `when,where,what,how many\n${dates}`,
    other_week_days: `${header}\n${day(-20)},${day(-14)},0117,771-S,5,\n${day(-19)},${day(-13)},0117,771-S,5,`,
  }
  for (const [reason, file] of Object.entries(reasons))
    expect([reason, reasonOf(await shop.send(file))]).toEqual([reason, refusedFor(reason)])
  expect(reasonOf(await shop.send(''))).toEqual(refusedFor('nothing_to_read'))
  expect(reasonOf(await shop.send(reasons.mixed_currency.replaceAll('USD', 'EUR').replaceAll('EUR', 'GBP')))).toEqual(
    refusedFor('mixed_currency'),
  )
  expect(await stored(shop)).toEqual([])
  await shop.send(rows)
  const overlapping = `${header}\n${monday(0)},${monday(0)},0117,771-S,1,`
  expect(reasonOf(await shop.send(overlapping))).toEqual(refusedFor('overlapping_periods'))
  await shop.declare({ source_profile_key: 'amazon_vendor_sales' })
  expect(reasonOf(await shop.send(rows))).toEqual(refusedFor('other_retailer'))
  expect(await stored(shop)).toEqual([['0117', 'J-S', 5, null]])
})

test('the account is never inferred, and another account or organisation is refused', async () => {
  const shop = await retail()
  const other = await retail()
  await shop.declare()
  const at = '/api/v1/sell-out/import'
  const send = (path: string, key?: string) =>
    shop.tenant.post(path, undefined, {
      raw: csv([0, '0117', '771-S', 5]),
      headers: { 'Content-Type': 'text/csv' },
      ...(key === undefined ? {} : { key }),
    })
  expect((await send(at)).body.data.field).toBe('account_id')
  expect((await send(`${at}?account_id=${other.account_id}`)).body.data.field).toBe('account_id')
  const bound = (await shop.tenant.mint({ trading_partner_id: shop.account_id } as never)).api_key
  expect((await send(at, bound)).body.data.field).toBe('account_id')
  expect((await send(`${at}?account_id=${other.account_id}`, bound)).body.code).toBe('account_mismatch')
  expect((await send(`${at}?account_id=${shop.account_id}`, bound)).status).toBe(200)
  expect((await shop.tenant.get('/api/v1/sell-out/coverage', { key: bound })).body.code).toBe('account_mismatch')
})

test('a retried import with the same Idempotency-Key and bytes is replayed; other bytes are a conflict', async () => {
  const shop = await retail()
  await shop.declare()
  const headers = { 'Idempotency-Key': 'w46' }
  const first = await shop.send(csv([0, '0117', '771-S', 5]), {}, { headers })
  const second = await shop.send(csv([0, '0117', '771-S', 5]), {}, { headers })
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.body).toEqual(first.body)
  const other = await shop.send(csv([0, '0117', '771-S', 6]), {}, { headers })
  expect(other.body.code).toBe('idempotency_conflict')
  expect(await stored(shop)).toEqual([['0117', 'J-S', 5, null]])
})

test('an account that reports as a whole needs no door, and its reports replace those of its doors', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', '771-S', 5], [0, '0118', '771-S', 5]))
  await shop.declare({ location_grain: 'none' })
  const whole = await shop.send(`sku,units_sold,period_start,period_end\nJ-S,9,${monday(0)},${sunday(0)}`)
  expect(counts(whole)).toEqual([1, 1, 0, 2, 0, 0])
  const { body } = await shop.report()
  expect(body.data.doors.map((door: any) => [door.door_id, door.name, door.units])).toEqual([[null, 'Meridian', 9]])
  expect(body.data.by_week[week(0)].units).toBe(9)
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('an undated file takes the week of the request', async () => {
  const shop = await retail()
  await shop.declare({ week_anchor_dow: null })
  const path = `/api/v1/sell-out/profiles?account_id=${shop.account_id}`
  const headers = ['Store', 'Article', 'Sold']
  const columns = [
    { header: 'Store', field: 'door' },
    { header: 'Article', field: 'buyer_sku' },
    { header: 'Sold', field: 'units_sold' },
  ]
  expect((await shop.member.post(path, { headers, columns })).body.data.recognised_as).toBe('account v1')
  const file = 'Store,Article,Sold\n0117,771-S,5'
  expect(reasonOf(await shop.send(file))).toEqual(refusedFor('no_period'))
  expect((await shop.send(file, { week_end: sunday(0) })).body.data.field).toBe('week_start')
  expect((await shop.send(file, { week_start: sunday(0), week_end: monday(0) })).body.data.field).toBe('week_end')
  const answer = await shop.send(file, { week_start: monday(0) })
  expect(answer.body.data.periods).toEqual([{ period_start: monday(0), period_end: sunday(0), doors: 1 }])
})

test('a restated door loses the rows of its earlier report, even if no item of the new one is on file', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', '771-S', 5], [0, '0118', '771-S', 4]))
  const restated = await shop.send(csv([0, '0117', 'NEW', 3]))
  expect([restated.body.data.rows_removed, restated.body.data.rows_refused]).toEqual([1, 1])
  expect(await stored(shop)).toEqual([['0118', 'J-S', 4, null]])
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, {
    items: [{ buyer_sku: 'NEW', sku: 'J-S' }],
  })
  await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect(await stored(shop)).toEqual([
    ['0117', 'J-S', 3, null],
    ['0118', 'J-S', 4, null],
  ])
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('refused rows of a restated door count once, whatever the spelling of the door', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', 'NEW', 5], [0, '300', 'NEW', 1]))
  await shop.send(csv([0, '117', 'NEW', 6]))
  const at = `/api/v1/wholesale/accounts/${shop.account_id}`
  await shop.member.post(`${at}/doors`, { doors: [{ door_reference: '0300', name: 'New', kind: 'store' }] })
  await shop.send(csv([0, '300', 'NEW', 2]))
  await shop.member.post(`${at}/items`, { items: [{ buyer_sku: 'NEW', sku: 'J-S' }] })
  const replayed = await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect(replayed.body.data.rows_replayed).toBe(2)
  expect(await stored(shop)).toEqual([
    ['0117', 'J-S', 6, null],
    ['0300', 'J-S', 2, null],
  ])
})

test('a report of the account as a whole replaces the refused rows of its doors', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', 'NEW', 5]))
  await shop.declare({ location_grain: 'none' })
  await shop.send(`sku,units_sold,period_start,period_end\nJ-S,9,${monday(0)},${sunday(0)}`)
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, {
    items: [{ buyer_sku: 'NEW', sku: 'J-S' }],
  })
  await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect((await shop.report()).body.data.account_total.units).toBe(9)
})

test('rows of a door that is not on file yet count once, whatever leading zeros each file writes', async () => {
  const shop = await retail(['0117', '0118'])
  await shop.declare()
  await shop.send(csv([0, '0500', '771-S', 5], [0, '0600', '771-S', 1]))
  await shop.send(csv([0, '500', '771-S', 7]))
  const at = `/api/v1/wholesale/accounts/${shop.account_id}`
  const doors = ['0500', '0600', '600'].map((door_reference) => ({
    door_reference,
    name: door_reference,
    kind: 'store',
  }))
  await shop.member.post(`${at}/doors`, { doors })
  const replayed = await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect(replayed.body.data.rows_replayed).toBe(2)
  await shop.send(csv([0, '0600', 'NEW', 2], [0, '600', 'NEW', 3]))
  await shop.send(csv([0, '600', 'NEW', 4]))
  await shop.member.post(`${at}/items`, { items: [{ buyer_sku: 'NEW', sku: 'J-S' }] })
  await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect(await stored(shop)).toEqual([
    ['0500', 'J-S', 7, null],
    ['0600', 'J-S', 2, null],
    ['600', 'J-S', 4, null],
  ])
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('rows that add up to more than a figure can hold are refused, also where they are imported later', async () => {
  const shop = await retail()
  await shop.declare()
  const rows = (sku: string) =>
    [...Array(1_001)].map((): [number, string, string, number] => [0, '0117', sku, 1_000_000])
  const beyond = await shop.send(csv(...rows('771-S'), ...rows('771-S')))
  expect(reasonOf(beyond)).toEqual(refusedFor('unreadable_file'))
  expect(beyond.body.data.rule).toBe('must add up to at most 2,000,000,000 for each variant, door and period')
  expect(counts(await shop.send(csv(...rows('771-S'), ...rows('NEW'))))).toEqual([2_002, 1, 0, 0, 0, 1_001])
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, {
    items: [{ buyer_sku: 'NEW', sku: 'J-S' }],
  })
  const replayed = await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect(reasonOf(replayed)).toEqual(refusedFor('unreadable_file'))
  expect(await stored(shop)).toEqual([['0117', 'J-S', 1_001_000_000, null]])
})

test('a report that is imported again under another declared currency has sales in that currency', async () => {
  const shop = await retail()
  await shop.declare()
  const file = `${header},sales\n${monday(0)},${sunday(0)},0117,771-S,5,1,100.00`
  await shop.send(file)
  await shop.declare({ currency: 'GBP' })
  expect(counts(await shop.send(file))).toEqual([1, 0, 0, 0, 1, 0])
  const { service, organization_id } = shop.tenant
  const reports = await service.database.sql`
    select currency from sell_out_reports where organization_id = ${organization_id}`
  expect(reports.map(({ currency }) => currency)).toEqual(['GBP'])
})

test('a file with two columns of one header is refused by its preview and its import, as either could be meant', async () => {
  const shop = await retail()
  await shop.declare()
  const file = `${header},Units Sold\n${monday(0)},${sunday(0)},0117,771-S,5,1,9`
  for (const answer of [await shop.preview(file), await shop.send(file)]) {
    expect(reasonOf(answer)).toEqual(refusedFor('unreadable_file'))
    expect([answer.body.data.field, answer.body.data.rule]).toEqual([
      'units_sold',
      'must be one column; several have the header units_sold',
    ])
  }
  expect(await stored(shop)).toEqual([])
})

test('returns that a file writes as negative numbers are refused, as they would be added to the sales', async () => {
  const shop = await retail()
  await shop.declare()
  const head = 'period_start,period_end,door,buyer_sku,units_sold,units_returned'
  const row = (door: string, returned: number) => `${monday(0)},${sunday(0)},${door},771-S,9,${returned}`
  const answer = await shop.send([head, row('0117', -2), row('0118', 2)].join('\n'))
  expect(answer.body.data.faults).toEqual([
    { row_number: 2, field: 'units_returned', value: '-2', rule: 'is out of range' },
  ])
  expect(await stored(shop)).toEqual([['0118', 'J-S', 7, null]])
})
