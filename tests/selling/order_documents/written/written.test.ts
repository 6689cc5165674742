/** Papers as people write them: days with the names of months, styles by their handle, and days that a correction states. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../../../support/service/session.ts'
import { csv, linesOf, openShop, type Reader } from '../case_shop.ts'
import { openReader, path } from '../paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

test('days with the name of their month are read in German, French and as spreadsheets write them', async () => {
  const shop = await openShop(reader)
  for (const [label, day] of [
    ['Liefertermin', '15. Januar 2027'],
    ['Date de livraison', '15 janvier 2027'],
    ['Date de livraison', '15 janv. 2027'],
    ['Ship date', '15-Jan-27'],
  ]) {
    const { paper, order } = await shop.read(csv(`${label},${day}`, 'SKU,Qty,Price', 'JUMPER-M,3,24.00'))
    expect([day, paper.problems, order?.requested_ship_date]).toEqual([day, [], '2027-01-15'])
  }
  const wrong = await shop.read(csv('Liefertermin,31. Februar 2027', 'SKU,Qty,Price', 'JUMPER-M,3,24.00'))
  expect([wrong.paper.state, wrong.order]).toEqual(['refused', null])
})

test('a style is found by its handle where that is the title in other letters', async () => {
  const shop = await openShop(reader)
  const { organization_id, service } = shop.tenant
  await service.database.sql`
    update products set title = 'Crew jumper', handle = 'crew-jumper' where organization_id = ${organization_id}`
  for (const style of ['crew-jumper', 'Crew jumper']) {
    const { order } = await shop.read(csv('Style,Colour,Size,Qty,Price', `${style},Navy,L,3,24.00`))
    expect([style, order === null ? null : linesOf(order)]).toEqual([style, [['JUMPER-L', 3, 2_400]]])
  }
})

test('days of a correction that cannot both be meant stay a problem, which another correction settles', async () => {
  const shop = await openShop(reader)
  const { paper } = await shop.read(csv('Ship date,2027-02-01', 'SKU,Qty,Price', 'UNKNOWN-1,3,24.00'))
  const admin = await newSession(shop.tenant)
  const [jumper] = await shop.tenant.service.database.sql<{ variant_id: string }[]>`
    select variant_id from variants where organization_id = ${shop.tenant.organization_id} and sku = 'JUMPER-M'`
  const lines = [{ line_number: 1, variant_id: jumper!.variant_id }]
  const correct = async (body: object) =>
    (await admin.post(`${path}/${paper.document_id}/correct`, { ...body, lines })).body.data
  const late = await correct({ cancel_date: '2027-01-31' })
  expect(late.problems.map(({ sentence }: any) => sentence)).toEqual([
    'cancel_date 2027-01-31 is before the requested ship date 2027-02-01.',
  ])
  const settled = await correct({ cancel_date: '2027-02-01' })
  expect(settled.problems).toEqual([])
})
