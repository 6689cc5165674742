import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { adjustmentReasons } from '../../../server/stock/known_values.ts'
import { newSession } from '../../support/service/session.ts'
import { faultOf, faultsIn, ledgerOf, onHand, path, stockRoom, type StockRoom } from './stock_room.ts'

const movements = ({ tenant }: StockRoom, adjustment_id: string) =>
  tenant.get(`/api/v1/inventory/movements?document_type=manual_adjustment&document_id=${adjustment_id}&limit=1000`)

test('an adjustment books one row a line and shows it in the ledger, stock history and events', async () => {
  const room = await stockRoom()
  const { tenant, ids, member, line } = room
  const admin = await newSession(tenant)
  const hook = { hook_url: 'http://127.0.0.1:9/hook', type: 'movement.recorded' }
  expect((await admin.post('/api/v1/webhooks', hook)).status).toBe(201)
  const lines = [
    line('J-S', 'Main', 10, { unit_cost: 20.1234 }),
    { variant_id: ids.variants['J-M']!.toUpperCase(), location_id: ids.locations.Main, quantity: -7 },
    line('J-L', 'Store', 4),
  ]
  const made = await room.adjust('correction', lines, { note: ' Recounted shelf 3 ' })
  expect([made.status, made.body.message.desc]).toEqual([201, 'Adjustment ADJ-1001 recorded with 3 lines.'])
  const { adjustment_id, lines: booked, created_at, ...header } = made.body.data
  expect(header).toEqual({
    name: 'ADJ-1001',
    reason: 'correction',
    note: 'Recounted shelf 3',
    line_count: 3,
    units_added: 14,
    units_removed: 7,
    created_by: 'user:Grace',
    undone_by: null,
    undone_at: null,
  })
  expect(
    booked.map((one: any) => [one.line_number, one.sku, one.location_name, one.quantity, one.on_hand_after]),
  ).toEqual([
    [1, 'J-S', 'Main', 10, 50],
    [2, 'J-M', 'Main', -7, 13],
    [3, 'J-L', 'Store', 4, 4],
  ])
  expect(booked.map((one: any) => one.unit_cost.usd)).toEqual([20.1234, 10, null])
  expect((await member.get(`${path}/${adjustment_id.toUpperCase()}`)).body.data).toEqual(made.body.data)

  expect(await onHand(tenant)).toEqual({ 'J-L Store': 4, 'J-M Main': 13, 'J-S Main': 50, 'J-S Store': 5 })
  // 40 units at 12.50 and 10 at 20.1234.
  const [level] = await tenant.service.database.sql`
    select average_cost from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants['J-S']!} and location_id = ${ids.locations.Main!}`
  expect(Number(level!.average_cost)).toBeCloseTo((40 * 125_000 + 10 * 201_234) / 50 / 10_000, 9)

  const read = (await movements(room, adjustment_id)).body.data.rows
  expect(read.map((row: any) => [row.kind, row.document, row.evidence, row.actor])).toEqual(
    Array.from({ length: 3 }, () => [
      'adjustment',
      { type: 'manual_adjustment', id: adjustment_id, name: 'ADJ-1001' },
      'Reason: correction. Recounted shelf 3',
      'user:Grace',
    ]),
  )
  const events = await tenant.service.database.sql<{ body: string }[]>`
    select body from webhook_events where organization_id = ${tenant.organization_id} order by event_id`
  expect(events.map(({ body }) => JSON.parse(body))).toEqual(
    read.toSorted((a: any, b: any) => Number(a.document_line_id) - Number(b.document_line_id)),
  )
  const today = created_at.slice(0, 10)
  const history = await tenant.get(`/api/v1/inventory/stock-on-hand?start_date=${today}&end_date=${today}&grain=day`)
  const closing = history.body.data.rows.reduce((sum: number, row: any) => sum + row.closing, 0)
  expect(closing).toBe(4 + 13 + 50 + 5)
  expect(await faultsIn(tenant)).toEqual([])
})

test('one faulty line refuses the whole adjustment and names its field', async () => {
  const room = await stockRoom()
  const { tenant, ids, line, adjust } = room
  const before = await onHand(tenant)
  const other = await stockRoom()
  const good = line('J-S', 'Main', -1)
  const cases: [unknown, string][] = [
    [{ ...line('J-M', 'Main', -1), sku: undefined }, 'lines[1].variant_id'],
    [{ ...line('J-M', 'Main', -1), variant_id: ids.variants['J-M'] }, 'lines[1].variant_id'],
    [{ ...line('J-M', 'Main', -1), sku: undefined, variant_id: other.ids.variants['J-M'] }, 'lines[1].variant_id'],
    [line('j-m', 'Main', -1), 'lines[1].sku'],
    [{ ...line('J-M', 'Main', -1), location_id: other.ids.locations.Main }, 'lines[1].location_id'],
    [{ ...line('J-M', 'Main', -1), location_id: 'Main' }, 'lines[1].location_id'],
    [line('J-M', 'Main', 0), 'lines[1].quantity'],
    [line('J-M', 'Main', 1), 'lines[1].quantity'],
    [line('J-M', 'Main', -1.5), 'lines[1].quantity'],
    [line('J-M', 'Main', -1, { unit_cost: 3 }), 'lines[1].unit_cost'],
    [{ ...good, sku: undefined, variant_id: ids.variants['J-S'] }, 'lines[1]'],
  ]
  for (const [bad, field] of cases)
    expect(faultOf(await adjust('damaged', [good, bad as object]))).toEqual([400, 'bad_request', field])
  expect(faultOf(await adjust('found', [line('J-S', 'Main', -1)]))).toEqual([400, 'bad_request', 'lines[0].quantity'])
  const fine = await adjust('found', [line('J-S', 'Main', 1, { unit_cost: 1.00001 })])
  expect(faultOf(fine)).toEqual([400, 'bad_request', 'lines[0].unit_cost'])
  const unknown = await adjust('mislaid', [good])
  expect([...faultOf(unknown), unknown.body.data.allowed]).toEqual([
    400,
    'bad_request',
    'reason',
    [...adjustmentReasons],
  ])
  expect(faultOf(await adjust('damaged', [good], { note: '  ' }))).toEqual([400, 'bad_request', 'note'])
  expect(faultOf(await adjust('damaged', []))).toEqual([400, 'bad_request', 'lines'])
  const many = Array.from({ length: 1_001 }, () => good)
  expect(faultOf(await adjust('damaged', many))).toEqual([400, 'bad_request', 'lines'])
  const flood = await adjust('found', [line('J-S', 'Main', 999_999_999)])
  expect(flood.status).toBe(400)
  expect(await onHand(tenant)).toEqual(before)
  expect((await room.member.get(path)).body.data.rows).toEqual([])
})

test('an adjustment leaves the committed units, or with the caller’s leave none, and never less than zero', async () => {
  const { tenant, line, adjust } = await stockRoom()
  const short = await adjust('lost', [line('J-M', 'Main', -1), line('J-S', 'Store', -3)])
  expect([short.status, short.body.code]).toEqual([409, 'conflict'])
  expect(short.body.data).toMatchObject({
    field: 'lines[1].quantity',
    allowed: ['-2 or more'],
    sku: 'J-S',
    location_name: 'Store',
    on_hand: 5,
    committed: 3,
  })
  expect(await onHand(tenant)).toEqual({ 'J-M Main': 20, 'J-S Main': 40, 'J-S Store': 5 })
  expect((await adjust('lost', [line('J-S', 'Store', -2)])).status).toBe(201)
  expect((await adjust('lost', [line('J-S', 'Store', -1)])).body.data.allowed).toEqual(['no decrease'])
  const below = { allow_below_committed: true }
  const negative = await adjust('lost', [line('J-S', 'Store', -4)], below)
  expect([...faultOf(negative), negative.body.data.allowed]).toEqual([
    409,
    'conflict',
    'lines[0].quantity',
    ['-3 or more'],
  ])
  expect((await adjust('lost', [line('J-S', 'Store', -3)], below)).status).toBe(201)
  const [level] = await tenant.service.database.sql`
    select on_hand, committed from stock_levels where organization_id = ${tenant.organization_id} and committed > 0`
  expect({ ...level }).toEqual({ on_hand: 0, committed: 3 })
  expect((await adjust('lost', [line('J-L', 'Main', -1)], below)).status).toBe(409)
  expect((await adjust('found', [line('J-S', 'Store', 1)])).status).toBe(201)
})

test('undoing reverses every row once, at its cost and time', async () => {
  const room = await stockRoom()
  const { tenant, line, adjust, undo, member } = room
  const before = await tenant.service.database.sql`
    select variant_id, location_id, on_hand, average_cost from stock_levels
    where organization_id = ${tenant.organization_id} order by 1, 2`
  const made = await adjust('other', [line('J-S', 'Main', 10, { unit_cost: 30 }), line('J-M', 'Main', -20)])
  const { adjustment_id } = made.body.data
  const undone = await undo(adjustment_id)
  expect([undone.status, undone.body.message.desc]).toEqual([200, 'Adjustment ADJ-1001 undone: 2 lines reversed.'])
  expect(undone.body.data.undone_by).toBe('user:Grace')
  const rows = (await movements(room, adjustment_id)).body.data.rows
  expect(rows.length).toBe(4)
  for (const one of undone.body.data.lines) {
    const reversal = rows.find(({ id }: any) => id === one.reversed_by_movement_id)
    const booked = rows.find(({ id }: any) => id === one.movement_id)
    expect(reversal).toMatchObject({
      reverses_movement_id: one.movement_id,
      quantity_delta: -one.quantity,
      occurred_at: booked.occurred_at,
      unit_cost: booked.unit_cost,
      kind: 'adjustment',
    })
  }
  expect(rows.reduce((sum: number, row: any) => sum + row.quantity_delta, 0)).toBe(0)
  const after = await tenant.service.database.sql`
    select variant_id, location_id, on_hand, average_cost from stock_levels
    where organization_id = ${tenant.organization_id} order by 1, 2`
  expect([...after]).toEqual([...before])
  expect(await faultsIn(tenant)).toEqual([])
  expect(faultOf(await undo(adjustment_id))).toEqual([409, 'conflict', 'adjustment_id'])
  expect((await movements(room, adjustment_id)).body.data.rows.length).toBe(4)
  const listed = async (query: string) =>
    (await member.get(`${path}?${query}`)).body.data.rows.map((row: any) => row.name)
  await adjust('damaged', [line('J-S', 'Main', -1)])
  expect(await listed('')).toEqual(['ADJ-1002', 'ADJ-1001'])
  expect(await listed('is_undone=true')).toEqual(['ADJ-1001'])
  expect(await listed('is_undone=false&reason=damaged')).toEqual(['ADJ-1002'])
  expect(await listed('limit=1&offset=1')).toEqual(['ADJ-1001'])
})

test('an adjustment cannot be undone once its units left or a stocktake counted them', async () => {
  const { tenant, ids, line, adjust, undo } = await stockRoom()
  const found = (await adjust('found', [line('J-S', 'Store', 6)])).body.data.adjustment_id
  expect((await adjust('lost', [line('J-S', 'Store', -7)])).status).toBe(201)
  const short = await undo(found)
  expect([...faultOf(short), short.body.data.allowed]).toEqual([409, 'conflict', 'lines[0].quantity', ['-1 or more']])
  expect(faultOf(await undo(found, { allow_below_committed: true }))).toEqual([409, 'conflict', 'lines[0].quantity'])
  expect(await onHand(tenant)).toMatchObject({ 'J-S Store': 4 })

  const damaged = (await adjust('damaged', [line('J-M', 'Main', -5)])).body.data.adjustment_id
  const stocktake = await tenant.post('/api/v1/stocktakes', {
    name: 'Spring count',
    counted_on: '2026-11-20',
    location_ids: [ids.locations.Main],
    variant_ids: [ids.variants['J-M']],
  })
  const { id } = stocktake.body.data
  const counts = [{ variant_id: ids.variants['J-M'], location_id: ids.locations.Main, counted_quantity: 15 }]
  await tenant.patch(`/api/v1/stocktakes/${id}/counts`, { counts })
  const counted = await undo(damaged)
  expect([...faultOf(counted), counted.body.message.desc]).toEqual([
    409,
    'conflict',
    'adjustment_id',
    expect.stringContaining('stocktake Spring count has since counted J-M at Main'),
  ])
  await tenant.post(`/api/v1/stocktakes/${id}/post`)
  expect((await undo(damaged)).status).toBe(409)
  const later = (await adjust('damaged', [line('J-M', 'Main', -1)])).body.data.adjustment_id
  expect((await undo(later)).status).toBe(200)
})

test('adjustments that meet share no name and take no unit twice, and one is undone once', async () => {
  const { tenant, line, adjust, undo, member } = await stockRoom()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => adjust('lost', [line('J-M', 'Main', -3), line('J-S', 'Main', -1)])),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 201, 409, 409])
  expect(await onHand(tenant)).toMatchObject({ 'J-M Main': 2, 'J-S Main': 34 })
  const { rows } = (await member.get(path)).body.data
  expect(new Set(rows.map(({ name }: any) => name)).size).toBe(6)
  const undone = await Promise.all(Array.from({ length: 4 }, () => undo(rows[0].adjustment_id)))
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await ledgerOf(tenant)).filter(({ reverses }) => reverses).length).toBe(2)
})

test('adjustments of other organisations are unknown', async () => {
  const [ours, theirs] = [await stockRoom(), await stockRoom()]
  const { adjustment_id } = (await theirs.adjust('lost', [theirs.line('J-M', 'Main', -1)])).body.data
  for (const id of [adjustment_id, uuidv7()]) {
    expect((await ours.member.get(`${path}/${id}`)).body.code).toBe('not_found')
    expect((await ours.undo(id)).body.code).toBe('not_found')
  }
  expect((await ours.member.get(path)).body.data.rows).toEqual([])
})
