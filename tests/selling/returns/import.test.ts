import { expect, setDefaultTimeout, test } from 'bun:test'
import { announced, listenToAll } from '../../support/document/event_reads.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { type Shop, useDatabase } from '../support/sales.ts'
import { expectedReturns, expectProven, openReturnedShop, type ReturnedShop, returnsPath } from './returned_shop.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const mappings = {
  reference: 'RMA',
  sku: 'Item',
  quantity: 'Qty',
  order: 'Order',
  location: 'Warehouse',
  reason: 'Reason',
  expected_on: 'Expected',
  refund_amount: 'Refunded',
}

const importFile = ({ tenant }: Shop, s3_key: string, rest: object = {}) =>
  tenant.post(`${returnsPath}/import`, { s3_key, mappings, ...rest })

const header = 'RMA,Order,Item,Qty,Warehouse,Reason,Expected,Refunded'

async function fileOf(shop: ReturnedShop, rows: readonly string[]): Promise<string> {
  const [order] = await shop.tenant.service.database.sql<{ name: string }[]>`
    select name from sales_orders where organization_id = ${shop.organization_id}`
  const text = [header, ...rows].join('\n').replaceAll('ORDER', order!.name).replaceAll('ID', shop.order.order_id)
  return uploadFile(shop.tenant, text, 'returns.csv')
}

test('rows become returns under the rules of creating one, and each row is reported', async () => {
  const shop = await openReturnedShop(db(), { quantity: 4 })
  await listenToAll(shop.tenant)
  const s3_key = await fileOf(shop, [
    'R1,ORDER,J-S,1,main,Wrong size,2026-12-01,',
    'R1,ORDER,J-S,1,Main,,,29.16',
    'R2,ID,J-S,2,Store,,,',
    'R3,ORDER,J-S,1,Main,,,',
    'R4,,J-M,2,Main,,,',
    'R4,,NOPE,1,Main,,,',
    'R5,SO-0,J-S,1,Main,,,',
    ',ORDER,J-S,1,Main,,,',
    'R6,,J-M,one,Main,,,',
    'R7,,J-M,1,Main,moths,,',
    'R8,,J-M,1,Main,,soon,',
    'R9,,J-M,1,,,,',
    'R10,,J-M,3,Main,,,',
  ])
  const { status, body } = await importFile(shop, s3_key)
  expect([status, body.data.created, body.data.unchanged, body.data.refused]).toEqual([200, 3, 0, 7])
  expect(body.data.ignored_columns).toEqual([])
  expect(body.data.rows.map(({ row_number, outcome, code }: any) => [row_number, outcome, code])).toEqual([
    [2, 'created', null],
    [3, 'created', null],
    [4, 'created', null],
    [5, 'refused', 'return_more_than_sold'],
    [6, 'refused', 'variant_unknown'],
    [7, 'refused', 'variant_unknown'],
    [8, 'refused', 'bad_request'],
    [9, 'refused', 'bad_request'],
    [10, 'refused', 'bad_request'],
    [11, 'refused', 'bad_request'],
    [12, 'refused', 'date_unreadable'],
    [13, 'refused', 'return_needs_a_place'],
    [14, 'created', null],
  ])
  const sentences = body.data.rows.map(({ sentence }: any) => sentence)
  expect(sentences[3]).toBe('quantity is 1, and 0 of the shipped units can still be returned.')
  expect(sentences.slice(4, 6)).toEqual([
    'Row 7 of this return is refused.',
    'sku must be a variant of this organisation.',
  ])
  expect(sentences[6]).toBe('order must be a sales order of this organisation.')
  const first = await shop.tenant.get(`${returnsPath}/${body.data.rows[0].return_id}`)
  expect(first.body.data).toMatchObject({
    origin: 'import',
    reason: 'wrong_size',
    source_system: 'file',
    external_id: 'R1',
    expected_on: '2026-12-01',
    refund: { status: 'partial', cents: 2916 },
    location: { name: 'Main' },
    units_expected: 2,
  })
  expect(await expectedReturns(shop, 'J-S')).toBe(4)
  expect((await announced(shop.tenant)).map(({ event }) => event)).toEqual([
    'return.created',
    'return.created',
    'return.created',
  ])
  await expectProven(db(), shop)
})

test('a file imported again, and twice at once, changes nothing; another source is another number', async () => {
  const shop = await openReturnedShop(db(), { quantity: 4 })
  const s3_key = await fileOf(shop, ['R1,ORDER,J-S,1,Main,,,', 'R2,ORDER,J-S,1,Main,,,10.00'])
  const answers = await Promise.all(Array.from({ length: 3 }, () => importFile(shop, s3_key)))
  const numbers = answers.map(({ body }) => [body.data.created, body.data.unchanged, body.data.refused])
  expect(numbers.toSorted()).toEqual([
    [0, 2, 0],
    [0, 2, 0],
    [2, 0, 0],
  ])
  const ids = answers.map(({ body }) => body.data.rows.map(({ return_id }: any) => return_id))
  expect(new Set(ids.map(String)).size).toBe(1)
  const { refund_amount: _amount, ...fewer } = mappings
  const other = await importFile(shop, s3_key, { source_system: 'desk', mappings: fewer })
  expect(other.body.data).toMatchObject({ created: 2, unchanged: 0, ignored_columns: ['Refunded'] })
  expect((await shop.tenant.get(`${returnsPath}?origin=import`)).body.data.filtered_max_size).toBe(4)
  await expectProven(db(), shop)
})

test('a file that cannot be read as returns is refused whole', async () => {
  const shop = await openReturnedShop(db())
  const good = await fileOf(shop, ['R1,ORDER,J-S,1,Main,,,'])
  const cases: [body: object, field: string][] = [
    [{ s3_key: 'uploads/none' }, 's3_key'],
    [{ s3_key: ' ' }, 's3_key'],
    [{ s3_key: await fileOf(shop, []) }, 's3_key'],
    [{ mappings: { ...mappings, sku: 'SKU' } }, 'mappings.sku'],
    [{ mappings: { ...mappings, sku: 'Qty' } }, 'mappings.quantity'],
    [{ mappings: { ...mappings, sku: ' ' } }, 'mappings.sku'],
    [{ mappings: { reference: 'RMA', sku: 'Item' } }, 'mappings.quantity'],
    [{ source_system: ' ' }, 'source_system'],
  ]
  for (const [rest, field] of cases) {
    const { status, body } = await importFile(shop, good, rest)
    expect([JSON.stringify(rest), status, body.code, body.data.field]).toEqual([
      JSON.stringify(rest),
      400,
      'bad_request',
      field,
    ])
  }
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: shop.account_id })
  const bound = await shop.tenant.post(`${returnsPath}/import`, { s3_key: good, mappings }, { key })
  expect(bound.body.code).toBe('account_mismatch')
  expect((await shop.tenant.get(returnsPath)).body.data.filtered_max_size).toBe(0)
})
