import { expect, test } from 'bun:test'
import type { Sql } from '../../server/contract/sql.ts'
import { rateInForce, ratesInForce } from '../../server/exchange_rates/rates_in_force.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'

async function ratesFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  await session.post('/api/v1/exchange-rates', {
    rates: [
      { currency: 'EUR', rate_date: '2026-11-02', organization_currency_per_unit: 1.085 },
      { currency: 'EUR', rate_date: '2026-11-09', organization_currency_per_unit: 1.1 },
      { currency: 'JPY', rate_date: '2026-11-02', organization_currency_per_unit: 0.0066 },
    ],
  })
  return { tenant, sql: tenant.service.database.sql as unknown as Sql }
}

test('the rate in force is the newest on or before the day, with its date', async () => {
  const { tenant, sql } = await ratesFixture()
  const wanted = ['2026-11-01', '2026-11-02', '2026-11-08', '2026-11-09', '2027-06-30']
  const rates = await ratesInForce(
    sql,
    tenant.organization_id,
    wanted.map((day) => ({ currency: 'EUR', day })),
  )
  expect(rates.map((rate) => rate && [rate.organization_currency_per_unit, rate.rate_date])).toEqual([
    null,
    ['1.085', '2026-11-02'],
    ['1.085', '2026-11-02'],
    ['1.1', '2026-11-09'],
    ['1.1', '2026-11-09'],
  ])
})

test('currencies are mixed in one read; the own currency is 1, an unknown one has no rate', async () => {
  const { tenant, sql } = await ratesFixture()
  const day = '2026-11-05'
  const rates = await ratesInForce(
    sql,
    tenant.organization_id,
    ['GBP', 'USD', 'JPY', 'USD'].map((currency) => ({ currency, day })),
  )
  const own = { organization_currency_per_unit: '1', rate_date: day }
  expect(rates).toEqual([null, own, { organization_currency_per_unit: '0.0066', rate_date: '2026-11-02' }, own])
  expect(await rateInForce(sql, tenant.organization_id, 'JPY', day)).toEqual(rates[2]!)
  expect(await ratesInForce(sql, tenant.organization_id, [])).toEqual([])
})

test('rates of another organisation are not in force', async () => {
  const { sql } = await ratesFixture()
  const other = await newTenant()
  expect(await rateInForce(sql, other.organization_id, 'EUR', '2026-11-05')).toBe(null)
})
