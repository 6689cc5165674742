import { expect, test } from 'bun:test'
import type { Sql } from '../../../server/contract/sql.ts'
import { planExchangeRates } from '../../../server/planning/exchange_rates/plan.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/exchange-rates'
const rate = (currency: string, rate_date: string, organization_currency_per_unit: number) => ({
  currency,
  rate_date,
  organization_currency_per_unit,
})

async function ratesFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const set = (...rates: object[]) => session.post(path, { rates })
  const listed = async (query = '') =>
    (await session.get(`${path}${query}`)).body.data.rows.map((row: any) => [
      row.currency,
      row.rate_date,
      row.organization_currency_per_unit,
    ])
  return { tenant, session, set, listed }
}

test('rates are set, listed newest first, filtered and replaced', async () => {
  const { set, listed } = await ratesFixture()
  const first = await set(
    rate('EUR', '2026-11-02', 1.085),
    rate('GBP', '2026-11-02', 1.2650000001),
    rate('EUR', '2026-11-09', 1.1),
  )
  expect([first.status, first.body.message.desc, first.body.data]).toEqual([
    200,
    '3 rates created, 0 changed, 0 unchanged.',
    { created: 3, changed: 0, unchanged: 0 },
  ])
  const again = await set(
    rate('EUR', '2026-11-02', 1.09),
    rate('GBP', '2026-11-02', 1.2650000001),
    rate('JPY', '2026-11-02', 0.0066),
  )
  expect(again.body.data).toEqual({ created: 1, changed: 1, unchanged: 1 })
  expect(await listed()).toEqual([
    ['EUR', '2026-11-09', 1.1],
    ['EUR', '2026-11-02', 1.09],
    ['GBP', '2026-11-02', 1.2650000001],
    ['JPY', '2026-11-02', 0.0066],
  ])
  expect(await listed('?currency=EUR&until=2026-11-08')).toEqual([['EUR', '2026-11-02', 1.09]])
  expect(await listed('?since=2026-11-03')).toEqual([['EUR', '2026-11-09', 1.1]])
  expect(await listed('?limit=1&offset=1')).toEqual([['EUR', '2026-11-02', 1.09]])
})

test('setting the same rates again writes no row', async () => {
  const { tenant, set } = await ratesFixture()
  await set(rate('EUR', '2026-11-02', 1.085))
  const before = await rowImages(tenant)
  expect((await set(rate('EUR', '2026-11-02', 1.085))).body.data.unchanged).toBe(1)
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
})

test('one bad rate refuses the whole request, naming its place, rule and the bounds', async () => {
  const { set, listed } = await ratesFixture()
  const good = rate('EUR', '2026-11-02', 1.085)
  const refusals = [
    [rate('USD', '2026-11-02', 1), 'currency', "must not be the organisation's own currency, USD"],
    [rate('XQQ', '2026-11-02', 1), 'currency', 'must be an ISO 4217 code'],
    [rate('eur', '2026-11-02', 1), 'currency', 'must be three capital letters, A to Z'],
    [rate('GBP', '2026-02-30', 1), 'rate_date', 'must be a date in the format YYYY-MM-DD'],
    [rate('GBP', '2026-11-02', 0), 'organization_currency_per_unit', 'must be a number from 1e-10 to 1000000000'],
    [rate('GBP', '2026-11-02', -1), 'organization_currency_per_unit', 'must be a number from 1e-10 to 1000000000'],
    [rate('GBP', '2026-11-02', 1.00000000001), 'organization_currency_per_unit', 'must have at most 10 decimals'],
    [good, 'rate_date', 'is repeated for the currency'],
  ] as const
  for (const [bad, field, rule] of refusals) {
    const { status, body } = await set(good, bad)
    expect([status, body.data.field, body.data.rule]).toEqual([400, `rates[1].${field}`, rule])
  }
  const many = Array.from({ length: 1_001 }, (_, i) =>
    rate('GBP', new Date(Date.UTC(2020, 0, i + 1)).toISOString().slice(0, 10), 1),
  )
  expect((await set(...many)).status).toBe(400)
  expect(await listed()).toEqual([])
  expect((await set(...many.slice(0, 1_000))).body.data.created).toBe(1_000)
})

test('a deleted rate is gone, and deleting it again is refused', async () => {
  const { session, set, listed } = await ratesFixture()
  const other = await ratesFixture()
  await set(rate('EUR', '2026-11-02', 1.085), rate('EUR', '2026-11-03', 1.09))
  expect((await other.session.delete(`${path}/EUR/2026-11-02`)).status).toBe(404)
  expect((await session.delete(`${path}/EUR/2026-11-02`)).status).toBe(204)
  const again = await session.delete(`${path}/EUR/2026-11-02`)
  expect([again.status, again.body.message.desc]).toEqual([
    404,
    'The organisation has no rate of EUR dated 2026-11-02.',
  ])
  expect((await session.delete(`${path}/EUR/yesterday`)).status).toBe(400)
  expect(await listed()).toEqual([['EUR', '2026-11-03', 1.09]])
  const reversed = await session.get(`${path}?since=2026-11-03&until=2026-11-01`)
  expect([reversed.status, reversed.body.data.field]).toEqual([400, 'until'])
})

test('concurrent requests for the same rates all succeed, and one of the values stands', async () => {
  const { set, listed } = await ratesFixture()
  const values = [1.1, 1.2, 1.3, 1.4]
  const answers = await Promise.all(
    values.map((value, i) => {
      const rates = [rate('EUR', '2026-11-02', value), rate('GBP', '2026-11-02', value)]
      return set(...(i % 2 === 0 ? rates : rates.toReversed()))
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const rows = await listed()
  expect(rows).toHaveLength(2)
  expect(values).toContain(rows[0][2])
})

test('a batch plans each rate by itself', async () => {
  const { tenant, set } = await ratesFixture()
  await set(rate('EUR', '2026-11-02', 1.085))
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const plans = await planExchangeRates(sql, context, [
    rate('EUR', '2026-11-02', 1.09),
    rate('EUR', '2026-11-03', 1.09),
    rate('EUR', '03.11.2026', 1.09),
  ])
  expect(plans.map(({ outcome }) => outcome)).toEqual(['changed', 'created', 'refused'])
  expect(plans[0]).toMatchObject({
    changes: [{ field: 'organization_currency_per_unit', previous_value: '1.085', value: '1.09' }],
  })
  expect(plans[2]).toMatchObject({ faults: [{ field: 'rate_date', value: '03.11.2026' }] })
})
