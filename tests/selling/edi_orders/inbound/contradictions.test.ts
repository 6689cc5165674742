/** Orders whose values contradict each other, and quantities that are not whole: files in, drafts and answers out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../partner_files/shop.ts'
import { path } from '../../support/orders.ts'
import { acceptAll } from '../edi_shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const item = 'SK*77-100-M'
const line = `PO1*1*10*EA*24**${item}`
const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const drafting = async (brand: Brand, number: string, ...segments: string[]) => {
  const draft = await brand.drafted(order(number, ...segments))
  return { draft, open: await brand.exceptions(draft.order_id) }
}

test('allowances, packs, totals, days and numbers that contradict each other open an exception that names both', async () => {
  const brand = await openBrand(rig)
  const cases: [segments: string[], says: string][] = [
    [
      ['SAC*A*C310***3000*3*10*****02', line],
      'SAC05 "3000" in segment 3 is 30.00, and 10% (07) of 240.00 is 24.00; the amount counts',
    ],
    [[line, 'SAC*A*C310***3000***2*EA*10**02'], 'the rate (08) times the quantity (10) is 20.00; the amount counts'],
    [
      ['PO1*1*2*AS*50**SK*SET', 'SLN*1**I*2*EA*24*PE**SK*77-100-M'],
      'PO104 "50" in segment 3 is the price of a pack whose items (SLN) come to 48.00',
    ],
    [
      ['PO1*1*2*AS***SK*SET', 'PO4*12', 'SLN*1**I*2*EA*24*PE**SK*77-100-M'],
      'packs 12 units, and its items (SLN) are 2',
    ],
    [
      ['DTM*037*20261210', 'DTM*002*20261201', line],
      'is delivery requested (002), before do not ship before (037) 2026-12-10',
    ],
    [['DTM*002*20261101', line], 'is delivery requested (002), before the day of the order, 2026-11-20'],
    [['AMT*TT*240', line, 'CTT*1', 'AMT*TT*250'], 'differs from the total 240 in segment 3'],
    [['FOB*CC', 'FOB*PP', line], 'FOB01 "PP" in segment 4 differs from FOB01 in segment 3'],
    [[line, 'SDQ*EA*92*0101*5*0101*5'], 'SDQ05 "0101" in segment 4 is a store that the line has already'],
    [[line, line], 'PO101 "1" in segment 4 is the number of the line in segment 3, too'],
    [[`PO1*1*10*EA*0**${item}`], 'PO104 "0" in segment 3 is a price of nothing'],
    [[`PO1*1*10*EA*-24**${item}`], 'PO104 "-24" in segment 3 is a negative price'],
  ]
  for (const [i, [segments, says]] of cases.entries()) {
    const { open } = await drafting(brand, `P-${i}`, ...segments)
    const sentences = open.filter(([kind]) => kind === 'not_understood').map(([, sentence]) => sentence)
    expect([says, JSON.stringify(sentences.join()).replaceAll('\\"', '"').includes(says)]).toEqual([says, true])
  }
  expect((await drafting(brand, 'P-FINE', 'SAC*A*C310***2400*3*10*****02', line, 'CTT*1', 'AMT*TT*216')).open).toEqual(
    [],
  )
})

test('of an allowance whose amount contradicts its percentage, the amount counts', async () => {
  const brand = await openBrand(rig)
  const { draft } = await drafting(brand, 'P-1', 'SAC*A*C310***3000*3*10*****02', line)
  expect(draft.total.cents).toBe(24_000 - 3_000)
})

test('an order of a day that has not come anywhere is one of the day on which it arrived, and says so', async () => {
  const brand = await openBrand(rig)
  const today = new Date().toISOString().slice(0, 10)
  const dated = async (number: string, day: string) => {
    const draft = await brand.drafted(fileOf('850', `BEG*00*SA*${number}**${day.replaceAll('-', '')}`, line))
    return { day: draft.ordered_at.slice(0, 10), open: await brand.exceptions(draft.order_id) }
  }
  expect(await dated('P-1', '2031-05-01')).toEqual({
    day: today,
    open: [
      [
        'not_understood',
        `Order P-1, order: its date 2031-05-01 (BEG05) has not come; the day on which it arrived, ${today}, is kept in its place.`,
      ],
    ],
  })
  expect(await dated('P-2', today)).toEqual({ day: today, open: [] })
})

test('a line with a quantity that is not whole is named, and the others become the draft; the 997 accepts it', async () => {
  const brand = await openBrand(rig)
  for (const [i, [quantity, unit, says]] of [
    ['2.5', 'EA', 'it orders 2.5 EA, and items are counted in whole units'],
    ['12.75', 'YD', 'it orders 12.75 YD, and items are counted in whole units'],
    ['3', 'LB', 'it is ordered in LB, which measures and does not count items'],
    ['.5', 'DZ', 'it orders 0.5 DZ, and items are counted in whole units'],
  ].entries()) {
    const number = `P-${i}`
    const { draft, open } = await drafting(brand, number, line, `PO1*2*${quantity}*${unit}*24**${item}`, 'CTT*2')
    expect(draft.line_items.map((one: any) => one.quantity)).toEqual([10])
    expect(draft.unmatched_lines).toMatchObject([{ buyer_line_reference: '2', unit, reason: says }])
    expect(open).toEqual([['not_understood', `Order ${number}, line 2, item 77-100-M: ${says}.`]])
    expect((await brand.queued('997')).at(-1)).toMatchObject({ verdict: 'accepted' })
    expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
    expect((await brand.queued('855')).at(-1).lines).toMatchObject([
      { ordered_quantity: 10, answers: [{ status: 'accepted' }] },
      { ordered_quantity: Number(quantity), answers: [{ status: 'rejected', quantity: Number(quantity) }] },
    ])
  }
  await rig.worker.settle()
  const sent = await brand.tenant.get('/api/v1/wholesale/edi/documents?document_type=855')
  expect(sent.body.data.rows.map(({ state }: any) => state)).toEqual(['stored', 'stored', 'stored', 'stored'])
})

test('a pack of no units leaves out its line, and the order is taken', async () => {
  const brand = await openBrand(rig)
  for (const [number, po4] of [
    ['P-1', 'PO4*0'],
    ['P-2', 'PO4*-12'],
  ]) {
    const { draft } = await drafting(brand, number!, line, `PO1*2*2*CA*24**${item}`, po4!, 'CTT*2', 'AMT*TT*288')
    expect(draft.line_items.map((one: any) => one.quantity)).toEqual([10])
    expect(draft.unmatched_lines).toMatchObject([{ buyer_line_reference: '2' }])
  }
})

test('decimals that are whole are read, also in stores, days, packs and sums', async () => {
  const brand = await openBrand(rig)
  const { draft, open } = await drafting(
    brand,
    'P-1',
    `PO1*1*12.0*EA*24.00**${item}`,
    'SDQ*EA*92*0101*5.00*0102*7.',
    'CTT*1*12.0',
  )
  expect(draft.line_items.map((one: any) => [one.quantity, one.door_reference])).toEqual([
    [5, '0101'],
    [7, '0102'],
  ])
  expect(open).toEqual([])
})

test('parts of a line that are not whole are named: of a store, of a day, of a pack, and of a change', async () => {
  const brand = await openBrand(rig)
  const door = await drafting(brand, 'P-1', line, 'SDQ*EA*92*0101*2.5*0102*7.5')
  expect(door.draft.unmatched_lines[0].reason).toBe(
    'it orders 2.5 EA for the door 0101, and items are counted in whole units',
  )
  const day = await drafting(brand, 'P-2', line, 'SCH*2.5*EA***010*20261201', 'SCH*7.5*EA***010*20261202')
  expect(day.open[0]![1]).toContain('10 EA are scheduled: 2.5 to ship on 2026-12-01, 7.5 to ship on 2026-12-02')
  const pack = await drafting(brand, 'P-3', 'PO1*1*2*AS***SK*SET', `SLN*1**I*1.5*EA****${item}`)
  expect(pack.draft.unmatched_lines[0].reason).toContain('the pack has 1.5 units of the item')
  const { draft } = await drafting(brand, 'P-4', line)
  const held = await brand.send(fileOf('860', 'BCH*04*SA*P-4***20261120', `POC*1*CA*2.5**EA*24**${item}`), '860')
  expect([held.state, held.sentence]).toEqual([
    'held',
    'Change of order P-4 waits for a decision: line 1 states the quantity 2.5, which is not whole.',
  ])
  expect((await brand.tenant.get(`${path}/${draft.order_id}`)).body.data.line_items[0].quantity).toBe(10)
})
