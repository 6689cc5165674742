/** Files whose bytes are not quite as the standard has them, and which are whole nevertheless. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand, sample, startReading } from './shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const read = async (brand: Brand, file: Uint8Array) => {
  const { sku, quantity } = (await brand.drafted(file)).line_items[0]
  return [sku, quantity]
}
const order = (number: string, ...more: string[]) =>
  fileOf('850', `BEG*00*SA*${number}**20261120`, ...more, 'PO1*1*4*EA*24**SK*JUMPER-M')
const mark = Buffer.from([0xef, 0xbb, 0xbf])

test('a file with a byte order mark, or with blanks before it, is read, and stored by its bytes', async () => {
  const brand = await openBrand(rig)
  expect(await read(brand, sample('byte_order_mark'))).toEqual(['JUMPER-M', 4])
  expect(await read(brand, Buffer.concat([mark, Buffer.from('\r\n  '), order('M-1')]))).toEqual(['JUMPER-M', 4])
  expect(await read(brand, Buffer.concat([Buffer.from(' \n\t '), order('M-2')]))).toEqual(['JUMPER-M', 4])
  const stored = await brand.tenant.service.database.sql`
    select length(content) as bytes from edi_interchanges
    where organization_id = ${brand.tenant.organization_id} and direction = 'inbound'`
  expect(stored.every(({ bytes }) => Number(bytes) > 200)).toBe(true)
})

test('a missing last terminator is forgiven where IEA repeats the control number, and nowhere else', async () => {
  const brand = await openBrand(rig)
  expect(await read(brand, sample('no_last_terminator'))).toEqual(['JUMPER-M', 4])
  const whole = order('L-1').toString('latin1')
  for (const [number, cut] of [
    ['a digit less', whole.slice(0, -2)],
    ['no number', whole.replace(/\*\d+~$/, '')],
    ['another number', whole.replace(/\d~$/, 'X')],
    ['no IEA', whole.replace(/\nIEA.*$/, '')],
  ]) {
    const { interchange } = await brand.send(Buffer.from(cut!), '851')
    expect([number, interchange.state]).toEqual([number, 'rejected'])
  }
})

test('text in UTF-8 is read as such, and other text in Latin-1', async () => {
  const brand = await openBrand(rig)
  const nameOf = async (file: Uint8Array) => {
    const { order_id } = await brand.drafted(file)
    const [row] = await brand.tenant.service.database.sql`
      select header -> 'ship_to' ->> 'name' as name from edi_orders
      where organization_id = ${brand.tenant.organization_id} and order_id = ${order_id}`
    return row!.name
  }
  expect(await nameOf(sample('utf8_name'))).toBe('CAFÉ ÉTOILE')
  expect(await nameOf(order('T-1', 'N1*ST*Kaufhaus Köln*92*9001'))).toBe('Kaufhaus Köln')
  const latin = Buffer.from(order('T-2', 'N1*ST*Kaufhaus Köln*92*9001').toString('utf8'), 'latin1')
  expect(await nameOf(latin)).toBe('Kaufhaus Köln')
})

test('an interchange that is marked as a test or as information is held, and becomes no order by itself', async () => {
  const brand = await openBrand(rig, 2400, false)
  for (const [usage, words] of [
    ['T', 'marked it as a test'],
    ['I', 'marked it as information'],
  ]) {
    const marked = Buffer.from(order(`U-${usage}`).toString('latin1').replace('*0*P*>', `*0*${usage}*>`))
    const { interchange } = await brand.send(marked, '851')
    expect([usage, interchange.state, interchange.sentence.includes(words)]).toEqual([usage, 'held', true])
  }
})
