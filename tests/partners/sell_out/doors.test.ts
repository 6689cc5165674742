/** What coverage and doors answer, against figures counted by hand and by plain SQL. */
import { expect, test } from 'bun:test'
import { csv, day, differingSums, monday, retail, sunday, week } from './retail.ts'

const at = '/api/v1/sell-out/coverage'

test('coverage keys each reported week by its days, and a week that was not reported is absent', async () => {
  const shop = await retail()
  await shop.declare()
  const silent = (await shop.member.post('/api/v1/wholesale/accounts', { name: 'Harbor' })).body.data.trading_partner_id
  await shop.declare({}, silent)
  await shop.send(
    csv([0, '0117', '771-S', 5], [0, '0118', '771-S', -7], [0, '0118', '771-M', 1], [2, '0117', '771-S', '', 12]),
  )
  const { body } = await shop.tenant.get(`${at}?weeks=4`)
  expect(body.data.accounts.map(({ account }: any) => account)).toEqual(['Harbor', 'Meridian'])
  expect(body.data.accounts[1]).toEqual({
    account: 'Meridian',
    account_id: shop.account_id,
    coverage_sentence: `Meridian reported 2 of the last 4 weeks by store; its last report ends on ${sunday(0)}.`,
    grain: 'store',
    period_grain: 'week',
    periods_reported: 2,
    last_reported: sunday(0),
    reported: {
      [week(2)]: {
        grain: 'week',
        period_days: 7,
        period_start: monday(2),
        period_end: sunday(2),
        units: null,
        variants: 1,
      },
      [week(0)]: {
        grain: 'week',
        period_days: 7,
        period_start: monday(0),
        period_end: sunday(0),
        units: -1,
        variants: 2,
      },
    },
    weekly_rate_absent: null,
  })
  expect(body.data.accounts[0]).toMatchObject({
    coverage_sentence: 'Harbor has not reported yet.',
    periods_reported: 0,
    last_reported: null,
    reported: {},
    weekly_rate_absent: 'Nothing was reported in these weeks.',
  })
  expect(body.data.period_axis.map(({ key }: any) => key)).toEqual([week(2), week(0)])
  const one = (await shop.tenant.get(`${at}?weeks=2`)).body.data
  expect(Object.keys(one.accounts[1].reported)).toEqual([week(0)])
  expect((await shop.tenant.get(`${at}?weeks=0`)).body.data.weeks).toBe(1)
  expect((await shop.tenant.get(`${at}?weeks=90`)).body.data.weeks).toBe(52)
})

test('a commitment narrows coverage to its categories, and as_of needs one', async () => {
  const shop = await retail()
  await shop.declare()
  const { tenant } = shop
  const { sql } = tenant.service.database
  const commitment_id = crypto.randomUUID()
  await sql`insert into commitments (organization_id, commitment_id, name, currency)
    values (${tenant.organization_id}, ${commitment_id}, 'SS27', 'EUR')`
  await sql`insert into commitment_budgets (organization_id, commitment_id, budget_id, category_id, budget_cents)
    values (${tenant.organization_id}, ${commitment_id}, ${crypto.randomUUID()}, ${shop.categories.Shirts!}, 1)`
  const items = [{ buyer_sku: '900', sku: 'S-1' }]
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, { items })
  await shop.send(csv([0, '0117', '771-S', 5], [0, '0117', '900', 3], [3, '0117', '900', 4]))
  const units = async (query: string) => {
    const { accounts } = (await tenant.get(`${at}?${query}`)).body.data
    return Object.entries(accounts[0].reported).map(([key, one]: any) => [key, one.units, one.variants])
  }
  expect(await units('weeks=8')).toEqual([
    [week(3), 4, 1],
    [week(0), 8, 2],
  ])
  expect(await units(`weeks=8&commitment_id=${commitment_id}`)).toEqual([
    [week(3), 4, 1],
    [week(0), 3, 1],
  ])
  expect(await units(`weeks=1&commitment_id=${commitment_id}&as_of=${sunday(3)}`)).toEqual([[week(3), 4, 1]])
  await shop.send(csv([0, '0117', '771-S', 5]))
  const [account] = (await tenant.get(`${at}?weeks=2&commitment_id=${commitment_id}`)).body.data.accounts
  expect(account).toMatchObject({
    coverage_sentence: `Meridian has not reported these categories in the last 2 weeks; its last report ends on ${sunday(0)}.`,
    weekly_rate_absent: 'Nothing of these categories was reported in these weeks.',
  })
  await shop.send(csv([0, '0117', '771-S', 5], [0, '0117', '900', 3]))
  await sql`insert into commitment_budgets (organization_id, commitment_id, budget_id, category_id, budget_cents)
    values (${tenant.organization_id}, ${commitment_id}, ${crypto.randomUUID()}, null, 1)`
  expect(await units(`weeks=2&commitment_id=${commitment_id}`)).toEqual([[week(0), 8, 2]])
  const fault = async (query: string) => {
    const { status, body } = await tenant.get(`${at}?${query}`)
    return [status, body.code, body.data?.field]
  }
  expect(await fault('commitment_id=')).toEqual([400, 'bad_request', 'commitment_id'])
  expect(await fault(`as_of=${day(0)}`)).toEqual([400, 'bad_request', 'commitment_id'])
  expect(await fault(`commitment_id=${commitment_id}&as_of=soon`)).toEqual([400, 'bad_request', 'as_of'])
  expect(await fault(`commitment_id=${crypto.randomUUID()}`)).toEqual([404, 'not_found', undefined])
})

test('doors are ranked by units, with the figures of their last week and of the account', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([1, '0117', '771-S', 5, 20], [1, '0117', '771-M', 1, 4], [1, '0118', '771-S', 9, 1]))
  await shop.send(csv([0, '0117', '771-S', 2, 18], [0, '0119', '771-M', -3]))
  await shop.send(csv([1, '0118', '771-S', 4, 6]))
  const { data } = (await shop.report()).body
  expect(data.doors.map((door: any) => ({ ...door, by_week: undefined }))).toEqual([
    {
      rank: 1,
      door_id: shop.doors['0117'],
      door_reference: '0117',
      name: 'Store 0117',
      kind: 'store',
      units: 8,
      on_hand: 18,
      variants: 1,
      weeks_reported: 2,
      last_week: week(0),
      sell_through: 0.3077,
      sell_through_reason: null,
    },
    {
      rank: 2,
      door_id: shop.doors['0118'],
      door_reference: '0118',
      name: 'Store 0118',
      kind: 'store',
      units: 4,
      on_hand: 6,
      variants: 1,
      weeks_reported: 1,
      last_week: week(1),
      sell_through: 0.4,
      sell_through_reason: null,
    },
    {
      rank: 3,
      door_id: shop.doors['0119'],
      door_reference: '0119',
      name: 'Store 0119',
      kind: 'store',
      units: -3,
      on_hand: null,
      variants: 1,
      weeks_reported: 1,
      last_week: week(0),
      sell_through: null,
      sell_through_reason: 'No shelf count was reported for the last week.',
    },
  ])
  expect(data.doors[0].by_week[week(1)]).toEqual({
    grain: 'week',
    period_days: 7,
    period_start: monday(1),
    period_end: sunday(1),
    units: 6,
    on_hand: 24,
    variants: 2,
  })
  expect(data.account_total).toMatchObject({
    units: 9,
    on_hand: 18,
    variants: 2,
    weeks_reported: 2,
    last_week: week(0),
  })
  expect(data.by_week[week(1)]).toMatchObject({ units: 10, on_hand: 30, variants: 2 })
  expect(data.scope_reason).toBeNull()
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('a missing row of a door that reported is zero only where the account omits rows without sales', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', '771-S', 5, 9], [0, '0118', '771-M', 2], [1, '0117', '771-M', 4]))
  const scope = { variant_id: shop.variants['J-S']! }
  const units = async () => {
    const { doors } = (await shop.report(scope)).body.data
    return doors.map((door: any) => [
      door.door_reference,
      door.units,
      Object.entries(door.by_week).map(([key, one]: any) => [key, one.units, one.on_hand]),
    ])
  }
  expect(await units()).toEqual([
    [
      '0117',
      5,
      [
        [week(1), 0, null],
        [week(0), 5, 9],
      ],
    ],
    ['0118', 0, [[week(0), 0, null]]],
  ])
  await shop.declare({ absence_convention: 'explicit_zero' })
  expect(await units()).toEqual([['0117', 5, [[week(0), 5, 9]]]])
})

test('a category is zero in each week in which a door reported sales of other categories alone', async () => {
  const shop = await retail()
  await shop.declare()
  const items = [{ buyer_sku: '900', sku: 'S-1' }]
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, { items })
  await shop.send(csv([2, '0117', '900', 1, 4], [2, '0118', '771-S', 8]))
  await shop.send(csv([1, '0118', '771-S', 4], [1, '0119', '771-S', '', 6]))
  await shop.send(
    csv([0, '0117', '900', 3], [0, '0117', '771-M', 2], [0, '0118', '771-S', 2], [0, '0119', '900', '', 7]),
  )
  const { data } = (await shop.report({ category: 'Shirts' })).body
  const weeksOf = ({ by_week }: any) =>
    Object.entries<any>(by_week).map(([key, one]) => [key, one.units, one.on_hand, one.variants])
  expect(data.doors.map((door: any) => [door.door_reference, door.units, weeksOf(door)])).toEqual([
    [
      '0117',
      4,
      [
        [week(2), 1, 4, 1],
        [week(0), 3, null, 1],
      ],
    ],
    [
      '0118',
      0,
      [
        [week(2), 0, null, 0],
        [week(1), 0, null, 0],
        [week(0), 0, null, 0],
      ],
    ],
    ['0119', null, [[week(0), null, 7, 1]]],
  ])
  expect(weeksOf(data)).toEqual([
    [week(2), 1, 4, 1],
    [week(1), 0, null, 0],
    [week(0), 3, 7, 1],
  ])
  expect(data.period_axis.map(({ key }: any) => key)).toEqual([week(2), week(1), week(0)])
})

test('filters combine, are echoed, and refuse what is not on file', async () => {
  const shop = await retail()
  await shop.declare({ absence_convention: 'explicit_zero' })
  await shop.send(csv([0, '0117', '771-S', 5], [0, '0117', '771-M', 2], [0, '0118', '771-M', 3]))
  const data = async (query: Record<string, string>) => (await shop.report(query)).body.data
  const { 'J-M': variant_id } = shop.variants as { 'J-M': string }
  const { Jumper: product_id } = shop.products as { Jumper: string }
  expect(await data({ product_id, variant_id, category: 'Jumpers' })).toMatchObject({
    product_id,
    variant_id,
    family_id: null,
    category: 'Jumpers',
    account_total: { units: 5 },
    scope_reason: null,
  })
  expect((await data({ category: shop.categories.Jumpers! })).account_total.units).toBe(10)
  expect((await data({ product_id })).account_total.units).toBe(10)
  expect(await data({ variant_id, category: 'Shirts' })).toMatchObject({
    doors: [],
    account_total: { units: null, variants: 0, last_week: null },
    scope_reason: 'No variant fits all filters.',
  })
  expect((await data({ category: 'Shirts' })).scope_reason).toBe(
    'The account has not reported these variants in these weeks.',
  )
  expect((await data({ weeks: '1' })).weeks).toBe(1)
  for (const field of ['product_id', 'variant_id', 'family_id', 'category'])
    expect((await shop.report({ [field]: crypto.randomUUID() })).body.data.field).toBe(field)
  expect((await shop.report({ category: 'jumpers' })).body.data.field).toBe('category')
  expect((await shop.tenant.get('/api/v1/sell-out/doors')).body.data.field).toBe('account_id')
})
