/** Items of accounts from a file: found by reference or name, SKU or barcode; unchanged again, refused by row, undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { openImporter } from '../../imports/rig.ts'
import { accountsPath, merchant } from '../accounts/trade.ts'

setDefaultTimeout(60_000)

const kind = { kind: 'account_items' }
const header = 'Account number,Account name,Customer item,Our SKU,UPC'
const fileOf = (...rows: string[]) => [header, ...rows].join('\n')

async function opened() {
  const shop = await merchant()
  const { variants } = await setFixture(shop.tenant, {
    products: [
      {
        title: 'Scarf',
        variants: [
          { sku: 'SC-1', barcode: '05601234567890' },
          { sku: 'SC-2', barcode: '1111' },
          { sku: 'SC-3', barcode: '1111' },
        ],
      },
    ],
  })
  const north = await shop.account('Nordhaus', { account_reference: 'C-1' })
  const south = await shop.account('Meridian', { account_reference: 'C-2' })
  const importer = await openImporter(shop.tenant)
  const items = async (account: string) =>
    (await shop.member.get(`${accountsPath}/${account}/items`)).body.data.rows.map((one: any) => [
      one.buyer_sku,
      one.sku,
    ])
  const undo = async ({ import_id }: any) => {
    await importer.step(import_id, 'undo')
    await importer.work()
    return importer.get(import_id)
  }
  return { ...shop, variants, north, south, importer, items, undo }
}

test('items come in by reference or name and by SKU or barcode, are unchanged again, change, and are undone', async () => {
  const { member, north, south, importer, items, undo } = await opened()
  const rows = ['C-1,,771-S,J-S,', ',meridian,900,,5601234567890', 'C-1,Nordhaus,771-M,J-M,']
  const first = await importer.imported(fileOf(...rows), kind)
  expect(first.result.records).toMatchObject({ created: 3, refused: 0 })
  expect([await items(north), await items(south)]).toEqual([
    [
      ['771-M', 'J-M'],
      ['771-S', 'J-S'],
    ],
    [['900', 'SC-1']],
  ])
  const again = await importer.imported(fileOf(...rows), kind)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 3, refused: 0 })
  const corrected = await importer.imported(fileOf('C-1,,771-S,J-L,', 'C-1,,771-M,J-M,', 'C-1,,NEW,J-S,'), kind)
  expect(corrected.result.records).toMatchObject({ created: 1, changed: 1, unchanged: 1 })
  await member.post(`${accountsPath}/${north}/items`, { items: [{ buyer_sku: 'NEW', sku: 'SC-1' }] })
  await undo(corrected)
  expect(await items(north)).toEqual([
    ['771-M', 'J-M'],
    ['771-S', 'J-S'],
    ['NEW', 'SC-1'],
  ])
  await undo(first)
  expect([await items(north), await items(south)]).toEqual([[['NEW', 'SC-1']], []])
})

test('each row that names no account or variant is refused by its column, and the others come in', async () => {
  const { member, north, south, importer, items, tenant } = await opened()
  const other = await opened()
  await member.post(`${accountsPath}/${south}/archive`)
  const done = await importer.imported(
    fileOf(
      'C-1,,771-S,J-S,',
      'C-9,,1,J-S,',
      ',,2,J-S,',
      'C-1,Meridian,3,J-S,',
      'C-2,,4,J-S,',
      'C-1,,5,GONE,',
      'C-1,,6,,',
      'C-1,,7,,1111',
      'C-1,,8,J-S,5601234567890',
      'C-1,,9,,404',
      'C-1,,10,J-S,000',
      ',Nordhaus,771-S,J-M,',
    ),
    kind,
  )
  expect(done.result.records).toMatchObject({ created: 1, refused: 11 })
  const report = await importer.report(done.import_id)
  const faults = report.filter(({ outcome }) => outcome === 'refused').map((row) => row.field ?? row.faults)
  expect(faults.length).toBe(11)
  expect([await items(north), await other.items(other.north)]).toEqual([[['771-S', 'J-S']], []])
  expect(tenant.organization_id).not.toBe(other.tenant.organization_id)
})
