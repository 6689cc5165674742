/** Replacements state all of their order, and cancellations withdraw all of it: files in, drafts and exceptions out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { documentsPath, type EdiRig } from '../../../interchanges/rig.ts'
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

const item = 'EA*24**SK*JUMPER-M'
const header = [
  'SAC*A*C310****3*10*****02',
  'ITD*05*3*****60',
  'DTM*010*20261210',
  'DTM*001*20261220',
  'N1*ST*DC East*92*9001',
]
const order = (number: string) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...header, `PO1*1*10*${item}`)
const as850 = (number: string, ...segments: string[]) => fileOf('850', `BEG*05*SA*${number}**20261120`, ...segments)
const as860 = (number: string, ...segments: string[]) => fileOf('860', `BCH*05*SA*${number}***20261120`, ...segments)
const read = async (brand: Brand, { order_id }: { order_id: string }) => {
  const { data } = (await brand.tenant.get(`${path}/${order_id}`)).body
  const { door_reference, terms, requested_ship_date, ship_window_start, cancel_date, lifecycle } = data
  return {
    door_reference,
    terms,
    requested_ship_date,
    ship_window_start,
    cancel_date,
    lifecycle,
    total: data.total.cents,
    units: data.line_items.map((line: any) => line.quantity),
    days: data.line_items.map((line: any) => line.requested_ship_date),
    doors: data.line_items.map((line: any) => line.door_reference),
  }
}
const decide = (brand: Brand, { document_id }: { document_id: number }, decision: string) =>
  brand.admin.post(`${documentsPath}/${document_id}/decision`, { decision })

const nothing = { terms: 'net_30', requested_ship_date: null, ship_window_start: null, cancel_date: null }
const lost =
  'it is replaced without ship on (010) 2026-12-10, cancel after (001) 2026-12-20, the ship-to (ST) 9001, the terms (ITD) and the allowances and charges (SAC), which no longer holds'

test('what a replacement no longer states goes from the draft, and its exception names it', async () => {
  const brand = await openBrand(rig)
  for (const [number, file] of [
    ['R-1', as850('R-1', `PO1*1*6*${item}`)],
    ['R-2', as860('R-2', `POC*1*CA*6**${item}`)],
  ] as const) {
    const draft = await brand.drafted(order(number))
    expect(await read(brand, draft)).toMatchObject({
      door_reference: '9001',
      terms: 'net_60',
      cancel_date: '2026-12-20',
    })
    await brand.send(file, number === 'R-1' ? '850' : '860')
    expect(await read(brand, draft)).toMatchObject({ ...nothing, door_reference: null, total: 6 * 2400, units: [6] })
    expect(await brand.exceptions(draft.order_id)).toEqual([['not_understood', `Order ${number}, order: ${lost}.`]])
  }
})

test('a replacement that states all again changes only what it says, and its days are the new ones', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('R-3'))
  const moved = header.map((one) => one.replace('20261220', '20261224').replace('*3*10*', '*3*5*'))
  await brand.send(as850('R-3', ...moved, `PO1*1*6*${item}`))
  expect(await read(brand, draft)).toMatchObject({
    door_reference: '9001',
    terms: 'net_60',
    cancel_date: '2026-12-24',
    requested_ship_date: '2026-12-10',
    total: 6 * 2400 * 0.95,
  })
  expect(await brand.exceptions(draft.order_id)).toEqual([])
  await brand.send(fileOf('860', 'BCH*04*SA*R-3**1*20261120', 'DTM*001*20261228', 'CTT*0'), '860')
  await brand.send(as850('R-3', ...header.filter((one) => !one.startsWith('DTM*001')), `PO1*1*6*${item}`))
  expect((await read(brand, draft)).cancel_date).toBeNull()
  expect(JSON.stringify(await brand.exceptions(draft.order_id))).toContain('cancel after (001) 2026-12-28')
})

test('a line that is replaced has what it states alone: price, days, doors, pack and allowances', async () => {
  const brand = await openBrand(rig)
  const first = [
    'PO1*1*10*EA*24**SK*77-100-M',
    'SAC*A*C310***1000*******02',
    'DTM*010*20261210',
    'SDQ*EA*92*0101*4*0102*6',
  ]
  const draft = await brand.drafted(fileOf('850', 'BEG*00*SA*R-4**20261120', ...first))
  await brand.send(fileOf('860', 'BCH*04*SA*R-4***20261120', 'POC*1*RZ*6**EA***SK*77-100-M'), '860')
  const { units, days, doors, total } = await read(brand, draft)
  const left = units.flatMap((unitsLeft: number, i: number) => (unitsLeft > 0 ? [[unitsLeft, days[i], doors[i]]] : []))
  expect([left, total]).toEqual([[[6, null, null]], 6 * 2400])
  expect(await brand.exceptions(draft.order_id)).toEqual([
    [
      'not_understood',
      'Order R-4, line 1: it is replaced without the price 24, ship on (010) 2026-12-10, the allowances and charges (SAC) and the doors 0101, 0102, which no longer holds.',
    ],
  ])
})

test('a replacement without lines, or of lines without units, is never applied', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('R-5'))
  for (const [segments, why] of [
    [['CTT*0'], 'it replaces the order and has no lines'],
    [[`POC*1*DI*10**${item}`], 'it replaces the order by lines without units'],
    [[`POC*1*RZ*0**${item}`], 'it replaces the order by lines without units'],
  ] as const) {
    const held = await brand.send(as860('R-5', ...segments), '860')
    expect([held.state, held.sentence]).toEqual(['held', expect.stringContaining(why)])
    expect((await brand.exceptions(draft.order_id)).map(([kind]) => kind)).toContain('order_change')
    expect((await decide(brand, held, 'take')).status).toBe(409)
    expect((await decide(brand, held, 'decline')).status).toBe(200)
  }
  expect((await read(brand, draft)).units).toEqual([10])
})

test('a replacement of an order that is confirmed names what it no longer states before a person takes it', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('R-6'))
  expect((await brand.tenant.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))).status).toBe(200)
  const held = await brand.send(as850('R-6', `PO1*1*6*${item}`))
  expect([held.state, held.sentence.includes(lost.slice(3))]).toEqual(['held', true])
  expect((await read(brand, draft)).cancel_date).toBe('2026-12-20')
  expect((await decide(brand, held, 'take')).status).toBe(200)
  expect(await read(brand, draft)).toMatchObject({ cancel_date: null, total: 6 * 2400 })
})

test('a replacement that is dated before its order waits, and one of a later day is applied', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(fileOf('850', 'BEG*00*SA*R-7**20261120', `PO1*1*10*${item}`))
  const dated = (day: string, units: number) => fileOf('850', `BEG*05*SA*R-7**${day}`, `PO1*1*${units}*${item}`)
  const older = await brand.send(dated('20261119', 4))
  expect([older.state, older.sentence]).toEqual([
    'held',
    'Change of order R-7 waits for a decision: it is dated 2026-11-19, before the order of 2026-11-20.',
  ])
  expect((await read(brand, draft)).units).toEqual([10])
  expect((await brand.send(dated('20261121', 6))).state).toBe('processed')
  expect((await read(brand, draft)).units).toEqual([6])
})

test('a change whose day of the order is another one is named', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(fileOf('850', 'BEG*00*SA*R-8**20261120', `PO1*1*10*${item}`))
  await brand.send(fileOf('860', 'BCH*04*SA*R-8***20261101', `POC*1*QD*6**${item}`), '860')
  expect(await brand.exceptions(draft.order_id)).toEqual([
    [
      'not_understood',
      'Order R-8, change: its day of the order 2026-11-01 differs from 2026-11-20, on which the order was placed.',
    ],
  ])
})

test('a cancellation that changes lines, or names some of them alone, waits; one that names all cancels', async () => {
  const brand = await openBrand(rig)
  const ordered = (number: string) =>
    fileOf('850', `BEG*00*SA*${number}**20261120`, `PO1*1*10*${item}`, 'PO1*2*5*EA*24**SK*JUMPER-L')
  const cancel = (number: string, ...lines: string[]) => fileOf('860', `BCH*01*SA*${number}***20261120`, ...lines)
  const draft = await brand.drafted(ordered('K-1'))
  const second = 'POC*2*DI*5**EA*24**SK*JUMPER-L'
  for (const [lines, why] of [
    [[second], 'it cancels the whole order (01) and names one of its lines, not line 1'],
    [[`POC*1*QI*12**${item}`], 'it cancels the whole order (01) and changes line 1'],
    [[second, `POC*1*CA*10**${item}`], 'it cancels the whole order (01) and changes line 1'],
    [['POC*3*AI*1**EA*24**SK*JUMPER-L'], 'it cancels the whole order (01) and changes line 3'],
  ] as const) {
    const held = await brand.send(cancel('K-1', ...lines), '860')
    expect([held.state, held.sentence]).toEqual(['held', expect.stringContaining(why)])
    expect((await decide(brand, held, 'decline')).status).toBe(200)
  }
  expect((await read(brand, draft)).lifecycle).toBe('draft')
  expect((await brand.send(cancel('K-1', second, `POC*1*DI*10**${item}`), '860')).state).toBe('processed')
  expect((await read(brand, draft)).lifecycle).toBe('cancelled')
  const repeated = await brand.drafted(ordered('K-2'))
  const whole = fileOf('850', 'BEG*01*SA*K-2**20261120', `PO1*1*10*${item}`, 'PO1*2*5*EA*24**SK*JUMPER-L')
  expect((await brand.send(whole)).state).toBe('processed')
  expect((await read(brand, repeated)).lifecycle).toBe('cancelled')
})

test('a change in other packs than the line is ordered in waits, whatever its code', async () => {
  const brand = await openBrand(rig)
  const cases = 'CA*288**SK*JUMPER-M'
  const draft = await brand.drafted(fileOf('850', 'BEG*00*SA*K-3**20261120', `PO1*1*10*${cases}`, 'PO4*12'))
  for (const line of [
    `POC*1*QI*20**${cases}`,
    `POC*1*QD*5**${cases}`,
    'POC*1*PC*10**CA*240**SK*JUMPER-M',
    `POC*1*CT*10**${cases}`,
    `POC*1*CA*9**${cases}`,
  ]) {
    const held = await brand.send(fileOf('860', 'BCH*04*SA*K-3***20261120', line, 'PO4*24'), '860')
    expect([held.state, held.sentence]).toEqual([
      'held',
      'Change of order K-3 waits for a decision: line 1 states packs of 24, and packs of 12 were ordered; a line in other packs is replaced (RZ).',
    ])
    expect((await decide(brand, held, 'decline')).status).toBe(200)
  }
  expect((await read(brand, draft)).units).toEqual([120])
  expect(
    (await brand.send(fileOf('860', 'BCH*04*SA*K-3***20261120', `POC*1*QD*5**${cases}`, 'PO4*12'), '860')).state,
  ).toBe('processed')
  expect((await read(brand, draft)).units).toEqual([60])
})
