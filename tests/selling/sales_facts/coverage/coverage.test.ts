/** Coverage of sales by channel: where it ends, and what a person states of it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { create, receive, restocked } from '../../returns/returned_shop.ts'
import {
  channelOf,
  coverage,
  dayAgo,
  importDays,
  openCoveredShop,
  placeLive,
  state,
  today,
} from './coverage_fixture.ts'

setDefaultTimeout(60_000)

test('orders as they are placed are recorded to now, days of files up to their newest, and together up to the earlier', async () => {
  const shop = await openCoveredShop()
  expect(await coverage(shop)).toMatchObject({ recorded_through: today, behind: [] })
  expect(await channelOf(shop, 'Till')).toMatchObject({
    source: null,
    recorded_from: null,
    recorded_through: null,
    reason: 'No sales of the channel have been recorded.',
  })
  await importDays(shop, 'Till', [dayAgo(9), dayAgo(7)])
  await placeLive(shop, 'Online', `${dayAgo(20)}T12:00:00Z`)
  expect(await channelOf(shop, 'Till')).toMatchObject({
    source: 'import',
    recorded_from: dayAgo(9),
    last_day: dayAgo(7),
    recorded_through: dayAgo(7),
    stated_through: null,
    reason: null,
  })
  expect(await channelOf(shop, 'Online')).toMatchObject({
    source: 'live',
    last_day: dayAgo(20),
    recorded_through: today,
  })
  expect((await coverage(shop)).recorded_through).toBe(dayAgo(7))
  // A newer file goes on; an undone one takes its days back.
  const { import_id } = await importDays(shop, 'Till', [dayAgo(3)])
  expect((await coverage(shop)).recorded_through).toBe(dayAgo(3))
  await shop.importer.step(import_id, 'undo')
  await shop.importer.work()
  expect((await coverage(shop)).recorded_through).toBe(dayAgo(7))
})

test('a return that is received today leaves an import recorded up to its newest day', async () => {
  const shop = await openCoveredShop()
  const takeBack = async (channel: string) => {
    const { sales_channels, locations } = shop.ids
    const made = await create(shop, {
      sales_channel_id: sales_channels[channel],
      location_id: locations.Main,
      lines: [{ sku: 'J', expected_quantity: 1 }],
    })
    expect((await receive(shop, made.body.data.id, { lines: [restocked('J', 1)] })).status).toBe(200)
  }
  await importDays(shop, 'Till', [dayAgo(9), dayAgo(7)])
  await takeBack('Till')
  await takeBack('Outlet')
  // Of a channel that recorded no sales, a return says nothing.
  expect(await channelOf(shop, 'Outlet')).toMatchObject({ source: null, recorded_from: null, recorded_through: null })
  expect(await channelOf(shop, 'Till')).toMatchObject({
    source: 'import',
    last_day: dayAgo(7),
    recorded_through: dayAgo(7),
  })
  expect((await coverage(shop)).recorded_through).toBe(dayAgo(7))
  // A sale on the same day is recorded as it is placed.
  await placeLive(shop, 'Till', `${today}T00:00:00Z`)
  expect(await channelOf(shop, 'Till')).toMatchObject({ source: 'live', last_day: today, recorded_through: today })
})

test('orders of a file are recorded to their newest, until one comes in as it is placed', async () => {
  const shop = await openCoveredShop()
  const header = 'Order number,Order date,Status,SKU,Quantity,Unit price,Channel'
  const file = (name: string, day: string) => [header, `${name},${day}T10:00:00Z,open,J,1,50.00,Online`].join('\n')
  const options = {
    kind: 'orders',
    kind_options: { cut_over: `${dayAgo(1)}T00:00:00Z`, channel: 'Online', location: 'Main' },
  }
  const done = await shop.importer.imported(file('A-1', dayAgo(6)), options)
  expect(done.result.records).toMatchObject({ created: 1 })
  expect(await channelOf(shop, 'Online')).toMatchObject({ source: 'import', recorded_through: dayAgo(6) })
  // On the same day one that was placed decides.
  await placeLive(shop, 'Online', `${dayAgo(6)}T12:00:00Z`)
  expect(await channelOf(shop, 'Online')).toMatchObject({ source: 'live', recorded_through: today })
  await shop.importer.imported(file('A-2', dayAgo(5)), options)
  expect(await channelOf(shop, 'Online')).toMatchObject({ source: 'import', recorded_through: dayAgo(5) })
})

test('a person states that an import is complete beyond its newest day, corrects it and withdraws it', async () => {
  const shop = await openCoveredShop()
  await importDays(shop, 'Till', [dayAgo(9), dayAgo(7)])
  const stated = await state(shop, 'Till', { recorded_through: dayAgo(2), note: ' Closed ' })
  expect([stated.status, stated.body.message.desc, stated.body.data]).toEqual([
    200,
    `Till is recorded through ${dayAgo(2)}.`,
    await channelOf(shop, 'Till'),
  ])
  expect(stated.body.data).toMatchObject({
    stated_through: dayAgo(2),
    recorded_through: dayAgo(2),
    last_day: dayAgo(7),
    note: 'Closed',
    stated_by: 'Ada Merchant',
  })
  expect((await coverage(shop)).recorded_through).toBe(dayAgo(2))
  const { sql } = shop.tenant.service.database
  const statements = async () => [
    ...(await sql`select recorded_through::text, note, stated_by from sales_recorded_through
      where organization_id = ${shop.tenant.organization_id} order by statement_id`),
  ]
  await state(shop, 'Till', { recorded_through: dayAgo(2), note: 'Closed' })
  expect(await statements()).toEqual([{ recorded_through: dayAgo(2), note: 'Closed', stated_by: 'Ada Merchant' }])
  expect((await state(shop, 'Till', { recorded_through: dayAgo(7) })).body.data.recorded_through).toBe(dayAgo(7))
  expect((await state(shop, 'Till', { recorded_through: today })).body.data.recorded_through).toBe(today)
  expect((await state(shop, 'Till', { recorded_through: null })).body.data).toMatchObject({
    stated_through: null,
    recorded_through: dayAgo(7),
  })
  expect((await statements()).map(({ recorded_through }: any) => recorded_through)).toEqual([
    dayAgo(2),
    dayAgo(7),
    today,
    null,
  ])
  // A later file goes beyond the statement by itself.
  await state(shop, 'Till', { recorded_through: dayAgo(5) })
  await importDays(shop, 'Till', [dayAgo(4)])
  expect((await channelOf(shop, 'Till')).recorded_through).toBe(dayAgo(4))
})

test('a statement before the data, after today, of a live channel or of none is refused', async () => {
  const shop = await openCoveredShop()
  await importDays(shop, 'Till', [dayAgo(7)])
  await placeLive(shop, 'Online', `${dayAgo(3)}T12:00:00Z`)
  const early = await state(shop, 'Till', { recorded_through: dayAgo(8) })
  expect([early.status, early.body.data]).toEqual([
    400,
    {
      field: 'recorded_through',
      rule: 'must not be before the newest day with recorded sales',
      allowed: [`at least ${dayAgo(7)}`],
    },
  ])
  const late = await state(shop, 'Till', { recorded_through: dayAgo(-1) })
  expect([late.status, late.body.data.rule]).toEqual([400, 'must not be after today'])
  const live = await state(shop, 'Online', { recorded_through: dayAgo(1) })
  expect([live.status, live.body.message.code]).toEqual([409, 'conflict'])
  const unknown = await shop.session.put(`/api/v1/sales-channels/${uuidv7()}/recorded-through`, {
    recorded_through: dayAgo(1),
  })
  expect(unknown.status).toBe(404)
  const other = await openCoveredShop()
  const foreign = await other.session.put(`/api/v1/sales-channels/${shop.ids.sales_channels.Till}/recorded-through`, {
    recorded_through: dayAgo(1),
  })
  expect(foreign.status).toBe(404)
})
