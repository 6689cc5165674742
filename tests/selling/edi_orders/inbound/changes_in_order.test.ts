/** Changes (860) that arrive twice, late, or about lines that are not the order's: files in, drafts and exceptions out. */
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
const ordered = (...more: string[]) => fileOf('850', 'BEG*00*SA*P-1**20261120', `PO1*1*10*${item}`, ...more)
interface Change {
  number?: string
  on?: string
  /** As ISA has it. */
  sent?: string
}
const change = ({ number = '', on = '', sent = '261120*0930' }: Change, ...lines: string[]): Buffer => {
  const file = fileOf('860', `BCH*04*SA*P-1**${number}*20261120*****${on}`, ...lines)
  return Buffer.from(file.toString('latin1').replace('261120*0930*U', `${sent}*U`), 'latin1')
}
const quantity = (units: number) => `POC*1*CA*${units}**${item}`

const unitsOf = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.tenant.get(`${path}/${order_id}`)).body.data.line_items.map((line: any) => line.quantity)
const decide = (brand: Brand, { document_id }: { document_id: number }, decision: string) =>
  brand.admin.post(`${documentsPath}/${document_id}/decision`, { decision })
const confirm = async (brand: Brand, order: any) => {
  const confirmed = await brand.tenant.post(`${path}/${order.order_id}/confirm`, acceptAll(order, 2400))
  expect(confirmed.status).toBe(200)
}

test('the same change twice changes nothing and says so; its number with other content waits', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered())
  const first = await brand.send(change({ number: '2' }, quantity(7)), '860')
  expect(await unitsOf(brand, order)).toEqual([7])
  const again = await brand.send(change({ number: '2' }, quantity(7)), '860')
  expect([again.state, again.sentence]).toEqual([
    'processed',
    `Change 2 of order P-1 arrived again with the same content as document ${first.document_id}, which was applied; nothing was changed.`,
  ])
  expect(await brand.exceptions(order.order_id)).toEqual([])
  const other = await brand.send(change({ number: '2' }, quantity(9)), '860')
  const sentence = `Change 2 of order P-1 waits for a decision: it says otherwise than change 2 (document ${first.document_id}), which has its number and was applied.`
  expect([other.state, other.sentence]).toEqual(['held', sentence])
  expect(await brand.exceptions(order.order_id)).toEqual([['order_change', sentence]])
  expect(await unitsOf(brand, order)).toEqual([7])
  expect((await decide(brand, other, 'take')).status).toBe(200)
  expect(await unitsOf(brand, order)).toEqual([9])
})

test('an addition that is sent twice without a number is added once', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered())
  const add = (...more: string[]) => change({}, 'POC*2*AI*3**EA*24**SK*JUMPER-L', ...more)
  await brand.send(add(), '860')
  expect(await unitsOf(brand, order)).toEqual([10, 3])
  expect((await brand.send(add(), '860')).state).toBe('processed')
  const again = await brand.send(add(quantity(8)), '860')
  expect([again.state, again.sentence]).toEqual([
    'held',
    'Change of order P-1 waits for a decision: it adds line 2, which the order already has.',
  ])
  expect(await unitsOf(brand, order)).toEqual([10, 3])
})

test('a change that is older by its number, its day or its interchange never overrides a newer one', async () => {
  for (const [late, why] of [
    [{ number: '2' }, 'its number 2 is lower'],
    [{ number: '4', on: '20261119' }, 'it is dated 2026-11-19, before 2026-11-21'],
    [{ number: '5', sent: '261119*2359' }, 'its interchange is of 2026-11-19T23:59, before 2026-11-20T09:30'],
  ] as const) {
    const brand = await openBrand(rig)
    const order = await brand.drafted(ordered())
    const newer = await brand.send(change({ number: '3', on: '20261121' }, quantity(7)), '860')
    const held = await brand.send(change(late, quantity(5)), '860')
    expect([held.state, held.sentence]).toEqual([
      'held',
      `Change ${late.number} of order P-1 waits for a decision: it is older than change 3 (document ${newer.document_id}), which was applied: ${why}.`,
    ])
    expect(await brand.exceptions(order.order_id)).toEqual([['order_change', held.sentence]])
    expect(await unitsOf(brand, order)).toEqual([7])
    expect((await decide(brand, held, 'decline')).status).toBe(200)
    expect(await brand.exceptions(order.order_id)).toEqual([])
  }
})

test('a replacement that was sent before an applied change waits, too', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered())
  await brand.send(change({ number: '2', sent: '261121*1000' }, quantity(7)), '860')
  const late = fileOf('850', 'BEG*05*SA*P-1**20261120', `PO1*1*4*${item}`)
  expect((await brand.send(late)).state).toBe('held')
  expect(await unitsOf(brand, order)).toEqual([7])
})

test('a held change that another overtook stays held once more, and names it', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered())
  await confirm(brand, order)
  const second = await brand.send(change({ number: '2' }, quantity(7)), '860')
  const third = await brand.send(change({ number: '3' }, quantity(5)), '860')
  expect((await decide(brand, third, 'take')).body.data.state).toBe('processed')
  const late = (await decide(brand, second, 'take')).body.data
  expect([late.state, late.sentence]).toEqual([
    'held',
    `Change 2 of order P-1 waits for a decision: it is older than change 3 (document ${third.document_id}), which was applied: its number 2 is lower. Take it again to apply it nevertheless. It asks for line 1: 7 EA instead of 5.`,
  ])
  expect(await brand.exceptions(order.order_id)).toEqual([['order_change', late.sentence]])
  expect(await unitsOf(brand, order)).toEqual([5])
  expect((await decide(brand, second, 'take')).body.data.state).toBe('processed')
  expect(await unitsOf(brand, order)).toEqual([7])
  expect(await brand.exceptions(order.order_id)).toEqual([])
})

test('a change of a line that the order lacks names it, and can be declined line by line', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered(`PO1*2*4*${item}`))
  for (const [line, why] of [
    [`POC*9*CA*5**${item}`, 'it changes line 9, which the order does not have; its item is that of lines 1 and 2'],
    [`POC**CA*5**${item}`, 'it changes the item JUMPER-M without the number of a line, and lines 1 and 2 have it'],
    [
      `POC*1*DI*4**${item}`,
      'line 1 is said to be deleted (DI) with a quantity of 4, and 10 were ordered; a part of a line is taken off by QD',
    ],
    ['POC*1*PC*5**EA*23**SK*JUMPER-M', 'line 1 states the quantity 5, and 10 were ordered; PC changes no quantity'],
    ['POC*1*QD*5**EA*23**SK*JUMPER-M', 'line 1 states the price 23, and 24 was ordered; QD changes no price'],
  ] as const) {
    const held = await brand.send(change({}, line), '860')
    expect([held.state, held.sentence]).toEqual(['held', `Change of order P-1 waits for a decision: ${why}.`])
    expect((await decide(brand, held, 'take')).status).toBe(409)
    expect((await decide(brand, held, 'decline')).status).toBe(200)
  }
  expect(await unitsOf(brand, order)).toEqual([10, 4])
  expect(await brand.exceptions(order.order_id)).toEqual([])
  const answers = await brand.queued('865')
  expect(answers).toHaveLength(5)
  expect(answers[0].lines).toMatchObject([
    { line_reference: '9', change: 'changed', ordered_quantity: 5, answers: [{ status: 'rejected', quantity: 5 }] },
  ])
})

test('a line that is deleted with all of its quantity is deleted, and a part is taken off by QD', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered(`PO1*2*4*${item}`))
  await brand.send(change({ number: '1' }, `POC*2*DI*4**${item}`, `POC*1*QD*6**${item}`), '860')
  expect(await unitsOf(brand, order)).toEqual([6, 0])
})

test('a change whose further number names another item than its line waits and names both', async () => {
  const brand = await openBrand(rig)
  const order = await brand.drafted(ordered())
  const { sql } = brand.tenant.service.database
  await sql`
    update variants set barcode = '4006381333931'
    where organization_id = ${brand.tenant.organization_id} and sku = 'JUMPER-L'`
  for (const [number, numbers] of [
    ['1', 'UP*4006381333931'],
    ['2', 'VN*JUMPER-L'],
    ['3', 'IN*JUMPER-L'],
  ]) {
    const held = await brand.send(change({ number: number! }, `POC*1*CA*5**EA*24**${numbers}`), '860')
    expect([held.state, held.sentence]).toEqual([
      'held',
      number === '3'
        ? 'Change 3 of order P-1 waits for a decision: line 1 names the item JUMPER-L, where JUMPER-M was ordered.'
        : `Change ${number} of order P-1 waits for a decision: Line 1 is contradicted: ${numbers!.slice(3)} is the item JUMPER-L, where JUMPER-M was ordered.`,
    ])
  }
  expect(await unitsOf(brand, order)).toEqual([10])
  const same = await brand.send(change({ number: '4' }, 'POC*1*CA*5**EA*24**VN*JUMPER-M'), '860')
  expect(same.state).toBe('processed')
  expect(await unitsOf(brand, order)).toEqual([5])
})
