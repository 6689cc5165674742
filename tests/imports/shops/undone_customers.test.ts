/** Undoing an import of orders takes along the customers that it brought. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openShop, type Shop } from './shop.ts'

setDefaultTimeout(120_000)

const header = 'Order number,Order date,Status,SKU,Product name,Quantity,Unit price,Email,Customer name'
const order = (number: string, email: string, status = 'shipped') =>
  `${number},2026-10-05T10:00:00Z,${status},,Mug,1,9.00,${email},${email.split('@')[0]} Doe`
const body = { kind: 'orders', kind_options: { cut_over: '2026-11-01T00:00:00Z', placeholders: 'all' } }

const uploaded = async (shop: Shop, ...orders: string[]): Promise<string> => {
  const made = (await shop.created([header, ...orders].join('\n'), body)).body.data
  const columns = made.columns
    .filter(({ field }: any) => field !== null)
    .map(({ header: name, field }: any) => ({ header: name, field }))
  await shop.importer.session.put(`/api/v1/imports/${made.import_id}/mapping`, {
    mapping: { columns },
    kind_options: body.kind_options,
  })
  return made.import_id
}

const run = async (shop: Shop, import_id: string) => {
  for (const step of ['preview', 'run'] as const) {
    await shop.importer.step(import_id, step)
    await shop.importer.work()
  }
  return shop.importer.get(import_id)
}

const brought = async (shop: Shop, ...orders: string[]) => run(shop, await uploaded(shop, ...orders))

const customers = async ({ sql, organization_id }: Shop) =>
  (
    await sql`
      select display_name, orders_count from customers where organization_id = ${organization_id} order by display_name`
  ).map(({ display_name, orders_count }) => `${display_name} ${orders_count}`)

test('an undone import leaves no customer that it brought, and keeps those that were there or have other orders', async () => {
  const shop = await openShop()
  await brought(shop, order('#1', 'ada@example.com'))
  expect(await customers(shop)).toEqual(['ada D. 1'])
  const second = await brought(
    shop,
    order('#2', 'ada@example.com'),
    order('#3', 'bob@example.com'),
    order('#4', 'bob@example.com'),
    order('#5', 'eve@example.com'),
  )
  expect(second.result.records).toMatchObject({ created: 4, refused: 0 })
  // The customer of the second import buys again.
  await brought(shop, order('#6', 'eve@example.com'))
  expect(await customers(shop)).toEqual(['ada D. 2', 'bob D. 2', 'eve D. 2'])
  expect(await shop.undo(second.import_id)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 4 } } })
  expect(await customers(shop)).toEqual(['ada D. 1', 'eve D. 1'])
})

test('a customer stays while one of its orders cannot be undone, and goes with the last one', async () => {
  const shop = await openShop()
  const done = await brought(shop, order('#1', 'bob@example.com'), order('#2', 'bob@example.com'))
  const touch = (days: number) => shop.sql`
    update sales_orders set updated_at = created_at + make_interval(days => ${days})
    where organization_id = ${shop.organization_id} and name = '#2'`
  await touch(1)
  expect(await shop.undo(done.import_id)).toMatchObject({ state: 'partly_undone' })
  expect(await customers(shop)).toEqual(['bob D. 1'])
  await touch(0)
  expect(await shop.undo(done.import_id)).toMatchObject({ undo_result: { records: { refused: 0 } } })
  expect(await customers(shop)).toEqual([])
})

test('a customer that another import brought after the upload is kept', async () => {
  const shop = await openShop()
  const import_id = await uploaded(shop, order('#1', 'ada@example.com'), order('#2', 'bob@example.com'))
  const others = await shop.importer.imported('Email,Name\nada@example.com,ada Doe', { kind: 'customers' })
  expect(others.result.records).toMatchObject({ created: 1, refused: 0 })
  expect((await run(shop, import_id)).result.records).toMatchObject({ created: 2, refused: 0 })
  expect(await customers(shop)).toEqual(['ada D. 1', 'bob D. 1'])
  expect(await shop.undo(import_id)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 2 } } })
  expect(await customers(shop)).toEqual(['ada D. 0'])
})
