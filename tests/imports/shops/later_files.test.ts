/** Later exports of a shop: what is new comes in as differences, and what moved here meanwhile is a choice. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openShop, type Shop } from './shop.ts'

setDefaultTimeout(120_000)

const products = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Status'].join(
  ',',
)
const catalogue = (cap: string, mug: string) =>
  [products, `cap,Cap,Title,Default Title,CAP,${cap},active`, `mug,Mug,Title,Default Title,MUG,${mug},active`].join(
    '\n',
  )

const stockHeader = 'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,On hand'
const stock = (cap: number, mug: number) =>
  [
    stockHeader,
    `cap,Cap,Title,Default Title,CAP,,,Main warehouse,${cap}`,
    `mug,Mug,Title,Default Title,MUG,,,Main warehouse,${mug}`,
  ].join('\n')

const levels = async ({ sql, organization_id }: Shop) =>
  Object.fromEntries(
    (
      await sql`
        select v.sku, s.on_hand from stock_levels s join variants v using (organization_id, variant_id)
        where s.organization_id = ${organization_id}`
    ).map(({ sku, on_hand }) => [sku, on_hand]),
  )

async function adjust({ importer, sql, organization_id }: Shop, sku: string, quantity: number) {
  const [row] = await sql`
    select v.variant_id, l.location_id from variants v join locations l using (organization_id)
    where v.organization_id = ${organization_id} and v.sku = ${sku}`
  const { variant_id, location_id } = row!
  const made = await importer.session.post('/api/v1/stock-adjustments', {
    reason: 'damaged',
    lines: [{ variant_id, location_id, quantity }],
  })
  if (made.status >= 300) throw new Error(made.text)
}

const notes = async ({ importer }: Shop, import_id: string) =>
  (await importer.report(import_id))
    .filter(({ rule = '' }) => rule !== '')
    .map(({ row_number, outcome, field, value, rule = '' }) => [
      row_number,
      outcome,
      field,
      value,
      rule.replace(/ADJ-\d+ on [-\d]+/, '…'),
    ])

test('later stock is applied as differences, and what moved here meanwhile is named, and taken or kept as chosen', async () => {
  const shop = await openShop()
  await shop.brought(catalogue('24.00', '9.00'))
  expect((await shop.brought(stock(12, 7))).result.records).toMatchObject({ created: 2 })
  const quiet = await shop.brought(stock(12, 9))
  expect([quiet.result.records.changed, await notes(shop, quiet.import_id)]).toEqual([1, []])
  await adjust(shop, 'CAP', -2)
  const keep = { kind_options: { changed_here: 'keep' } }
  const keeping = await shop.brought(stock(12, 11), keep)
  expect(keeping.preview.records).toMatchObject({ changed: 1, unchanged: 1, refused: 0 })
  expect(await levels(shop)).toEqual({ CAP: 10, MUG: 11 })
  const since = 'moved here since an import set it, last by …; the 10 units here are'
  expect(await notes(shop, keeping.import_id)).toEqual([['2', 'unchanged', 'on_hand', '12', `${since} kept`]])
  const again = await shop.brought(stock(12, 11), keep)
  expect(again.result.records).toMatchObject({ changed: 0, created: 0, unchanged: 2 })
  // What the file says as well needs no choice.
  expect(await notes(shop, (await shop.brought(stock(10, 11), keep)).import_id)).toEqual([])
  const taking = await shop.brought(stock(12, 11))
  expect(taking.result.records).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await notes(shop, taking.import_id)).toEqual([
    ['2', 'changed', 'on_hand', '12', `${since} replaced, unless changed_here is keep`],
  ])
  expect(await levels(shop)).toEqual({ CAP: 12, MUG: 11 })
  // Set by the import again, it did not move since.
  expect(await notes(shop, (await shop.brought(stock(13, 11))).import_id)).toEqual([])
})

const prices = async ({ sql, organization_id }: Shop) =>
  Object.fromEntries(
    (await sql`select sku, price_cents::int as cents from variants where organization_id = ${organization_id}`).map(
      ({ sku, cents }) => [sku, cents],
    ),
  )

test('later prices are applied as differences, and one that was changed here meanwhile is named, and taken or kept', async () => {
  const shop = await openShop()
  await shop.brought(catalogue('24.00', '9.00'))
  const quiet = await shop.brought(catalogue('26.00', '9.00'))
  expect([quiet.result.records.changed, await notes(shop, quiet.import_id)]).toEqual([1, []])
  // Another file was being looked through meanwhile, and was not brought.
  const looked = (await shop.created(catalogue('25.00', '9.00'))).body.data
  await shop.importer.step(looked.import_id, 'preview')
  const [cap] = await shop.sql`
    select variant_id from variants where organization_id = ${shop.organization_id} and sku = 'CAP'`
  const set = await shop.importer.session.post('/api/v1/catalogue/variants/prices', {
    prices: [{ variant_id: cap!.variant_id, price_cents: 3_000 }],
  })
  expect(set.status).toBe(200)
  await shop.importer.work()
  const keep = { kind_options: { changed_here: 'keep' } }
  const day = /on \d{4}-\d\d-\d\d/
  const named = async (import_id: string) =>
    (await notes(shop, import_id)).map((note) => note.map((text) => String(text).replace(day, 'on …')))
  const since = 'was changed here on …, after an import; 30.00 is'
  for (const mug of ['9.50', '9.50']) {
    const keeping = await shop.brought(catalogue('26.00', mug), keep)
    expect(await prices(shop)).toEqual({ CAP: 3_000, MUG: 950 })
    expect(await named(keeping.import_id)).toEqual([['2', 'unchanged', 'price', '26.00', `${since} kept`]])
  }
  const same = await shop.brought(catalogue('30.00', '9.50'), keep)
  expect([same.result.records.unchanged, await notes(shop, same.import_id)]).toEqual([2, []])
  const { preview, import_id, result } = await shop.brought(catalogue('27.00', '9.50'))
  expect([preview.records.changed, result.records.changed]).toEqual([1, 1])
  expect((await named(import_id)).at(-1)).toEqual([
    '2',
    'changed',
    'price',
    '27.00',
    `${since} replaced, unless changed_here is keep`,
  ])
  expect(await prices(shop)).toEqual({ CAP: 2_700, MUG: 950 })
  // An import set it last.
  expect(await notes(shop, (await shop.brought(catalogue('28.00', '9.50'), keep)).import_id)).toEqual([])
  expect(await prices(shop)).toEqual({ CAP: 2_800, MUG: 950 })
})
