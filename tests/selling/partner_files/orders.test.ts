/** Orders as partners send them: prices, packs, allowances and totals that are easily misread. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import { write810 } from '../../../server/edi/documents/invoice_810.ts'
import type { EdiRig } from '../../interchanges/rig.ts'
import { acceptAll } from '../edi_orders/edi_shop.ts'
import { path } from '../support/orders.ts'
import { type Brand, changed, fileOf, openBrand, sample, startReading } from './shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const linesOf = (order: any) =>
  order.line_items.map((line: any) => [line.sku, line.quantity, line.unit_price.cents, line.door_reference])
const order = (number: string, ...lines: string[]) =>
  fileOf('850', `BEG*00*SA*${number}**20261120`, 'N1*ST*DC East*92*9001', ...lines)
const about = async (brand: Brand, draft: { order_id: string }) => brand.exceptions(draft.order_id)

test('a price is for each, for a hundred, a thousand or a hundred thousand, as its basis says', async () => {
  const brand = await openBrand(rig, 2350)
  expect(linesOf(await brand.drafted(sample('price_per_hundred')))).toEqual([['JUMPER-M', 100, 2350, null]])
  const bases = await brand.drafted(
    order(
      'P-1',
      'PO1*1*100*EA*23500*TP*IN*77-100-M',
      'PO1*2*100*EA*2350000*HT*IN*77-100-M',
      'PO1*3*100*EA*23.5*PE*IN*77-100-M',
      'PO1*4*100*EA*23.5*UM*IN*77-100-M',
      'PO1*5*100*EA*23.5**IN*77-100-M',
    ),
  )
  expect(bases.line_items.map((line: any) => line.unit_price.cents)).toEqual([2350, 2350, 2350, 2350, 2350])
  expect(await about(brand, bases)).toEqual([])
})

test('a retail price, or one of an unknown basis, is never agreed', async () => {
  const brand = await openBrand(rig)
  for (const basis of ['RE', 'SR', 'QQ']) {
    const draft = await brand.drafted(order(`R-${basis}`, `PO1*1*4*EA*24*${basis}*SK*JUMPER-M`))
    expect(linesOf(draft)).toEqual([['JUMPER-M', 4, null, null]])
    const open = await about(brand, draft)
    expect(open.map(([kind]) => kind)).toContain('price_mismatch')
    expect(JSON.stringify(open)).toContain(`PO105 \\"${basis}\\"`)
  }
})

test('a price for each of goods in cases is that of one unit, and 855 and 810 agree', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(sample('price_each_on_cases'))
  expect(linesOf(draft)).toEqual([['JUMPER-M', 24, 2400, null]])
  expect(await about(brand, draft)).toEqual([])
  expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
  const [answer] = await brand.queued('855')
  expect(answer.lines).toMatchObject([
    { ordered_quantity: 2, unit: 'CA', unit_price: '24.00', price_basis: 'PE', answers: [{ status: 'accepted' }] },
  ])
  const shipped = await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    cartons: [{ lines: [{ line_item_id: draft.line_items[0].line_item_id, quantity: 24 }] }],
  })
  expect(shipped.status).toBe(201)
  const invoiced = await brand.tenant.post(`${path}/${draft.order_id}/invoice`, {})
  expect(invoiced.body.data.total.cents).toBe(57_600)
})

test('a price for each of goods in cases stays open where the list does not say which it is, unless the profile does', async () => {
  const brand = await openBrand(rig)
  const cases = (number: string, price: string) => order(number, `PO1*1*2*CA*${price}*PE*SK*JUMPER-M`, 'PO4*12*1*EA')
  const packed = await brand.drafted(cases('E-1', '288'))
  expect(linesOf(packed)).toEqual([['JUMPER-M', 24, 2400, null]])
  const open = await brand.drafted(cases('E-2', '276'))
  expect(linesOf(open)).toEqual([['JUMPER-M', 24, null, null]])
  expect(await about(brand, open)).toEqual([
    [
      'not_understood',
      'Order E-2, line 1, item JUMPER-M: JUMPER-M is no number of the account, and was found among our own.',
    ],
    [
      'price_mismatch',
      'Order E-2, line 1, item JUMPER-M: the price 276 USD has the basis PE and is for packs of 12: 276.00 USD or 23.00 USD each.',
    ],
  ])
  await brand.profile({ each_price: 'ordered_unit' })
  const byUnit = await brand.drafted(cases('E-3', '276'))
  expect(byUnit.line_items[0].requested_unit_price.cents).toBe(2300)
  await brand.profile({ each_price: 'each' })
  const byEach = await brand.drafted(cases('E-4', '288'))
  expect(byEach.line_items[0].requested_unit_price.cents).toBe(28_800)
})

test('a pack with two readings becomes no line and agrees no price, and a person is asked with both', async () => {
  const brand = await openBrand(rig, 2000)
  const draft = await brand.drafted(sample('pack_with_two_readings'))
  expect(draft.line_items).toEqual([])
  expect(draft.unmatched_lines).toMatchObject([
    { quantity: 2, reason: 'it is ordered in CA, and PO4 has two readings: 1 in one, 2 units; or 12 in one, 24 units' },
  ])
  const [[kind, sentence]] = (await about(brand, draft)) as [[string, string]]
  expect([kind, sentence.includes('1 in one, 2 units; or 12 in one, 24 units')]).toEqual(['not_understood', true])
  const { sql } = brand.tenant.service.database
  const [variant] = await sql`
    select variant_id from variants where organization_id = ${brand.tenant.organization_id} and sku = 'JUMPER-M'`
  const match = (order_id: string, body: object) =>
    brand.admin.post(`${path}/${order_id}/unmatched-lines/1/match`, { variant_id: variant!.variant_id, ...body })
  expect((await match(draft.order_id, {})).body.code).toBe('conflict')
  const matched = await match(draft.order_id, { units_per_ordered_unit: 12 })
  expect([matched.status, linesOf(matched.body.data)]).toEqual([200, [['JUMPER-M', 24, 2000, null]]])
  await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(matched.body.data))
  const [answer] = await brand.queued('855')
  expect(answer.lines).toMatchObject([
    { ordered_quantity: 2, unit: 'CA', unit_price: '240.00', answers: [{ status: 'accepted', quantity: 2 }] },
  ])
  const stated = await brand.drafted(order('K-1', 'PO1*1*2*CA*240**IN*NONE', 'PO4*10*1*EA'))
  expect((await match(stated.order_id, { units_per_ordered_unit: 12 })).body).toMatchObject({
    code: 'bad_request',
    data: { field: 'units_per_ordered_unit', rule: 'must be 10 or be left out: the order says so' },
  })
  expect(linesOf((await match(stated.order_id, { units_per_ordered_unit: 10 })).body.data)).toEqual([
    ['JUMPER-M', 20, null, null],
  ])
})

test('an allowance is off the invoice, and the stated total says which sum it is', async () => {
  const brand = await openBrand(rig, 4500)
  const document = await brand.send(sample('allowance_and_total'))
  expect(document.sentence).toContain('The stated total 400.00 USD is the net, after allowances and charges.')
  const draft = (await brand.tenant.get(`${path}/${document.order.order_id}`)).body.data
  expect(draft.line_items[0]).toMatchObject({ quantity: 10, unit_price: { cents: 4500 }, discount: { cents: 5000 } })
  expect(await about(brand, draft)).toEqual([])
  expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
  const [{ line_item_id }] = draft.line_items
  await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    cartons: [{ lines: [{ line_item_id, quantity: 10 }] }],
  })
  const invoiced = await brand.tenant.post(`${path}/${draft.order_id}/invoice`, {})
  expect(invoiced.body.data.total.cents).toBe(40_000)
  const [invoice] = await brand.queued('810')
  expect(invoice.charges).toEqual([{ kind: 'allowance', code: 'C310', amount: '50.00', description: null }])
})

test('without its allowance the stated total opens an exception, and the gross is named as such', async () => {
  const brand = await openBrand(rig, 4500)
  const bare = await brand.drafted(changed('allowance_and_total', 'SAC*A*C310***5000', null))
  expect(await about(brand, bare)).toEqual([
    ['not_understood', 'Order C-1004, order: the stated total 400.00 USD differs: the lines come to 450.00 USD.'],
  ])
  const gross = await brand.send(
    order('T-1', 'SAC*A*C310***5000', 'PO1*1*10*EA*45**SK*JUMPER-M', 'CTT*1', 'AMT*TT*450'),
  )
  expect(gross.sentence).toContain('The stated total 450.00 USD is the gross, before allowances and charges.')
})

test('a notice and an invoice speak of cases where the order does, and the invoice here of units', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    order('U-1', 'REF*CO*C-77', 'N1*BY*Store*92*0101', 'PO1*1*2*CA*288**SK*JUMPER-M', 'PO4*12'),
  )
  expect(linesOf(draft)).toEqual([['JUMPER-M', 24, 2400, '0101']])
  await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))
  const [{ line_item_id }] = draft.line_items
  await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    cartons: [{ lines: [{ line_item_id, quantity: 24 }] }],
  })
  expect((await brand.tenant.post(`${path}/${draft.order_id}/shipping-notice`, {})).status).toBe(200)
  const [notice] = await brand.queued('856')
  const [{ door, cartons }] = notice.orders
  expect([door.code, notice.ship_to.code, cartons[0].items[0]]).toMatchObject([
    '0101',
    '9001',
    { quantity: 2, unit: 'CA', ordered_quantity: 2 },
  ])
  const invoiced = (await brand.tenant.post(`${path}/${draft.order_id}/invoice`, {})).body.data
  expect([invoiced.lines[0].quantity, invoiced.lines[0].unit_price.cents, invoiced.total.cents]).toEqual([
    24, 2400, 57_600,
  ])
  const [invoice] = await brand.queued('810')
  expect([invoice.lines[0], invoice.total]).toMatchObject([{ quantity: 2, unit: 'CA', unit_price: '288.00' }, '576.00'])
  expect([notice.orders[0].reference, invoice.reference]).toEqual(['C-77', 'C-77'])
  for (const { segments } of [write856(notice), write810(invoice)])
    expect(segments.filter(([tag, code]) => tag === 'REF' && code === 'CO')).toEqual([['REF', 'CO', 'C-77']])
  // The price is that of a case, not of each.
  expect(
    write810(invoice)
      .segments.find(([tag]) => tag === 'IT1')!
      .slice(2, 6),
  ).toEqual(['2', 'CA', '288', 'UM'])
})

test('what is billed back is kept and named, and neither the draft nor its invoice is reduced', async () => {
  const brand = await openBrand(rig, 4500)
  const back = await brand.send(changed('allowance_and_total', 'SAC*A*C310***5000', 'SAC*A*C310***5000*******01'))
  const apart = 'The allowance C310 of 50.00 USD is settled apart (SAC12 01) and does not change the invoice.'
  expect(back.sentence).toContain(apart)
  const draft = (await brand.tenant.get(`${path}/${back.order.order_id}`)).body.data
  expect([draft.line_items[0].discount.cents, draft.allowances_apart]).toEqual([0, [apart]])
  expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
  const [{ line_item_id }] = draft.line_items
  await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    cartons: [{ lines: [{ line_item_id, quantity: 10 }] }],
  })
  const invoiced = (await brand.tenant.post(`${path}/${draft.order_id}/invoice`, {})).body.data
  expect([invoiced.total.cents, invoiced.allowances_apart]).toEqual([45_000, [apart]])
  const [document] = await brand.queued('810')
  expect([document.total, document.charges]).toEqual(['450.00', []])
  const ofLine = await brand.drafted(
    order(
      'T-2',
      'SAC*A*C310***100',
      'PO1*7*10*EA*45**SK*JUMPER-M',
      'SAC*A*F800****3*5*****03',
      'PO1**1*EA*45**SK*JUMPER-M',
      'SAC*A*F800***200*******04',
    ),
  )
  expect(ofLine.allowances_apart).toEqual([
    'Line 7: the allowance F800 of 5% is settled apart (SAC12 03) and does not change the invoice.',
    'Line 2: the allowance F800 of 2.00 USD is settled apart (SAC12 04) and does not change the invoice.',
  ])
  expect(ofLine.line_items.map((line: any) => line.discount.cents)).toEqual([91, 9])
})

test('freight is charged, a percentage is of the goods, and other charges and ways of settling open exceptions', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    order(
      'S-1',
      'SAC*C*D240***1250********06',
      'SAC*A*C310****3*5',
      'PO1*1*10*EA*24**SK*JUMPER-M',
      'SAC*A*F800***100',
      'PO1*2*30*EA*24**SK*JUMPER-M',
    ),
  )
  expect(draft.freight.cents).toBe(1250)
  // 5 % of 960.00 divided by value, and 1.00 on the first line.
  expect(draft.line_items.map((line: any) => line.discount.cents)).toEqual([1300, 3600])
  const odd = await brand.drafted(
    order('S-2', 'SAC*C*F050***1200', 'SAC*A*C310***500*******15', 'SAC*A*C310', 'PO1*1*10*EA*24**SK*JUMPER-M'),
  )
  const [[kind, sentence]] = (await about(brand, odd)) as [[string, string]]
  expect(kind).toBe('not_understood')
  for (const words of [
    'the charge F050 of 12.00 USD is not in the order',
    'SAC12 "15"',
    'neither an amount nor a percentage',
  ])
    expect(sentence).toContain(words)
})
