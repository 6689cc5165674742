/** Numbers of one line that name two items (850): files in, drafts and exceptions out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../../interchanges/rig.ts'
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

const barcode = '4006381333931'
async function brandWithBarcode(): Promise<Brand> {
  const brand = await openBrand(rig)
  const { sql } = brand.tenant.service.database
  await sql`
    update variants set barcode = ${barcode}
    where organization_id = ${brand.tenant.organization_id} and sku = 'JUMPER-L'`
  return brand
}
const order = (number: string, ...lines: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...lines)
const skusOf = (draft: any) => draft.line_items.map(({ sku }: any) => sku)

test('our number and the barcode of another item, under any qualifiers, name two items and draft no line', async () => {
  const brand = await brandWithBarcode()
  let number = 0
  for (const ours of ['SK', 'IN', 'BP', 'VN', 'VC', 'VP', 'CB'])
    for (const code of ['EN', 'UK']) {
      number += 1
      const gtin = code === 'UK' ? `0${barcode}` : barcode
      const line = `PO1*1*4*EA*24**${ours}*JUMPER-M*${code}*${gtin}`
      const draft = await brand.drafted(order(`P-${number}`, line, 'PO1*2*3*EA*24**SK*77-100-M'))
      expect(skusOf(draft)).toEqual(['JUMPER-M'])
      expect(await brand.exceptions(draft.order_id)).toEqual([
        [
          'identifiers_disagree',
          `Order P-${number}, line 1, item JUMPER-M, ${gtin}: the numbers JUMPER-M, ${gtin} name two different items, ${ours.startsWith('V') ? 'JUMPER-M and JUMPER-L' : 'JUMPER-L and JUMPER-M'}.`,
        ],
      ])
    }
})

test('a person says which item is meant, and later orders know it', async () => {
  const brand = await brandWithBarcode()
  const line = `PO1*1*4*EA*24**SK*JUMPER-M*EN*${barcode}`
  const { order_id } = await brand.drafted(order('P-1', line))
  const [large] = await brand.tenant.service.database.sql`
    select variant_id from variants where organization_id = ${brand.tenant.organization_id} and sku = 'JUMPER-L'`
  const { variant_id } = large!
  const matched = await brand.admin.post(`${path}/${order_id}/unmatched-lines/1/match`, { variant_id })
  expect(matched.status).toBe(200)
  expect(await brand.exceptions(order_id)).toEqual([])
  const next = await brand.drafted(order('P-2', line))
  expect(skusOf(next)).toEqual(['JUMPER-L'])
  expect(await brand.exceptions(next.order_id)).toEqual([])
})

test("an unknown barcode is reported where the item has another, and one without a barcode's form always", async () => {
  const brand = await brandWithBarcode()
  const unknown = await brand.drafted(order('P-1', 'PO1*1*4*EA*24**VN*JUMPER-L*UP*012345678905'))
  expect(skusOf(unknown)).toEqual(['JUMPER-L'])
  expect(await brand.exceptions(unknown.order_id)).toEqual([
    [
      'not_understood',
      `Order P-1, line 1, item JUMPER-L, 012345678905: the barcode 012345678905 is unknown, and the item has ${barcode}.`,
    ],
  ])
  const malformed = await brand.drafted(order('P-2', 'PO1*1*4*EA*24**VN*JUMPER-M*UP*123'))
  expect(await brand.exceptions(malformed.order_id)).toEqual([
    ['not_understood', 'Order P-2, line 1, item JUMPER-M: UP 123 is no barcode of 8, 12, 13 or 14 digits.'],
  ])
  const without = await brand.drafted(order('P-3', 'PO1*1*4*EA*24**VN*JUMPER-M*UP*012345678905'))
  expect(await brand.exceptions(without.order_id)).toEqual([])
})

test('an item of a pack whose numbers disagree drafts no line of the pack', async () => {
  const brand = await brandWithBarcode()
  const draft = await brand.drafted(
    order(
      'P-1',
      'PO1*1*2*AS*48**SK*77-100-M',
      `SLN*1**I*1*EA****SK*JUMPER-M*EN*${barcode}`,
      'SLN*2**I*1*EA****VN*JUMPER-L',
    ),
  )
  expect(skusOf(draft)).toEqual([])
  expect((await brand.exceptions(draft.order_id)).map(([kind]) => kind)).toContain('identifiers_disagree')
})
