/** Cells and headers as shops write them: line breaks, other languages, archived items. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readCatalogue } from '../../catalogue/imports/read_catalogue.ts'
import { caseOf, openShop } from './shop.ts'

setDefaultTimeout(90_000)

const kind = 'products'
const mapping = (columns: Record<string, string>) => ({
  columns: Object.entries(columns).map(([header, field]) => ({ header, field })),
})

test('line breaks in SKUs, titles and handles are read as spaces or removed, and those of a description stay', async () => {
  const shop = await openShop()
  const bring = async (content: string, kindName: string, columns: Record<string, string>, more = {}) => {
    const made = (await shop.created(content, { kind: kindName, ...more })).body.data
    const url = `/api/v1/imports/${made.import_id}/mapping`
    expect((await shop.importer.session.put(url, { mapping: mapping(columns), ...more })).status).toBe(200)
    for (const step of ['preview', 'run'] as const) {
      await shop.importer.step(made.import_id, step)
      await shop.importer.work()
    }
    return shop.importer.get(made.import_id)
  }
  const columns = { handle: 'handle', title: 'title', sku: 'sku', price: 'price' }
  expect((await bring(caseOf('sku_with_line_break.csv'), kind, columns)).result.records).toMatchObject({ created: 1 })
  const file = [
    'handle,title,sku,price,body',
    '"mug\n","Enamel\r\nmug","MUG\n1",9.00,"Holds tea.\nHolds coffee."',
    '"\nmug","Enamel \n mug","MUG\r\n2",9.00,',
  ].join('\r\n')
  const more = { ...columns, body: 'description' }
  expect((await bring(file, kind, more)).result.records).toMatchObject({ created: 1, refused: 0 })
  const products = await readCatalogue(shop.tenant)
  const shown = products.map(({ handle, title, description, variants }) => [
    handle,
    title,
    description,
    ...variants.map(({ sku }: { sku: string }) => sku),
  ])
  expect(shown.toSorted()).toEqual([
    ['mug', 'Enamel mug', 'Holds tea.\nHolds coffee.', 'MUG 1', 'MUG 2'],
    ['pin', 'Enamel pin', null, 'PIN-1'],
  ])
  expect((await bring(file, kind, more)).result.records).toMatchObject({ unchanged: 1, changed: 0, created: 0 })
  const stock = await bring(
    'sku,qty\n"MUG\n2",4\n"PIN-1\n",2\n',
    'inventory',
    { sku: 'sku', qty: 'on_hand' },
    { kind_options: { location: 'Main warehouse' } },
  )
  expect(stock.result.records).toMatchObject({ created: 2, refused: 0 })
  const orders = await bring(
    'Order number,Order date,Status,SKU,Quantity,Unit price\n"#1\n",2026-10-05T10:00:00Z,shipped,"MUG\n2",1,9.00\n',
    'orders',
    {
      'Order number': 'order_number',
      'Order date': 'ordered_at',
      Status: 'state',
      SKU: 'sku',
      Quantity: 'quantity',
      'Unit price': 'unit_price',
    },
    { kind_options: { cut_over: '2026-11-01T00:00:00Z', placeholders: 'refuse' } },
  )
  expect(orders.result.records).toMatchObject({ created: 1, refused: 0 })
  const [order] = await shop.sql`select name from sales_orders where organization_id = ${shop.organization_id}`
  expect(order!.name).toBe('#1')
})

test('an archived item of Square comes archived, and one that is not leaves a draft here as it is', async () => {
  const shop = await openShop()
  const rows = (archived: string) =>
    [
      'Token,Item Name,Variation Name,SKU,Price,Archived,Option Name 1,Option Value 1',
      `a,Mug,Regular,M-1,5.00,${archived},,`,
      'b,Cap,Red,C-R,5.00,N,Colour,Red',
      // The name of the option is on another row of the item.
      'c,Cap,Blue,C-B,5.00,N,,Blue',
    ].join('\n')
  const statuses = async () =>
    Object.fromEntries((await readCatalogue(shop.tenant)).map(({ title, status }) => [title, status]))
  expect((await shop.brought(rows('Y'))).result.records).toMatchObject({ created: 2, refused: 0 })
  expect(await statuses()).toEqual({ Mug: 'ARCHIVED', Cap: 'ACTIVE' })
  const [cap] = (await readCatalogue(shop.tenant)).filter(({ title }) => title === 'Cap')
  expect(cap!.options).toEqual({ Colour: ['Red', 'Blue'] })
  await shop.sql`update products set status = 'DRAFT' where organization_id = ${shop.organization_id} and title = 'Cap'`
  expect((await shop.brought(rows('N'))).result.records).toMatchObject({ unchanged: 2, changed: 0 })
  expect(await statuses()).toEqual({ Mug: 'ARCHIVED', Cap: 'DRAFT' })
  const unknown = await shop.brought(rows('perhaps'))
  expect((await shop.faults(unknown.import_id)).map((one) => one.slice(0, 3))).toEqual([['2', 'status', 'perhaps']])
})

const german =
  'ID,Typ,Artikelnummer,Name,Veröffentlicht,Lager,Regulärer Preis,Kategorien\n1,simple,A-1,Becher,1,5,9.00,Küche\n'
const russian = 'ID,Вид,Код,Название,Остаток,Цена,Категория,Страна\n1,simple,A-1,Кружка,5,500,Посуда,RU\n'

test('a file without e-mail addresses is not guessed to be of customers', async () => {
  const shop = await openShop()
  for (const file of [german, russian]) {
    const { data } = (await shop.created(file)).body
    expect(data.state).toBe('needs_mapping')
    expect(data.kind).not.toBe('customers')
  }
  // A person may still say so, and a file of people is still guessed.
  expect((await shop.created(russian, { kind: 'customers' })).body.data.kind).toBe('customers')
  const people = 'E-mail,First name,Last name,Country\nada@example.com,Ada,Lovelace,GB\n'
  expect((await shop.created(people)).body.data.kind).toBe('customers')
})
