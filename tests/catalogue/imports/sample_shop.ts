/** The shop of the sample files, and what each file's system says of it. */
import type { ShownProduct, ShownVariant } from './read_catalogue.ts'

const samples = `${import.meta.dir}/../../../docs-site/public/samples/imports`
export const sample = (name: string): Promise<string> =>
  Bun.file(`${samples}/${name.includes('.') ? name : `${name}.csv`}`).text()

export const main = 'Main warehouse'
export const shop = 'High Street shop'

const image = (name: string) => `https://cdn.example.com/${name}.jpg`

const variant = (sku: string, options: string[], more: Partial<ShownVariant> = {}): ShownVariant => ({
  sku,
  options,
  barcode: null,
  price: null,
  compare_at_price: null,
  unit_cost: null,
  weight_kg: null,
  status: 'ACTIVE',
  stock: {},
  ...more,
})

const product = (title: string, more: Partial<ShownProduct>): ShownProduct => ({
  handle: null,
  title,
  description: null,
  vendor: null,
  category: null,
  subcategory: null,
  class: null,
  status: 'ACTIVE',
  tags: [],
  platform_tags: [],
  seasons: [],
  images: [],
  options: {},
  metafields: {},
  variants: [],
  ...more,
})

const linen = { unit_cost: 1850, weight_kg: 0.21, price: 4900 }
const denim = { unit_cost: 4100, weight_kg: 0.78, price: 8900 }

export const linenHtml =
  '<p>Shirt in washed linen, with a <strong>button-down collar</strong>.</p><ul><li>Regular fit</li><li>Made in Portugal</li></ul>'

/** As Shopify's files say it, where nothing is left out. */
export const wholeShop = (): ShownProduct[] => [
  product('Canvas tote', {
    handle: 'canvas-tote',
    description: 'Tote bag in heavy canvas, "made to last".',
    vendor: 'North Quay',
    category: 'Bags',
    status: 'DRAFT',
    platform_tags: ['canvas'],
    variants: [
      variant('TOTE-CANVAS', [], {
        barcode: '2000000000060',
        price: 1950,
        unit_cost: 640,
        weight_kg: 0.32,
        status: 'DRAFT',
      }),
    ],
  }),
  product('Denim jacket', {
    handle: 'denim-jacket',
    description: '<p>Jacket in rigid denim, in two fits.</p>',
    vendor: 'North Quay',
    category: 'Jackets',
    platform_tags: ['denim'],
    images: [image('denim-jacket-1')],
    options: { Colour: ['Indigo', 'Black'], Size: ['M', 'L'], Fit: ['Regular', 'Slim'] },
    variants: [
      variant('denim-jacket/Indigo/M/Regular', ['Colour: Indigo', 'Fit: Regular', 'Size: M'], {
        ...denim,
        stock: { [shop]: 1, [main]: 7 },
      }),
      variant('denim-jacket/Indigo/M/Slim', ['Colour: Indigo', 'Fit: Slim', 'Size: M'], {
        ...denim,
        stock: { [main]: 9 },
      }),
      variant('denim-jacket/Black/L/Slim', ['Colour: Black', 'Fit: Slim', 'Size: L'], {
        ...denim,
        stock: { [shop]: 2 },
      }),
    ],
  }),
  product('Linen shirt', {
    handle: 'linen-shirt',
    description: linenHtml,
    vendor: 'Harbour Row',
    category: 'Shirts',
    platform_tags: ['linen', 'summer', 'menswear'],
    images: [1, 2, 3, 4].map((n) => image(`linen-shirt-${n}`)),
    options: { Colour: ['Navy', 'White'], Size: ['S', 'M'] },
    metafields: {
      'custom.care': 'Wash at 30 °C, do not tumble dry',
      'custom.fabric': '100% linen',
      'shopify.product_category': 'Apparel & Accessories > Clothing > Clothing Tops > Shirts',
    },
    variants: [
      variant('LINEN-NAVY-S', ['Colour: Navy', 'Size: S'], {
        ...linen,
        barcode: '2000000000015',
        stock: { [shop]: 3, [main]: 12 },
      }),
      variant('LINEN-NAVY-M', ['Colour: Navy', 'Size: M'], {
        ...linen,
        barcode: '2000000000022',
        stock: { [shop]: 2, [main]: 8 },
      }),
      variant('LINEN-WHITE-S', ['Colour: White', 'Size: S'], {
        ...linen,
        barcode: '2000000000039',
        stock: { [main]: 5 },
      }),
      variant('LINEN-WHITE-M', ['Colour: White', 'Size: M'], {
        ...linen,
        barcode: '2000000000046',
        price: 3900,
        compare_at_price: 4900,
        stock: { [shop]: 4 },
      }),
    ],
  }),
  product('Wool scarf', {
    handle: 'wool-scarf',
    description: '<p>Scarf in lambswool, 180 by 30 cm.</p>',
    vendor: 'Harbour Row',
    category: 'Scarves',
    platform_tags: ['wool', 'winter'],
    images: [image('wool-scarf-1')],
    metafields: {
      'custom.fabric': '100% lambswool',
      'shopify.product_category': 'Apparel & Accessories > Clothing Accessories > Scarves & Shawls',
    },
    variants: [
      variant('SCARF-WOOL', [], {
        barcode: '2000000000053',
        price: 3500,
        unit_cost: 1225,
        weight_kg: 0.15,
        stock: { [shop]: 6, [main]: 40 },
      }),
    ],
  }),
]

type Edit = (one: ShownProduct) => Partial<ShownProduct>
type VariantEdit = (one: ShownVariant, at: number, of: ShownProduct) => Partial<ShownVariant>

const edited = (edit: Edit, editVariant: VariantEdit): ShownProduct[] =>
  wholeShop().map((one) => ({
    ...one,
    ...edit(one),
    variants: one.variants.map((each, at) => ({ ...each, ...editVariant(each, at, one) })),
  }))

/** Systems with one stock figure for all places. */
const together = ({ stock }: ShownVariant): ShownVariant['stock'] =>
  Object.keys(stock).length === 0 ? {} : { [main]: Object.values(stock).reduce((sum, units) => sum + units, 0) }

/** The files of systems without metafields of their own. */
const bare: Pick<ShownProduct, 'metafields' | 'platform_tags'> = { metafields: {}, platform_tags: [] }

const wooPaths: Record<string, [string, string]> = {
  'Canvas tote': ['Accessories', 'Bags'],
  'Denim jacket': ['Clothing', 'Jackets'],
  'Linen shirt': ['Clothing', 'Shirts'],
  'Wool scarf': ['Accessories', 'Scarves'],
}

export const wooShop = (): ShownProduct[] => {
  const handles: Record<string, string> = {
    'Canvas tote': 'TOTE-CANVAS',
    'Denim jacket': 'id:103',
    'Linen shirt': 'LINEN',
    'Wool scarf': 'SCARF-WOOL',
  }
  const metafields: Record<string, Record<string, string>> = {
    'Linen shirt': { 'attribute.Material': 'Linen', 'woocommerce.fabric': '100% linen' },
    'Wool scarf': { 'attribute.Material': 'Lambswool, undyed' },
  }
  return edited(
    ({ title, description }) => ({
      handle: handles[title]!,
      vendor: null,
      category: wooPaths[title]![0],
      subcategory: wooPaths[title]![1],
      metafields: metafields[title] ?? {},
      description: description!.replace('</p><ul>', '</p>\n<ul>'),
    }),
    (one) => ({
      sku: one.sku.replace('denim-jacket/', 'id:103/'),
      status: one.sku === 'denim-jacket/Black/L/Slim' ? 'ARCHIVED' : one.status,
      stock: together(one),
    }),
  )
}

export const bigcommerceShop = (): ShownProduct[] =>
  edited(
    ({ title, handle, images }) => ({
      ...bare,
      handle: `/${handle}/`,
      vendor: null,
      category: null,
      images: title === 'Denim jacket' ? [] : images.slice(0, 3),
    }),
    (one, at, { title }) => ({
      sku: title === 'Denim jacket' ? `DENIM-${at + 1}` : one.sku,
      weight_kg: null,
      stock: together(one),
    }),
  )

export const squareShop = (): ShownProduct[] =>
  edited(
    ({ title, description }) => ({
      ...bare,
      handle: title,
      status: 'ACTIVE',
      images: [],
      description:
        title === 'Linen shirt'
          ? 'Shirt in washed linen, with a button-down collar.'
          : description!.replaceAll(/<\/?p>/g, ''),
      ...(title === 'Wool scarf' ? { category: 'Accessories', subcategory: 'Scarves' } : {}),
    }),
    (one) => ({
      sku: one.sku.replace('denim-jacket/', 'Denim jacket/'),
      status: 'ACTIVE',
      compare_at_price: null,
      price: one.sku === 'TOTE-CANVAS' ? null : one.price,
    }),
  )

export const lightspeedXShop = (): ShownProduct[] =>
  edited(
    ({ platform_tags }) => ({
      ...bare,
      tags: platform_tags.filter((tag) => !['menswear', 'winter'].includes(tag)),
      status: 'ACTIVE',
      images: [],
    }),
    (one, at, { title }) => ({
      sku: title === 'Denim jacket' ? `1000${at + 1}` : one.sku,
      barcode: null,
      compare_at_price: null,
      status: one.sku === 'LINEN-WHITE-M' ? 'ARCHIVED' : 'ACTIVE',
    }),
  )

/** Each item is a product, and the quantity is that of the shop from which the list was exported. */
export const lightspeedRShop = (): ShownProduct[] =>
  wholeShop()
    .flatMap((one) => one.variants.map((each, at) => ({ one, each, at })))
    .map(({ one, each, at }) => {
      const names = ['Colour', 'Size', 'Fit'].flatMap(
        (name) => each.options.find((option) => option.startsWith(`${name}: `))?.slice(name.length + 2) ?? [],
      )
      const isDenim = one.title === 'Denim jacket'
      const row = { 'Linen shirt': 1, 'Wool scarf': 5, 'Denim jacket': 6, 'Canvas tote': 9 }[one.title]! + at
      const systemId = `21000000${String(row).padStart(4, '0')}`
      return product([one.title, ...names].join(' '), {
        handle: systemId,
        vendor: one.vendor,
        category: wooPaths[one.title]![0],
        subcategory: wooPaths[one.title]![1],
        class: ['Wool scarf', 'Canvas tote'].includes(one.title) ? 'Accessories' : 'Menswear',
        seasons: { 'Linen shirt': ['SS27'], 'Wool scarf': ['AW26'] }[one.title] ?? [],
        variants: [
          variant(isDenim ? (at < 2 ? `NQ-DJ-${at + 1}` : systemId) : each.sku, [], {
            barcode: each.barcode,
            price: each.price,
            unit_cost: each.unit_cost,
            stock: each.stock[main] === undefined ? {} : { [main]: each.stock[main] },
          }),
        ],
      })
    })
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
