/** A catalogue written in Shopify's format and imported elsewhere is the same one. */
import { expect, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { writeShopFiles } from '../../support/shop_format.ts'
import { readCatalogue } from './read_catalogue.ts'
import { main, sample, shop } from './sample_shop.ts'

test('products and stock survive a way through Shopify files, and a second import changes nothing', async () => {
  const [from, to] = await Promise.all([newTenant(), newTenant()])
  for (const tenant of [from, to]) await setFixture(tenant, { locations: [main, shop] })
  const [source, target] = [await openImporter(from), await openImporter(to)]
  const any = { kind: undefined }
  await source.imported(await sample('shopify_products'), any)
  await source.imported(await sample('shopify_inventory'), any)
  const { products, inventory } = await writeShopFiles(from)
  for (const text of [products, inventory]) {
    const moved = await target.imported(text, any)
    expect(moved.result.records).toMatchObject({ refused: 0, changed: 0 })
    const again = await target.imported(text, any)
    expect(again.result.records).toMatchObject({ created: 0, refused: 0, changed: 0 })
  }
  expect(await readCatalogue(to)).toEqual(await readCatalogue(from))
  expect(await writeShopFiles(to)).toEqual({ products, inventory })
})
