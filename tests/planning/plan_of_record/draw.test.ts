import { expect, test } from 'bun:test'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import { today } from '../planning_fixture.ts'
import { before, current, newRecord, next } from './record_fixture.ts'

const order = (
  name: string,
  due: string,
  lines: [sku: string, quantity: number, unit_cost: string][],
  more: Partial<OrderFixture> = {},
): OrderFixture => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: lines.map(([sku, quantity, unit_cost]) => ({ sku, quantity, unit_cost })),
  ...more,
})

const orders = [
  order('PO-1', today, [['J', 20, '41.2500']]),
  order('PO-2', before.start, [['J', 3, '33.3333']]),
  order('PO-3', next.start, [
    ['J', 10, '41.2500'],
    ['X', 4, '2.5000'],
  ]),
  order('PO-4', '2040-01-15', [['J', 3, '41.2500']]),
  order('D-1', next.end, [['J', 30, '41.2500']], { status: 'draft' }),
  order('X-1', today, [['J', 50, '41.2500']], { status: 'cancelled' }),
]
const names = orders.map(({ name }) => name!)

async function openExample() {
  const record = await newRecord({ purchase_orders: orders })
  await record.nameOrders(names)
  await record.setPlan([
    record.cell(before, { budget_cents: 50_000 }),
    record.cell(current, { budget_cents: 200_000 }),
    record.cell(next, { budget_cents: 30_000 }),
  ])
  const { tenant, ids } = record
  const at = (name: string, path: string) =>
    `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${ids.purchase_orders[name]!}/${path}`
  return {
    ...record,
    at,
    draw: async (name: string) => (await tenant.get(at(name, 'commitment-draw'))).body.data.commitments[0],
  }
}
type Example = Awaited<ReturnType<typeof openExample>>

const figures = (row: any) =>
  ['budget', 'drawn', 'would_draw', 'left_before', 'left_after'].map((name) => row[name].cents)
const knitwear = ({ categories }: any) => categories.find((one: any) => one.category === 'Knitwear')

/** Cost of the placed orders of a category, and of one order, from rows alone. */
async function costFromRows({ tenant, commitment_id }: Example, name: string, category: string | null) {
  const [row] = await tenant.service.database.sql<{ others: number; own: number }[]>`
    select coalesce(round(sum(l.quantity * l.unit_cost * 100) filter (where o.name <> ${name} and o.status <> 'draft')), 0)::int
        as others, coalesce(round(sum(l.quantity * l.unit_cost * 100) filter (where o.name = ${name})), 0)::int as own
    from purchase_orders o
    join purchase_order_lines l on l.purchase_order_id = o.purchase_order_id
    join variants v on v.variant_id = l.variant_id join products p on p.product_id = v.product_id
    left join categories c on c.category_id = p.category_id
    where o.organization_id = ${tenant.organization_id} and o.commitment_id = ${commitment_id}
      and o.status <> 'cancelled' and c.name is not distinct from ${category}`
  return row!
}

test('what a draft leaves is the open to commit that the plan of record has before and after it is placed', async () => {
  const record = await openExample()
  expect((await record.draw('D-1')).budget_source).toBe('declared_budgets')
  await record.lock('Budget', 'budget')
  const openBefore = (await record.money()).totals.season.open_to_commit_cents
  const draw = await record.draw('D-1')
  expect(draw).toMatchObject({ budget_source: 'plan_of_record', plan: { number: 1, label: 'Budget' } })
  // 825.00 + 100.00 + 412.50 + 123.75 of knitwear are placed; 10.00 of cards, which the plan does not have.
  expect(figures(knitwear(draw))).toEqual([280_000, 146_125, 123_750, 133_875, 10_125])
  expect(knitwear(draw).months.map((month: any) => [month.start_date, ...figures(month), month.is_over])).toEqual([
    [next.start, 30_000, 41_250, 123_750, -11_250, -135_000, true],
  ])
  expect(draw.total.left_before.cents).toBe(openBefore)
  expect((await record.tenant.post(record.at('D-1', 'approve'))).status).toBe(200)
  const { season } = (await record.money()).totals
  expect(season.open_to_commit_cents).toBe(draw.total.left_after.cents)
  expect(figures((await record.draw('D-1')).total)).toEqual(figures(draw.total))
})

test('the draw of every order equals the rows of orders, by category and in total', async () => {
  const record = await openExample()
  await record.lock('Budget', 'budget')
  for (const name of names) {
    const draw = await record.draw(name)
    for (const [category, covers, budget] of [
      ['Knitwear', 'category', 280_000],
      [null, 'none', 0],
    ] as const) {
      const { others, own } = await costFromRows(record, name, category)
      const row = draw.categories.find((one: any) => one.category === category)
      if (row === undefined) continue
      const expected = [budget, others, own, budget - others, budget - others - own]
      expect([name, row.covers, ...figures(row)]).toEqual([name, covers, ...expected])
    }
    for (const figure of ['budget', 'drawn', 'would_draw', 'left_before', 'left_after'])
      expect(draw.total[figure].cents).toBe(
        draw.categories.reduce((sum: number, row: any) => sum + row[figure].cents, 0),
      )
  }
  const { months } = knitwear(await record.draw('PO-4'))
  expect(months.map((month: any) => [month.fiscal_year, month.start_date, ...figures(month)])).toEqual([
    [null, null, 0, 0, 12_375, 0, -12_375],
  ])
})

test('a newer locked version is what an order draws from; what arrived of a cancelled order stays drawn', async () => {
  const record = await openExample()
  const { tenant, ids } = record
  await record.lock('Budget', 'budget')
  await record.setPlan([record.cell(current, { budget_cents: 90_000 })])
  expect((await record.draw('PO-1')).total.budget.cents).toBe(280_000)
  await record.lock('March view')
  expect(await record.draw('PO-1')).toMatchObject({ plan: { number: 2 }, total: { budget: { cents: 90_000 } } })
  await tenant.post(record.at('PO-1', 'deliveries'), {
    received_at: new Date().toISOString(),
    line_items: [{ variant_id: ids.variants.J, received_quantity: 8 }],
  })
  await tenant.service.database.sql`
    update purchase_orders set status = 'cancelled'
    where organization_id = ${tenant.organization_id} and name = 'PO-1'`
  const answer = (await tenant.get(record.at('PO-1', 'commitment-draw'))).body.data
  expect([answer.is_drawn, answer.reason, knitwear(answer.commitments[0]).would_draw.cents]).toEqual([
    true,
    null,
    33_000,
  ])
  const none = (await tenant.get(record.at('X-1', 'commitment-draw'))).body.data
  expect([none.is_drawn, none.reason]).toEqual([false, 'The order was cancelled.'])
  expect(knitwear(none.commitments[0])).toMatchObject({ would_draw: { cents: 0 }, months: [] })
})

test('an unknown unit cost of another order makes what is left unknown, and not what this order draws', async () => {
  const record = await openExample()
  await record.lock('Budget', 'budget')
  await record.tenant.service.database.sql`
    update purchase_order_lines set unit_cost = null where organization_id = ${record.tenant.organization_id}
      and purchase_order_id = ${record.ids.purchase_orders['PO-2']!}`
  const row = knitwear(await record.draw('PO-3'))
  expect(figures(row)).toEqual([280_000, null, 41_250, null, null])
  expect([row.drawn.reason, row.is_over]).toEqual(['The orders have 1 line without a unit cost.', null])
})
