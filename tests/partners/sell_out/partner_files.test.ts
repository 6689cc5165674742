/** Reports of sell-out (852) as partners send them: stores, units, activities and days that are easily misread. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { EdiRig } from '../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, startReading } from '../../selling/partner_files/shop.ts'
import { declared } from './retail.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const sample = (name: string) => readFileSync(new URL(`samples/${name}.edi`, import.meta.url))
const report = (...segments: string[]) => fileOf('852', 'XQ*H*20261109*20261115', ...segments)

async function openReporter(more: object = {}): Promise<Brand> {
  const brand = await openBrand(rig)
  const saved = await brand.tenant.post(`/api/v1/sell-out/declaration?account_id=${brand.account_id}`, {
    ...declared,
    ...more,
  })
  if (saved.status !== 200) throw new Error(saved.text)
  return brand
}

/** [store, SKU, units, on hand] of a week of November that ends on Sunday. */
async function rows({ tenant }: Brand, period = '2026-11-09/2026-11-15') {
  const [start, end] = period.split('/')
  const stored = await tenant.service.database.sql`
    select d.door_reference, v.sku, r.units, r.on_hand from sell_out_rows r
    join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
    join variants v on v.organization_id = r.organization_id and v.variant_id = r.variant_id
    where r.organization_id = ${tenant.organization_id} and r.period_start = ${start!} and r.period_end = ${end!}
    order by d.door_reference, v.sku desc`
  return stored.map((row) => [
    row.door_reference,
    row.sku,
    row.units === null ? null : Number(row.units),
    row.on_hand === null ? null : Number(row.on_hand),
  ])
}

test('a store before the first item heads the items up to the next store', async () => {
  const brand = await openReporter()
  expect((await brand.send(sample('store_before_its_lines'), '852')).state).toBe('processed')
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-M', 5, null],
    ['0101', 'JUMPER-L', 7, null],
    ['0102', 'JUMPER-M', 6, null],
    ['0102', 'JUMPER-L', 14, null],
  ])
})

test('a store after the quantities of an item belongs to that item, and one before them heads them', async () => {
  const brand = await openReporter()
  const after = ['LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0101', 'ZA*QS*2*EA', 'N1*RL**92*0102']
  await brand.send(report(...after, 'LIN**SK*JUMPER-L', 'ZA*QS*3*EA', 'N1*RL**92*0101'), '852')
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-M', 1, null],
    ['0101', 'JUMPER-L', 3, null],
    ['0102', 'JUMPER-M', 2, null],
  ])
  const before = ['LIN**SK*JUMPER-M', 'N1*RL**92*0101', 'ZA*QS*4*EA', 'N1*RL**92*0102', 'ZA*QS*5*EA']
  await brand.send(report(...before), '852')
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-M', 4, null],
    // The later report does not state it.
    ['0101', 'JUMPER-L', 3, null],
    ['0102', 'JUMPER-M', 5, null],
  ])
})

test('a report that mixes both places of a store is held, and changes nothing', async () => {
  const brand = await openReporter()
  const mixtures = [
    ['N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0102'],
    ['N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0102', 'ZA*QS*1*EA'],
    ['LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0101', 'LIN**SK*JUMPER-L', 'ZA*QS*1*EA'],
    ['LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0101', 'LIN**SK*JUMPER-L', 'N1*RL**92*0101', 'ZA*QS*1*EA'],
    ['LIN**SK*JUMPER-M', 'N1*RL**92*0101', 'N1*RL**92*0102', 'ZA*QS*1*EA'],
  ]
  for (const segments of mixtures) {
    const held = await brand.send(report(...segments), '852')
    expect([segments.join(), held.state]).toEqual([segments.join(), 'held'])
    expect(held.sentence).toContain('it is not clear which quantities are its own')
  }
  expect(await rows(brand)).toEqual([])
})

test('where the profile says where stores are named, a held report is read again by it, and mixtures have one reading', async () => {
  const brand = await openReporter()
  const [first, second] = ['ZA*QS*1*EA', 'ZA*QS*2*EA']
  const mixture = ['N1*RL**92*0101', 'LIN**SK*JUMPER-M', first, 'N1*RL**92*0102', second]
  const held = await brand.send(report(...mixture), '852')
  expect([held.state, await rows(brand)]).toEqual(['held', []])
  await brand.profile({ store_layout: 'before' })
  const again = await brand.admin.post(`/api/v1/wholesale/edi/documents/${held.document_id}/read-again`)
  expect(again.status).toBe(200)
  await rig.worker.settle()
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-M', 1, null],
    ['0102', 'JUMPER-M', 2, null],
  ])
  expect(await brand.exceptions(held.document_id)).toEqual([])
  // A store heads what follows across items; each has quantities, and each quantity a store.
  const across = ['LIN**SK*JUMPER-M', 'N1*RL**92*0101', 'ZA*QS*7*EA', 'LIN**SK*JUMPER-L', 'ZA*QS*8*EA']
  expect((await brand.send(report(...across), '852')).state).toBe('processed')
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-M', 7, null],
    ['0101', 'JUMPER-L', 8, null],
    ['0102', 'JUMPER-M', 2, null],
  ])
  const unread = [
    [['LIN**SK*JUMPER-M', first, 'N1*RL**92*0101', second], 'no store stands before the quantity in segment 4'],
    [['N1*RL**92*0101', 'LIN**SK*JUMPER-M', first, 'N1*RL**92*0102'], 'the store in segment 6 has no quantities'],
    [['LIN**SK*JUMPER-M', 'N1*RL**92*0101', 'N1*RL**92*0102', first], 'the store in segment 4 has no quantities'],
  ] as const
  for (const [segments, words] of unread) {
    const { state, sentence } = await brand.send(report(...segments), '852')
    expect([state, sentence.includes(words)]).toEqual(['held', true])
  }
})

test('with stores after their quantities, one before the items names those of items without one', async () => {
  const brand = await openReporter()
  await brand.profile({ store_layout: 'after' })
  const { state } = await brand.send(
    report('N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0102', 'LIN**SK*JUMPER-L', 'ZA*QS*2*EA'),
    '852',
  )
  expect(state).toBe('processed')
  expect(await rows(brand)).toEqual([
    ['0101', 'JUMPER-L', 2, null],
    ['0102', 'JUMPER-M', 1, null],
  ])
  const between = report('LIN**SK*JUMPER-M', 'N1*RL**92*0101', 'ZA*QS*1*EA')
  expect((await brand.send(between, '852')).state).toBe('held')
})

test('units in cases convert by PO4, and those that cannot be counted hold the report with the reason', async () => {
  const brand = await openReporter()
  expect((await brand.send(sample('cases'), '852')).state).toBe('processed')
  expect(await rows(brand)).toEqual([['0101', 'JUMPER-M', 36, null]])
  const item = (unit: string, pack: string[]) =>
    report('N1*RL**92*0102', 'LIN**SK*JUMPER-M', ...pack, `ZA*QS*3*${unit}`)
  await brand.send(item('DZ', []), '852')
  expect((await rows(brand)).at(-1)).toEqual(['0102', 'JUMPER-M', 36, null])
  for (const [unit, pack, words] of [
    ['CA', [], 'is in CA, and PO4 does not say how many units that is'],
    ['CA', ['PO4*1*12*EA'], 'is in CA, of which PO4 has the readings 1 and 12'],
    ['KG', [], 'is in KG'],
  ] as const) {
    const held = await brand.send(item(unit, [...pack]), '852')
    expect([held.state, held.sentence.includes(words)]).toEqual(['held', true])
  }
})

test('TS is sold and OH is on hand; Q1 is what is left after returns; two codes of one figure must agree', async () => {
  const brand = await openReporter()
  expect((await brand.send(sample('other_activities_only'), '852')).state).toBe('processed')
  expect(await rows(brand)).toEqual([['0101', 'JUMPER-M', 9, 4]])
  const counted = async (...activities: string[]) => {
    const { state } = await brand.send(report('N1*RL**92*0101', 'LIN**SK*JUMPER-M', ...activities), '852')
    return [state, (await rows(brand))[0]!.slice(2)]
  }
  expect(await counted('ZA*QS*9*EA', 'ZA*TS*9*EA', 'ZA*QA*3*EA', 'ZA*OH*3*EA')).toEqual(['processed', [9, 3]])
  expect(await counted('ZA*QS*9*EA', 'ZA*QU*2*EA')).toEqual(['processed', [7, 3]])
  expect(await counted('ZA*Q1*7*EA', 'ZA*QU*2*EA')).toEqual(['processed', [7, 3]])
  expect(await counted('ZA*Q1*6*EA', 'ZA*QS*8*EA', 'ZA*QU*2*EA')).toEqual(['processed', [6, 3]])
  expect(await counted('ZA*QS*9*EA', 'ZA*TS*10*EA')).toEqual(['held', [6, 3]])
  expect(await counted('ZA*QA*9*EA', 'ZA*OH*10*EA')).toEqual(['held', [6, 3]])
  expect(await counted('ZA*Q1*5*EA', 'ZA*QS*8*EA', 'ZA*QU*2*EA')).toEqual(['held', [6, 3]])
})

test('a report with one day is of the week of the declared anchor', async () => {
  const brand = await openReporter()
  expect((await brand.send(sample('one_date'), '852')).state).toBe('processed')
  expect(await rows(brand)).toEqual([['0101', 'JUMPER-M', 9, null]])
  const dated = (day: string) => fileOf('852', `XQ*H*${day}`, 'N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*2*EA')
  await brand.send(dated('20261108'), '852')
  expect(await rows(brand, '2026-11-02/2026-11-08')).toEqual([['0101', 'JUMPER-M', 2, null]])
  const byDay = await openReporter({ week_anchor_dow: null })
  await byDay.send(dated('20261109'), '852')
  expect(await rows(byDay, '2026-11-09/2026-11-09')).toEqual([['0101', 'JUMPER-M', 2, null]])
})

test('a report that yields no row says why, and an activity that is not understood opens an exception', async () => {
  const brand = await openReporter()
  const empty = await brand.send(report('N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QC*3*EA'), '852')
  expect([empty.state, empty.sentence]).toEqual([
    'held',
    'The 852 could not be processed: It reports no units sold, returned or on hand: ZA01 "QC" in segment 5 is not understood.',
  ])
  const some = await brand.send(report('N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*3*EA', 'ZA*QC*3*EA'), '852')
  expect([some.state, await rows(brand)]).toEqual(['processed', [['0101', 'JUMPER-M', 3, null]]])
  expect(await brand.exceptions(some.document_id)).toEqual([
    ['not_understood', 'A report of Retailer: ZA01 "QC" in segment 6 is not understood.'],
  ])
})

test('a quantity that an item has twice for a store, or returns below zero, hold the report; nothing is added up', async () => {
  const brand = await openReporter()
  const item = 'LIN**SK*JUMPER-M'
  const store = 'N1*RL**92*0101'
  for (const [segments, words] of [
    [[store, item, 'ZA*QS*5*EA', 'ZA*QS*5*EA'], 'ZAQS in segment 6 of store 0101 is stated twice for its item'],
    [[item, 'ZA*QA*5*EA', store, 'ZA*QA*4*EA', store], 'ZAQA in segment 6 of store 0101 is stated twice'],
    [[item, 'ZA*QS*9*EA', 'SDQ*EA*92*0101*5*0101*4'], 'ZAQS in segment 4 of store 0101 is stated twice'],
    [[store, item, 'ZA*QS*5*EA', item, 'ZA*QS*5*EA'], 'units sold of JUMPER-M, store 0101 are stated twice'],
    [
      [store, item, 'ZA*QS*5*EA', 'ZA*QU*-2*EA'],
      'returns (QU) of JUMPER-M, store 0101 are -2, and are counted from zero up',
    ],
  ] as const) {
    const held = await brand.send(report(...segments), '852')
    expect([words, held.state, held.sentence.includes(words)]).toEqual([words, 'held', true])
  }
  expect(await rows(brand)).toEqual([])
})

test('of two stores before the first item, the first has no quantities, and the report is held', async () => {
  const brand = await openReporter()
  const item = ['LIN**SK*JUMPER-M', 'ZA*QS*5*EA']
  const two = await brand.send(report('N1*ST**92*0101', 'N1*RL**92*0102', ...item), '852')
  expect([two.state, two.sentence.includes('the store in segment 3 has no quantities')]).toEqual(['held', true])
  await brand.send(report('N1*ST**92*0101', 'N1*RL**92*0101', ...item), '852')
  expect(await rows(brand)).toEqual([['0101', 'JUMPER-M', 5, null]])
})

test('a store beside those that split a quantity is named, and those count', async () => {
  const brand = await openReporter()
  const sent = await brand.send(report('N1*RL**92*0102', 'LIN**SK*JUMPER-M', 'ZA*QS*5*EA', 'SDQ*EA*92*0101*5'), '852')
  expect([sent.state, await rows(brand)]).toEqual(['processed', [['0101', 'JUMPER-M', 5, null]]])
  expect(await brand.exceptions(sent.document_id)).toEqual([
    [
      'not_understood',
      expect.stringContaining('splits by stores what segment 3 says is of store 0102; the stores of SDQ count'),
    ],
  ])
})
