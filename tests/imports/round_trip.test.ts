/**
 * A demo written as files of a shop system and imported into a new organisation is the same shop. `npm run
 * test:round-trip` does it with 20,000 variants.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { insertRows } from '../support/fixtures/insert_rows.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { writeSalesFile, writeShopFiles } from '../support/shop_format.ts'
import { openImporter } from './rig.ts'

const variants = Number(process.env.ROUND_TRIP_VARIANTS ?? 60)
setDefaultTimeout(variants * 200 + 120_000)
/** A file has at most a million rows. */
const salesDays = 14

/** Names instead of ids, in one order. Origin and HS code are in stock files alone, which set nothing but stock. */
async function readShop({ service, organization_id }: Tenant) {
  const { sql } = service.database
  const [products, skus, levels, sales] = await Promise.all([
    sql`
      select p.title, p.vendor, p.status, p.description, c.name as category, p.options
      from products p left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
      where p.organization_id = ${organization_id}
      order by p.title, p.vendor, c.name, p.options, p.status, p.description`,
    sql`
      select sku, barcode, option_values, price_cents, compare_at_price_cents, unit_cost, weight_kg
      from variants where organization_id = ${organization_id} order by sku`,
    sql`
      select v.sku, o.name, l.on_hand from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id
      where l.organization_id = ${organization_id} and l.on_hand <> 0 order by v.sku, o.name`,
    sql`
      select v.sku, s.day::text, c.name as channel, o.name as location, s.currency, s.units, s.returned_units,
        s.gross_sales_cents, s.discounts_cents, s.returns_cents, s.taxes_cents, s.cost_cents, s.regular_value_cents,
        s.markdown_units
      from sales_daily s
      join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
      join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
      join locations o on o.organization_id = s.organization_id and o.location_id = s.location_id
      where s.organization_id = ${organization_id} and s.day > '2026-11-20'::date - ${salesDays}::int
      order by s.day, v.sku, c.name, o.name, s.currency`,
  ])
  return { products: [...products], variants: [...skus], levels: [...levels], sales: [...sales] }
}

/** What no file of a shop system creates. */
async function openPlaces(from: Tenant, to: Tenant): Promise<void> {
  const { sql } = from.service.database
  const locations = await sql`
    select name, kind from locations where organization_id = ${from.organization_id}`
  const channels = await sql`
    select name, channel_type from sales_channels where organization_id = ${from.organization_id}`
  await insertRows(
    to,
    'locations',
    locations.map((one) => ({ location_id: crypto.randomUUID(), ...one })),
  )
  await insertRows(
    to,
    'sales_channels',
    channels.map((one) => ({ sales_channel_id: crypto.randomUUID(), ...one })),
  )
}

test('a demo written as shop files and imported elsewhere is the same shop, and a second import changes nothing', async () => {
  const [from, to] = [await newTenant(), await newTenant()]
  const { organization_id, service } = from
  await fillDemo(service.database.url, { organization_id, variants, seed: 5, today: '2026-11-20' })
  await openPlaces(from, to)
  const importer = await openImporter(to)
  const { products, inventory } = await writeShopFiles(from)
  const sales = await writeSalesFile(from, salesDays, '2026-11-20')
  const files = [
    [products, { kind: undefined }],
    [inventory, { kind: undefined }],
    [sales, { kind: 'daily_sales' }],
  ] as const
  for (const [text, kind] of files)
    expect((await importer.imported(text, kind)).result.records).toMatchObject({ refused: 0, changed: 0 })
  const [source, copy] = [await readShop(from), await readShop(to)]
  for (const name of ['products', 'variants', 'levels', 'sales'] as const) {
    expect(source[name].length).toBeGreaterThan(0)
    expect(copy[name]).toEqual(source[name])
  }
  // The demo adds a bundle.
  expect(source.variants.length).toBe(variants + 1)
  for (const [text, kind] of files)
    expect((await importer.imported(text, kind)).result.records).toMatchObject({ created: 0, refused: 0, changed: 0 })
})
