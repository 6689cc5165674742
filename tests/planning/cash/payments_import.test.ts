/** Payments to suppliers from a file: recorded once, unchanged again, refused by row, undone, and measured as terms. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { deliver, gate, group, inDays, newCash, order, payments, today } from './cash_fixture.ts'

setDefaultTimeout(60_000)

const kind = { kind: 'supplier_payments' }
const header = 'Vendor,Payment date,Amount paid,Currency,PO number,Invoice number,Payment reference,Payment type'
const fileOf = (rows: readonly string[]) => [header, ...rows].join('\n')

async function open() {
  const planning = await newCash(
    [
      order('PO-1', 'Mill', 100, '40.0000', { status: 'delivered', delivered: 100 }),
      order('PO-2', 'Weaver', 10, '100.0000', { currency: 'EUR' }),
      order('D-1', 'Mill', 10, '40.0000', { status: 'draft' }),
    ],
    { 'PO-1': inDays(-80) },
  )
  await deliver(planning, 'PO-1', inDays(-60), 100)
  const importer = await openImporter(planning.tenant)
  const recorded = async () => (await planning.session.get(payments)).body.data.rows
  return { planning, importer, recorded }
}

test('payments come in once: the same file is unchanged, and an undo takes back its own alone', async () => {
  const { planning, importer, recorded } = await open()
  const file = fileOf([
    `mill,${inDays(-60)},1200.00,USD,PO-1,,WIRE-1,deposit`,
    `,${inDays(-20)},"2,800.00",,PO-1,HR-118,,`,
    `WEAVER,${inDays(-3)},250.55,EUR,,,WIRE-2,prepayment`,
    `Mill,${inDays(-2)},10,,,INV-9,WIRE-3,`,
  ])
  const preview = await importer.previewed(file, kind)
  expect(preview.preview.records).toMatchObject({ created: 4, refused: 0 })
  expect(await recorded()).toEqual([])
  const first = await importer.imported(file, kind)
  expect(first.result.records).toMatchObject({ created: 4, unchanged: 0, refused: 0 })
  const rows = await recorded()
  expect(
    rows.map((row: any) => [
      row.supplier,
      row.purchase_order,
      row.kind,
      row.amount.cents,
      row.amount.currency,
      row.reference,
    ]),
  ).toEqual([
    ['Mill', null, 'balance', 1_000, 'USD', 'WIRE-3'],
    ['Weaver', null, 'deposit', 25_055, 'EUR', 'WIRE-2'],
    ['Mill', 'PO-1', 'balance', 280_000, 'USD', 'HR-118'],
    ['Mill', 'PO-1', 'deposit', 120_000, 'USD', 'WIRE-1'],
  ])
  // 4,000.00 received 60 days ago was paid whole 20 days ago.
  expect(group(await gate(planning), 'net_28')).toMatchObject({ terms_days: 40, terms_source: 'measured' })
  const again = await importer.imported(file, kind)
  expect(again.result.records).toMatchObject({ created: 0, unchanged: 4, refused: 0 })
  expect(await recorded()).toEqual(rows)
  const more = await importer.imported(fileOf([`Mill,${inDays(-1)},5.00,USD,,,WIRE-4,`]), kind)
  await importer.step(more.import_id, 'undo')
  await importer.work()
  expect((await importer.get(more.import_id)).state).toBe('undone')
  expect(await recorded()).toEqual(rows)
})

test('a payment that cannot be recorded is refused by its row, with what is allowed, and the others come in', async () => {
  const { importer, recorded } = await open()
  const done = await importer.imported(
    fileOf([
      `Nobody,${inDays(-1)},5.00,,,,R-1,`,
      `,${inDays(-1)},5.00,,,,R-2,`,
      `Mill,${inDays(-1)},5.00,,PO-2,,R-3,`,
      `Weaver,${inDays(-1)},5.00,USD,PO-2,,R-4,`,
      `Mill,${inDays(-1)},5.00,,D-1,,R-5,`,
      `Mill,${inDays(-1)},5.00,,PO-9,,R-6,`,
      `Mill,${inDays(5)},5.00,,,,R-7,`,
      `Mill,${inDays(-1)},0.00,,,,R-8,`,
      `Mill,${inDays(-1)},5.001,,,,R-9,`,
      `Mill,${inDays(-1)},5.00,XXZ,,,R-10,`,
      `Mill,${inDays(-1)},5.00,USD,,,R-11,`,
      `MILL,${inDays(-1)},5.00,,,,R-11,balance`,
    ]),
    kind,
  )
  expect(done.result.records).toMatchObject({ created: 1, refused: 11 })
  const report = await importer.report(done.import_id)
  expect(report.map(({ field, rule }: any) => [field, rule])).toEqual([
    ['supplier', 'must be the name or id of a supplier of this organisation'],
    ['supplier', 'is required without purchase_order'],
    ['supplier', 'must be the supplier of the order PO-2'],
    ['currency', 'must be the currency of the order'],
    ['purchase_order', 'must be an approved order; it is a draft'],
    ['purchase_order', 'must be the name or id of a purchase order of this organisation'],
    ['paid_on', `must not be after the current day, ${today}`],
    ['amount', 'is out of range'],
    ['amount', 'must have at most 2 decimals'],
    ['currency', 'must be an ISO 4217 code'],
    ['', ''],
    ['reference', 'repeats a payment of the file; give each payment a reference of its own'],
  ])
  expect((await recorded()).map(({ reference }: any) => reference)).toEqual(['R-11'])
})
