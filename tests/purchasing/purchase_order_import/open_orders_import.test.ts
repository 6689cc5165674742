/** Open purchase orders from a file: what is still to come is incoming, nothing moves stock, and undo deletes them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { orderFixture } from '../order_fixture.ts'

setDefaultTimeout(60_000)

const kind = { kind: 'purchase_orders' }
const header = 'PO number,Vendor,Warehouse,Status,Order date,Expected date,Currency,SKU,Quantity,Received,Unit cost'
const fileOf = (rows: readonly string[]) => [header, ...rows].join('\n')
const rows = [
  '4500017,mill,Main,issued,2026-10-05,2026-12-14,EUR,C-S,120,40,17.25',
  '4500017,,,,,,,C-M,60,,18.5',
  '4500017,,,,,,,C-S,12,12,17.25',
  '4500018,Forge,Store,approved,2026-10-20,2027-01-11,,C-S,24,0,',
  '4500019,Forge,Main,draft,2026-11-01,,,C-M,500,,9',
]

async function opened() {
  const shop = await orderFixture()
  const importer = await openImporter(shop.tenant)
  const position = async (sku: string) => {
    const { body } = await shop.tenant.get(`/api/v1/inventory/position?variant_id=${shop.ids.variants[sku]}`)
    const { on_hand, reserved, expected_inbound, atp } = body.data
    return { on_hand, reserved, expected_inbound: expected_inbound.quantity, atp }
  }
  const orders = async () => {
    const { sql } = shop.tenant.service.database
    const found = await sql`
      select purchase_order_id as id, name from purchase_orders
      where organization_id = ${shop.tenant.organization_id} order by name`
    return new Map(found.map(({ id, name }: any) => [name as string, id as string]))
  }
  const movements = async () => {
    const [row] = await shop.tenant.service.database.sql`
      select count(*)::int as movements from stock_movements where organization_id = ${shop.tenant.organization_id}`
    return row!.movements
  }
  const undo = async ({ import_id }: any) => {
    await importer.step(import_id, 'undo')
    await importer.work()
    return importer.get(import_id)
  }
  return { ...shop, importer, position, orders, movements, undo }
}

/** Units to come of a SKU on orders that are not drafts, from the file alone. */
const toCome = (sku: string, lines: readonly string[]) => {
  let status = ''
  let units = 0
  for (const cells of lines.map((line) => line.split(','))) {
    if (cells[3] !== '') status = cells[3]!
    if (cells[7] === sku && status !== 'draft') units += Number(cells[8]) - Number(cells[9])
  }
  return units
}

test('open orders come in with what is still to come, are unchanged again, change by cell, and are undone', async () => {
  const shop = await opened()
  const other = await opened()
  const { tenant, at, ids, importer, position, orders, undo } = shop
  const before = { 'C-S': await position('C-S'), 'C-M': await position('C-M') }
  const moved = await shop.movements()
  const first = await importer.imported(fileOf(rows), kind)
  expect(first.result.records).toMatchObject({ created: 3, changed: 0, refused: 0 })
  const named = await orders()
  expect([...named.keys()]).toEqual(['4500017', '4500018', '4500019'])

  const order = (await tenant.get(at(`/${named.get('4500017')}`))).body.data
  expect(order).toMatchObject({
    name: '4500017',
    external_id: '4500017',
    status: 'issued',
    supplier_id: ids.suppliers.Mill,
    currency: 'EUR',
    order_date: '2026-10-05',
    expected_delivery_date: '2026-12-14',
    deliveries: [],
    document: null,
    notes: 'Received before the import: 40 of 120 C-S, 12 of 12 C-S.',
  })
  expect(
    order.line_items
      .map((line: any) => [line.sku, line.quantity, line.outstanding_quantity, line.unit_cost])
      .toSorted(),
  ).toEqual([
    ['C-M', 60, 60, 18.5],
    ['C-S', 80, 80, 17.25],
  ])
  const draft = (await tenant.get(at(`/${named.get('4500019')}`))).body.data
  expect([draft.status, draft.approved_at, draft.issued_at]).toEqual(['draft', null, null])

  for (const sku of ['C-S', 'C-M'] as const) {
    const { on_hand, reserved, expected_inbound } = before[sku]
    const inbound = expected_inbound + toCome(sku, rows)
    expect(await position(sku)).toEqual({
      on_hand,
      reserved,
      expected_inbound: inbound,
      atp: on_hand - reserved + inbound,
    })
  }
  expect(await shop.movements()).toBe(moved)

  const again = await importer.imported(fileOf(rows), kind)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 3, refused: 0 })

  const corrected = [rows[0]!.replace('2026-12-14', '2026-12-21').replace(',120,', ',130,'), ...rows.slice(1)]
  const changed = await importer.imported(fileOf(corrected), kind)
  expect(changed.result.records).toMatchObject({ changed: 1, unchanged: 2 })
  expect((await position('C-S')).expected_inbound).toBe(before['C-S'].expected_inbound + toCome('C-S', corrected))
  expect(await undo(changed)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 1 } } })
  expect((await position('C-S')).expected_inbound).toBe(before['C-S'].expected_inbound + toCome('C-S', rows))

  // One order is received against: it stays, and the others go.
  const line = (await tenant.get(at(`/${named.get('4500018')}`))).body.data.line_items[0]
  const delivered = await tenant.post(at(`/${named.get('4500018')}/deliveries`), {
    received_at: '2026-11-20T10:00:00Z',
    line_items: [{ line_id: line.line_id, received_quantity: 4 }],
  })
  expect(delivered.status).toBe(200)
  expect(await undo(first)).toMatchObject({
    state: 'partly_undone',
    undo_result: { records: { undone: 2, refused: 1 } },
  })
  expect([...(await orders()).keys()]).toEqual(['4500018'])
  expect((await position('C-M')).expected_inbound).toBe(before['C-M'].expected_inbound)
  expect((await other.orders()).size).toBe(0)
})

test('each order that cannot be taken is refused with the row and column of its fault', async () => {
  const { importer, orders, order, ids } = await opened()
  await order({ order_type: 'purchase', external_id: 'X' })
  const [ours] = [...(await orders()).keys()]
  const done = await importer.imported(
    fileOf([
      'A1,Nobody,Main,issued,2026-10-05,,,C-S,1,,1',
      'A2,Mill,Attic,issued,2026-10-05,,,C-S,1,,1',
      'A3,Mill,Main,issued,2026-10-05,,EUR,C-S,1,,1',
      'A3,,,,,,,NONE,1,,1',
      'A4,Mill,Main,issued,2026-10-05,,USD,C-S,1,,1',
      'A5,Mill,Main,issued,2026-10-05,,,C-S,10,11,1',
      'A6,Mill,Main,issued,2026-10-05,,,C-S,10,10,1',
      'A7,Mill,Main,issued,2026-10-05,2026-10-01,,C-S,10,,1',
      'A8,Mill,Closed,issued,2026-10-05,,,C-S,10,,1',
      'A9,Mill,Main,issued,2026-10-05,,,OLD,10,,1',
      'B1,Mill,Main,sold,2026-10-05,,,C-S,10,,1',
      `${ours},Mill,Main,issued,2026-10-05,,,C-S,24,,1`,
      `B2,${ids.suppliers.Mill},${ids.locations.Main},issued,2026-10-05,,,C-S,10,,1`,
    ]),
    kind,
  )
  expect(done.result.records).toMatchObject({ created: 1, refused: 11 })
  const report = await importer.report(done.import_id)
  const refused = report.filter(({ outcome, field }) => outcome === 'refused' && field !== '')
  expect(refused.map(({ row_number, field }) => `${row_number} ${field}`).toSorted()).toEqual(
    [
      '2 supplier',
      '3 location',
      '5 sku',
      '6 currency',
      '7 received_quantity',
      '8 received_quantity',
      '9 expected_date',
      '10 location',
      '11 sku',
      '12 status',
      '13 reference',
    ].toSorted(),
  )
  expect([...(await orders()).keys()].toSorted()).toEqual(['B2', ours!].toSorted())
})
