/** Thousands of units: unit costs have the decimals that it takes for a delivery to cost what it costs, to the cent. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { landedCostFixture } from '../landed_cost_fixture.ts'

/** 3,000 coats have 2,272.73 of freight and 6,210.00 of duty; 1,030 scarves have 127.27: together 8,610.00. */
async function thousands() {
  const fixture = await landedCostFixture({ freight_per_container_cents: 240_000 }, 'Forge', [3_000, 1_030])
  const { sql } = fixture.tenant.service.database
  return {
    ...fixture,
    /** Cost that the ledger movements have beyond the unit cost, by SKU. */
    async booked() {
      const rows = await sql<{ sku: string; cost: string }[]>`
        select v.sku, sum(coalesce(m.quantity_delta * (m.landed_unit_cost - m.unit_cost), 0)
          + coalesce(m.adjusted_cost, 0))::text as cost
        from stock_movements m join variants v using (organization_id, variant_id)
        where m.organization_id = ${fixture.tenant.organization_id} and m.kind in ('receipt', 'cost_adjustment')
        group by v.sku order by v.sku`
      return rows.map(({ sku, cost }) => [sku, Number(cost)])
    },
  }
}

test('the movements of a delivery sum to its allocated cost, to the cent', async () => {
  const fixture = await thousands()
  const delivery = await fixture.receive(3_000, 1_030, 'DN 1')
  expect(delivery.line_items.map((line: any) => [line.freight_cost, line.duty_cost, line.landed_unit_cost])).toEqual([
    [2_272.73, 6_210, 20.0776],
    [127.27, null, 4.3736],
  ])
  // 8,482.73 ÷ 3,000 has four decimals in the answer and ten in the ledger, so nothing is left to be booked.
  expect(await fixture.adjustments(delivery.delivery_id)).toEqual([])
  const booked = await fixture.booked()
  expect(booked.map(([sku, cost]) => [sku, Big(cost!).round(4).toNumber()])).toEqual([
    ['COAT', 8_482.73],
    ['SCARF', 127.27],
  ])
  const { organization_id } = fixture.tenant
  const proof = await verifyLedger(fixture.tenant.service.database.sql, { organization_id, is_full: true })
  expect(proof.faults).toEqual([])
})

test('after a late bill, a correction and a removal the ledger agrees with the allocated cost', async () => {
  const fixture = await thousands()
  const { delivery_id } = await fixture.receive(3_000, 1_030, 'DN 1')
  expect((await fixture.correct(delivery_id, { freight_cents: 100_001, duty_cents: 0 })).status).toBe(200)
  const cents = async () => (await fixture.booked()).map(([sku, cost]) => [sku, Big(cost!).round(2).toNumber()])
  // 22.5 and 1.26 m³: 946.98 and 53.03.
  expect(await cents()).toEqual([
    ['COAT', 946.98],
    ['SCARF', 53.03],
  ])
  const fewer = await fixture.correct(delivery_id, { line_items: fixture.lines(2_999, 0) })
  expect(fewer.status).toBe(200)
  expect(await cents()).toEqual([
    ['COAT', 946.98],
    ['SCARF', 53.03],
  ])
  await fixture.tenant.delete(fixture.at(`/${fixture.id}/deliveries/${delivery_id}`))
  expect(await cents()).toEqual([
    ['COAT', 0],
    ['SCARF', 0],
  ])
})
