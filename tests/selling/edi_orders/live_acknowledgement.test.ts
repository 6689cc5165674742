/** After an 855 has answered an order, changes on this side reach the buyer with an 865. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { X12Parser, type X12Interchange } from 'node-x12'
import { write865 } from '../../../server/edi/documents/change_acknowledgement_865.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { path, proveBooks } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const ordered = order850('PO-30', 'PO1*1*4*EA*25.00*PE*SK*771-S', 'PO1*2*3*EA*30.00*PE*SK*771-M')

const update = (shop: EdiShop, { order_id }: { order_id: string }, body: object) =>
  shop.tenant.patch(`${path}/${order_id}`, body)

const answersOf = (document: any) =>
  document.record.lines.map((line: any) => [
    line.line_reference,
    line.change,
    line.ordered_quantity,
    line.unit_price,
    line.answers.map(({ status, quantity, ship_on }: any) => [status, quantity, ship_on]),
  ])

const setLine = (order: any, i: number, change: object) => ({
  lines: [{ line_item_id: order.line_items[i].line_item_id, ...change }],
})

test('a change after the 855 is told with an 865 of the lines that it concerns; what the buyer does not see sends none', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { requested_ship_date: '2026-12-01' })
  expect(await shop.queued('865')).toEqual([])
  await shop.act(order, 'confirm', acceptAll(order))
  await update(shop, order, { notes: 'Call before delivery.', freight_cents: 900 })
  expect(await shop.queued('865')).toEqual([])
  const changed = await update(shop, order, setLine(order, 0, { quantity: 2 }))
  expect(changed.body.data.lifecycle).toBe('allocated')
  await update(shop, order, setLine(order, 1, { unit_price_cents: 2900 }))
  await update(shop, order, { requested_ship_date: '2026-12-08' })
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [['1', 'changed', 4, '25.00', [['accepted_quantity_changed', 2, '2026-12-01']]]],
    [['2', 'changed', 3, '29.00', [['accepted_price_changed', 3, '2026-12-01']]]],
    [
      ['1', 'changed', 4, '25.00', [['accepted_quantity_changed', 2, '2026-12-08']]],
      ['2', 'changed', 3, '29.00', [['accepted_price_changed', 3, '2026-12-08']]],
    ],
  ])
  expect(documents[0]!.record).toMatchObject({ number: 'PO-30', change_number: null, supplier_reference: order.name })
  await proveBooks(shop)
})

test('an account that takes no 865 gets none, and the change stands', async () => {
  const shop = await openEdiShop()
  await shop.take(['855'])
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  expect((await update(shop, order, setLine(order, 0, { quantity: 2 }))).status).toBe(200)
  expect(await shop.queued('865')).toEqual([])
})

test('a quantity that a person changed in a draft is another one in the verdict; one that the buyer changed is not', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.receive(['860', 'BCH*04*SA*PO-30**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  await update(shop, order, setLine(order, 0, { quantity: 3 }))
  const changed = await shop.get(order)
  const done = await shop.act(order, 'confirm', acceptAll(changed))
  expect(done.body.data.line_items.map((line: any) => [line.ordered_quantity, line.quantity, line.verdict])).toEqual([
    [4, 3, 'quantity_changed'],
    [3, 2, 'accepted'],
  ])
})

test('a verdict of another quantity that states what the buyer ordered last accepts the line', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.receive(['860', 'BCH*04*SA*PO-30**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  await update(shop, order, setLine(order, 0, { quantity: 3 }))
  const [first, second] = order.line_items
  const state = (quantities: number[]) => ({
    lines: [first, second].map(({ line_item_id }: any, i) => ({
      line_item_id,
      verdict: 'quantity_changed',
      quantity: quantities[i],
    })),
  })
  const done = await shop.act(order, 'confirm', state([4, 2]))
  expect(done.body.data.line_items.map((line: any) => [line.quantity, line.verdict])).toEqual([
    [4, 'accepted'],
    [2, 'accepted'],
  ])
  const again = await shop.drafted(...ordered.map((one) => one.replaceAll('PO-30', 'PO-31')))
  const [one, two] = again.line_items
  const other = { lines: state([4, 2]).lines.map((line, i) => ({ ...line, line_item_id: [one, two][i].line_item_id })) }
  expect((await shop.act(again, 'confirm', other)).body.data.line_items.map((line: any) => line.verdict)).toEqual([
    'accepted',
    'quantity_changed',
  ])
})

test('lines that are added on this side are in the 865, with their item, and so are their changes and their end', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const more = await update(shop, order, {
    new_lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 1250, requested_ship_date: '2026-12-09' }],
  })
  expect(more.status).toBe(200)
  const line_item_id = more.body.data.line_items[2].line_item_id
  await update(shop, order, { lines: [{ line_item_id, quantity: 1 }] })
  await update(shop, order, { lines: [{ line_item_id, quantity: 0 }] })
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [[null, 'added', 2, '12.50', [['accepted', 2, '2026-12-09']]]],
    [[null, 'changed', 1, '12.50', [['accepted_with_changes', 1, '2026-12-09']]]],
    [[null, 'deleted', 0, '12.50', [['deleted', 0, '2026-12-09']]]],
  ])
  expect(documents[0]!.record.lines[0]).toMatchObject({ supplier_sku: 'J-S', unit: 'EA' })
  await proveBooks(shop)
})

test('another variant that left in place of an ordered one is in the 865 as added, and the ordered units as cancelled', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const [small] = order.line_items
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 4 }] })
  const shipment = `${path}/${order.order_id}/shipments/${shipped.body.data.shipments[0].shipment_id}`
  expect((await shop.admin.post(`${shipment}/correct`, { reason: 'Recounted', carrier: 'UPS' })).status).toBe(200)
  expect(await shop.queued('865')).toEqual([])
  const [{ shipment_id }] = (await shop.get(order)).shipments
  const instead_of = { line_item_id: small.line_item_id, ordered_units: 'replaced' }
  const lines = [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 1, instead_of },
  ]
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
    reason: 'Another size left',
    lines,
  })
  expect(corrected.status).toBe(200)
  const [document, more] = await shop.queued('865')
  expect([
    answersOf(document).map(([reference, change, units, price]: any) => [reference, change, units, price]),
    more,
  ]).toEqual([
    [
      ['1', 'changed', 4, '25.00'],
      [null, 'added', 1, '25.00'],
    ],
    undefined,
  ])
  const after = corrected.body.data.order.shipments[0].shipment_id
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments/${after}/void`, { reason: 'Again' })).status).toBe(
    200,
  )
  expect((await shop.queued('865')).map((one: any) => answersOf(one).map(([, change]: any) => change)).at(-1)).toEqual([
    'changed',
    'deleted',
  ])
  await proveBooks(shop)
})

/** The days in the header of an 865, and what it says in words, as another parser reads it. */
function daysIn(record: any): [string, string][] {
  const envelope = {
    sender: { qualifier: 'ZZ', id: 'MERCHANT' },
    receiver: { qualifier: 'ZZ', id: 'NORDHAUS' },
    usage: 'P' as const,
    control_number: 7,
    now: '2026-11-21T09:30:00.000Z',
    version: '004010',
  }
  const text = writeInterchange({ ...envelope, transactions: [write865(record)] })
  const { functionalGroups } = new X12Parser(true).parse(text) as X12Interchange
  const { segments } = functionalGroups[0]!.transactions[0]!
  const tags = segments.map(({ tag }) => tag)
  // Days of the header come before the lines, and before the parties.
  expect(tags.lastIndexOf('DTM')).toBeLessThan(tags.indexOf('POC'))
  if (tags.includes('N1')) expect(tags.lastIndexOf('DTM')).toBeLessThan(tags.indexOf('N1'))
  const words = segments.filter(({ tag }) => tag === 'MSG').map(({ elements }) => ['MSG', elements[0]!.value] as const)
  const days = segments
    .filter(({ tag }) => tag === 'DTM')
    .map(({ elements }) => [elements[0]!.value, elements[1]!.value] as const)
  return [...days, ...words].map(([name, value]) => [name, value])
}

test('another ship window is told with an 865 of all lines that states its days', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { ship_window_start: '2026-12-01', ship_window_end: '2026-12-20' })
  await shop.act(order, 'confirm', acceptAll(order))
  await update(shop, order, { ship_window_start: '2026-12-01', notes: 'Call before delivery.' })
  expect(await shop.queued('865')).toEqual([])
  await update(shop, order, { ship_window_end: '2027-01-10' })
  const [first] = await shop.queued('865')
  expect(first!.record.days).toEqual({ ship_not_before: '2026-12-01', ship_not_after: '2027-01-10' })
  expect(answersOf(first)).toEqual([
    ['1', 'changed', 4, '25.00', [['accepted', 4, null]]],
    ['2', 'changed', 3, '30.00', [['accepted', 3, null]]],
  ])
  expect(daysIn(first!.record)).toEqual([
    ['037', '20261201'],
    ['038', '20270110'],
  ])
  await update(shop, order, { requested_ship_date: '2026-12-08', ship_window_end: null })
  const [, second] = await shop.queued('865')
  expect(daysIn(second!.record)).toEqual([
    ['010', '20261208'],
    ['037', '20261201'],
    ['MSG', 'The ship not after date 2027-01-10 no longer applies.'],
  ])
  await update(shop, order, setLine(order, 0, { quantity: 2 }))
  const [, , third] = await shop.queued('865')
  expect([daysIn(third!.record), third!.record.lines.length]).toEqual([[], 1])
  await update(shop, order, { requested_ship_date: null })
  await update(shop, order, { ship_window_start: null })
  const rest = (await shop.queued('865')).slice(3)
  expect(rest.map(({ record }) => daysIn(record))).toEqual([
    [
      ['037', '20261201'],
      ['MSG', 'The requested ship date 2026-12-08 no longer applies.'],
    ],
    [['MSG', 'The ship not before date 2026-12-01 no longer applies.']],
  ])
  expect(rest.map(({ record }) => record.lines.length)).toEqual([2, 2])
})

test('another cancel date is told with an 865 of all lines, and so is its end', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { cancel_date: '2026-12-24', ship_window_start: '2026-12-01' })
  await shop.act(order, 'confirm', acceptAll(order))
  for (const cancel_date of ['2026-12-24', '2026-12-31', null, null]) await update(shop, order, { cancel_date })
  await update(shop, order, { cancel_date: '2026-12-28', ship_window_start: null })
  const sent = await shop.queued('865')
  expect(sent.map(({ record }) => daysIn(record))).toEqual([
    [
      ['001', '20261231'],
      ['037', '20261201'],
    ],
    [
      ['037', '20261201'],
      ['MSG', 'The cancel after date 2026-12-31 no longer applies.'],
    ],
    [
      ['001', '20261228'],
      ['MSG', 'The ship not before date 2026-12-01 no longer applies.'],
    ],
  ])
  expect(sent.map(({ record }) => record.lines.length)).toEqual([2, 2, 2])
})

test('a ship window that the other part of a split order does not share is said of the part alone, in words', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { ship_window_start: '2026-12-01', ship_window_end: '2026-12-20' })
  await shop.act(order, 'confirm', acceptAll(order))
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: order.line_items[1].line_item_id, quantity: 3 }],
  })
  const [part] = split.body.data.new_orders
  const before = (await shop.queued('865')).length
  const days = async () => (await shop.queued('865')).slice(before).map(({ record }) => record.days ?? null)
  await update(shop, part, { ship_window_end: '2027-01-10' })
  expect(await days()).toEqual([{ ship_not_before: '2026-12-01' }])
  await update(shop, order, { ship_window_end: '2027-01-10' })
  expect(await days()).toEqual([
    { ship_not_before: '2026-12-01' },
    { ship_not_before: '2026-12-01', ship_not_after: '2027-01-10' },
  ])
  const notes = async () => (await shop.queued('865')).slice(before + 2).map(({ record }) => record.notes ?? null)
  await update(shop, part, { ship_window_start: null })
  const ofPart = `The ship not before date 2026-12-01 of ${part.name} (line 2) no longer applies.`
  expect(await notes()).toEqual([ofPart])
  await update(shop, order, { ship_window_start: null })
  expect(await notes()).toEqual([ofPart, 'The ship not before date 2026-12-01 no longer applies.'])
})

test('a cancel date that moves for a part of a split order alone is said in the 865, in words', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { cancel_date: '2026-12-24' })
  await shop.act(order, 'confirm', acceptAll(order))
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: order.line_items[1].line_item_id, quantity: 1 }],
  })
  const [part] = split.body.data.new_orders
  const before = (await shop.queued('865')).length
  for (const cancel_date of ['2026-12-31', '2026-12-31', null]) await update(shop, part, { cancel_date })
  const sent = (await shop.queued('865')).slice(before)
  expect(sent.map(({ record }) => daysIn(record))).toEqual([
    [['MSG', `The cancel after date of ${part.name} (line 2) is 2026-12-31, no longer 2026-12-24.`]],
    [['MSG', `The cancel after date 2026-12-31 of ${part.name} (line 2) no longer applies.`]],
  ])
  // The lines of the buyer that the part has, with what all parts have of them.
  expect(sent.map(({ record }) => record.lines.map((line: any) => line.line_reference))).toEqual([['2'], ['2']])
})
