import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { arrived, expectSound, refusedSentence } from '../manufacturing_fixture.ts'
import { addStock, componentFigures, setOrderFixture } from '../manufacturing_fixture.ts'

test("a delivery uses components, reserved ones first, and books the sets at the components' total cost", async () => {
  const { fixture, id } = await setOrderFixture()
  await fixture.act(id, 'auto-allocate')
  const delivery = { received_at: '2026-11-20T08:00:00Z', reference: 'Shift 3', ...arrived(fixture, ['SET', 2]) }
  const answer = await fixture.act(id, 'deliveries', delivery)
  expect([answer.status, answer.body.data.units]).toEqual([200, 2])
  expect(await fixture.level('WOOL')).toEqual([16, 4, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([3, 3, 0, 0.5])
  // 2 × 4.00 + 3 × 0.50, whatever cost the catalogue has for a set.
  expect(await fixture.level('SET')).toEqual([2, 0, 2, 9.5])
  const order = await fixture.read(id)
  expect([order.status, componentFigures(order)]).toEqual([
    'partially_delivered',
    [
      ['BUTTON', 12, 3, 6, 3],
      ['WOOL', 8, 4, 4, 0],
    ],
  ])
  expect(await fixture.rows('SET')).toEqual([['assembly_in', 2, 9.5, 'left_at']])
  expect(await fixture.rows('WOOL')).toEqual([['assembly_out', -4, 4, 'left_at']])
  const { delivery_id, line_items } = answer.body.data
  const rows = await fixture.tenant.get(
    `/api/v1/inventory/movements?document_type=manufacturing_order&document_id=${delivery_id}`,
  )
  expect(
    rows.body.data.rows.map((row: any) => [row.sku, row.kind, row.document.name, row.evidence]).toSorted(),
  ).toEqual([
    ['BUTTON', 'assembly_out', 'MO-1001', 'Shift 3'],
    ['SET', 'assembly_in', 'MO-1001', 'Shift 3'],
    ['WOOL', 'assembly_out', 'MO-1001', 'Shift 3'],
  ])
  expect(line_items).toMatchObject([
    { sku: 'SET', movement_id: rows.body.data.rows.find((row: any) => row.sku === 'SET').id },
  ])
  // Submitted again, it is the delivery on file and uses nothing.
  const onFile = { ...answer.body.data, already_on_file: true, moved_units: 0 }
  expect((await fixture.act(id, 'deliveries', delivery)).body.data).toEqual(onFile)
  expect((await fixture.level('WOOL'))[0]).toBe(16)
  await expectSound(fixture)
})

test('a delivery without available components is refused as a whole, and other reservations stay', async () => {
  const { fixture, id } = await setOrderFixture()
  const other = await fixture.order('manufacturing', [['SET', 2]])
  await fixture.act(other, 'auto-allocate')
  await addStock(fixture, 'BUTTON', 8)
  const refused = await fixture.act(id, 'mark_delivered', {})
  expect(refusedSentence(refused)).toEqual([
    409,
    'conflict',
    'Only 11 units of BUTTON are available at Main, but 12 are required.',
  ])
  expect(await fixture.level('BUTTON')).toEqual([17, 6, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([20, 4, 0, 4])
  expect(await fixture.level('SET')).toEqual([0, 0, 6, null])
  expect((await fixture.read(id)).deliveries).toEqual([])
  // An order without reservations uses available components.
  expect((await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).status).toBe(200)
  expect(await fixture.level('BUTTON')).toEqual([8, 6, 0, 0.5])
  await expectSound(fixture)
})

test('a completed order reserves nothing, and excess units are made only if accepted', async () => {
  const { fixture, id } = await setOrderFixture(2)
  await addStock(fixture, 'BUTTON', 3)
  await fixture.act(id, 'auto-allocate')
  const over = arrived(fixture, ['SET', 3])
  expect((await fixture.act(id, 'deliveries', over)).status).toBe(409)
  expect((await fixture.act(id, 'deliveries', { ...over, accept_over_receipt: true })).status).toBe(200)
  const order = await fixture.read(id)
  expect([order.status, componentFigures(order)]).toEqual([
    'delivered',
    [
      ['BUTTON', 9, 0, 9, 0],
      ['WOOL', 6, 0, 6, 0],
    ],
  ])
  expect(await fixture.level('BUTTON')).toEqual([3, 0, 0, 0.5])
  expect(await fixture.level('WOOL')).toEqual([14, 0, 0, 4])
  await expectSound(fixture)
})

test('reservations beyond what was used are released with the last unit', async () => {
  const { fixture, id, bom_id } = await setOrderFixture(3)
  await fixture.act(id, 'auto-allocate')
  await fixture.session.patch(`/api/v1/bills-of-materials/${bom_id}`, {
    components: [{ component_variant_id: fixture.ids.variants.WOOL, quantity: 1 }],
  })
  await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 2]))
  expect(await fixture.level('WOOL')).toEqual([18, 4, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 9, 0, 0.5])
  const done = await fixture.act(id, 'mark_delivered', {})
  expect([done.body.data.status, componentFigures(done.body.data)]).toEqual(['delivered', [['WOOL', 3, 0, 3, 0]]])
  expect(await fixture.level('WOOL')).toEqual([17, 0, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 0, 0, 0.5])
  await expectSound(fixture)
})

test('a correction rebooks the same components, and a removal returns them at the cost at which they left', async () => {
  const { fixture, id, bom_id } = await setOrderFixture()
  await addStock(fixture, 'BUTTON', 3)
  await fixture.act(id, 'auto-allocate')
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  expect(await fixture.level('WOOL')).toEqual([14, 2, 0, 4])
  // A set now takes five of wool at a higher cost, but these sets were made of two at 4.00.
  await fixture.session.patch(`/api/v1/bills-of-materials/${bom_id}`, {
    components: [{ component_variant_id: fixture.ids.variants.WOOL, quantity: 5 }],
  })
  const less = await fixture.tenant.patch(delivery, arrived(fixture, ['SET', 1]))
  expect([less.status, less.body.data.units]).toEqual([200, 1])
  expect(await fixture.level('WOOL')).toEqual([18, 2, 0, 4])
  expect(await fixture.level('BUTTON')).toEqual([9, 3, 0, 0.5])
  expect(await fixture.level('SET')).toEqual([1, 0, 3, 9.5])
  expect(componentFigures(await fixture.read(id))).toEqual([
    ['BUTTON', 3, 3, 3, 0],
    ['WOOL', 17, 2, 2, 13],
  ])
  await expectSound(fixture)
  // (18 × 4 + 6 × 8) / 24
  await addStock(fixture, 'WOOL', 6, '8')
  expect((await fixture.level('WOOL'))[3]).toBe(5)
  expect((await fixture.tenant.delete(delivery)).status).toBe(204)
  // (24 × 5 + 2 × 4) / 26
  expect(await fixture.level('WOOL')).toEqual([26, 2, 0, 4.9230769231])
  expect(await fixture.level('BUTTON')).toEqual([12, 3, 0, 0.5])
  expect((await fixture.level('SET')).slice(0, 3)).toEqual([0, 0, 4])
  expect(componentFigures(await fixture.read(id))).toEqual([
    ['BUTTON', 0, 3, 0, 0],
    ['WOOL', 20, 2, 0, 18],
  ])
  await expectSound(fixture)
  // Allocating again follows the new bill: buttons are released, wool is reserved.
  expect(componentFigures((await fixture.act(id, 'auto-allocate')).body.data)).toEqual([['WOOL', 20, 20, 0, 0]])
  expect((await fixture.level('BUTTON'))[1]).toBe(0)
  await expectSound(fixture)
})

test('sets that were sold cannot be taken back', async () => {
  const { fixture, id } = await setOrderFixture()
  const { delivery_id } = (await fixture.act(id, 'deliveries', arrived(fixture, ['SET', 3]))).body.data
  await moveStock(fixture.tenant, fixture.ids, [{ sku: 'SET', location: 'Main', kind: 'fulfilment', quantity: -2 }])
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  expect((await fixture.tenant.delete(delivery)).status).toBe(409)
  expect((await fixture.tenant.patch(delivery, arrived(fixture, ['SET', 1]))).body.message.desc).toBe(
    'Only 1 unit of SET is available at Main, but 2 are required.',
  )
  expect((await fixture.level('WOOL'))[0]).toBe(14)
  await expectSound(fixture)
})
