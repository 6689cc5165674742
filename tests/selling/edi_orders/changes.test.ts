import { expect, setDefaultTimeout, test } from 'bun:test'
import { announced, besideTheirReads } from '../../support/document/event_reads.ts'
import { proveBooks } from '../support/orders.ts'
import { acceptAll, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const change860 = (number: string, ...lines: string[]): string[] => [
  '860',
  `BCH*04*SA*${number}**2*20261101`,
  ...lines,
  `CTT*${lines.filter((line) => line.startsWith('POC')).length}`,
]
const linesOf = (order: any) =>
  order.line_items.map((line: any) => [line.sku, line.quantity, line.unit_price.cents, line.door_reference])
const answersOf = (document: any) =>
  document.record.lines.map((line: any) => [
    line.line_reference,
    line.change,
    line.ordered_quantity,
    line.answers.map((answer: any) => [answer.status, answer.quantity]),
  ])

const ordered = order850('PO-20', 'PO1*1*4*EA*25.00*PE*SK*771-S', 'PO1*2*3*EA*30.00*PE*SK*771-M')

test('a change before the confirmation is in the draft, and the 855 answers the order as changed', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  const [outcome] = await shop.receive(
    change860(
      'PO-20',
      'POC*1*QI*6*2*EA*25.00*PE*SK*771-S',
      'POC*2*DI*0*3*EA*30.00*PE*SK*771-M',
      'POC*3*AI*2**EA*25.00*PE*SK*771-S',
    ),
  )
  expect(outcome).toMatchObject({
    state: 'processed',
    sentence: `Change 2 of order PO-20 is in the draft ${order.name}.`,
  })
  const changed = await shop.get(order)
  expect(linesOf(changed)).toEqual([
    ['J-S', 6, 2500, null],
    ['J-M', 0, 3000, null],
    ['J-S', 2, 2500, null],
  ])
  expect(changed.line_items[0].ordered_quantity).toBe(4)
  expect(await shop.events()).toEqual(['order.created', 'order.updated'])
  expect(await shop.queued('865')).toEqual([])
  expect((await shop.act(order, 'confirm', acceptAll(changed))).status).toBe(200)
  const [answer] = await shop.queued('855')
  expect(answer!.record.lines.map((line: any) => [line.ordered_quantity, line.answers[0].status])).toEqual([
    [6, 'accepted'],
    [2, 'accepted'],
  ])
  await proveBooks(shop)
})

test('a change after the confirmation waits for a person, who takes it: holds follow, and an 865 answers', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  expect(await shop.stock('J-S')).toEqual([10, 4])
  const [outcome] = await shop.receive(
    change860(
      'PO-20',
      'POC*1*QD*1*3*EA*25.00*PE*SK*771-S',
      'POC*2*QI*5*2*EA*30.00*PE*SK*771-M',
      'POC*3*AI*2**EA*24.00*PE*SK*771-S',
    ),
  )
  expect(outcome!.state).toBe('held')
  expect(await shop.exceptions(order.order_id)).toEqual([
    [
      'order_change',
      `Change 2 of order PO-20 waits for a decision: ${order.name} is allocated. It asks for line 1: 1 EA instead of 4; line 2: 5 EA instead of 3; line 3 is added: 2 EA of 771-S at 24. The 865 would reject line 3: ordered at 24.00 USD, the agreed price is 25.00 USD.`,
    ],
  ])
  expect(linesOf(await shop.get(order))).toEqual(linesOf(order))
  const takeResponse = await shop.decide('860', 'take')
  expect([takeResponse.status, takeResponse.body.data.sentence]).toEqual([
    200,
    'Change 2 of order PO-20 was taken. The 865 rejects line 3: ordered at 24.00 USD, the agreed price is 25.00 USD.',
  ])
  expect(linesOf(await shop.get(order))).toEqual([
    ['J-S', 1, 2500, null],
    ['J-M', 5, 3000, null],
  ])
  expect([await shop.stock('J-S'), await shop.stock('J-M')]).toEqual([
    [10, 1],
    [5, 5],
  ])
  const [answer] = await shop.queued('865')
  expect(answer!.record.change_number).toBe('2')
  expect(answersOf(answer)).toEqual([
    ['1', 'quantity_decreased', 1, [['accepted', 1]]],
    ['2', 'quantity_increased', 5, [['accepted', 5]]],
    ['3', 'added', 2, [['rejected', 2]]],
  ])
  expect(await shop.exceptions(order.order_id)).toEqual([])
  expect((await shop.decide('860', 'take')).body.code).toBe('conflict')
  await proveBooks(shop)
})

test('a change of days that is taken is answered with those that stand; one of days alone by all lines', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const header = ['860', 'BCH*04*SA*PO-20**2*20261101']
  await shop.receive([...header, 'DTM*038*20261220', 'POC*1*QD*3*1*EA*25.00*PE*SK*771-S', 'CTT*1'])
  expect((await shop.decide('860', 'take')).status).toBe(200)
  await shop.receive([...header, 'DTM*037*20261205', 'CTT*0'])
  expect((await shop.decide('860', 'take')).status).toBe(200)
  await shop.receive([...header, 'DTM*037*20261210', 'CTT*0'])
  expect((await shop.decide('860', 'decline')).status).toBe(200)
  expect(await shop.get(order)).toMatchObject({ ship_window_start: '2026-12-05', ship_window_end: '2026-12-20' })
  const documents = await shop.queued('865')
  expect(documents.map(({ record }) => record.days ?? null)).toEqual([
    { ship_not_after: '2026-12-20' },
    { ship_not_before: '2026-12-05', ship_not_after: '2026-12-20' },
    null,
  ])
  expect(documents.map((one) => answersOf(one).map(([reference, , , answers]: any) => [reference, answers]))).toEqual([
    [['1', [['accepted', 3]]]],
    [
      ['1', [['accepted', 3]]],
      ['2', [['accepted', 3]]],
    ],
    [
      ['1', [['rejected', 3]]],
      ['2', [['rejected', 3]]],
    ],
  ])
})

test('a declined change changes nothing and is rejected line by line', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  await shop.receive(change860('PO-20', 'POC*1*QI*9*5*EA*25.00*PE*SK*771-S'))
  expect((await shop.decide('860', 'decline')).status).toBe(200)
  expect(linesOf(await shop.get(order))).toEqual(linesOf(order))
  expect(answersOf((await shop.queued('865'))[0])).toEqual([['1', 'quantity_increased', 9, [['rejected', 9]]]])
  expect(await shop.exceptions(order.order_id)).toEqual([])
})

test('units that have shipped stay on the order when a change takes them off, and the 865 says so', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 3 }] })
  await shop.receive(change860('PO-20', 'POC*1*QD*1*3*EA*25.00*PE*SK*771-S', 'POC*2*DI*0*3*EA*30.00*PE*SK*771-M'))
  expect((await shop.decide('860', 'take')).status).toBe(200)
  const after = await shop.get(order)
  expect(after.lifecycle).toBe('fulfilled')
  expect(linesOf(after).map(([, quantity]: any) => quantity)).toEqual([3, 0])
  expect(answersOf((await shop.queued('865'))[0])).toEqual([
    ['1', 'quantity_decreased', 1, [['accepted_quantity_changed', 3]]],
    ['2', 'deleted', 0, [['deleted', 0]]],
  ])
  await proveBooks(shop)
})

test('an account cancels a draft at once, and a confirmed order through a person', async () => {
  const shop = await openEdiShop()
  const cancellation = (number: string) => ['860', `BCH*01*SA*${number}**3*20261101`, 'CTT*0']
  const draft = await shop.drafted(...ordered)
  const [outcome] = await shop.receive(cancellation('PO-20'))
  expect(outcome).toMatchObject({ state: 'processed', sentence: `${draft.name} is cancelled.` })
  expect((await shop.get(draft)).lifecycle).toBe('cancelled')
  expect(answersOf((await shop.queued('865'))[0]).map((line: any) => line[3])).toEqual([
    [['deleted', 0]],
    [['deleted', 0]],
  ])
  expect(await shop.queued('855')).toEqual([])
  const order = await shop.drafted(...order850('PO-21', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  await shop.act(order, 'confirm', acceptAll(order))
  expect((await shop.receive(cancellation('PO-21')))[0]!.state).toBe('held')
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect((await shop.get(order)).lifecycle).toBe('cancelled')
  expect(await shop.stock('J-S')).toEqual([10, 0])
  await proveBooks(shop)
})

test('an 850 that replaces an order changes its draft; one that cancels an unknown order is held', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  const replacement = ['850', 'BEG*05*SA*PO-20**20261101', 'CUR*BY*USD', 'PO1*1*5*EA*25.00*PE*SK*771-S', 'CTT*1']
  expect((await shop.receive(replacement))[0]!.state).toBe('processed')
  expect(linesOf(await shop.get(order)).map(([, quantity]: any) => quantity)).toEqual([5, 0])
  const [unknown] = await shop.receive(['850', 'BEG*01*SA*PO-99**20261101', 'CUR*BY*USD', 'CTT*0'])
  expect(unknown).toMatchObject({
    state: 'held',
    sentence: 'Order PO-99 is cancelled, but no such order has arrived over EDI.',
  })
  const [foreign] = await shop.receive(change860('PO-98', 'POC*1*QI*9*5*EA*25.00*PE*SK*771-S'))
  expect(foreign!.state).toBe('held')
  expect((await shop.decide('860', 'take')).body.code).toBe('conflict')
  const [line] = await shop.receive(change860('PO-20', 'POC*77*QI*9*5*EA*25.00*PE*SK*NO-SUCH'))
  expect(line!.sentence).toBe(
    'Change 2 of order PO-20 waits for a decision: it changes line 77, which the order does not have.',
  )
})

test('an 850 that replaces an unknown order is a draft whose exception says so', async () => {
  const shop = await openEdiShop()
  const draft = await shop.drafted('850', 'BEG*05*SA*PO-77**20261101', 'CUR*BY*USD', 'PO1*1*5*EA*25.00*PE*SK*771-S', 'CTT*1')
  expect(linesOf(draft)).toEqual([['J-S', 5, 2500, null]])
  expect(await shop.exceptions(draft.order_id)).toEqual([
    [
      'not_understood',
      expect.stringContaining('sent as a replacement (BEG01 05), but no order PO-77 is on file; ask whether it is to be delivered'),
    ],
  ])
}) // prettier-ignore

test('a held 850 that replaces an unknown order is taken as a new draft, or declined line by line', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const archive = (at: Date | null) =>
    sql`update trading_partners set archived_at = ${at} where organization_id = ${organization_id}`
  const replacement = (number: string) => [
    '850',
    `BEG*05*SA*${number}**20261101`,
    'CUR*BY*USD',
    'PO1*1*5*EA*25.00*PE*SK*771-S',
    'CTT*1',
  ]
  await archive(new Date())
  const [held] = await shop.receive(replacement('PO-78'))
  expect([held!.state, held!.order_id]).toEqual(['held', undefined])
  expect((await shop.decide('850', 'take')).body.code).toBe('conflict')
  await archive(null)
  const decided = await shop.decide('850', 'take')
  expect([decided.status, decided.body.data.state]).toEqual([200, 'processed'])
  const order = await shop.get({ order_id: decided.body.data.order_id })
  expect([order.reference, order.lifecycle, linesOf(order)]).toEqual(['PO-78', 'draft', [['J-S', 5, 2500, null]]])
  await archive(new Date())
  await shop.receive(replacement('PO-79'))
  await archive(null)
  expect((await shop.decide('850', 'decline')).body.data).toMatchObject({ state: 'processed', order_id: null })
  const [refused] = (await shop.queued('855')).filter(({ record }) => record.number === 'PO-79')
  expect(refused!.record.lines.map(({ answers }: any) => answers)).toEqual([
    [{ status: 'rejected', quantity: 5, ship_on: null }],
  ])
})

test('an 850 that replaces an order which did not arrive over EDI is held, and never taken as a second one', async () => {
  const shop = await openEdiShop()
  const own = await shop.placed({ trading_partner_id: shop.account_id, reference: 'PO-80', lines: [{ sku: 'J-S', quantity: 1 }] })
  const [held] = await shop.receive(['850', 'BEG*05*SA*PO-80**20261101', 'CUR*BY*USD', 'PO1*1*5*EA*25.00*PE*SK*771-S', 'CTT*1'])
  expect([held!.state, held!.order_id]).toEqual(['held', own.order_id])
  expect((await shop.decide('850', 'take')).body.code).toBe('conflict')
  expect((await shop.decide('850', 'decline')).body.data).toMatchObject({ state: 'processed', order_id: own.order_id })
  expect(await shop.queued('855')).toEqual([])
}) // prettier-ignore

test('a change of a quantity that states none is rejected, and the order stays as it is', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  const before = linesOf(await shop.get(order))
  for (const code of ['QI', 'QD', 'AI', 'PQ'])
    await expect(shop.receive(change860('PO-20', `POC*1*${code}**2*EA*25.00*PE*SK*771-S`))).rejects.toThrow(
      'POC03 is missing; expected a whole number.',
    )
  expect(linesOf(await shop.get(order))).toEqual(before)
})

test('an order of an archived account is taken once it is restored, or declined with an 855', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const archive = (at: string | null) => sql`
    update trading_partners set archived_at = ${at} where organization_id = ${shop.tenant.organization_id}`
  await archive('2026-11-01T00:00:00Z')
  expect((await shop.receive(ordered))[0]!.state).toBe('held')
  const early = await shop.decide('850', 'take')
  expect(early.body).toMatchObject({
    code: 'conflict',
    message: { desc: 'Order PO-20 was not taken: Nordhaus is an archived account.' },
  })
  await archive(null)
  const takeResponse = await shop.decide('850', 'take')
  expect(takeResponse.status).toBe(200)
  expect(linesOf(await shop.get(takeResponse.body.data)).length).toBe(2)
  await archive('2026-11-01T00:00:00Z')
  await shop.receive(order850('PO-22', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  expect((await shop.decide('850', 'decline')).status).toBe(200)
  const [answer] = await shop.queued('855')
  expect(answer!.record).toMatchObject({ number: 'PO-22', lines: [{ answers: [{ status: 'rejected', quantity: 4 }] }] })
  const { rows } = (await shop.admin.get('/api/v1/exceptions?is_open=true')).body.data
  expect(rows).toEqual([])
})

test('a change that orders a rejected line again is taken with its units agreed', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  const [small, medium] = order.line_items
  await shop.act(order, 'confirm', {
    lines: [
      { line_item_id: small.line_item_id, verdict: 'accepted' },
      { line_item_id: medium.line_item_id, verdict: 'rejected', reason: 'Sold out' },
    ],
  })
  await shop.receive(change860('PO-20', 'POC*2*QI*4*1*EA*30.00*PE*SK*771-M'))
  expect((await shop.decide('860', 'take')).status).toBe(200)
  const after = await shop.get(order)
  expect(after.line_items.map((line: any) => [line.quantity, line.verdict, line.verdict_reason])).toEqual([
    [4, 'accepted', null],
    [4, 'accepted', null],
  ])
  expect(answersOf((await shop.queued('865'))[0])).toEqual([['2', 'quantity_increased', 4, [['accepted', 4]]]])
  await proveBooks(shop)
})

test('a decision on one change leaves the exceptions of other held documents of the order open', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  await shop.receive(change860('PO-20', 'POC*1*QD*3*1*EA*25.00*PE*SK*771-S'))
  await shop.receive(ordered)
  const [type, , ...lines] = change860('PO-20', 'POC*2*QD*1*2*EA*30.00*PE*SK*771-M')
  await shop.receive([type!, 'BCH*04*SA*PO-20**3*20261101', ...lines])
  const wishes = ['', '', 'line 1: 3 EA instead of 4', 'line 2: 1 EA instead of 3']
  const changes = [2, 3].map((number) => [
    'order_change',
    `Change ${number} of order PO-20 waits for a decision: ${order.name} is allocated. It asks for ${wishes[number]}.`,
  ])
  const duplicate = [
    'duplicate_order',
    `Order PO-20 arrived again; it is ${order.name} already, and no second order was created.`,
  ]
  expect(await shop.exceptions(order.order_id)).toEqual([duplicate, ...changes] as never)
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect(await shop.exceptions(order.order_id)).toEqual([duplicate, changes[0]] as never)
  expect((await shop.decide('850', 'decline')).status).toBe(200)
  expect(await shop.exceptions(order.order_id)).toEqual([changes[0]] as never)
})

test('a change in another unit than the line is ordered in waits, and a replacement takes its own unit', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...order850('PO-21', 'PO1*1*2*CA***SK*771-S', 'PO4*12'))
  expect(linesOf(order)).toEqual([['J-S', 24, 2500, null]])
  const [outcome] = await shop.receive(change860('PO-21', 'POC*1*QD*18*6*EA***SK*771-S'))
  expect(outcome).toMatchObject({
    state: 'held',
    sentence: 'Change 2 of order PO-21 waits for a decision: it changes line 1 in EA, which is ordered in CA.',
  })
  expect(linesOf(await shop.get(order))).toEqual(linesOf(order))
  const [kind, , ...lines] = change860('PO-21', 'POC*1*QD*1*1*CA***SK*771-S')
  await shop.receive([kind!, 'BCH*04*SA*PO-21**3*20261101', ...lines])
  expect(linesOf(await shop.get(order))).toEqual([['J-S', 12, 2500, null]])
  const [type, beg, ...rest] = order850('PO-21', 'PO1*1*18*EA***SK*771-S')
  await shop.receive([type!, beg!.replace('BEG*00', 'BEG*05'), ...rest])
  expect(linesOf(await shop.get(order))).toEqual([['J-S', 18, 2500, null]])
})

test('the event of an order whose change was taken no longer counts the change as open', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  await shop.receive(change860('PO-20', 'POC*1*QI*6*2*EA*25.00*PE*SK*771-S'))
  expect(await shop.get(order)).toMatchObject({ exceptions_open: 1 })
  const known = (await announced(shop.tenant)).length
  await shop.decide('860', 'take')
  const sent = (await announced(shop.tenant, known)).filter(({ event }) => event.startsWith('order.'))
  const [records, reads] = await besideTheirReads(shop.tenant, sent)
  expect(records).toMatchObject([{ event: 'order.updated', record: { allocated_units: 9, exceptions_open: 0 } }])
  expect(records).toEqual(reads)
})

test('a change that is taken while a warehouse is asked to ship gives it the next revision of the request', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const made = await shop.admin.post('/api/v1/warehouse-connections', {
    name: 'Harbour',
    location_id: shop.ids.locations.Main,
    url: 'http://127.0.0.1:9/inbound',
    fulfilment_url: 'http://127.0.0.1:9/ship',
    bearer_token: 'wms_5mQ2c8Zr1vK9',
  })
  expect(made.status).toBe(201)
  const released = await shop.admin.post(`/api/v1/sales/orders/${order.order_id}/release`)
  expect([released.status, released.body.data.total_units]).toEqual([200, 7])
  const [held] = await shop.receive(change860('PO-20', 'POC*1*QD*3*1*EA*25.00*PE*SK*771-S'))
  expect(held!.state).toBe('held')
  expect((await shop.exceptions(order.order_id)).map(([kind]: any) => kind)).toContain('order_change')
  expect((await shop.decide('860', 'take')).status).toBe(200)
  const [request] = (await shop.admin.get(`/api/v1/sales/orders/${order.order_id}/warehouse-requests`)).body.data
    .requests
  expect([request.status, request.revision, request.total_units]).toEqual(['requested', 2, 6])
  expect(await shop.queued('865')).toHaveLength(1)
  expect(await shop.exceptions(order.order_id)).toEqual([])
  await proveBooks(shop)
})
