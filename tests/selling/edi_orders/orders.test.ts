import { expect, setDefaultTimeout, test } from 'bun:test'
import { proveBooks } from '../support/orders.ts'
import { acceptAll, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const linesOf = (order: any) =>
  order.line_items.map((line: any) => [line.sku, line.quantity, line.unit_price.cents, line.door_reference])

test('an 850 becomes one draft with the lines, dates, terms and numbers of the buyer', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  // The account's own number: a buyer that is neither it nor a door is named by an exception.
  await sql`update trading_partners set buyer_id = 'NH' where trading_partner_id = ${shop.account_id}`
  const order = await shop.drafted(
    '850',
    'BEG*00*SA*PO-77120**20261101',
    'CUR*BY*USD',
    'REF*DP*045',
    'REF*IA*V-990',
    'ITD*05*3*2**10**30',
    'DTM*010*20261201',
    'DTM*001*20261220',
    'DTM*038*20261215',
    'N1*BY*Nordhaus*92*NH',
    'N1*ST*Nordhaus DC*92*DC1',
    'PO1*10*4*EA*25*PE*SK*771-S',
    'PO1*20*3*EA*30.00*PE*SK*UNMAPPED*VN*J-M',
    'PO1*30*2*EA*41.5*PE*EN*4006381333931',
    'CTT*3',
  )
  expect(order).toMatchObject({
    origin: 'edi',
    lifecycle: 'draft',
    is_wholesale: true,
    reference: 'PO-77120',
    account: { trading_partner_id: shop.account_id },
    channel: { sales_channel_id: shop.channel_id },
    location: { location_id: shop.ids.locations.Main },
    door_reference: 'DC1',
    terms: '2/10 net 30',
    requested_ship_date: '2026-12-01',
    ship_window_start: '2026-12-01',
    ship_window_end: '2026-12-15',
    cancel_date: '2026-12-20',
    ordered_at: '2026-11-01T12:00:00+00:00',
    exceptions_open: 0,
  })
  expect(linesOf(order)).toEqual([
    ['J-S', 4, 2500, null],
    ['J-M', 3, 3000, null],
    ['J-L', 2, 4150, null],
  ])
  expect(order.line_items.map((line: any) => [line.buyer_sku, line.buyer_line_reference])).toEqual([
    ['771-S', '10'],
    ['UNMAPPED', '20'],
    [null, '30'],
  ])
  expect(await shop.events()).toEqual(['order.created'])
  await proveBooks(shop)
})

test('a line is split by door, and a prepack becomes its variants and keeps its pack', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(
    ...order850(
      'PO-2',
      'PO1*1*6*EA*25.00*PE*SK*771-S',
      'SDQ*EA*92*0101*4*0102*2',
      'PO1*2*5*AS*110.00*PE*SK*PACK-7',
      'PO4*1',
      'SLN*1**I*2*EA****SK*771-S',
      'SLN*2**I*2*EA****SK*771-M',
    ),
  )
  expect(linesOf(order)).toEqual([
    ['J-S', 4, 2500, '0101'],
    ['J-S', 2, 2500, '0102'],
    ['J-S', 10, 2500, null],
    ['J-M', 10, 3000, null],
  ])
  const rows = await shop.tenant.service.database.sql`
    select pack_reference, pack_units, edi_position from order_lines
    where organization_id = ${shop.tenant.organization_id} order by line_number`
  expect(rows.map((row) => [row.pack_reference, row.pack_units, row.edi_position])).toEqual([
    [null, null, 1],
    [null, null, 1],
    ['PACK-7', 2, 2],
    ['PACK-7', 2, 2],
  ])
})

test('contents of a prepack in dozens are counted in units, and those in another unit refuse the document', async () => {
  const shop = await openEdiShop()
  const pack = (unit: string) =>
    order850('PO-3', 'PO1*1*5*AS***SK*PACK-7', 'PO4*1', `SLN*1**I*2*${unit}****SK*771-S`, 'SLN*2**I*3*PR****SK*771-M')
  await expect(shop.receive(pack('CA'))).rejects.toThrow('SLN05 is "CA"; expected one of EA, UN, PC, PR, DZ')
  expect(linesOf(await shop.drafted(...pack('DZ')))).toEqual([
    ['J-S', 120, 2500, null],
    ['J-M', 15, 3000, null],
  ])
})

test('what the buyer ordered is kept and rejected by the 855 where no item is known, and other prices stay open', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(
    ...order850(
      'PO-3',
      'PO1*1*4*EA*24.00*PE*SK*771-S',
      'PO1*2*3*EA*30.00*PE*SK*771-M',
      'PO1*3*7*EA*12.00*PE*SK*NO-SUCH*VN*X-9',
    ),
  )
  expect(linesOf(order)).toEqual([
    ['J-S', 4, null, null],
    ['J-M', 3, 3000, null],
  ])
  expect(order.line_items[0].requested_unit_price.cents).toBe(2400)
  expect(await shop.exceptions(order.order_id)).toEqual([
    ['price_mismatch', 'Order PO-3, line 1, item 771-S: ordered at 24.00 USD, the agreed price is 25.00 USD.'],
    ['unknown_sku', 'Order PO-3, line 3, item NO-SUCH, X-9: the item NO-SUCH, X-9 is unknown.'],
  ])
  expect(order.unmatched_lines).toMatchObject([
    { position: 3, buyer_sku: 'NO-SUCH', supplier_sku: 'X-9', quantity: 7, reason: 'the item NO-SUCH, X-9 is unknown' },
  ])
  const [first, second] = order.line_items
  const open = await shop.act(order, 'confirm', acceptAllWithoutPrice(order))
  expect(open.body).toMatchObject({ code: 'bad_request', data: { field: 'lines[0].unit_price_cents' } })
  const confirmed = await shop.act(order, 'confirm', {
    lines: [
      { line_item_id: first.line_item_id, verdict: 'accepted', unit_price_cents: 2500 },
      { line_item_id: second.line_item_id, verdict: 'quantity_changed', quantity: 2 },
    ],
  })
  expect(confirmed.status).toBe(200)
  expect(await shop.exceptions(order.order_id)).toEqual([])
  const [answer] = await shop.queued('855')
  expect(answer!.order_id).toBe(order.order_id)
  expect(
    answer!.record.lines.map((line: any) => [
      line.line_reference,
      line.ordered_quantity,
      line.unit_price,
      line.answers,
    ]),
  ).toEqual([
    ['1', 4, '25.00', [{ status: 'accepted_price_changed', quantity: 4, ship_on: null }]],
    ['2', 3, '30.00', [{ status: 'accepted_quantity_changed', quantity: 2, ship_on: null }]],
    ['3', 7, '12', [{ status: 'rejected', quantity: 7, ship_on: null }]],
  ])
})

const acceptAllWithoutPrice = (order: any) => ({
  lines: order.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' })),
})

test('the same order number again opens an exception and creates no second order', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...order850('PO-4', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  const [again] = await shop.receive(order850('PO-4', 'PO1*1*9*EA*25.00*PE*SK*771-S'))
  expect(again).toEqual({
    state: 'held',
    sentence: `Order PO-4 arrived again; it is ${order.name} already, and no second order was created.`,
    order_id: order.order_id,
  })
  expect((await shop.exceptions(order.order_id)).map(([kind]) => kind)).toEqual(['duplicate_order'])
  expect((await shop.tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(1)
  expect((await shop.get(order)).line_items[0].quantity).toBe(4)
})

test('an order whose number came on file while it was held opens duplicate_order when it is taken', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const archived_at = (at: Date | null) => sql`
    update trading_partners set archived_at = ${at}
    where organization_id = ${organization_id} and trading_partner_id = ${shop.account_id}`
  await archived_at(new Date())
  const [held] = await shop.receive(order850('PO-4', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  expect(held).toMatchObject({ state: 'held', sentence: expect.stringContaining('archived account') })
  await archived_at(null)
  const lines = [{ sku: 'J-S', quantity: 4 }]
  const byHand = await shop.placed({ trading_partner_id: shop.account_id, reference: 'PO-4', lines })
  const answer = await shop.decide('850', 'take')
  const sentence = `Order PO-4 arrived again; it is ${byHand.name} already, and no second order was created.`
  expect([answer.status, answer.body.data]).toMatchObject([200, { state: 'held', sentence, order_id: byHand.order_id }])
  expect(await shop.exceptions(byHand.order_id)).toEqual([['duplicate_order', sentence]])
  const open = await sql`
    select kind from exceptions where organization_id = ${organization_id} and resolved_at is null`
  expect(open.map(({ kind }: any) => kind)).toEqual(['duplicate_order'])
  expect((await shop.decide('850', 'take')).status).toBe(409)
  expect(await shop.exceptions(byHand.order_id)).toHaveLength(1)
  expect((await shop.decide('850', 'decline')).body.data).toMatchObject({
    state: 'processed',
    order_id: byHand.order_id,
  })
  expect([await shop.exceptions(byHand.order_id), await shop.queued('855')]).toEqual([[], []])
  expect((await shop.tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(1)
})

test('two interchanges with one order number at once create one order', async () => {
  const shop = await openEdiShop()
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => shop.receive(order850('PO-5', 'PO1*1*4*EA*25.00*PE*SK*771-S'))),
  )
  expect(sent.map(([one]) => one!.state).toSorted()).toEqual(['held', 'held', 'held', 'processed'])
  expect((await shop.tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(1)
})

test('an order that cannot be one is held with the reason, and nothing is created', async () => {
  const shop = await openEdiShop()
  const many = Array.from({ length: 10_000 }, (_, i) => `PO1*${i + 1}*1*EA*25.00*PE*SK*771-S`)
  const backwards = ['DTM*037*20261220', 'DTM*038*20261201', 'PO1*1*1*EA*25.00*PE*SK*771-S']
  const outcomes = await shop.receive(order850('PO-6', ...many), order850('PO-7', ...backwards))
  expect(outcomes.map(({ state, sentence }) => [state, sentence])).toEqual([
    ['held', 'Order PO-6 was not taken: It has 10,000 lines by door and item; an order has at most 1,000.'],
    ['held', 'Order PO-7 was not taken: ship_window_end must not be before ship_window_start.'],
  ])
  await shop.tenant.service.database.sql`
    update trading_partners set archived_at = now() where organization_id = ${shop.tenant.organization_id}`
  const [archived] = await shop.receive(order850('PO-8', 'PO1*1*1*EA*25.00*PE*SK*771-S'))
  expect(archived!.sentence).toBe('Order PO-8 was not taken: Nordhaus is an archived account.')
  expect((await shop.tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(0)
  expect(await shop.events()).toEqual(['exception.opened', 'exception.opened', 'exception.opened'])
})

test('quantities beside packs, unknown doors and incomplete splits are reported line by line', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(
    ...order850(
      'PO-9',
      'N1*ST**92*DC9',
      'PO1*1*10*EA*25.00*PE*SK*771-S',
      'PO4*6',
      'SDQ*EA*92*0101*4*0999*3',
      'PO1*2*2*CA*30.00*PE*SK*771-M',
      'PO1*3*2*DZ*360.00*PE*SK*771-M',
    ),
  )
  expect(linesOf(order)).toEqual([
    ['J-S', 4, 2500, '0101'],
    ['J-S', 3, 2500, '0999'],
    ['J-S', 3, 2500, null],
    ['J-M', 24, 3000, null],
  ])
  expect(await shop.exceptions(order.order_id)).toEqual([
    ['quantity_not_in_packs', 'Order PO-9, line 1, item 771-S: 10 units are not whole packs of 6.'],
    ['quantity_short', 'Order PO-9, line 1, item 771-S: 7 of 10 are assigned to doors.'],
    ['unknown_door', 'Order PO-9, ship to: unknown door DC9; line 1, item 771-S: unknown door 0999.'],
    [
      'unknown_sku',
      'Order PO-9, line 2, item 771-M: it is ordered in CA, and the line does not say how many units that is.',
    ],
  ])
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const [answer] = await shop.queued('855')
  expect(answer!.record.lines.map((line: any) => [line.unit, line.ordered_quantity, line.answers[0]])).toEqual([
    ['EA', 10, { status: 'accepted', quantity: 10, ship_on: null }],
    ['CA', 2, { status: 'rejected', quantity: 2, ship_on: null }],
    ['DZ', 2, { status: 'accepted', quantity: 2, ship_on: null }],
  ])
})

test('quantities that no order can have reject their line, and leave the rest of the order', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(
    ...order850(
      'PO-19',
      'PO1*1*10*EA*25.00*PE*SK*771-S',
      'SDQ*EA*92*0101*12*0102*-2',
      'PO1*2*5*AS*110.00*PE*SK*PACK-7',
      'PO4*1',
      'SLN*1**I*0*EA****SK*771-S',
      'SLN*2**I*2*EA****SK*771-M',
      'PO1*3*2*CA*25.00*PE*SK*771-S',
      'PO4*-2',
      'PO1*4*1*EA*25.00*PE*SK*771-S',
    ),
  )
  expect(linesOf(order)).toEqual([['J-S', 1, 2500, null]])
  expect(await shop.exceptions(order.order_id)).toMatchObject([
    ['unknown_sku', expect.stringContaining('PO-19, line 1')],
  ])
})

test('a draft that is cancelled is answered with an 855 that rejects every line, once', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...order850('PO-10', 'PO1*1*4*EA*25.00*PE*SK*GONE'))
  expect(order.line_items).toEqual([])
  expect((await shop.act(order, 'cancel')).status).toBe(200)
  expect((await shop.act(order, 'cancel')).status).toBe(200)
  const answers = await shop.queued('855')
  expect(answers.map(({ record }) => record.lines[0].answers)).toEqual([
    [{ status: 'rejected', quantity: 4, ship_on: null }],
  ])
  expect(await shop.exceptions(order.order_id)).toEqual([])
})

test('an account that takes no 855 gets none, and the order is confirmed all the same', async () => {
  const shop = await openEdiShop()
  await shop.take(['856'])
  const order = await shop.drafted(...order850('PO-11', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  expect(await shop.queued('855')).toEqual([])
})

test('a person names the item of an unknown line, which joins the draft and is found in later orders', async () => {
  const shop = await openEdiShop()
  const lines = ['PO1*1*6*EA*25.00*PE*SK*NEW', 'SDQ*EA*92*0101*4*0102*2']
  const order = await shop.drafted(...order850('PO-12', ...lines))
  const match = (position: number, body: object) =>
    shop.admin.post(`/api/v1/sales/orders/${order.order_id}/unmatched-lines/${position}/match`, body)
  const wrong = await match(1, { variant_id: shop.account_id })
  expect(wrong.body).toMatchObject({ code: 'bad_request', data: { field: 'variant_id' } })
  expect((await match(2, { variant_id: shop.ids.variants['J-S'] })).body.code).toBe('not_found')
  const matched = await match(1, { variant_id: shop.ids.variants['J-S'] })
  expect(matched.status).toBe(200)
  expect(linesOf(matched.body.data)).toEqual([
    ['J-S', 4, 2500, '0101'],
    ['J-S', 2, 2500, '0102'],
  ])
  expect(matched.body.data).toMatchObject({ unmatched_lines: [], exceptions_open: 0 })
  expect((await match(1, { variant_id: shop.ids.variants['J-S'] })).body.code).toBe('conflict')
  const later = await shop.drafted(...order850('PO-13', 'PO1*1*1*EA*25.00*PE*SK*NEW'))
  expect(linesOf(later)).toEqual([['J-S', 1, 2500, null]])
  expect((await shop.act(order, 'confirm', acceptAll(matched.body.data))).status).toBe(200)
  expect((await shop.queued('855'))[0]!.record.lines[0].answers).toEqual([
    { status: 'accepted', quantity: 6, ship_on: null },
  ])
  expect((await match(1, { variant_id: shop.ids.variants['J-S'] })).body.code).toBe('conflict')
})
