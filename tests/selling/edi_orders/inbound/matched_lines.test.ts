/** What matching an unknown line does beside adding it: allowances, prices and what the account's items learn. */
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

const order = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const off = ['SAC*A*C310****3*10*****02', 'SAC*A*F800***2000*******02']
const known = 'PO1*1*24*EA*24**SK*JUMPER-M'
const read = async (brand: Brand, { order_id }: { order_id: string }) =>
  (await brand.tenant.get(`${path}/${order_id}`)).body.data
const idOf = async (brand: Brand, sku: string) => {
  const [row] = await brand.tenant.service.database
    .sql`select variant_id from variants where organization_id = ${brand.tenant.organization_id} and sku = ${sku}`
  return row!.variant_id
}
const match = async (brand: Brand, draft: any, position: number, sku: string, more: object = {}) => {
  const variant_id = await idOf(brand, sku)
  const answer = await brand.admin.post(`${path}/${draft.order_id}/unmatched-lines/${position}/match`, {
    variant_id,
    ...more,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}
const discounts = ({ line_items }: any) => line_items.reduce((sum: number, one: any) => sum + one.discount.cents, 0)

test('the allowances of an order are applied once a person has named its last item', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('M-1', ...off, known, 'PO1*2*10*EA*24**SK*NOPE'))
  expect(discounts(draft)).toBe(0)
  const matched = await match(brand, draft, 2, 'JUMPER-L')
  // 34 units at 24.00: 10% and 20.00.
  expect(discounts(matched)).toBe(8160 + 2000)
})

test('the allowances of an order are applied to what its confirmation leaves, where an item stays unknown', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('M-2', ...off, known, 'PO1*2*10*EA*24**SK*NOPE'))
  const confirmed = await brand.admin.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))
  expect(confirmed.status).toBe(200)
  expect(discounts(confirmed.body.data)).toBe(5760 + 2000)
  const { line_items, location } = confirmed.body.data
  const lines = line_items.map(({ line_item_id, quantity }: any) => ({ line_item_id, quantity }))
  const shipped = await brand.admin.post(`${path}/${draft.order_id}/shipments`, {
    location_id: location?.location_id,
    cartons: [{ weight_kg: 1, lines }],
  })
  expect(shipped.status).toBe(201)
  expect((await brand.admin.post(`${path}/${draft.order_id}/invoice`, {})).status).toBe(201)
  const [bill] = await brand.queued('810')
  expect([bill.total, bill.charges.map(({ code, amount }: any) => [code, amount])]).toEqual([
    '498.40',
    [
      ['C310', '57.60'],
      ['F800', '20.00'],
    ],
  ])
})

test('a matched line at another price than that of the list opens price_mismatch', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(order('M-3', known, 'PO1*2*10*EA*20**SK*NOPE', 'PO1*3*2*CA*200**SK*JUMPER-M'))
  await match(brand, draft, 2, 'JUMPER-L')
  expect(await brand.exceptions(draft.order_id)).toContainEqual([
    'price_mismatch',
    'Order M-3, line 2, item NOPE: ordered at 20.00 USD, the agreed price is 24.00 USD.',
  ])
  await match(brand, draft, 3, 'JUMPER-M', { units_per_ordered_unit: 10 })
  expect((await brand.exceptions(draft.order_id)).map(([kind]) => kind)).toEqual(['price_mismatch', 'price_mismatch'])
})

test('a number that the account uses for an item keeps it, whatever a single line is matched with', async () => {
  const brand = await openBrand(rig)
  const items = async () => {
    const rows = await brand.tenant.service.database.sql`
      select i.buyer_sku, v.sku from account_items i
      join variants v on v.organization_id = i.organization_id and v.variant_id = i.variant_id
      where i.organization_id = ${brand.tenant.organization_id} order by i.buyer_sku`
    return rows.map(({ buyer_sku, sku }) => [buyer_sku, sku])
  }
  const before = [['77-100-M', 'JUMPER-M']]
  expect(await items()).toEqual(before)
  const draft = await brand.drafted(
    order('M-4', 'PO1*1*12*EA*24**SK*77-100-M*VN*JUMPER-L', 'PO1*2*2*CA*240**SK*77-100-M', 'PO1*3*1*EA*24**SK*NEW'),
  )
  expect(draft.unmatched_lines.map(({ position }: any) => position)).toEqual([1, 2, 3])
  await match(brand, draft, 1, 'JUMPER-L')
  await match(brand, draft, 2, 'JUMPER-L', { units_per_ordered_unit: 10 })
  expect(await items()).toEqual(before)
  await match(brand, draft, 3, 'JUMPER-L')
  expect(await items()).toEqual([...before, ['NEW', 'JUMPER-L']])
  const again = await brand.drafted(order('M-5', 'PO1*1*1*EA*24**SK*77-100-M'))
  expect((await read(brand, again)).line_items.map(({ sku }: any) => sku)).toEqual(['JUMPER-M'])
})

test('a number whose item is no longer sold is learned anew', async () => {
  const brand = await openBrand(rig)
  const { sql } = brand.tenant.service.database
  await sql`update variants set archived_at = now() where variant_id = ${await idOf(brand, 'JUMPER-M')}`
  const draft = await brand.drafted(order('M-6', 'PO1*1*1*EA*24**SK*77-100-M'))
  await match(brand, draft, 1, 'JUMPER-L')
  const again = await brand.drafted(order('M-7', 'PO1*1*1*EA*24**SK*77-100-M'))
  expect((await read(brand, again)).line_items.map(({ sku }: any) => sku)).toEqual(['JUMPER-L'])
})
