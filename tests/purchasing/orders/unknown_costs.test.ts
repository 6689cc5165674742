import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { newSession } from '../../support/service/session.ts'
import { type OrderFixture, orderFixture } from '../order_fixture.ts'
import { approved, listen } from '../receiving.ts'

/** The coats of Mill, in EUR: it has a cost only for C-S. */
async function partlyCosted(fixture: OrderFixture): Promise<string> {
  const { variants } = fixture.ids
  return fixture.order({
    line_items: [
      { variant_id: variants['C-S'], quantity: 24 },
      { variant_id: variants['C-M'], quantity: 6 },
    ],
  })
}

const rowOf = async ({ tenant, at }: OrderFixture, id: string, query = 'limit=50') =>
  (await tenant.get(at(`?${query}`))).body.data.rows.find((row: any) => row.id === id)
const totalOf = ({ total_cost, total_cost_reason }: any) => [total_cost, total_cost_reason]

test('an order with a line of unknown cost has no total, with the reason in its row, its read and its events', async () => {
  const fixture = await orderFixture()
  const readEvents = await listen(fixture, 'new_purchase_order', 'purchase_order_updated')
  const id = await partlyCosted(fixture)
  const unknown = [null, '1 of 2 lines has no unit cost.']
  const read = await fixture.read(id)
  expect(totalOf(await rowOf(fixture, id))).toEqual(unknown)
  expect(totalOf(read)).toEqual(unknown)
  expect(read.line_items.map((line: any) => [line.sku, line.unit_cost, line.total_cost, line.cost_reason])).toEqual([
    ['C-S', 17.25, 414, null],
    ['C-M', null, null, 'The line has no unit cost.'],
  ])
  const costed = await fixture.tenant.patch(fixture.at(`/${id}`), {
    line_items: [{ line_id: read.line_items[1].line_id, unit_cost: 21.5 }],
  })
  // By hand: 24 × 17.25 + 6 × 21.50.
  expect(totalOf(costed.body.data)).toEqual([543, null])
  await fixture.tenant.patch(fixture.at(`/${id}`), {
    removed_line_ids: read.line_items.map(({ line_id }: any) => line_id),
  })
  expect(totalOf(await rowOf(fixture, id))).toEqual([0, null])
  const none = await fixture.order({ line_items: [{ variant_id: fixture.ids.variants['C-M'], quantity: 6 }] })
  expect(totalOf(await rowOf(fixture, none))).toEqual([null, '1 of 1 line has no unit cost.'])
  expect((await readEvents()).map(([, record]) => totalOf(record))).toEqual([
    unknown,
    [543, null],
    [0, null],
    [null, '1 of 1 line has no unit cost.'],
  ])
})

test('lines without carton measures say why cartons and volume are unknown', async () => {
  const fixture = await orderFixture()
  const { line_items, container_plan } = await fixture.read(await partlyCosted(fixture))
  const missing = 'The variant has no carton measures: units, volume or weight of a carton are missing.'
  for (const lines of [line_items, container_plan.lines]) {
    expect(lines.map((line: any) => [line.cartons, line.cbm, line.measures_reason])).toEqual([
      [2, 0.18, null],
      [null, null, missing],
    ])
  }
})

test('unknown totals sort last in both directions, match "empty" filters, and match no amount', async () => {
  const fixture = await orderFixture()
  const known = await fixture.order()
  const dear = await approved(fixture)
  const unknown = await partlyCosted(fixture)
  const names = { [known]: 'known', [dear]: 'dear', [unknown]: 'unknown' }
  const list = async (query: Record<string, string>) => {
    const answer = await fixture.tenant.get(fixture.at(`?${new URLSearchParams({ limit: '50', ...query }).toString()}`))
    return answer.body.data.rows.map(({ id }: any) => names[id])
  }
  const filter = (operation: string, value?: unknown) =>
    list({ filter_args: JSON.stringify([{ key: 'total_cost', operation, ...(value === undefined ? {} : { value }) }]) })
  expect(await list({ sort_args: 'total_cost' })).toEqual(['known', 'dear', 'unknown'])
  expect(await list({ sort_args: '-total_cost' })).toEqual(['dear', 'known', 'unknown'])
  expect(await filter('is_empty')).toEqual(['unknown'])
  expect(await filter('gte', 0)).toEqual(['dear', 'known'])
})

test('an order file and the basket show the reasons beside empty cells', async () => {
  const fixture = await orderFixture()
  const id = await partlyCosted(fixture)
  const { body } = await fixture.tenant.get(fixture.at(`/${id}/export?format=csv`))
  const text = await (await fetch(fixture.tenant.service.base_url + new URL(body.data.export_url).pathname)).text()
  const [, uncosted] = parse(text, { columns: true }) as Record<string, string>[]
  expect(uncosted).toMatchObject({ unit_cost: '', total_cost: '', cost_reason: 'The line has no unit cost.' })
  const session = await newSession(fixture.tenant)
  const { variants, locations, suppliers } = fixture.ids
  const items = ['C-S', 'C-M'].map((sku) => ({
    variant_id: variants[sku],
    location_id: locations.Main,
    supplier_id: suppliers.Mill,
    quantity: 2,
  }))
  const put = await session.post('/api/v1/purchase-basket', { items })
  expect(put.body.data.items.map((item: any) => [item.sku, item.total_cost, item.cost_reason]).toSorted()).toEqual([
    ['C-M', null, 'No cost is known in the currency of the supplier.'],
    ['C-S', 34.5, null],
  ])
})
