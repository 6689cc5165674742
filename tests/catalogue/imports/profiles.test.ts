/** The sample file of each built-in profile: recognised, previewed, run, read, and imported again. */
import { expect, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { readCatalogue, type ShownProduct } from './read_catalogue.ts'
import {
  bigcommerceShop,
  lightspeedRShop,
  lightspeedXShop,
  main,
  sample,
  shop,
  squareShop,
  wholeShop,
  wooShop,
} from './sample_shop.ts'

interface Case {
  products: string
  title: string
  /** Product records. */
  created: number
  stock: string
  stockTitle: string
  /** Records of the stock file by outcome. */
  stockOutcomes: { created: number; changed: number; unchanged: number }
  location?: string
  expected: () => ShownProduct[]
  /** A text that stands once in the products' file, the text to put there, and the change that it is. */
  edit: [from: string, to: string, field: string, previous_value: string, value: string]
  /** A text, a wrong one in its place, and where the refusal points. */
  corrupt: [from: string, to: string, row_number: number, field: string, header: string]
  corruptStock: [from: string, to: string, row_number: number, field: string]
}

const cases: Case[] = [
  {
    products: 'shopify_products',
    title: 'Shopify product export',
    created: 4,
    stock: 'shopify_inventory',
    stockTitle: 'Shopify inventory export (all quantities)',
    stockOutcomes: { created: 12, changed: 0, unchanged: 6 },
    expected: wholeShop,
    edit: ['35.00', '36.50', 'variants[SCARF-WOOL].price_cents', '3500', '3650'],
    corrupt: ['35.00', 'thirty-five', 7, 'price', 'Variant Price'],
    corruptStock: ['High Street shop', 'Closed shop', 11, 'location'],
  },
  {
    products: 'shopify_products_url_handle',
    title: 'Shopify product export (URL handle)',
    created: 4,
    stock: 'shopify_inventory_available',
    stockTitle: 'Shopify inventory export (available quantities by location)',
    stockOutcomes: { created: 6, changed: 2, unchanged: 1 },
    expected: wholeShop,
    edit: ['100% lambswool', '90% lambswool', 'metafields.custom.fabric', '100% lambswool', '90% lambswool'],
    corrupt: ['150.0', 'light', 7, 'weight_g', 'Weight value (grams)'],
    corruptStock: [',40,6', ',40,six', 6, 'on_hand_at.High Street shop'],
  },
  {
    products: 'matrixify_products',
    title: 'Matrixify product export',
    created: 4,
    stock: 'matrixify_products',
    stockTitle: 'Matrixify product export: stock',
    stockOutcomes: { created: 6, changed: 2, unchanged: 2 },
    expected: wholeShop,
    edit: ['35.00', '36.50', 'variants[SCARF-WOOL].price_cents', '3500', '3650'],
    corrupt: ['35.00', 'thirty-five', 7, 'price', 'Variant Price'],
    corruptStock: [',40,40,', ',40,forty,', 7, 'on_hand_at.Main warehouse'],
  },
  {
    products: 'woocommerce_products',
    title: 'WooCommerce product export',
    created: 4,
    stock: 'woocommerce_products',
    stockTitle: 'WooCommerce product export: stock',
    stockOutcomes: { created: 8, changed: 0, unchanged: 3 },
    location: main,
    expected: wooShop,
    edit: [',39,49,', ',,49,', 'variants[LINEN-WHITE-M].price_cents', '3900', '4900'],
    corrupt: ['variation,LINEN-NAVY-M', 'bundle,LINEN-NAVY-M', 7, 'row_type', 'Type'],
    corruptStock: [',1,46,', ',1,46.5,', 3, 'on_hand'],
  },
  {
    products: 'woocommerce_products_ru',
    title: 'WooCommerce product export (in Russian)',
    created: 4,
    stock: 'woocommerce_products_ru',
    stockTitle: 'WooCommerce product export (in Russian): stock',
    stockOutcomes: { created: 8, changed: 0, unchanged: 3 },
    location: main,
    expected: wooShop,
    edit: [',39,49,', ',,49,', 'variants[LINEN-WHITE-M].price_cents', '3900', '4900'],
    corrupt: ['variation,LINEN-NAVY-M', 'bundle,LINEN-NAVY-M', 7, 'row_type', 'Тип'],
    corruptStock: [',1,46,', ',1,46.5,', 3, 'on_hand'],
  },
  {
    products: 'bigcommerce_products',
    title: 'BigCommerce product export',
    created: 4,
    stock: 'bigcommerce_products',
    stockTitle: 'BigCommerce product export: stock',
    stockOutcomes: { created: 8, changed: 0, unchanged: 8 },
    location: main,
    expected: bigcommerceShop,
    edit: [
      'Scarf in lambswool',
      'Scarf in merino',
      'description',
      '<p>Scarf in lambswool, 180 by 30 cm.</p>',
      '<p>Scarf in merino, 180 by 30 cm.</p>',
    ],
    corrupt: [
      'Type=Rectangle|Name=Colour|Value=NavyType=Rectangle|Name=Size|Value=S',
      'Navy S',
      3,
      'variant_options',
      'Options',
    ],
    corruptStock: ['variant,0,0,89', 'shelf,0,0,89', 13, 'tracking'],
  },
  {
    products: 'square_items',
    title: 'Square item library export',
    created: 4,
    stock: 'square_items',
    stockTitle: 'Square item library export: stock',
    stockOutcomes: { created: 6, changed: 2, unchanged: 1 },
    expected: squareShop,
    edit: ['35.00', '37.00', 'variants[SCARF-WOOL].price_cents', '3500', '3700'],
    corrupt: ['12.25', 'n/a', 6, 'unit_cost', 'Default Unit Cost'],
    corruptStock: [',40,', ',-40,', 6, 'on_hand_at.Main warehouse'],
  },
  {
    products: 'lightspeed_x_products',
    title: 'Lightspeed Retail (X-Series) product export',
    created: 4,
    stock: 'lightspeed_x_products',
    stockTitle: 'Lightspeed Retail (X-Series) product export: stock',
    stockOutcomes: { created: 6, changed: 2, unchanged: 1 },
    expected: lightspeedXShop,
    edit: ['Scarves', 'Shawls', 'category', 'Scarves', 'Shawls'],
    corrupt: ['12.25,35.00', '12.25,35.005', 6, 'price', 'retail_price'],
    corruptStock: [',40,,,6', ',40,,,6 pcs', 6, 'on_hand_at.High Street shop'],
  },
  {
    products: 'lightspeed_r_items',
    title: 'Lightspeed Retail (R-Series) item export',
    created: 9,
    stock: 'lightspeed_r_items',
    stockTitle: 'Lightspeed Retail (R-Series) item export: stock',
    stockOutcomes: { created: 6, changed: 0, unchanged: 3 },
    location: main,
    expected: lightspeedRShop,
    edit: ['AW26', 'AW27', 'seasons', 'AW26', 'AW27'],
    corrupt: ['$35.00', '€35.00', 6, 'price', 'Price'],
    corruptStock: [',40,$35.00', ',forty,$35.00', 6, 'on_hand'],
  },
]

async function opened() {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: [main, shop] })
  return { tenant, importer: await openImporter(tenant) }
}

const counts = ({ created, changed, unchanged, refused }: any) => ({ created, changed, unchanged, refused })
const none = { created: 0, changed: 0, unchanged: 0, refused: 0 }
const replaced = (text: string, from: string, to: string) => {
  expect(text.split(from).length, `${from} stands in the sample`).toBeGreaterThan(1)
  return text.replace(from, () => to)
}

for (const one of cases) {
  const { products, stock, location, expected } = one
  const stockBody = { kind: 'inventory', ...(location === undefined ? {} : { kind_options: { location } }) }
  const productsBody = { kind: undefined }

  test(`${one.title} and its stock are imported as the sample says, once`, async () => {
    const { tenant, importer } = await opened()
    const first = await importer.previewed(await sample(products), productsBody)
    expect(first).toMatchObject({ kind: 'products', profile: one.title, state: 'previewed' })
    expect(counts(first.preview.records)).toEqual({ ...none, created: one.created })
    expect(await readCatalogue(tenant)).toEqual([])
    const run = await importer.imported(await sample(products), productsBody)
    expect(counts(run.result.records)).toEqual({ ...none, created: one.created })
    const counted = await importer.imported(await sample(stock), stockBody)
    expect(counted).toMatchObject({ kind: 'inventory', profile: one.stockTitle, state: 'completed' })
    expect(counts(counted.result.records)).toEqual({ ...none, ...one.stockOutcomes })
    expect(await readCatalogue(tenant)).toEqual(expected())
    const again = await importer.imported(await sample(products), productsBody)
    expect(counts(again.result.records)).toEqual({ ...none, unchanged: one.created })
    const stockAgain = await importer.imported(await sample(stock), stockBody)
    const { created, changed, unchanged } = one.stockOutcomes
    expect(counts(stockAgain.result.records)).toEqual({ ...none, unchanged: created + changed + unchanged })
  })

  test(`${one.title}: a changed cell is reported with both values, and undone`, async () => {
    const { tenant, importer } = await opened()
    await importer.imported(await sample(products), productsBody)
    const before = await readCatalogue(tenant)
    const [from, to, field, previous_value, value] = one.edit
    const run = await importer.imported(replaced(await sample(products), from, to), productsBody)
    expect(run.result.records.changed).toBe(1)
    const { details } = run.result.first.changed[0]
    expect(details.find((detail: any) => detail.field === field)).toMatchObject({ previous_value, value })
    expect(details.length).toBeLessThanOrEqual(2)
    expect(await readCatalogue(tenant)).not.toEqual(before)
    await importer.step(run.import_id, 'undo')
    await importer.work()
    expect(await importer.get(run.import_id)).toMatchObject({ state: 'undone' })
    expect(await readCatalogue(tenant)).toEqual(before)
  })

  test(`${one.title}: a wrong cell is refused by row and field, and the other records are imported`, async () => {
    const { tenant, importer } = await opened()
    const [from, to, row_number, field, header] = one.corrupt
    const broken = await importer.imported(replaced(await sample(products), from, to), productsBody)
    const [refused] = broken.result.first.refused.flatMap(({ details }: any) => details)
    expect(refused).toMatchObject({ field, row_number, previous_value: null })
    expect(broken.mapping.columns.filter((column: any) => column.field === field)).toMatchObject([{ header }])
    expect((await readCatalogue(tenant)).length).toBeGreaterThanOrEqual(3)
    await importer.imported(await sample(products), productsBody)
    const [stockFrom, stockTo, stockRow, stockField] = one.corruptStock
    const brokenStock = await importer.previewed(replaced(await sample(stock), stockFrom, stockTo), stockBody)
    expect(counts(brokenStock.preview.records).refused).toBe(1)
    expect(brokenStock.preview.first.refused[0].details[0]).toMatchObject({ field: stockField, row_number: stockRow })
  })
}
