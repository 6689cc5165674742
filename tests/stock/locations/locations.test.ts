import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../server/contract/sql.ts'
import { diffLocations, writeLocations } from '../../../server/stock/locations/diff_locations.ts'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/locations'

async function locationsFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Empty', { name: 'Shop', kind: 'store', country_code: 'FR' }],
    suppliers: ['Mill'],
    products: [{ title: 'Coat', variants: [{ sku: 'COAT', stock: { Main: 12 } }, { sku: 'BELT' }] }],
    purchase_orders: [
      { name: 'PO-7', supplier: 'Mill', location: 'Shop', status: 'issued', lines: [{ sku: 'BELT', quantity: 5 }] },
    ],
  })
  const at = (name: string) => `${path}/${ids.locations[name]}`
  const archive = (name: string) => session.patch(at(name), { is_active: false })
  return { tenant, session, ids, at, archive }
}

test('a created location is in the stock position of every variant, an archived one is not', async () => {
  const { tenant, session, ids } = await locationsFixture()
  const created = await session.post(path, { name: 'East', country_code: 'PT' })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Location East created.'])
  expect(created.body.data).toMatchObject({ name: 'East', kind: 'warehouse', country_code: 'PT', is_active: true })
  const position = async () =>
    (await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants.COAT}`)).body.data.locations.map(
      (row: any) => row.location_name,
    )
  expect(await position()).toEqual(['East', 'Empty', 'Main', 'Shop'])
  const { location_id } = created.body.data
  expect((await session.patch(`${path}/${location_id}`, { is_active: false })).body.data.is_active).toBe(false)
  expect(await position()).toEqual(['Empty', 'Main', 'Shop'])
  expect((await session.get(`${path}/${location_id}`)).body.data.name).toBe('East')
  const names = async (query: string) =>
    (await session.get(`${path}${query}`)).body.data.rows.map((row: any) => row.name)
  expect([await names(''), await names('?is_active=true'), await names('?is_active=false')]).toEqual([
    ['East', 'Empty', 'Main', 'Shop'],
    ['Empty', 'Main', 'Shop'],
    ['East'],
  ])
})

test('a location with stock is not archived, and the refusal names the SKU', async () => {
  const { tenant, session, ids, at, archive } = await locationsFixture()
  const { status, body } = await archive('Main')
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(body.message.desc).toBe(
    'Main cannot be archived: it is in use by stock of COAT. Move the stock and finish or cancel the documents first.',
  )
  expect(body.data.uses).toEqual([{ kind: 'stock', id: ids.variants.COAT, name: 'COAT' }])
  expect((await session.get(at('Main'))).body.data.is_active).toBe(true)
  await tenant.service.database.sql`
    update stock_levels set on_hand = 0, committed = 2 where organization_id = ${tenant.organization_id}`
  expect((await archive('Main')).body.data.uses).toMatchObject([{ kind: 'hold', name: 'COAT' }])
})

test('a location that an open order names is archived once the order has ended', async () => {
  const { tenant, session, at, archive } = await locationsFixture()
  const { sql } = tenant.service.database
  for (const status of ['draft', 'approved', 'issued', 'partially_delivered']) {
    await sql`update purchase_orders set status = ${status} where organization_id = ${tenant.organization_id}`
    expect((await archive('Shop')).body.data.uses).toMatchObject([{ kind: 'purchase_order', name: 'PO-7' }])
  }
  await sql`update purchase_orders set status = 'closed' where organization_id = ${tenant.organization_id}`
  expect((await archive('Shop')).status).toBe(200)
  expect((await session.patch(at('Shop'), { is_active: true })).body.data.is_active).toBe(true)
})

test('stocktakes, returns, baskets, sources of transfers and warehouse connections keep a location active', async () => {
  const { tenant, ids, archive } = await locationsFixture()
  const location_id = ids.locations.Empty!
  await tenant.post('/api/v1/stocktakes', {
    name: 'Autumn count',
    counted_on: '2026-11-20',
    location_ids: [location_id],
    include_all_variants: true,
  })
  await insertRows(tenant, 'returns', [
    { name: 'RMA-1', state: 'expected', location_id, created_at: '2026-11-20T09:30:00Z' },
  ])
  await insertRows(tenant, 'purchase_basket_items', [
    {
      item_id: uuidv7(),
      variant_id: ids.variants.BELT,
      location_id,
      quantity: 3,
      source: 'manual',
      created_at: '2026-11-20T09:30:00Z',
      updated_at: '2026-11-20T09:30:00Z',
    },
  ])
  await insertRows(tenant, 'warehouse_connections', [
    {
      connection_id: uuidv7(),
      name: 'Harbour',
      location_id,
      url: 'https://wms.example.com',
      encrypted_token: '\\x00',
      is_active: true,
      created_at: '2026-11-20T09:30:00Z',
    },
  ])
  await tenant.service.database.sql`
    update purchase_orders set source_location_id = ${location_id} where organization_id = ${tenant.organization_id}`
  const { body } = await archive('Empty')
  expect(body.data.uses.map(({ kind, name }: any) => [kind, name]).toSorted()).toEqual([
    ['basket_item', 'BELT'],
    ['purchase_order', 'PO-7'],
    ['return', 'RMA-1'],
    ['stocktake', 'Autumn count'],
    ['warehouse_connection', 'Harbour'],
  ])
})

test('only the first three uses of a kind are named', async () => {
  const { tenant, session, ids, archive } = await locationsFixture()
  const location_id = ids.locations.Empty!
  await insertRows(
    tenant,
    'returns',
    [1, 2, 3, 4].map((n) => ({
      name: `RMA-${n}`,
      state: 'expected',
      location_id,
      created_at: '2026-11-20T09:30:00Z',
    })),
  )
  const { body } = await archive('Empty')
  expect(body.message.desc).toContain('expected return RMA-1, RMA-2, RMA-3 and others.')
  expect((await session.get(path)).status).toBe(200)
})

test('names are unique in any case, also between requests that arrive at once', async () => {
  const { session, at } = await locationsFixture()
  const answers = await Promise.all(['North', 'NORTH', 'north'].map((name) => session.post(path, { name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const refused = await session.patch(at('Empty'), { name: 'main' })
  expect([refused.status, refused.body.data.field, refused.body.data.rule]).toEqual([
    400,
    'name',
    'belongs to another location',
  ])
  const renames = await Promise.all([
    session.patch(at('Empty'), { name: 'Depot' }),
    session.patch(at('Shop'), { name: 'depot' }),
  ])
  expect(renames.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a bad field is refused with its rule, and an unchanged update writes no row', async () => {
  const { tenant, session, at } = await locationsFixture()
  const kind = await session.post(path, { name: 'X', kind: 'shed' })
  expect([kind.status, kind.body.data]).toEqual([
    400,
    { field: 'kind', key: 'shed', rule: 'must be one of the allowed values', allowed: ['warehouse', 'store'] },
  ])
  const country = await session.patch(at('Shop'), { country_code: 'fr' })
  expect([country.status, country.body.data.field, country.body.data.rule]).toEqual([
    400,
    'country_code',
    'must be two capital letters, A to Z, or null',
  ])
  const before = await rowImages(tenant)
  await session.patch(at('Shop'), { name: 'Shop', kind: 'store', country_code: 'FR', is_active: true })
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
  expect((await session.patch(at('Shop'), { country_code: null })).body.data.country_code).toBe(null)
  expect((await session.patch(`${path}/${uuidv7()}`, { name: 'X' })).status).toBe(404)
})

test('a batch is compared without writing, refuses to archive a used location, and repeats without effect', async () => {
  const { tenant } = await locationsFixture()
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const records = [
    { name: 'main', country_code: 'DE' },
    { name: 'Main', is_active: false },
    { name: 'Empty', is_active: false },
    { name: 'West', kind: 'store' },
    { country_code: 'PT' },
    { name: 'Shop' },
  ]
  const diffs = await diffLocations(sql, context, records)
  expect(diffs.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'refused',
    'changed',
    'created',
    'refused',
    'unchanged',
  ])
  expect(diffs[0]).toMatchObject({ changes: [{ field: 'country_code', previous_value: null, value: 'DE' }] })
  expect(diffs[4]).toMatchObject({ faults: [{ field: 'name', rule: 'is required', value: null }] })
  const [archived] = await diffLocations(sql, context, [{ name: 'Main', is_active: false }])
  expect(archived).toEqual({
    outcome: 'refused',
    faults: [
      { field: 'is_active', rule: 'must stay true while the location is in use: stock of COAT', value: 'false' },
    ],
  })
  const writes = diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
  const undone = await writeLocations(sql, context, writes)
  expect(undone.map(({ undo }: any) => undo.previous)).toEqual([{ country_code: null }, { is_active: true }, null])
  const again = await diffLocations(sql, context, [records[0]!, records[2]!, records[3]!])
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
})
