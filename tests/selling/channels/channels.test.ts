import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../server/contract/sql.ts'
import { diffSalesChannels, writeSalesChannels } from '../../../server/selling/channels/diff_channels.ts'
import { insertRows, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/sales-channels'

async function channelsFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online store', { name: 'Wholesale', channel_type: 'wholesale' }],
    products: [{ title: 'Coat', channels: ['Online store'], variants: [{ sku: 'COAT' }] }],
  })
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name: 'Nordhaus' }])
  return { tenant, session, ids, trading_partner_id, at: (name: string) => `${path}/${ids.sales_channels[name]}` }
}

const performance = '/api/v1/sales/performance/channels?start_date=2026-11-01&end_date=2026-11-07'

test('a created channel is listed and in the performance of channels', async () => {
  const { tenant, session } = await channelsFixture()
  const created = await session.post(path, { name: 'Bazaar', channel_type: 'marketplace' })
  expect([created.status, created.body.data]).toEqual([
    201,
    {
      sales_channel_id: created.body.data.sales_channel_id,
      name: 'Bazaar',
      channel_type: 'marketplace',
      trading_partner_id: null,
      trading_partner_name: null,
      is_active: true,
      created_at: created.body.data.created_at,
    },
  ])
  const names = (await session.get(path)).body.data.rows.map((row: any) => row.name)
  expect(names).toEqual(['Bazaar', 'Online store', 'Wholesale'])
  const { channels } = (await tenant.get(performance)).body.data
  expect(channels.map((one: any) => one.channel_name)).toEqual(names)
})

test('only a wholesale or marketplace channel has a trading account, which the organisation has', async () => {
  const { session, at, trading_partner_id } = await channelsFixture()
  const linked = await session.patch(at('Wholesale'), { trading_partner_id: trading_partner_id.toUpperCase() })
  expect([linked.status, linked.body.data.trading_partner_name]).toEqual([200, 'Nordhaus'])
  const online = await session.patch(at('Online store'), { trading_partner_id })
  expect([online.status, online.body.data]).toEqual([
    400,
    {
      field: 'channel_type',
      rule: 'must be wholesale or marketplace for a channel with a trading account',
      allowed: ['wholesale', 'marketplace'],
    },
  ])
  expect((await session.patch(at('Wholesale'), { channel_type: 'store' })).status).toBe(400)
  for (const unknown of [uuidv7(), 'nonsense', (await channelsFixture()).trading_partner_id]) {
    const answer = await session.patch(at('Wholesale'), { trading_partner_id: unknown })
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([
      400,
      'trading_partner_id',
      'must be a trading account of this organisation',
    ])
  }
  const cleared = await session.patch(at('Wholesale'), { trading_partner_id: null, channel_type: 'store' })
  expect(cleared.body.data).toMatchObject({ trading_partner_id: null, channel_type: 'store' })
})

test('an archived channel keeps its sales, and its name stays taken', async () => {
  const { tenant, session, ids, at } = await channelsFixture()
  await recordSales(tenant, ids, [
    { sku: 'COAT', day: '2026-11-02', location: 'Main', channel: 'Online store', units: 1, gross_sales_cents: 9_900 },
  ])
  expect((await session.patch(at('Online store'), { is_active: false })).body.data.is_active).toBe(false)
  const revenue = async () =>
    (await tenant.get(performance)).body.data.channels.map((one: any) => [one.channel_name, one.total_revenue.cents])
  expect(await revenue()).toContainEqual(['Online store', 9_900])
  const refused = await session.post(path, { name: 'online STORE', channel_type: 'online' })
  expect([refused.status, refused.body.data.rule]).toEqual([400, 'belongs to another sales channel'])
  expect((await session.get(`${path}?is_active=true`)).body.data.rows.map((row: any) => row.name)).toEqual([
    'Wholesale',
  ])
})

test('of two channels of one name created at once, one is created; a channel without a type is refused', async () => {
  const { session } = await channelsFixture()
  const answers = await Promise.all(
    ['Outlet', 'OUTLET'].map((name) => session.post(path, { name, channel_type: 'online' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  const untyped = await session.post(path, { name: 'Untyped' })
  expect([untyped.status, untyped.body.data.field, untyped.body.data.rule]).toEqual([
    400,
    'channel_type',
    'is required',
  ])
})

test('a batch of channels is compared, written and then unchanged; an unchanged update writes no row', async () => {
  const { tenant, session, at, trading_partner_id } = await channelsFixture()
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const records = [
    { name: 'WHOLESALE', trading_partner_id },
    { name: 'Stores', channel_type: 'store' },
    { name: 'Untyped' },
    { name: 'Online store', channel_type: 'online' },
  ]
  const diffs = await diffSalesChannels(sql, context, records)
  expect(diffs.map(({ outcome }) => outcome)).toEqual(['changed', 'created', 'refused', 'unchanged'])
  expect(diffs[2]).toMatchObject({ faults: [{ field: 'channel_type', rule: 'is required' }] })
  await writeSalesChannels(
    sql,
    context,
    diffs.flatMap((diff) => ('write' in diff ? [diff.write] : [])),
  )
  const before = await rowImages(tenant)
  const again = await diffSalesChannels(sql, context, records.slice(0, 2))
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  await session.patch(at('Wholesale'), { name: 'Wholesale', trading_partner_id, is_active: true })
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
})

test('a channel is read by its id, as the list shows it', async () => {
  const { session, ids, at } = await channelsFixture()
  const one = await session.get(at('Wholesale'))
  expect([one.status, one.body.data.sales_channel_id]).toEqual([200, ids.sales_channels.Wholesale])
  const { rows } = (await session.get(path)).body.data
  expect(rows.find((row: any) => row.name === 'Wholesale')).toEqual(one.body.data)
})
