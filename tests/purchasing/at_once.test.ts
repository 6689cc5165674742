import { expect, test } from 'bun:test'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { orderFixture } from './order_fixture.ts'
import { level } from './receiving.ts'

test('concurrent receipts and bills of orders for the same variants are all booked, without deadlock', async () => {
  const fixture = await orderFixture()
  const { variants, suppliers } = fixture.ids
  const { sql } = fixture.tenant.service.database
  // The fixture's committed units have no orders behind them.
  await sql`update stock_levels set committed = 0 where organization_id = ${fixture.tenant.organization_id}`
  const orders = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const id = await fixture.order({
        supplier_id: suppliers.Forge,
        line_items: [
          { variant_id: variants['C-S'], quantity: 100, unit_cost: 17.25 },
          { variant_id: variants['C-M'], quantity: 100, unit_cost: 21 },
        ],
      })
      expect((await fixture.tenant.post(fixture.at(`/${id}/approve`))).status).toBe(200)
      return id
    }),
  )
  // Writes alternate between the variants, so that two writes start at different levels and end at both.
  const rounds = 3
  for (let round = 1; round <= rounds; round++) {
    const answers = await Promise.all(
      orders.flatMap((id, i) => [
        fixture.tenant.post(fixture.at(`/${id}/deliveries`), {
          reference: `DN ${round}`,
          line_items: [{ variant_id: variants[i % 2 === 0 ? 'C-S' : 'C-M'], received_quantity: round }],
        }),
        fixture.tenant.patch(fixture.at(`/${id}`), { billed_freight_cents: 1_000 * round }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  // Four orders brought 1, 2 and 3 of each.
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([54, 776])
  expect((await level(fixture, 'C-M')).slice(0, 2)).toEqual([29, 776])
  const [allocated] = await sql<{ freight: number }[]>`
    select sum(freight_cost)::float8 as freight from purchase_order_delivery_lines
    where organization_id = ${fixture.tenant.organization_id}`
  expect(allocated!.freight).toBe(orders.length * 10 * rounds)
  const proof = await verifyLedger(sql, { organization_id: fixture.tenant.organization_id, is_full: true })
  expect(proof.faults).toEqual([])
})
