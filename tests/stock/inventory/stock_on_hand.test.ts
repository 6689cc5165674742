import { expect, test } from 'bun:test'
import { type Catalogue, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/stock-on-hand'
const today = new Date().toISOString().slice(0, 10)
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

/** Knitwear opens with 100 + 20 at Main and 7 at the store on 1 September; the rest moves in October. */
async function fixture(tenant: Tenant): Promise<Catalogue> {
  const at = '2025-09-01T06:00:00Z'
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    categories: ['Knitwear', 'Denim', 'Empty'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          { sku: 'J-S', stock: { Main: { on_hand: 100, occurred_at: at }, Store: { on_hand: 7, occurred_at: at } } },
          { sku: 'J-M', stock: { Main: { on_hand: 20, occurred_at: at } } },
        ],
      },
      {
        title: 'Jeans',
        category: 'Denim',
        variants: [{ sku: 'D', stock: { Main: { on_hand: 30, occurred_at: at } } }],
      },
      { title: 'Gift card', variants: [{ sku: 'G', stock: { Store: { on_hand: 3, occurred_at: at } } }] },
    ],
  })
  await moveStock(tenant, ids, [
    { sku: 'J-S', location: 'Main', kind: 'fulfilment', quantity: -10, occurred_at: '2025-10-06T00:00:00Z' },
    { sku: 'J-S', location: 'Main', kind: 'fulfilment', quantity: -4, occurred_at: '2025-10-12T23:59:59.999Z' },
    { sku: 'J-S', location: 'Store', kind: 'receipt', quantity: 5, occurred_at: '2025-10-13T00:00:00Z' },
    { sku: 'D', location: 'Main', kind: 'fulfilment', quantity: -6, occurred_at: '2025-10-31T12:00:00Z' },
    { sku: 'J-M', location: 'Main', kind: 'receipt', quantity: 1000, occurred_at: '2025-12-01T12:00:00Z' },
    // Recorded last, happened first.
    { sku: 'J-M', location: 'Main', kind: 'stocktake', quantity: -2, occurred_at: '2025-10-07T12:00:00Z' },
  ])
  return ids
}

const ask = (tenant: Tenant, query: string) => tenant.get(`${path}?${query}`)
const figures = (answer: any) =>
  answer.body.data.rows.map((row: any) => [row.category, row.period_start, row.opening, row.closing])

test('each period opens with what the one before closed with, by when movements happened', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const answer = await ask(tenant, 'start_date=2025-10-05&end_date=2025-10-19')
  expect(answer.status).toBe(200)
  const { rows, ...rest } = answer.body.data
  expect(rest).toEqual({
    window: { start: '2025-10-05', start_date: '2025-10-05', end_date: '2025-10-19', end_exclusive: '2025-10-20' },
    grain: 'week',
    calendar: 'gregorian',
    coverage: { ledger_begins_on: '2025-09-01', periods: 3, periods_measured: 3, variants: 4 },
    basis_note: expect.stringContaining('stock ledger'),
    cover_note: 'The ledger covers the whole window.',
  })
  expect(rows[0]).toEqual({ category: 'Denim', period_start: '2025-10-05', opening: 30, closing: 30, reason: null })
  expect(figures(answer)).toEqual([
    ['Denim', '2025-10-05', 30, 30],
    ['Denim', '2025-10-06', 30, 30],
    ['Denim', '2025-10-13', 30, 30],
    ['Knitwear', '2025-10-05', 127, 127],
    ['Knitwear', '2025-10-06', 127, 111],
    ['Knitwear', '2025-10-13', 111, 116],
    [null, '2025-10-05', 3, 3],
    [null, '2025-10-06', 3, 3],
    [null, '2025-10-13', 3, 3],
  ])
})

test('categories go by name or id and locations by id, and both narrow', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const window = 'start_date=2025-10-01&end_date=2025-10-31&grain=month'
  const byName = await ask(tenant, `${window}&categories=Denim,Empty`)
  expect(figures(byName)).toEqual([['Denim', '2025-10-01', 30, 24]])
  const byId = await ask(tenant, `${window}&categories=${ids.categories.Knitwear}&locations=${ids.locations.Store}`)
  expect(figures(byId)).toEqual([['Knitwear', '2025-10-01', 7, 12]])
  expect(byId.body.data.coverage.variants).toBe(1)
  const both = await ask(tenant, `${window}&locations=${ids.locations.Store},${ids.locations.Main}`)
  expect(figures(both)).toEqual([
    ['Denim', '2025-10-01', 30, 24],
    ['Knitwear', '2025-10-01', 127, 116],
    [null, '2025-10-01', 3, 3],
  ])
})

test('fiscal grains follow the 4-5-4 calendar, cut to the window', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const months = await ask(tenant, 'start_date=2025-09-15&end_date=2025-11-10&grain=fiscal_month&categories=Knitwear')
  expect(months.body.data).toMatchObject({ grain: 'fiscal_month', calendar: 'retail_4_5_4' })
  // Fiscal 2025 begins on 2 February: its 8th month is 31 August to 4 October, its 9th 5 October to 1 November.
  expect(figures(months)).toEqual([
    ['Knitwear', '2025-09-15', 127, 127],
    ['Knitwear', '2025-10-05', 127, 116],
    ['Knitwear', '2025-11-02', 116, 116],
  ])
  const weeks = await ask(tenant, 'start_date=2025-10-05&end_date=2025-10-18&grain=fiscal_week&categories=Knitwear')
  expect(figures(weeks)).toEqual([
    ['Knitwear', '2025-10-05', 127, 115],
    ['Knitwear', '2025-10-12', 115, 116],
  ])
  const days = await ask(tenant, 'start_date=2025-10-12&end_date=2025-10-13&grain=day&categories=Knitwear')
  expect(figures(days)).toEqual([
    ['Knitwear', '2025-10-12', 115, 111],
    ['Knitwear', '2025-10-13', 111, 116],
  ])
})

test('stock before the ledger begins and in the future is null with a reason', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const early = await ask(tenant, 'start_date=2025-08-31&end_date=2025-09-02&grain=day&categories=Denim')
  expect(early.body.data.rows).toEqual([
    {
      category: 'Denim',
      period_start: '2025-08-31',
      opening: null,
      closing: null,
      reason: 'The ledger starts after this period.',
    },
    {
      category: 'Denim',
      period_start: '2025-09-01',
      opening: null,
      closing: 30,
      reason: 'The ledger starts within this period, so its opening stock is unknown.',
    },
    { category: 'Denim', period_start: '2025-09-02', opening: 30, closing: 30, reason: null },
  ])
  expect(early.body.data.coverage).toMatchObject({ periods: 3, periods_measured: 1 })
  expect(early.body.data.cover_note).toBe('The ledger starts on 2025-09-01; earlier stock is unknown.')
  const late = await ask(tenant, `start_date=${today}&end_date=${dayFrom(1)}&grain=day&categories=Denim`)
  expect(late.body.data.rows).toEqual([
    { category: 'Denim', period_start: today, opening: 24, closing: 24, reason: null },
    {
      category: 'Denim',
      period_start: dayFrom(1),
      opening: null,
      closing: null,
      reason: 'The period has not started.',
    },
  ])
  const empty = await newTenant()
  const none = await ask(empty, 'start_date=2025-10-01&end_date=2025-10-02')
  expect(none.body.data).toMatchObject({ rows: [], coverage: { ledger_begins_on: null, variants: 0 } })
  expect(none.body.data.cover_note).toBe('The ledger has no movements yet, so stock is unknown.')
})

test('bad dates, a reversed or too long window, an unserved grain and unknown names are refused by field', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const others = await fixture(other)
  await fixture(tenant)
  const window = 'start_date=2025-01-01&end_date=2025-01-31'
  for (const [query, field] of [
    ['end_date=2025-01-31', 'start_date'],
    ['start_date=2025-01-01', 'end_date'],
    ['start_date=2025-02-30&end_date=2025-03-01', 'start_date'],
    ['start_date=2025-01-02&end_date=2025-01-01', 'end_date'],
    ['start_date=2025-01-01&end_date=2026-02-06', 'end_date'],
    [`${window}&grain=quarter`, 'grain'],
    [`${window}&categories=Denim,Sofas`, 'categories'],
    [`${window}&categories=${others.categories.Denim}`, 'categories'],
    [`${window}&categories=`, 'categories'],
    [`${window}&locations=nowhere`, 'locations'],
    [`${window}&locations=${others.locations.Main}`, 'locations'],
  ]) {
    const answer = await ask(tenant, query!)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('bad_request')
    expect(answer.body.data.field).toBe(field)
  }
  const longest = await ask(tenant, 'start_date=2025-01-01&end_date=2026-02-05')
  expect(longest.status).toBe(200)
})
