/** Orders as partners send them: places, dates, numbers and purposes that are easily misread. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../interchanges/rig.ts'
import { acceptAll } from '../edi_orders/edi_shop.ts'
import { path } from '../support/orders.ts'
import { type Brand, fileOf, openBrand, sample, startReading } from './shop.ts'

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

test('a store that orders through a distribution centre is the door of the lines, and both are on the 856', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(sample('store_through_a_dc'))
  expect([draft.door_reference, linesOf(draft)]).toEqual(['9001', [['JUMPER-M', 6, 2400, '0101']]])
  await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))
  const [{ line_item_id }] = draft.line_items
  await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    cartons: [{ lines: [{ line_item_id, quantity: 6 }] }],
  })
  expect((await brand.tenant.post(`${path}/${draft.order_id}/shipping-notice`, {})).status).toBe(200)
  const [notice] = await brand.queued('856')
  expect([notice.ship_to.code, notice.orders[0].door.code]).toEqual(['9001', '0101'])
})

test('a buyer that is neither a store nor the account, and another currency, are named', async () => {
  const brand = await openBrand(rig)
  const by = (number: string, code: string, ...more: string[]) =>
    fileOf(
      '850',
      `BEG*00*SA*${number}**20261120`,
      ...more,
      `N1*BY**92*${code}`,
      'N1*ST*DC East*92*9001',
      'PO1*1*4*EA*24**SK*JUMPER-M',
    )
  const unknown = await brand.drafted(by('B-1', '0199'))
  expect(await about(brand, unknown)).toEqual([
    ['unknown_door', 'Order B-1, buyer: 0199 is neither a door nor the id of the account as a buyer.'],
  ])
  const { sql } = brand.tenant.service.database
  await sql`update trading_partners set buyer_id = '0199' where organization_id = ${brand.tenant.organization_id}`
  expect(await about(brand, await brand.drafted(by('B-2', '0199')))).toEqual([])
  const foreign = await brand.drafted(by('B-3', '9001', 'CUR*BY*EUR'))
  expect(JSON.stringify(await about(brand, foreign))).toContain('it is in EUR, and the account trades in USD')
  const alone = await brand.drafted(
    fileOf('850', 'BEG*00*SA*B-4**20261120', 'N1*BY**92*0102', 'PO1*1*4*EA*24**SK*JUMPER-M'),
  )
  expect(linesOf(alone)).toEqual([['JUMPER-M', 4, 2400, '0102']])
})

test('a change that states allowances, another place or a total of its lines is applied and names them', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('V-1', 'PO1*1*4*EA*24**SK*JUMPER-M'))
  await brand.send(
    fileOf(
      '860',
      'BCH*04*SA*V-1***20261120',
      'N1*ST*DC West*92*9002',
      'POC*1*QI*6*6*EA*24**SK*JUMPER-M',
      'SAC*A*C310***100',
      'AMT*TT*144',
    ),
    '860',
  )
  const [[kind, sentence]] = (await about(brand, draft)) as [[string, string]]
  expect(kind).toBe('not_understood')
  for (const words of [
    'AMT',
    'the ship-to 9002 differs from 9001, which stays',
    'line 1: its allowances and charges, the allowance C310 of 1.00 USD, differ from none and are not applied',
  ])
    expect(sentence).toContain(words)
  const replaced = await brand.drafted(order('V-2', 'PO1*1*4*EA*24**SK*JUMPER-M'))
  await brand.send(fileOf('850', 'BEG*05*SA*V-2**20261120', 'PO1*1*6*EA*24**SK*JUMPER-M', 'CTT*1', 'AMT*TT*100'))
  expect(JSON.stringify(await about(brand, replaced))).toContain(
    'the stated total 100.00 USD differs: the lines come to 144.00 USD',
  )
})

test('several days of one line, and days of delivery, are not lost', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(sample('schedule_of_dates'))
  expect([draft.ship_window_start, draft.ship_window_end]).toEqual(['2027-01-10', '2027-01-31'])
  expect(draft.line_items.map((line: any) => [line.quantity, line.requested_ship_date])).toEqual([
    [6, '2027-01-10'],
    [4, '2027-01-15'],
  ])
  expect(await about(brand, draft)).toEqual([])
  await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))
  const [answer] = await brand.queued('855')
  expect(answer.lines.map((line: any) => [line.ordered_quantity, line.answers])).toEqual([
    [
      10,
      [
        { status: 'accepted', quantity: 6, ship_on: '2027-01-10' },
        { status: 'accepted', quantity: 4, ship_on: '2027-01-15' },
      ],
    ],
  ])
  const partial = await brand.drafted(
    order('D-2', 'PO1*1*10*EA*24**SK*JUMPER-M', 'SCH*6*EA***002*20270110', 'SCH*3*EA***002*20270115'),
  )
  expect(await about(brand, partial)).toEqual([
    [
      'not_understood',
      'Order D-2, line 1, item JUMPER-M: 10 EA are scheduled: 6 due on 2027-01-10, 3 due on 2027-01-15; split the line by its days.',
    ],
  ])
  const single = await brand.drafted(
    order(
      'D-1',
      'PO1*1*10*EA*24**SK*JUMPER-M',
      'SCH*10*EA***002*20270110',
      'PO1*2*1*EA*24**SK*JUMPER-M',
      'DTM*010*20270112',
    ),
  )
  expect(single.line_items.map((line: any) => line.requested_ship_date)).toEqual(['2027-01-10', '2027-01-12'])
  expect(await about(brand, single)).toEqual([])
})

test('terms that count from the end of the month are words, and open an exception', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(sample('end_of_month_terms'))
  expect(draft.terms).toBe('8% 10 days, net 30, end of month')
  expect(await about(brand, draft)).toEqual([
    ['not_understood', 'Order C-1007, document: ITD01 "02" in segment 3 is not understood.'],
  ])
})

test('an order without lines is rejected by the 997 with the reason', async () => {
  const brand = await openBrand(rig)
  const document = await brand.send(sample('without_lines'))
  expect([document.state, document.order]).toEqual(['rejected', null])
  expect(document.sentence).toContain('PO1 is missing')
  const [answer] = await brand.queued('997')
  expect(answer).toMatchObject({
    verdict: 'rejected',
    sets: [{ verdict: 'rejected', segments: [{ tag: 'PO1', code: '3' }] }],
  })
})

test('an item is found by our number (VC) and by that of the account (IN), and pieces are counted', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(sample('number_of_another_kind'))
  expect(linesOf(draft)).toEqual([['JUMPER-M', 4, 2400, null]])
  expect(await about(brand, draft)).toEqual([])
  const two = await brand.drafted(order('N-1', 'PO1*1*4*EA*24**IN*77-100-M*BP*77-100-M*VC*JUMPER-L'))
  expect(two.unmatched_lines[0].reason).toContain('name two different items, JUMPER-M and JUMPER-L')
  const caseCode = await brand.drafted(order('N-2', 'PO1*1*4*EA*24**IN*77-100-M*UA*106141410001'))
  expect(JSON.stringify(await about(brand, caseCode))).toContain('PO108 \\"UA\\"')
})

test('a change of the days of a line moves units between its lines', async () => {
  const brand = await openBrand(rig)
  const line = 'PO1*1*10*EA*24**SK*JUMPER-M'
  const draft = await brand.drafted(order('S-1', line, 'SCH*6*EA***010*20270110', 'SCH*4*EA***010*20270115'))
  const days = async () => {
    const { line_items } = (await brand.tenant.get(`${path}/${draft.order_id}`)).body.data
    return line_items.map((one: any) => [one.line_item_id, one.quantity, one.requested_ship_date])
  }
  const [[first], [second]] = (await days()) as [[string], [string]]
  const change = (...lines: string[]) => brand.send(fileOf('860', 'BCH*04*SA*S-1***20261120', ...lines), '860')
  await change('POC*1*CA*12*2*EA*24**SK*JUMPER-M', 'SCH*5*EA***010*20270115', 'SCH*7*EA***010*20270110')
  expect(await days()).toEqual([
    [first, 7, '2027-01-10'],
    [second, 5, '2027-01-15'],
  ])
  expect(await about(brand, draft)).toEqual([])
})

test('an item is found in any case where one alone has the number, and is asked for otherwise', async () => {
  const brand = await openBrand(rig)
  const { sql } = brand.tenant.service.database
  const { organization_id } = brand.tenant
  const bought = async (number: string, item: string) => {
    const draft = await brand.drafted(order(number, `PO1*1*4*EA*24**${item}`))
    return [draft.line_items.map(({ sku }: any) => sku), draft.unmatched_lines.map(({ reason }: any) => reason)]
  }
  expect(await bought('L-1', 'SK*77-100-m')).toEqual([['JUMPER-M'], []])
  expect(await bought('L-2', 'VN*jumper-L')).toEqual([['JUMPER-L'], []])
  expect(await bought('L-3', 'SK*jumper-l')).toEqual([['JUMPER-L'], []])
  await sql`
    insert into account_items (organization_id, trading_partner_id, buyer_sku, variant_id)
    select organization_id, ${brand.account_id}, '77-100-m', variant_id from variants
    where organization_id = ${organization_id} and sku = 'JUMPER-L'`
  expect(await bought('L-4', 'SK*77-100-M')).toEqual([['JUMPER-M'], []])
  expect(await bought('L-5', 'SK*77-100-m')).toEqual([['JUMPER-L'], []])
  await sql`update account_items set buyer_sku = upper(buyer_sku) || '/A' where organization_id = ${organization_id} and buyer_sku = '77-100-M'`
  await sql`update account_items set buyer_sku = buyer_sku || '/A' where organization_id = ${organization_id} and buyer_sku = '77-100-m'`
  const draft = await brand.drafted(order('L-6', 'PO1*1*4*EA*24**SK*77-100-m/a'))
  expect(draft.line_items).toEqual([])
  const [[kind, sentence]] = (await about(brand, draft)) as [[string, string]]
  expect(kind).toBe('unknown_sku')
  expect(sentence).toMatch(
    /the number 77-100-m\/a differs in case alone from those of the items JUMPER-[LM] and JUMPER-[LM]/,
  )
})

test('an order that is sent again changes nothing, its differences open an exception, and an unknown one is a draft', async () => {
  const brand = await openBrand(rig)
  const again = (purpose: string, number: string, quantity: number) =>
    fileOf(
      '850',
      `BEG*${purpose}*SA*${number}**20261120`,
      'N1*ST*DC East*92*9001',
      `PO1*1*${quantity}*EA*24**SK*JUMPER-M`,
    )
  const draft = await brand.drafted(again('00', 'A-1', 4))
  const same = await brand.send(again('07', 'A-1', 4))
  expect([same.state, same.order.order_id, same.sentence]).toEqual([
    'processed',
    draft.order_id,
    `Order A-1 was sent again (BEG01 07) as ${draft.name} has it; nothing was changed.`,
  ])
  expect(await about(brand, draft)).toEqual([])
  const other = await brand.send(again('07', 'A-1', 6))
  expect(other.state).toBe('held')
  expect(await about(brand, draft)).toEqual([
    [
      'duplicate_order',
      `Order A-1 was sent again (BEG01 07) and differs from ${draft.name}; nothing was changed: line 1, item JUMPER-M: quantity 6 instead of 4.`,
    ],
  ])
  const decide = (decision: string) =>
    brand.admin.post(`/api/v1/wholesale/edi/documents/${other.document_id}/decision`, { decision })
  expect((await decide('take')).body.code).toBe('conflict')
  expect((await decide('decline')).status).toBe(200)
  expect([await about(brand, draft), await brand.queued('865'), await brand.queued('855')]).toEqual([[], [], []])
  const unknown = await brand.drafted(again('07', 'A-2', 4))
  expect((await about(brand, unknown)).map(([kind]) => kind)).toEqual(['not_understood'])
  expect(linesOf(unknown)).toEqual([['JUMPER-M', 4, 2400, null]])
})

test('a blanket order is no demand, and a drop shipment says what it lacks', async () => {
  const brand = await openBrand(rig)
  const typed = (type: string) => fileOf('850', `BEG*00*${type}*B-${type}**20261120`, 'PO1*1*4*EA*24**SK*JUMPER-M')
  const blanket = await brand.send(typed('BK'))
  expect([blanket.state, blanket.order]).toEqual(['held', null])
  expect(await brand.exceptions(blanket.document_id)).toEqual([
    [
      'order_not_taken',
      'Order B-BK is a blanket order (BK): it asks for nothing until the account releases units of it.',
    ],
  ])
  const drop = await brand.drafted(typed('DS'))
  const [[kind, sentence]] = (await about(brand, drop)) as [[string, string]]
  expect([kind, sentence.includes('drop shipment'), sentence.includes('lacks the place')]).toEqual([
    'not_understood',
    true,
    true,
  ])
})

test('what is in no list is named by the exception and shown on the document', async () => {
  const brand = await openBrand(rig)
  const document = await brand.send(
    fileOf(
      '850',
      'BEG*00*SA*U-1**20261120',
      'DTM*118*20261201',
      'DTM*002*20261210',
      'DTM*002*20261215',
      'CSH*SC',
      'N1*Z7*Store*92*0101',
      'PO1*1*4*EA*24**SK*JUMPER-M',
      'SDQ*CA*92*0101*4',
      'TXI*ST*1.00',
      'PO1*2*4*EA*24**SK*JUMPER-M',
      'TXI*ST*1.00',
    ),
  )
  expect(
    document.not_understood.map(({ segment, position, element, value, count }: any) => [
      segment,
      position,
      element,
      value,
      count,
    ]),
  ).toEqual([
    ['DTM', 3, 1, '118', 1],
    ['DTM', 5, null, 'DTM*002*20261215', 1],
    ['CSH', 6, 1, 'SC', 1],
    ['N1', 7, 1, 'Z7', 1],
    ['SDQ', 9, 1, 'CA', 1],
    ['TXI', 10, null, 'TXI*ST*1.00', 2],
  ])
  const open = await brand.exceptions(document.order.order_id)
  const [, sentence] = open.find(([kind]) => kind === 'not_understood')!
  for (const { sentence: one } of document.not_understood) expect(sentence).toContain(one)
})
