/** Orders of a file whose reference the account has used before. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImportShop } from './order_shop.ts'

setDefaultTimeout(120_000)

const header = 'Order number,Order date,Status,SKU,Quantity,Unit price,Account,Customer reference,Shipped at'
const row = (number: string, reference: string, status = 'open', shipped = '', account = 'Nordhaus') =>
  `${number},2026-11-05T10:00:00Z,${status},J-S,1,50.00,${account},${reference},${shipped}`

test('a reference that is on file or earlier in the file opens duplicate_order, as over the API', async () => {
  const shop = await openImportShop()
  const account = { trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] }
  const onFile = await shop.placed({ ...account, reference: 'PO 1' })
  const done = await shop.imported(
    [
      header,
      row('F-1', 'PO 1'),
      row('F-2', 'PO 2'),
      row('F-3', 'PO 2'),
      row('F-4', 'PO 3'),
      row('F-5', ''),
      row('F-6', ''),
      // Over before it came here, and no account's.
      row('F-7', 'PO 2', 'shipped', '2026-11-06T09:00:00Z'),
      row('F-8', 'PO 2', 'open', '', ''),
    ].join('\n'),
    { kind_options: { cut_over: '2026-11-01T00:00:00Z', location: 'Main' } },
  )
  expect(new Set((await shop.report(done.import_id)).map(([, outcome]) => outcome))).toEqual(new Set(['created']))
  const about = async (name: string) => {
    const { order_id } = await shop.order(name)
    const { rows } = (await shop.admin.get(`/api/v1/exceptions?is_open=true&subject_id=${order_id}`)).body.data
    return rows.map(({ kind, sentence }: any) => [kind, sentence])
  }
  expect(await about('F-1')).toEqual([
    ['duplicate_order', `${onFile.name} of this account already has the reference PO 1.`],
  ])
  expect(await about('F-3')).toEqual([['duplicate_order', 'F-2 of this account already has the reference PO 2.']])
  for (const name of ['F-2', 'F-4', 'F-5', 'F-6', 'F-7', 'F-8']) expect([name, await about(name)]).toEqual([name, []])
  // It ends as any other does.
  await shop.act(onFile, 'cancel')
  expect(await about('F-1')).toEqual([])
})
