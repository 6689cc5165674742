import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { drawsOf } from '../../../server/purchasing/commitments/commitment_draw.rules.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type TenantOptions } from '../../support/service/tenant.ts'

async function buying(options: TenantOptions = {}) {
  const tenant = await newTenant(options)
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: [
      { name: 'Forge', currency: 'USD' },
      { name: 'Mill', currency: 'EUR' },
    ],
    categories: ['Coats', 'Scarves'],
    products: [
      { title: 'Coat', category: 'Coats', variants: [{ sku: 'COAT', stock: { Main: { on_hand: 50 } } }] },
      { title: 'Scarf', category: 'Scarves', variants: [{ sku: 'SCARF' }] },
      { title: 'Belt', variants: [{ sku: 'BELT' }] },
    ],
  })
  const session = await newSession(tenant)
  const at = (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`
  return {
    tenant,
    ids,
    session,
    at,
    async declare(budgets: [category: string | null, budget_cents: number][]): Promise<string> {
      const answer = await session.post('/api/v1/commitments', {
        name: 'Spring/Summer 2027',
        season_code: 'SS27',
        budgets: budgets.map(([category, budget_cents]) => ({
          ...(category === null ? {} : { category_id: ids.categories[category] }),
          budget_cents,
        })),
      })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data.commitment_id
    },
    async order(lines: [sku: string, quantity: number, unit_cost?: number][], body: Record<string, unknown> = {}) {
      const answer = await tenant.post(at(), {
        location_id: ids.locations.Main,
        supplier_id: ids.suppliers.Forge,
        line_items: lines.map(([sku, quantity, unit_cost]) => ({
          variant_id: ids.variants[sku],
          quantity,
          ...(unit_cost === undefined ? {} : { unit_cost }),
        })),
        ...body,
      })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data.id as string
    },
    draw: async (id: string) => tenant.get(at(`/${id}/commitment-draw`)),
  }
}

const cents = (row: any) =>
  ['budget', 'drawn', 'would_draw', 'left_before', 'left_after'].map((figure) => row[figure].cents)

/** The example calculated in the decision record on commitments. */
test('a draw calculated by hand agrees to the cent, by budget and in total', async () => {
  const fixture = await buying()
  const commitment_id = await fixture.declare([
    ['Coats', 500_000],
    [null, 100_000],
  ])
  const placed = await fixture.order(
    [
      ['COAT', 24, 17.25],
      ['SCARF', 6, 21],
    ],
    { commitment_id },
  )
  expect((await fixture.tenant.post(fixture.at(`/${placed}/approve`))).status).toBe(200)
  // A draft draws nothing yet, and neither does an order without the commitment.
  await fixture.order([['COAT', 10, 90]], { commitment_id })
  await fixture.order([['COAT', 10, 90]])
  const id = await fixture.order(
    [
      ['COAT', 3, 33.3333],
      ['COAT', 45, 100],
      ['SCARF', 9, 21],
      ['BELT', 10, 2.1],
    ],
    { commitment_id },
  )
  const { status, body } = await fixture.draw(id)
  expect(status).toBe(200)
  const { commitments, as_of, ...head } = body.data
  expect(Date.parse(as_of)).toBeGreaterThan(0)
  expect(head).toEqual({
    purchase_order_id: id,
    name: 'PO-1004',
    status: 'draft',
    currency: 'USD',
    is_drawn: false,
    reason: null,
  })
  expect(commitments.length).toBe(1)
  const [{ categories, total, ...commitment }] = commitments
  expect(commitment).toEqual({
    commitment_id,
    name: 'Spring/Summer 2027',
    season_code: 'SS27',
    status: 'declared',
    currency: 'USD',
    budget_source: 'declared_budgets',
    plan: null,
  })
  expect(categories.map((row: any) => [row.covers, row.category, ...cents(row), row.is_over])).toEqual([
    ['category', 'Coats', 500_000, 41_400, 460_000, 458_600, -1_400, true],
    ['rest', null, 100_000, 12_600, 21_000, 87_400, 66_400, false],
  ])
  expect([...cents(total), total.is_over]).toEqual([600_000, 54_000, 481_000, 546_000, 65_000, false])
  expect(total.left_after).toEqual({ cents: 65_000, currency: 'USD', reason: null, usd: 650 })
  // Once placed, the order has drawn the same amounts, and another order sees them as drawn by others.
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  const after = (await fixture.draw(id)).body.data
  expect([after.is_drawn, cents(after.commitments[0].total)]).toEqual([true, cents(total)])
  const seen = (await fixture.draw(placed)).body.data.commitments[0].total
  expect(cents(seen)).toEqual([600_000, 481_000, 54_000, 119_000, 65_000])
})

test('a closed order draws what arrived; a cancelled order and a transfer draw nothing', async () => {
  const fixture = await buying()
  const commitment_id = await fixture.declare([[null, 100_000]])
  const { sql } = fixture.tenant.service.database
  const closed = await fixture.order([['COAT', 10, 10]], { commitment_id })
  await sql`update purchase_orders set status = 'closed' where purchase_order_id = ${closed}`
  await sql`update purchase_order_lines set delivered_quantity = 4 where purchase_order_id = ${closed}`
  const over = await fixture.order([['COAT', 10, 10]], { commitment_id })
  await sql`update purchase_orders set status = 'delivered' where purchase_order_id = ${over}`
  await sql`update purchase_order_lines set delivered_quantity = 12 where purchase_order_id = ${over}`
  const cancelled = await fixture.order([['COAT', 10, 10]], { commitment_id })
  await sql`update purchase_orders set status = 'cancelled' where purchase_order_id = ${cancelled}`
  const transfer = await fixture.order([['COAT', 5]], {
    commitment_id,
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: fixture.ids.locations.Store,
    source_location_id: fixture.ids.locations.Main,
  })
  const read = async (id: string) => {
    const { reason, is_drawn, commitments } = (await fixture.draw(id)).body.data
    return [reason, is_drawn, commitments[0].total.drawn.cents, commitments[0].total.would_draw.cents]
  }
  expect(await read(closed)).toEqual([null, true, 12_000, 4_000])
  expect(await read(over)).toEqual([null, true, 4_000, 12_000])
  expect(await read(cancelled)).toEqual(['The order was cancelled.', false, 16_000, 0])
  expect(await read(transfer)).toEqual(['A transfer moves stock that was already bought.', false, 16_000, 0])
})

test('uncovered lines have their own row, and an amount that cannot be calculated is null with its reason', async () => {
  const fixture = await buying()
  const commitment_id = await fixture.declare([['Coats', 10_000]])
  const id = await fixture.order(
    [
      ['COAT', 1, 30],
      ['SCARF', 2, 5],
    ],
    { commitment_id },
  )
  const [first] = (await fixture.draw(id)).body.data.commitments
  expect(first.categories.map((row: any) => [row.covers, ...cents(row), row.is_over])).toEqual([
    ['category', 10_000, 0, 3_000, 10_000, 7_000, false],
    ['none', 0, 0, 1_000, 0, -1_000, true],
  ])
  const uncosted = await fixture.order([['SCARF', 2]], { commitment_id })
  const foreign = await fixture.order([['COAT', 1, 30]], { commitment_id, supplier_id: fixture.ids.suppliers.Mill })
  await fixture.tenant.post(fixture.at(`/${uncosted}/approve`))
  await fixture.tenant.post(fixture.at(`/${foreign}/approve`))
  const [then] = (await fixture.draw(id)).body.data.commitments
  expect(then.categories.map((row: any) => [row.drawn.cents, row.drawn.reason, row.left_after.cents])).toEqual([
    [null, 'The amount cannot be calculated: there is 1 line in a currency other than USD.', null],
    [null, 'The amount cannot be calculated: there is 1 line without a unit cost.', null],
  ])
  expect(then.categories.map((row: any) => [row.would_draw.cents, row.is_over])).toEqual([
    [3_000, null],
    [1_000, null],
  ])
  expect([then.total.drawn.cents, then.total.would_draw.cents, then.total.is_over]).toEqual([null, 4_000, null])
  const none = (await fixture.draw(await fixture.order([['COAT', 1, 30]]))).body.data
  expect([none.commitments, none.reason, none.is_drawn]).toEqual([
    [],
    'The order is not assigned to a commitment.',
    false,
  ])
})

test('the draw requires Pro, and an unknown order has none', async () => {
  const fixture = await buying({ plan: 'essentials_plus' })
  const refused = await fixture.draw(await fixture.order([['COAT', 1, 30]]))
  expect([refused.status, refused.body.code, refused.body.message.desc]).toEqual([
    403,
    'plan_excludes',
    'Your plan does not include the commitments plan of record. It is included with Pro.',
  ])
  const pro = await buying()
  const unknown = await pro.draw(uuidv7())
  expect([unknown.status, unknown.body.code]).toEqual([404, 'purchase_order_not_on_file'])
})

test('the rows of a draw sum to its total', () => {
  const sum = (category_id: string | null, amount: string) => ({
    category_id,
    category: category_id,
    amount,
    uncosted_lines: 0,
    foreign_lines: 0,
  })
  const budgets = [
    { category_id: 'a', category: 'A', budget_cents: 1_000 },
    { category_id: null, category: null, budget_cents: 500 },
  ]
  const { categories, total } = drawsOf('USD', budgets, [sum('a', '1.005'), sum('b', '0.004')], [sum(null, '2')])
  expect(categories.map((row) => [row.covers, row.drawn.cents, row.would_draw.cents])).toEqual([
    ['category', 0, 101],
    ['rest', 200, 0],
  ])
  expect([total.budget.cents, total.drawn.cents, total.would_draw.cents, total.left_after.cents]).toEqual([
    1_500, 200, 101, 1_199,
  ])
})
