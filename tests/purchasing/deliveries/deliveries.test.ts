import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { orderFixture, refusedField } from '../order_fixture.ts'
import { approved, arrived, level, lineFigures, listen, record } from '../receiving.ts'

test('a delivery updates stock, cost, incoming units and the order together, and its event has the body of its read', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  expect(await level(fixture, 'C-S')).toEqual([30, 24, 18.5, 1])
  const readEvents = await listen(fixture, 'receipt.recorded', 'movement.recorded', 'purchase_order_updated')
  const answer = await record(fixture, id, {
    received_at: '2026-10-05T08:00:00Z',
    reference: 'DN 8812',
    ...arrived(fixture, ['C-S', 10], ['C-M', 6]),
  })
  expect(answer.status).toBe(200)
  const { already_on_file, moved_units, ...delivery } = answer.body.data
  expect([already_on_file, moved_units]).toEqual([false, 16])
  expect(delivery).toMatchObject({
    purchase_order_id: id,
    purchase_order_name: 'PO-1001',
    location_id: fixture.ids.locations.Main,
    reference: 'DN 8812',
    units: 16,
  })
  expect(Date.parse(delivery.received_at)).toBe(Date.parse('2026-10-05T08:00:00Z'))
  expect(delivery.line_items.map((line: any) => [line.sku, line.received_quantity])).toEqual([
    ['C-S', 10],
    ['C-M', 6],
  ])
  // (30 × 18.50 + 10 × 17.25) / 40 and (5 × 21 + 6 × 21) / 11
  expect(await level(fixture, 'C-S')).toEqual([40, 14, 18.1875, 2])
  expect(await level(fixture, 'C-M')).toEqual([11, 0, 21, 2])
  const order = await fixture.read(id)
  expect([order.status, order.ended_at, order.deliveries]).toEqual(['partially_delivered', null, [delivery]])
  expect(lineFigures(order)).toEqual([
    ['C-S', 10, 14],
    ['C-M', 6, 0],
  ])
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=purchase_order_delivery&document_id=${delivery.delivery_id}`,
  )
  expect(rows.body.data.rows.map((row: any) => [row.sku, row.quantity_delta, row.unit_cost.cents]).toSorted()).toEqual([
    ['C-M', 6, 2100],
    ['C-S', 10, 1725],
  ])
  const events = await readEvents()
  expect(events.map(([event]) => event).toSorted()).toEqual([
    'movement.recorded',
    'movement.recorded',
    'purchase_order_updated',
    'receipt.recorded',
  ])
  expect(events.find(([event]) => event === 'receipt.recorded')![1]).toEqual(delivery)
  const read = await fixture.tenant.get(fixture.at(`/${id}/deliveries/${delivery.delivery_id}`))
  expect(read.body.data).toEqual(delivery)
  const list = await fixture.tenant.get(fixture.at(`/${id}/deliveries`))
  expect(list.body.data).toEqual({ items: [delivery], total_count: 1 })
})

test('a repeated submission returns the delivery on file, moves nothing and sends nothing', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const readEvents = await listen(fixture, 'receipt.recorded', 'movement.recorded', 'purchase_order_updated')
  const delivery = arrived(fixture, ['C-M', 6], ['C-S', 24])
  const first = await record(fixture, id, delivery)
  expect((await fixture.read(id)).status).toBe('delivered')
  const before = [await level(fixture, 'C-S'), (await readEvents()).length, await fixture.read(id)]
  const again = await record(fixture, id, { line_items: delivery.line_items.toReversed() })
  const onFile = { ...first.body.data, already_on_file: true, moved_units: 0 }
  expect([again.status, again.body.data]).toEqual([200, onFile])
  expect([await level(fixture, 'C-S'), (await readEvents()).length, await fixture.read(id)]).toEqual(before)
  // Another reference is another delivery, and nothing is outstanding any more.
  const other = await record(fixture, id, { ...delivery, reference: 'DN 2' })
  expect(refusedField(other).slice(0, 2)).toEqual([409, 'conflict'])
})

test('units beyond those outstanding are refused as a whole, or accepted with an exception', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const readEvents = await listen(fixture, 'exception.opened')
  await record(fixture, id, arrived(fixture, ['C-S', 20]))
  const over = arrived(fixture, ['C-M', 6], ['C-S', 7])
  const refused = await record(fixture, id, over)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.message.desc).toBe(
    'The delivery brings PO-1001 3 units more than outstanding: 7 units of C-S where 4 are outstanding. Correct the quantity, or send accept_over_receipt to book what arrived.',
  )
  expect(refused.body.data).toMatchObject({ act: 'receive', received_quantity: 7, outstanding_quantity: 4 })
  expect([await level(fixture, 'C-S'), await level(fixture, 'C-M')]).toEqual([
    [50, 4, 18, 2],
    [5, 6, 21, 1],
  ])
  expect((await record(fixture, id, { ...over, accept_over_receipt: true })).status).toBe(200)
  expect(await level(fixture, 'C-S')).toEqual([57, 0, 17.9078947368, 3])
  const order = await fixture.read(id)
  expect([order.status, lineFigures(order)]).toEqual([
    'delivered',
    [
      ['C-S', 27, 0],
      ['C-M', 6, 0],
    ],
  ])
  expect(order.ended_at).not.toBeNull()
  const [[, opened], ...others] = (await readEvents()) as [[string, any]]
  expect(others).toEqual([])
  expect(opened).toMatchObject({
    kind: 'over_receipt',
    severity: 'warning',
    subject: { type: 'purchase_order', id },
    sentence: '3 units more than ordered arrived on PO-1001: 7 units of C-S where 4 are outstanding.',
    resolved_at: null,
  })
})

test('of two concurrent receipts that together exceed the order, one is booked and one refused', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const answers = await Promise.all(
    [14, 15].map((units) => record(fixture, id, { reference: `DN ${units}`, ...arrived(fixture, ['C-S', units]) })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const units = answers.find(({ status }) => status === 200)!.body.data.units
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([30 + units, 24 - units])
  // The same submission twice concurrently is one delivery.
  const twice = await Promise.all([1, 2].map(() => record(fixture, id, arrived(fixture, ['C-M', 2]))))
  const delivery = twice.map(({ body }) => body.data).toSorted((a, b) => b.moved_units - a.moved_units)
  expect(delivery[1]).toEqual({ ...delivery[0], already_on_file: true, moved_units: 0 })
  expect(delivery[0].moved_units).toBe(2)
  expect(await level(fixture, 'C-M')).toEqual([7, 4, 21, 2])
})

test('a cost in another currency is unknown without a rate, and so is the average cost', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture, { supplier_id: fixture.ids.suppliers.Mill })
  await record(fixture, id, arrived(fixture, ['C-S', 24]))
  expect(await level(fixture, 'C-S')).toEqual([54, 0, null, 2])
})

test('an order can be received only once it is approved and not on hold', async () => {
  const fixture = await orderFixture()
  const { ids, tenant } = fixture
  const id = await fixture.order({ supplier_id: ids.suppliers.Forge })
  const one = arrived(fixture, ['C-S', 1])
  const both = async (order_id: string) => {
    const answers = [
      await record(fixture, order_id, one),
      await tenant.post(fixture.at(`/${order_id}/deliveries/bulk`), { deliveries: [one] }),
      await tenant.post(fixture.at(`/${order_id}/mark_delivered`)),
    ]
    expect(new Set(answers.map((answer) => answer.body.message.desc)).size).toBe(1)
    return [...new Set(answers.map(({ status, body }) => `${status} ${body.code}`)), answers[0]!.body.message.desc]
  }
  expect(await both(id)).toEqual(['409 conflict', 'PO-1001 is a draft and cannot be received. Approve it first.'])
  for (const status of ['delivered', 'closed', 'cancelled']) {
    await fixture.put(id, { status })
    expect((await both(id))[0]).toBe('409 conflict')
  }
  await fixture.put(id, { status: 'issued', on_hold: true, hold_reason: 'Wrong price' })
  expect((await both(id))[1]).toBe('PO-1001 is on hold (Wrong price) and cannot be received. Release it first.')
  const transfer = await fixture.order({
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: ids.locations.Store,
    source_location_id: ids.locations.Main,
    line_items: [{ variant_id: ids.variants['C-S'], quantity: 4 }],
  })
  await tenant.post(fixture.at(`/${transfer}/approve`))
  expect(await both(transfer)).toEqual([
    '409 conflict',
    'TO-1001 has not been issued, so it cannot be received. Issue it first.',
  ])
  expect((await both(uuidv7()))[0]).toBe('404 purchase_order_not_on_file')
  expect((await tenant.get(fixture.at(`/${uuidv7()}/deliveries`))).body.code).toBe('purchase_order_not_on_file')
  expect((await tenant.get(fixture.at(`/${id}/deliveries/${uuidv7()}`))).body.code).toBe(
    'purchase_order_delivery_not_on_file',
  )
  expect((await level(fixture, 'C-S')).at(-1)).toBe(1)
})

test('a submission that does not fit the order is refused with its field, and nothing is booked', async () => {
  const fixture = await orderFixture()
  const { ids, tenant } = fixture
  const variant_id = ids.variants['C-S']!
  const id = await approved(fixture, {
    line_items: [1, 2].map((quantity) => ({ variant_id, quantity, unit_cost: 3 })),
  })
  const other = await approved(fixture)
  const [first, second] = (await fixture.read(id)).line_items
  const foreign = (await fixture.read(other)).line_items[0]
  const cases: [Record<string, unknown>, string][] = [
    [{ line_items: [] }, 'line_items'],
    [{ line_items: [{ received_quantity: 1 }] }, 'line_items[0].line_id'],
    [{ line_items: [{ variant_id, received_quantity: 1 }] }, 'line_items[0].line_id'],
    [{ line_items: [{ line_id: foreign.line_id, received_quantity: 1 }] }, 'line_items[0].line_id'],
    [{ line_items: [{ variant_id: ids.variants['C-M'], received_quantity: 1 }] }, 'line_items[0].variant_id'],
    [
      { line_items: [{ line_id: first.line_id, variant_id: ids.variants['C-M'], received_quantity: 1 }] },
      'line_items[0].variant_id',
    ],
    [{ line_items: [{ line_id: first.line_id, received_quantity: 0 }] }, 'line_items[0].received_quantity'],
    [{ line_items: [first, first].map(({ line_id }) => ({ line_id, received_quantity: 1 })) }, 'line_items[1]'],
    [
      { received_at: '2999-01-01T00:00:00Z', line_items: [{ line_id: first.line_id, received_quantity: 1 }] },
      'received_at',
    ],
  ]
  for (const [body, field] of cases) {
    expect(refusedField(await record(fixture, id, body))).toEqual([400, 'bad_request', field])
    const bulk = await tenant.post(fixture.at(`/${id}/deliveries/bulk`), { deliveries: [body] })
    expect(refusedField(bulk)).toEqual([400, 'bad_request', `deliveries[0].${field}`])
  }
  const most = [...Array(11)].map((_, i) => ({
    reference: `DN ${i}`,
    accept_over_receipt: true,
    line_items: [{ line_id: first.line_id, received_quantity: 1_000_000 }],
  }))
  const beyond = await tenant.post(fixture.at(`/${id}/deliveries/bulk`), { deliveries: most })
  expect(refusedField(beyond)).toEqual([400, 'bad_request', 'deliveries[10].line_items'])
  const late = await tenant.post(fixture.at(`/${id}/mark_delivered`), { received_at: '2999-01-01T00:00:00Z' })
  expect(refusedField(late)).toEqual([400, 'bad_request', 'received_at'])
  expect((await level(fixture, 'C-S')).at(-1)).toBe(1)
  // Each line of a variant is received by its own id.
  const line_items = [{ line_id: second.line_id, received_quantity: 2 }]
  expect((await record(fixture, id, { line_items })).status).toBe(200)
  expect((await fixture.read(id)).line_items.map((line: any) => line.delivered_quantity)).toEqual([0, 2])
})

test('bulk deliveries are booked in order, all or none, and duplicates are returned as recorded', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  const bulk = (...deliveries: unknown[]) => fixture.tenant.post(fixture.at(`/${id}/deliveries/bulk`), { deliveries })
  const deliveries = [arrived(fixture, ['C-S', 10]), { reference: 'DN 2', ...arrived(fixture, ['C-S', 10]) }]
  const over = await bulk(...deliveries, arrived(fixture, ['C-M', 1], ['C-S', 5]))
  expect(over.body.message.desc).toContain('PO-1001 1 unit more than outstanding: 5 units of C-S where 4')
  expect((await level(fixture, 'C-S')).at(-1)).toBe(1)
  const readEvents = await listen(fixture, 'receipt.recorded', 'purchase_order_updated')
  const answer = await bulk(...deliveries, deliveries[0])
  expect([answer.body.data.total_recorded, answer.body.data.total_on_file]).toEqual([2, 1])
  const [first, second, again] = answer.body.data.deliveries
  expect([first.units, second.reference, again]).toEqual([
    10,
    'DN 2',
    { ...first, already_on_file: true, moved_units: 0 },
  ])
  expect(await level(fixture, 'C-S')).toEqual([50, 4, 18, 3])
  const names = (await readEvents()).map(([event]) => event)
  expect(names.toSorted()).toEqual(['purchase_order_updated', 'receipt.recorded', 'receipt.recorded'])
})

test('marking an order delivered books one delivery of all outstanding units', async () => {
  const fixture = await orderFixture()
  const id = await approved(fixture)
  await record(fixture, id, arrived(fixture, ['C-S', 12]))
  // The rest has the same figures as the first delivery, but is a separate delivery.
  const mark = () => fixture.tenant.post(fixture.at(`/${id}/mark_delivered`), { reference: 'DN 9' })
  const [one, other] = await Promise.all([mark(), mark()])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const order = [one, other].find(({ status }) => status === 200)!.body.data
  expect([order.status, lineFigures(order)]).toEqual([
    'delivered',
    [
      ['C-S', 24, 0],
      ['C-M', 6, 0],
    ],
  ])
  expect(order.deliveries.map((delivery: any) => [delivery.reference, delivery.units])).toEqual([
    [null, 12],
    ['DN 9', 18],
  ])
  expect(order).toEqual(await fixture.read(id))
  expect((await level(fixture, 'C-S')).slice(0, 2)).toEqual([54, 0])
  await fixture.put(id, { status: 'issued' })
  expect((await mark()).body.message.desc).toBe('PO-1001 has no outstanding units.')
})

test('quantities beyond the range of a figure are refused, incoming and on hand, and nothing changes', async () => {
  const fixture = await orderFixture()
  const { sql } = fixture.tenant.service.database
  const [first, second] = [await approved(fixture), await fixture.order()]
  await sql`
    update purchase_order_lines set quantity = 1000000000
    where purchase_order_id = ${first} and variant_id = ${fixture.ids.variants['C-S']!}`
  const refused = await fixture.tenant.post(fixture.at(`/${second}/approve`))
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_request'])
  expect(refused.body.message.desc).toBe(
    'More than 1,000,000,000 units of C-S would be on the way at Main, which exceeds the maximum.',
  )
  expect((await fixture.read(second)).status).toBe('draft')
  await sql`
    update stock_levels set on_hand = 999999990 where organization_id = ${fixture.tenant.organization_id}
      and variant_id = ${fixture.ids.variants['C-S']!} and location_id = ${fixture.ids.locations.Main!}`
  const before = await level(fixture, 'C-S')
  const full = await record(fixture, first, arrived(fixture, ['C-S', 11]))
  expect(full.body.message.desc).toContain('units of C-S would be on hand at Main')
  expect(await level(fixture, 'C-S')).toEqual(before)
  expect((await record(fixture, first, arrived(fixture, ['C-S', 10]))).status).toBe(200)
})
