import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { daysAgo, move, newHistory, path, readTable, refresh, sell } from './velocity_fixture.ts'

async function fixture() {
  const history = await newHistory()
  const { tenant, ids } = history
  const session = await newSession(tenant)
  for (const [sku, quantity] of [
    ['C1', 2],
    ['D1', 3],
  ] as const)
    await session.post('/api/v1/bundles', {
      bundle_variant_id: ids.variants[sku],
      components: [{ component_variant_id: ids.variants.A1, quantity }],
    })
  const read = async (sku: string, query = '') =>
    (await tenant.get(`${path}/variants/${ids.variants[sku]}/bundle-contributions${query}`)).body.data
  const sale = (sku: string, day: number, units: number) => ({
    sku,
    day: daysAgo(day),
    channel: 'Web',
    location: 'North',
    units,
    gross_sales_cents: units * 100,
  })
  return { history, tenant, ids, session, read, sale }
}

test("bundles contribute their units times their quantity, over the component's own in-stock days", async () => {
  const { history, tenant, ids, session, read, sale } = await fixture()
  await move(history, [
    { sku: 'A1', location: 'North', kind: 'opening', quantity: 9, occurred_at: `${daysAgo(24)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: -9, occurred_at: `${daysAgo(5)}T08:00:00Z` },
  ])
  // Days before the first ledger row are not counted, as in the velocity of the variant itself.
  await sell(history, [sale('A1', 10, 10), sale('A1', 26, 99), sale('C1', 12, 5), sale('C1', 25, 99), sale('D1', 1, 4)])
  await session.patch(`/api/v1/bundles/${ids.variants.D1}`, { is_active: false })
  const expected = {
    sku: 'A1',
    basis: 'in_stock_days',
    // 24 to 5 days ago.
    counted_days: 20,
    own: { units: 10, units_per_day: 0.5, share_percentage: 31.3 },
    bundles: { units: 22, units_per_day: 1.1, share_percentage: 68.8 },
    total: { units: 32, units_per_day: 1.6, share_percentage: 100 },
    contributions: [
      {
        sku: 'D1',
        is_active: false,
        quantity: 3,
        bundles_sold: 4,
        units: 12,
        units_per_day: 0.6,
        share_percentage: 37.5,
      },
      {
        sku: 'C1',
        is_active: true,
        quantity: 2,
        bundles_sold: 5,
        units: 10,
        units_per_day: 0.5,
        share_percentage: 31.3,
      },
    ],
    reason: null,
  }
  expect(await read('A1')).toMatchObject(expected)
  // In the table, as in cover, without the bundle that is archived: 5 × 2 over the same 20 days.
  const listed = async (sku: string) =>
    (await readTable(history.tenant, { weeks: 4, sort_args: 'sku' })).body.data.rows.find((row: any) => row.sku === sku)
  expect(await listed('A1')).toMatchObject({
    units_per_day: 0.5,
    units_sold_in_bundles: 10,
    units_per_day_in_bundles: 0.5,
    units_per_day_with_bundles: 1,
  })
  const [row] = (await tenant.get(`${path}/table?search=A1`)).body.data.rows
  expect(row.units_per_day).toBe(expected.own.units_per_day)
  await refresh(tenant)
  expect(await read('A1')).toMatchObject(expected)
  expect((await read('A1', '?weeks=13')).window.start_date).toBe(daysAgo(91))
})

test('a variant in no bundle has no contributions, and unknown stock counts every day', async () => {
  const { history, read, sale } = await fixture()
  await sell(history, [sale('B1', 3, 28), sale('C1', 3, 7)])
  expect(await read('B1')).toMatchObject({
    basis: 'as_sold',
    counted_days: 28,
    own: { units: 28, units_per_day: 1, share_percentage: 100 },
    bundles: { units: 0, units_per_day: 0, share_percentage: 0 },
    contributions: [],
  })
  expect(await read('A1')).toMatchObject({
    own: { units: 0, units_per_day: 0, share_percentage: 0 },
    bundles: { units: 14, units_per_day: 0.5, share_percentage: 100 },
  })
  expect((await read('D2')).total).toEqual({ units: 0, units_per_day: 0, share_percentage: null })
})

test('a bundle of bundles contributes the units of the bundles within', async () => {
  const { history, ids, session, read, sale } = await fixture()
  const components = [{ component_variant_id: ids.variants.C1, quantity: 5 }]
  expect((await session.post('/api/v1/bundles', { bundle_variant_id: ids.variants.D2, components })).status).toBe(201)
  await sell(history, [sale('C1', 3, 7), sale('D2', 3, 2)])
  expect(await read('A1')).toMatchObject({
    bundles: { units: 34 },
    contributions: [
      { sku: 'D2', quantity: 10, bundles_sold: 2, units: 20 },
      { sku: 'C1', quantity: 2, bundles_sold: 7, units: 14 },
      { sku: 'D1', units: 0 },
    ],
  })
  // Ready-made boxes are put together whether they are sold in a set or not.
  await session.patch(`/api/v1/bundles/${ids.variants.C1}`, { stocking: 'ready_made' })
  expect(await read('A1')).toMatchObject({ bundles: { units: 14 } })
})

test('a component that was out of stock throughout has units and no velocity', async () => {
  const { history, read, sale } = await fixture()
  await move(history, [
    { sku: 'A1', location: 'North', kind: 'opening', quantity: 9, occurred_at: `${daysAgo(90)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: -9, occurred_at: `${daysAgo(80)}T08:00:00Z` },
  ])
  await sell(history, [sale('C1', 3, 7)])
  const { rows } = (await readTable(history.tenant, { weeks: 4, sort_args: 'sku' })).body.data
  expect(rows.find((row: any) => row.sku === 'A1')).toMatchObject({
    units_sold_in_bundles: 14,
    units_per_day_in_bundles: null,
    units_per_day_with_bundles: null,
    weeks_of_cover: null,
    cover_reason_code: 'out_of_stock',
  })
  expect(await read('A1')).toMatchObject({
    counted_days: 0,
    bundles: { units: 14, units_per_day: null, share_percentage: 100 },
    reason_code: 'out_of_stock',
  })
})

test('an unknown variant, an unserved window and an account-bound key are refused', async () => {
  const { tenant, ids } = await fixture()
  const other = await newHistory()
  for (const id of [uuidv7(), 'A1', other.ids.variants.A1]) {
    const refused = await tenant.get(`${path}/variants/${id}/bundle-contributions`)
    expect([refused.status, refused.body.message.code]).toEqual([404, 'variant_not_on_file'])
  }
  const at = `${path}/variants/${ids.variants.A1}/bundle-contributions`
  const refused = await tenant.get(`${at}?weeks=8`)
  expect([refused.status, refused.body.data.field]).toEqual([400, 'weeks'])
  const trading_partner_id = uuidv7()
  await tenant.service.database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Meridian Stores')`
  const { api_key: key } = await tenant.mint({ trading_partner_id })
  expect((await tenant.get(at, { key })).body.message.code).toBe('account_mismatch')
})
