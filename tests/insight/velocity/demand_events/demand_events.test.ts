import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../../support/service/session.ts'
import { daysAgo, newHistory, path, sell } from '../velocity_fixture.ts'

const events = '/api/v1/demand-events'
const refusal = ({ status, body }: any) => [status, body.data?.field, body.data?.rule]

async function fixture() {
  const history = await newHistory()
  const { tenant, ids } = history
  const session = await newSession(tenant)
  const sale = { name: ' Spring sale ', kind: 'promotion', starts_on: daysAgo(20), ends_on: daysAgo(11) }
  return { history, tenant, ids, session, sale }
}

test('an event is created, read by key and session, changed, archived and restored', async () => {
  const { tenant, ids, session, sale } = await fixture()
  const created = await session.post(events, {
    ...sale,
    note: '20% off',
    variant_ids: [ids.variants.B1, ids.variants.A1],
    category_ids: [ids.categories.Coats],
    sales_channel_ids: [ids.sales_channels.Web],
  })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Event Spring sale created.'])
  const { data } = created.body
  expect(data).toMatchObject({
    name: 'Spring sale',
    kind: 'promotion',
    days: 10,
    note: '20% off',
    scope: {
      variants: [
        { variant_id: ids.variants.A1, sku: 'A1' },
        { variant_id: ids.variants.B1, sku: 'B1' },
      ],
      categories: [{ category_id: ids.categories.Coats, name: 'Coats' }],
      sales_channels: [{ sales_channel_id: ids.sales_channels.Web, name: 'Web' }],
    },
    is_archived: false,
    archived_at: null,
    created_by: 'user:Ada Merchant',
  })
  const at = `${events}/${data.event_id}`
  expect((await session.get(at)).body.data).toEqual(data)
  expect((await tenant.get(`${path}/events/${data.event_id}`)).body.data).toEqual(data)
  const changed = await session.patch(at, { name: 'Sale', ends_on: daysAgo(10), note: null, variant_ids: [] })
  expect(changed.body.data).toMatchObject({
    name: 'Sale',
    kind: 'promotion',
    starts_on: daysAgo(20),
    days: 11,
    note: null,
    scope: { ...data.scope, variants: [] },
  })
  const archived = await session.post(`${at}/archive`)
  expect([archived.status, archived.body.message.desc]).toEqual([200, 'Event Sale is archived.'])
  expect(archived.body.data.is_archived).toBe(true)
  const again = await session.post(`${at}/archive`)
  expect(again.body.data).toEqual(archived.body.data)
  const restored = await session.post(`${at}/restore`)
  expect([restored.body.data.is_archived, restored.body.data.archived_at]).toEqual([false, null])
})

test('the table filters by what events concern, sorts, searches and exports', async () => {
  const { tenant, ids, session, sale } = await fixture()
  const make = async (name: string, more: object) =>
    (await session.post(events, { ...sale, name, ...more })).body.data.event_id as string
  const everything = await make('Everything', { kind: 'holiday', starts_on: daysAgo(50), ends_on: daysAgo(50) })
  const coats = await make('Coats', {
    category_ids: [ids.categories.Coats],
    sales_channel_ids: [ids.sales_channels.Web],
  })
  const b1 = await make('Press', { kind: 'press', variant_ids: [ids.variants.B1], starts_on: daysAgo(30) })
  const table = async (query: Record<string, string> = {}) =>
    (await tenant.get(`${path}/events/table?${new URLSearchParams(query).toString()}`)).body.data
  const filtered = async (key: string, value: unknown, operation = 'eq') =>
    (await table({ filter_args: JSON.stringify([{ key, operation, value }]), sort_args: 'starts_on' })).rows.map(
      ({ event_id }: any) => event_id,
    )
  expect((await table()).rows.map(({ event_id }: any) => event_id)).toEqual([coats, b1, everything])
  expect(await filtered('variant_id', ids.variants.A1)).toEqual([everything, coats])
  expect(await filtered('variant_id', ids.variants.B1)).toEqual([everything, b1])
  expect(await filtered('variant_id', uuidv7())).toEqual([])
  expect(await filtered('category_id', ids.categories.Coats)).toEqual([coats])
  expect(await filtered('sales_channel_id', ids.sales_channels.Shop)).toEqual([everything, b1])
  expect(await filtered('kind', ['press', 'holiday'], 'in')).toEqual([everything, b1])
  expect(await filtered('ends_on', daysAgo(40), 'lt')).toEqual([everything])
  await session.post(`${events}/${b1}/archive`)
  expect(await filtered('is_archived', false)).toEqual([everything, coats])
  expect((await table({ search: 'press' })).rows[0]).toEqual((await tenant.get(`${path}/events/${b1}`)).body.data)
  const link = await table({ export: 'true', search: 'coats' })
  expect(link.row_count).toBe(1)
  const url = new URL(link.export_url)
  const file = await fetch(`${tenant.service.base_url}${url.pathname}${url.search}`)
  expect((await file.text()).trim().split('\n')[1]).toContain('Coats')
})

test('faulty events are refused by field and nothing is written', async () => {
  const { tenant, ids, session, sale } = await fixture()
  const other = await newHistory()
  for (const [change, field, rule] of [
    [{ ends_on: daysAgo(21) }, 'ends_on', 'must not be before starts_on'],
    [{ starts_on: daysAgo(400) }, 'ends_on', 'must be at most 365 days after starts_on'],
    [{ kind: 'party' }, 'kind', expect.any(String)],
    [{ name: '  ' }, 'name', expect.any(String)],
    [{ starts_on: '2026-02-30' }, 'starts_on', expect.stringContaining('date')],
    [{ variant_ids: [other.ids.variants.A1] }, 'variant_ids', 'must be variants of this organisation'],
    [{ category_ids: ['coats'] }, 'category_ids', 'must be categories of this organisation'],
    [
      { sales_channel_ids: [ids.sales_channels.Web, uuidv7()] },
      'sales_channel_ids',
      'must be sales channels of this organisation',
    ],
    [{ colour: 'red' }, 'colour', expect.any(String)],
  ] as const)
    expect([change, ...refusal(await session.post(events, { ...sale, ...change }))]).toEqual([change, 400, field, rule])
  expect((await tenant.get(`${path}/events/table`)).body.data.filtered_max_size).toBe(0)
  const { event_id } = (await session.post(events, sale)).body.data
  const at = `${events}/${event_id}`
  expect(refusal(await session.patch(at, { starts_on: daysAgo(5) }))).toEqual([
    400,
    'ends_on',
    'must not be before starts_on',
  ])
  const foreign = await newSession(other.tenant)
  for (const id of [event_id, uuidv7(), 'sale']) {
    const answers = [
      await foreign.get(`${events}/${id}`),
      await foreign.patch(`${events}/${id}`, { name: 'Mine' }),
      await foreign.post(`${events}/${id}/archive`),
      await foreign.post(`${events}/${id}/restore`),
      await other.tenant.get(`${path}/events/${id}`),
      await other.tenant.get(`${path}/events/${id}/analytics`),
    ]
    for (const answer of answers) expect([answer.status, answer.body.message.code]).toEqual([404, 'not_found'])
  }
  expect((await session.get(at)).body.data).toMatchObject({ name: 'Spring sale', starts_on: daysAgo(20) })
})

test('analytics state the uplift of the goods and channels that an event concerns, with an interval', async () => {
  const { history, tenant, ids, session, sale } = await fixture()
  const { event_id } = (
    await session.post(events, {
      ...sale,
      category_ids: [ids.categories.Coats],
      variant_ids: [ids.variants.B1, ids.variants.A1],
      sales_channel_ids: [ids.sales_channels.Web],
    })
  ).body.data
  const analytics = async () => (await tenant.get(`${path}/events/${event_id}/analytics`)).body.data
  const all = { channel: 'Web', location: 'North', gross_sales_cents: 100 }
  // A of the category sells 4 a day and 9 during the event, B1 sells 1 and 2; B2 and the shop are not concerned.
  await sell(
    history,
    Array.from({ length: 120 }, (_, i) => 120 - i).flatMap((day) => {
      const isOn = day <= 20 && day >= 11
      const on = daysAgo(day)
      return [
        { ...all, sku: 'A1', day: on, units: isOn ? 9 : 4 },
        { ...all, sku: 'B1', day: on, units: isOn ? 2 : 1 },
        { ...all, sku: 'B2', day: on, units: 50 },
        { ...all, sku: 'A2', day: on, units: 70, channel: 'Shop' },
      ]
    }),
  )
  const read = await analytics()
  expect(read).toMatchObject({
    days_measured: 10,
    units_sold: 110,
    expected_units: 50,
    uplift_units: 60,
    uplift_percentage: 120,
    conclusion: 'increase',
    reason_code: null,
    baseline: { start_date: daysAgo(104), end_date: daysAgo(21), days_used: 84, units: 420, excluded_events: [] },
  })
  expect(read.days.map(({ date, units_sold, expected_units }: any) => [date, units_sold, expected_units])).toEqual(
    Array.from({ length: 10 }, (_, i) => [daysAgo(20 - i), 11, 5]),
  )
  // Dispersion 1: the deviation of 50 expected units, and of a level measured on 420, is sqrt(50 + 2500 / 420).
  const half = 1.6449 * Math.sqrt(50 + 2_500 / 420)
  expect(read.uplift_interval.low).toBeCloseTo(60 - half, 1)
  expect(read.uplift_interval.high).toBeCloseTo(60 + half, 1)
  // Days of other events on the same goods and channels are no baseline; archived and unrelated ones change nothing.
  const other = async (more: object) =>
    (await session.post(events, { ...sale, starts_on: daysAgo(40), ends_on: daysAgo(31), ...more })).body.data.event_id
  await other({ name: 'Shop', sales_channel_ids: [ids.sales_channels.Shop] })
  await other({ name: 'B2', variant_ids: [ids.variants.B2] })
  const archived = await other({ name: 'Archived' })
  await session.post(`${events}/${archived}/archive`)
  expect((await analytics()).baseline.days_used).toBe(84)
  const overlapping = await other({ name: 'C1 is a coat', variant_ids: [ids.variants.C1] })
  const without = (await analytics()).baseline
  expect(without).toMatchObject({
    days_used: 74,
    units: 370,
    excluded_events: [{ event_id: overlapping, name: 'C1 is a coat' }],
  })
})

test('an event without enough sales before it, or that has not begun, has no uplift and says why', async () => {
  const { history, tenant, session, sale } = await fixture()
  const make = async (more: object) => (await session.post(events, { ...sale, ...more })).body.data.event_id
  const past = await make({})
  const future = await make({ starts_on: daysAgo(-3), ends_on: daysAgo(-5) })
  const running = await make({ starts_on: daysAgo(2), ends_on: daysAgo(-5) })
  const read = async (id: string) => (await tenant.get(`${path}/events/${id}/analytics`)).body.data
  const nothing = { expected_units: null, uplift_units: null, uplift_interval: null, conclusion: null }
  await sell(history, [
    { sku: 'A1', day: daysAgo(60), channel: 'Web', location: 'North', units: 19, gross_sales_cents: 100 },
    { sku: 'A1', day: daysAgo(15), channel: 'Web', location: 'North', units: 5, gross_sales_cents: 100 },
  ])
  expect(await read(past)).toMatchObject({ ...nothing, units_sold: 5, reason_code: 'too_little_data' })
  expect(await read(future)).toMatchObject({ ...nothing, days_measured: 0, reason_code: 'not_started', days: [] })
  expect(await read(running)).toMatchObject({ ...nothing, days_measured: 2, units_sold: 0 })
  await sell(history, [
    { sku: 'A2', day: daysAgo(59), channel: 'Web', location: 'North', units: 1, gross_sales_cents: 100 },
  ])
  expect(await read(past)).toMatchObject({ expected_units: expect.any(Number), reason_code: null })
  await session.post(`${events}/${past}/archive`)
  expect(await read(running)).toMatchObject({ days_measured: 2, units_sold: 0, conclusion: 'inconclusive' })
})

test('suggested events are the unusual days of steady sales, without those that are known', async () => {
  const { history, tenant, ids, session, sale } = await fixture()
  const weekly = [30, 12, 14, 16, 18, 24, 40]
  const unitsOn = (day: number) => {
    const usual = weekly[new Date(daysAgo(day)).getUTCDay()]! + ((day * 7) % 5) - 2
    if (day >= 60 && day <= 62) return usual * 3
    if (day === 100) return 0
    if (day >= 30 && day <= 32) return usual * 3
    return usual
  }
  await sell(
    history,
    Array.from({ length: 182 }, (_, i) => i + 1).map((day) => ({
      sku: day % 2 === 0 ? 'A1' : 'A2',
      day: daysAgo(day),
      channel: 'Web',
      location: 'North',
      units: unitsOn(day),
      gross_sales_cents: 100,
    })),
  )
  await session.post(events, { ...sale, starts_on: daysAgo(33), ends_on: daysAgo(29) })
  const read = async (query = '') => (await tenant.get(`${path}/events/suggested${query}`)).body.data
  const found = await read()
  expect(found).toMatchObject({ days_tested: 182, reason_code: null })
  expect(
    found.events.map(({ starts_on, ends_on, direction }: any) => [starts_on, ends_on, direction]).toSorted(),
  ).toEqual([
    [daysAgo(100), daysAgo(100), 'decrease'],
    [daysAgo(62), daysAgo(60), 'increase'],
  ])
  const promotion = found.events.find(({ days }: any) => days === 3)
  expect(promotion.units_sold).toBe(unitsOn(60) + unitsOn(61) + unitsOn(62))
  expect(promotion.expected_units / (promotion.units_sold / 3)).toBeCloseTo(1, 0)
  for (const { score } of found.events) expect(Math.abs(score)).toBeGreaterThanOrEqual(3.5)
  for (const query of [`?category_id=${ids.categories.Coats}`, `?sales_channel_id=${ids.sales_channels.Web}`])
    expect((await read(query)).events).toEqual(found.events)
  expect(await read(`?category_id=${ids.categories.Knitwear}`)).toMatchObject({
    events: [],
    reason_code: 'too_little_data',
  })
  expect((await read(`?variant_id=${ids.variants.B1}`)).days_tested).toBe(0)
  const refused = async (query: string) => refusal(await tenant.get(`${path}/events/suggested${query}`))
  expect(await refused('?weeks=3')).toEqual([400, 'weeks', expect.any(String)])
  expect(await refused(`?variant_id=${uuidv7()}`)).toEqual([
    400,
    'variant_id',
    'must be a variant of this organisation',
  ])
  expect(await refused(`?category_id=x&variant_id=${ids.variants.A1}`)).toEqual([
    400,
    'category_id',
    'must not be sent together with variant_id',
  ])
})

test('a key bound to a trading account can read no events', async () => {
  const { tenant, session, sale } = await fixture()
  const { event_id } = (await session.post(events, sale)).body.data
  const trading_partner_id = uuidv7()
  await tenant.service.database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Meridian Stores')`
  const { api_key: key } = await tenant.mint({ trading_partner_id })
  for (const read of ['table', 'suggested', event_id, `${event_id}/analytics`]) {
    const refused = await tenant.get(`${path}/events/${read}`, { key })
    expect([read, refused.status, refused.body.message.code]).toEqual([read, 403, 'account_mismatch'])
  }
})
