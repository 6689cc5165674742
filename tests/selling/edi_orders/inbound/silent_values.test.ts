/** Values that passed silently: texts, days, sizes and repeated allowances. Files in, drafts and exceptions out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { documentsPath, type EdiRig } from '../../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../partner_files/shop.ts'
import { path } from '../../support/orders.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const item = 'EA*24**SK*JUMPER-M'
const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const change = (number: string, ...segments: string[]) => fileOf('860', `BCH*04*SA*${number}***20261120`, ...segments)
const read = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.tenant.get(`${path}/${order_id}`)).body.data
const sentences = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.exceptions(order_id)).map(([, sentence]) => sentence).join(' ')

test('the text of a change is added to the notes of the order and named, once', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('T-1', 'N9*L1*NOTES', 'MSG*Hang all', `PO1*1*10*${item}`))
  expect([draft.notes, await brand.exceptions(draft.order_id)]).toEqual(['Hang all', []])
  const text = ['N9*L1*NOTES', 'MSG*Ship complete', 'NTE*GEN*No substitutions']
  await brand.send(change('T-1', ...text, `POC*1*QD*8**${item}`), '860')
  expect((await read(brand, draft)).notes).toBe('Hang all\nShip complete\nNo substitutions')
  expect(await sentences(brand, draft)).toBe(
    'Order T-1, change: it says “Ship complete\nNo substitutions”; it is in the notes of the order.',
  )
  await brand.send(change('T-1', ...text, `POC*1*QD*7**${item}`), '860')
  expect((await read(brand, draft)).notes).toBe('Hang all\nShip complete\nNo substitutions')
  expect(await brand.exceptions(draft.order_id)).toHaveLength(1)
})

test('texts of an order are its notes, and what they have no room for is named', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('T-2', 'PKG*F*68***Flat packed', 'NTE*GEN*Call first', `PO1*1*10*${item}`))
  expect([draft.notes, await brand.exceptions(draft.order_id)]).toEqual(['Call first\nFlat packed', []])
  const long = await brand.drafted(
    order('T-3', ...Array.from({ length: 20 }, () => `MSG*${'x'.repeat(264)}`), `PO1*1*10*${item}`),
  )
  expect(long.notes).toHaveLength(4000)
  expect(await sentences(brand, long)).toContain(
    'its text has 5280 characters, of which the first 4000 are in its notes',
  )
})

test('ordinary segments open no exception: carrier and references are kept and shown', async () => {
  const brand = await openBrand(rig)
  const file = order(
    'T-4',
    'REF*DP*04',
    'REF*IA*1',
    'REF*VN*V-2',
    'REF*CO*3',
    'REF*PG*P-4',
    'PER*BD*Jane*TE*1',
    'FOB*PP*OR*ORIGIN',
    'TD5**2*UPSN*M*Ground',
    `PO1*1*10*${item}`,
    'PKG*F****Polybag',
  )
  const document = await brand.send(file)
  expect(document.sentence).toContain('References VN V-2, PG P-4.')
  const draft = await read(brand, document.order)
  expect([draft.shipping_method, await brand.exceptions(draft.order_id)]).toEqual([
    'UPSN, Ground, way of transport M',
    [],
  ])
  await brand.send(change('T-4', 'TD5**2*FDEG', `POC*1*QD*8**${item}`), '860')
  expect(await sentences(brand, draft)).toContain(
    'the routing FDEG differs from UPSN, Ground, way of transport M, which stays',
  )
})

test('a day on which a line cannot ship is named, whichever way the days are stated', async () => {
  const brand = await openBrand(rig)
  const line = `PO1*1*10*${item}`
  const cases: [segments: string[], says: string][] = [
    [['DTM*001*20261210', line, 'DTM*010*20261211'], '(010), after cancel after (001) 2026-12-10'],
    [['DTM*001*20261210', line, 'DTM*002*20261211'], 'line 1: it ships on 2026-12-11, after the day on which the order is cancelled, 2026-12-10'],
    [['DTM*001*20261210', 'DTM*002*20261211', line], 'order: it ships on 2026-12-11, after the day on which the order is cancelled, 2026-12-10'],
    [['DTM*001*20261210', line, 'SCH*10*EA***002*20261211'], 'line 1: it ships on 2026-12-11, after the day on which'],
    [['DTM*001*20261210', line, 'SCH*5*EA***002*20261209', 'SCH*5*EA***002*20261211'], 'line 1: it ships on 2026-12-11, after the day on which'],
    [['DTM*001*20261210', line, 'SCH*10*EA***010*20261211'], '(010), after cancel after (001) 2026-12-10'],
    [['DTM*038*20261210', line, 'DTM*002*20261211'], 'line 1: it ships on 2026-12-11, after the last day to ship, 2026-12-10'],
    [['DTM*037*20261210', line, 'DTM*010*20261209'], '(010), before do not ship before (037) 2026-12-10'],
    [['DTM*061*20261210', line, 'DTM*002*20261211'], '(002), after cancel if not delivered by (061) 2026-12-10'],
  ] // prettier-ignore
  for (const [i, [segments, says]] of cases.entries()) {
    const draft = await brand.drafted(order(`D-${i}`, ...segments))
    const named = await sentences(brand, draft)
    expect([says, named.includes(says), named.split(' on 2026-12-11').length <= 2]).toEqual([says, true, true])
  }
  const fine = await brand.drafted(order('D-FINE', 'DTM*001*20261210', 'DTM*037*20261210', line, 'DTM*010*20261210'))
  expect(await brand.exceptions(fine.order_id)).toEqual([])
})

test('a change that moves days names those that its lines, or the order, already have', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    order('D-20', 'DTM*001*20261220', `PO1*1*10*${item}`, 'DTM*010*20261215', `PO1*2*5*${item}`),
  )
  await brand.send(change('D-20', `POC*2*QD*4**${item}`), '860')
  expect(await brand.exceptions(draft.order_id)).toEqual([])
  await brand.send(change('D-20', 'DTM*001*20261210', 'CTT*0'), '860')
  const says = 'line 1: it ships on 2026-12-15, after the day on which the order is cancelled, 2026-12-10'
  expect(await sentences(brand, draft)).toBe(`Order D-20, ${says}.`)
  await brand.send(change('D-20', `POC*2*QD*3**${item}`), '860')
  expect(await brand.exceptions(draft.order_id)).toHaveLength(1)
  const whole = await brand.drafted(order('D-21', 'DTM*002*20261210', `PO1*1*10*${item}`))
  await brand.send(change('D-21', 'DTM*037*20261212', 'CTT*0'), '860')
  expect(await sentences(brand, whole)).toContain(
    'order: it ships on 2026-12-10, before the first day to ship, 2026-12-12',
  )
})

test('an allowance that is stated twice is named', async () => {
  const brand = await openBrand(rig)
  const twice = ['SAC*A*C310***1000*******02', 'SAC*A*C310***1000*******02']
  for (const [number, segments] of [
    ['S-1', [...twice, `PO1*1*10*${item}`]],
    ['S-2', [`PO1*1*10*${item}`, ...twice]],
  ] as const) {
    const draft = await brand.drafted(order(number, ...segments))
    expect(await sentences(brand, draft)).toContain('is the same as segment')
  }
})

test('a size or colour of another item than the numbers name settles nothing', async () => {
  const brand = await openBrand(rig)
  const { sql } = brand.tenant.service.database
  const { organization_id } = brand.tenant
  await sql`
    update products set options = ${JSON.stringify([
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Navy', 'Red'] },
    ])}::text::jsonb where organization_id = ${organization_id}`
  await sql`
    update variants set option_values = jsonb_build_object('Size', right(sku, 1), 'Colour', 'Navy')
    where organization_id = ${organization_id}`
  const described = async (number: string, words: string) => {
    const draft = await brand.drafted(order(number, `PO1*1*10*${item}*${words}`))
    return { draft, open: await brand.exceptions(draft.order_id), lines: draft.line_items.length }
  }
  for (const [i, [words, says]] of [
    ['SZ*L', 'the size L (SZ) is not that of the item, M'],
    ['SZ*XL', 'the size XL (SZ) is not that of the item, M'],
    ['BO*RED', 'the colour RED (BO) is not that of the item, Navy'],
  ].entries()) {
    const { open, lines } = await described(`Z-${i}`, words!)
    expect([lines, open]).toEqual([0, [['identifiers_disagree', `Order Z-${i}, line 1, item JUMPER-M: ${says}.`]]])
  }
  const doubted = await described('Z-10', 'BO*GREEN')
  expect([doubted.lines, doubted.open]).toEqual([
    1,
    [['not_understood', expect.stringContaining('the colour GREEN (BO) is not that of the item, Navy')]],
  ])
  for (const [i, words] of ['SZ*m', 'BO*NAVY', 'BO*NVY', 'BO*410', 'SZ*0030'].entries())
    expect((await described(`Z-2${i}`, words)).open).toEqual([])
  const { draft } = await described('Z-30', 'SZ*M')
  const held = await brand.send(change('Z-30', `POC*1*QI*12**${item}*SZ*L`), '860')
  expect([held.state, held.sentence]).toEqual([
    'held',
    'Change of order Z-30 waits for a decision: Line 1 is contradicted: the size L (SZ) is not that of the item, M.',
  ])
  expect((await read(brand, draft)).line_items[0].quantity).toBe(10)
})

test('a change that brings back the agreed price, or the right item, resolves what was open', async () => {
  const brand = await openBrand(rig)
  const two = ['PO1*1*10*EA*20**VN*JUMPER-M', 'PO1*2*10*EA*20**VN*JUMPER-L']
  const draft = await brand.drafted(order('M-1', ...two))
  const kinds = async ({ order_id }: { order_id: string }) => (await brand.exceptions(order_id)).map(([kind]) => kind)
  expect(await kinds(draft)).toEqual(['price_mismatch'])
  await brand.send(change('M-1', 'POC*1*PC*10**EA*24**VN*JUMPER-M'), '860')
  expect(await kinds(draft)).toEqual(['price_mismatch'])
  await brand.send(change('M-1', 'POC*2*PC*10**EA*24**VN*JUMPER-L'), '860')
  expect(await kinds(draft)).toEqual([])
  const resolved = (await brand.admin.get(`/api/v1/exceptions?subject_id=${draft.order_id}`)).body.data.rows
  expect(resolved).toMatchObject([
    { kind: 'price_mismatch', resolution: 'changed', resolved_by: expect.stringContaining('Retailer') },
  ])
  const unknown = await brand.drafted(order('M-2', `PO1*1*10*${item}`, 'PO1*2*5*EA*24**SK*NO-SUCH'))
  expect(await kinds(unknown)).toEqual(['unknown_sku'])
  await brand.send(change('M-2', 'POC*2*DI*5**EA*24**SK*NO-SUCH'), '860')
  expect(await kinds(unknown)).toEqual([])
})

test('what of a cancellation is not understood is named on the order that it cancels', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('C-1', `PO1*1*10*${item}`))
  const sent = await brand.send(fileOf('860', 'BCH*01*SA*C-1***20261121', 'REF*PD*SPRING', 'CTT*0'), '860')
  expect(sent.state).toBe('processed')
  const named = await sentences(brand, draft)
  expect(named).toContain('REF01 "PD" in segment 3 is not understood')
  expect(named).toContain('its day of the order 2026-11-21 differs from 2026-11-20')
  expect((await brand.tenant.get(`${documentsPath}?document_type=860`)).body.data.rows).toHaveLength(1)
})

test('an allowance of the order that a line repeats is named, and terms in days and in words are not', async () => {
  const brand = await openBrand(rig)
  const allowance = 'SAC*A*C310***1000*******02'
  const twice = await brand.drafted(order('T-20', allowance, `PO1*1*10*${item}`, allowance))
  expect(await sentences(brand, twice)).toContain('is the same as segment 3')
  const ordinary = ['CSH*N', 'REF*ZZ*1', 'ITD*01*3*****30*****NET 30']
  const plain = await brand.drafted(order('T-21', ...ordinary, `PO1*1*10*${item}`, 'PWK*AA'))
  expect(await brand.exceptions(plain.order_id)).toEqual([])
  const other = await brand.drafted(order('T-22', 'ITD*01*3*****30*****NET 60', `PO1*1*10*${item}`))
  expect(await sentences(brand, other)).toContain('states 60, which its days and its discount do not')
})
