/** Any shop: rows apart, repeated SKUs, aliases and later files. No row is lost, none is doubled, and a repeat changes nothing. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { openShop, type Shop } from './shop.ts'

setDefaultTimeout(180_000)

const runs = { numRuns: 5, seed: 44, endOnFailure: true }

interface Variant {
  handle: string
  size: string
  sku: string
  price: number
  units: number
}

const sizes = ['S', 'M', 'L', 'XL']

/** Products of one to four sizes, whose SKUs are drawn from so few that products share them, in any order of rows. */
const anyShop = fc
  .array(
    fc.record({
      sizes: fc.subarray(sizes, { minLength: 1 }),
      skus: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
      price: fc.integer({ min: 1, max: 90_000 }),
      units: fc.integer({ min: 0, max: 50 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((products) => {
    const variants = products.flatMap((one, p): Variant[] =>
      one.sizes.map((size, i) => ({
        handle: `style-${p}`,
        size,
        sku: `SKU-${one.skus[i]!}`,
        price: one.price + i,
        units: one.units + i,
      })),
    )
    return fc.shuffledSubarray(variants, { minLength: variants.length, maxLength: variants.length })
  })

const amount = (cents: number) => (cents / 100).toFixed(2)
const catalogueOf = (variants: readonly Variant[]) =>
  [
    'Handle,Title,Option1 name,Option1 value,SKU,Price',
    ...variants.map((one) => `${one.handle},Title of ${one.handle},Size,${one.size},${one.sku},${amount(one.price)}`),
  ].join('\n')
const stockOf = (variants: readonly Variant[]) =>
  [
    'Handle,Option1 name,Option1 value,SKU,Location,On hand',
    ...variants.map((one) => `${one.handle},Size,${one.size},${one.sku},Main warehouse,${one.units}`),
  ].join('\n')

const keyOf = ({ handle, size }: { handle: string; size: string }) => `${handle} ${size}`
const statedBy = (variants: readonly Variant[]) =>
  variants.map((one) => [keyOf(one), one.sku, one.price, one.units]).toSorted()

/** What is here of each variant: its SKU of origin, price and units on hand. */
const stored = async ({ sql, organization_id }: Shop) =>
  (
    await sql`
      select p.handle, v.option_values ->> 'Size' as size, v.sku, v.shared_sku, v.price_cents::int as price,
        coalesce((select sum(s.on_hand) from stock_levels s
          where s.organization_id = v.organization_id and s.variant_id = v.variant_id), 0)::int as units
      from variants v join products p using (organization_id, product_id) where v.organization_id = ${organization_id}`
  ).map(({ handle, size, sku, shared_sku, price, units }) => [`${handle} ${size}`, shared_sku ?? sku, price, units])

const derive = { kind: 'products', kind_options: { repeated_skus: 'derive' } }

async function bring({ importer }: Shop, content: string, body: object) {
  const { result, import_id } = await importer.imported(content, body)
  const report = await importer.report(import_id)
  return { ...result, rows_reported: report.map(({ row_number }) => Number(row_number)) }
}

/** Each row of the file is in the report, once or with several details, and none is refused. */
function isWhole({ rows_reported, records }: Awaited<ReturnType<typeof bring>>, rows: number) {
  expect([...new Set<number>(rows_reported)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: rows }, (_, i) => i + 2),
  )
  expect(records.refused).toBe(0)
}

test('products and stock of any shop come in whole, a repeat changes nothing, and a later file what differs', () =>
  fc.assert(
    fc.asyncProperty(anyShop, fc.infiniteStream(fc.boolean()), async (variants, changes) => {
      const shop = await openShop()
      const products = new Set(variants.map(({ handle }) => handle)).size
      const first = await bring(shop, catalogueOf(variants), derive)
      isWhole(first, variants.length)
      expect(first.records).toMatchObject({ created: products })
      isWhole(await bring(shop, stockOf(variants), { kind: 'inventory' }), variants.length)
      expect((await stored(shop)).toSorted()).toEqual(statedBy(variants))
      for (const [content, body] of [
        [catalogueOf(variants), derive],
        [stockOf(variants), { kind: 'inventory' }],
      ] as const) {
        const again = await bring(shop, content, body)
        isWhole(again, variants.length)
        expect([again.records.created, again.records.changed]).toEqual([0, 0])
      }
      const later = variants.map((one) => {
        const [isDearer, isSold] = [changes.next().value, changes.next().value]
        return { ...one, price: one.price + (isDearer ? 100 : 0), units: Math.max(0, one.units - (isSold ? 1 : 0)) }
      })
      const dearer = new Set(later.filter((one, i) => one.price !== variants[i]!.price).map(({ handle }) => handle))
      const sold = later.filter((one, i) => one.units !== variants[i]!.units)
      const prices = await bring(shop, catalogueOf(later.toReversed()), derive)
      expect([prices.records.created, prices.records.changed, prices.records.refused]).toEqual([0, dearer.size, 0])
      const stock = await bring(shop, stockOf(later), { kind: 'inventory' })
      expect([stock.records.changed, stock.records.refused]).toEqual([sold.length, 0])
      expect((await stored(shop)).toSorted()).toEqual(statedBy(later))
      const last = await bring(shop, catalogueOf(later), derive)
      expect([last.records.created, last.records.changed]).toEqual([0, 0])
    }),
    runs,
  ))

interface Order {
  lines: { at: number; quantity: number; shipped: number; more: number }[]
}

const anyOrders = fc.array(
  fc.record({
    lines: fc.array(
      fc
        .record({
          at: fc.nat({ max: 50 }),
          quantity: fc.integer({ min: 1, max: 5 }),
          shipped: fc.nat({ max: 5 }),
          more: fc.nat({ max: 5 }),
        })
        .map((line) => ({ ...line, shipped: Math.min(line.shipped, line.quantity) }))
        .map((line) => ({ ...line, more: Math.min(line.more, line.quantity - line.shipped) })),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Each line names its variant by the shared SKU with the name, or by the name alone. */
function ordersOf(orders: readonly Order[], variants: readonly Variant[], isLater: boolean) {
  const rows = orders.flatMap(({ lines }, o) =>
    lines.map(({ at, quantity, shipped, more }, i) => {
      const { handle, size, sku } = variants[at % variants.length]!
      const named = `${i % 2 === 0 ? sku : ''},Title of ${handle} - ${size}`
      return `#${o},2026-10-0${(o % 5) + 1}T10:00:00Z,l${o}-${i},${named},${quantity},10.00,${shipped + (isLater ? more : 0)}`
    }),
  )
  return ['Order number,Order date,Line id,SKU,Product name,Quantity,Unit price,Shipped quantity', ...rows].join('\n')
}

test('orders of any shop find their variants by shared SKU and name, and a later file ships what is new', () =>
  fc.assert(
    fc.asyncProperty(anyShop, anyOrders, async (variants, orders) => {
      const shop = await openShop()
      await bring(shop, catalogueOf(variants), derive)
      const body = { kind: 'orders', kind_options: { cut_over: '2026-11-01T00:00:00Z', placeholders: 'refuse' } }
      const rows = orders.flatMap(({ lines }) => lines).length
      const first = await bring(shop, ordersOf(orders, variants, false), body)
      isWhole(first, rows)
      expect(first.records).toMatchObject({ created: orders.length })
      const ship = async () =>
        (
          await shop.sql`
            select l.external_id, p.handle, v.option_values ->> 'Size' as size, l.quantity, l.fulfilled_quantity as shipped
            from order_lines l join variants v using (organization_id, variant_id)
            join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
            where l.organization_id = ${shop.organization_id}`
        ).map((line) => Object.values(line))
      const expected = (isLater: boolean) =>
        orders.flatMap(({ lines }, o) =>
          lines.map(({ at, quantity, shipped, more }, i) => {
            const { handle, size } = variants[at % variants.length]!
            return [`l${o}-${i}`, handle, size, quantity, shipped + (isLater ? more : 0)]
          }),
        )
      expect((await ship()).toSorted()).toEqual(expected(false).toSorted())
      const later = await bring(shop, ordersOf(orders, variants, true), body)
      const news = orders.filter(({ lines }) => lines.some(({ more }) => more > 0)).length
      expect([later.records.created, later.records.changed, later.records.refused]).toEqual([0, news, 0])
      expect((await ship()).toSorted()).toEqual(expected(true).toSorted())
      const again = await bring(shop, ordersOf(orders, variants, true), body)
      expect(again.records).toMatchObject({ created: 0, changed: 0, refused: 0, unchanged: orders.length })
    }),
    runs,
  ))
