/**
 * Product export of WooCommerce, in English and in Russian: its headers follow the language of the user. Its rows are ordered
 * by id, so variations need not follow their product; they name it in Parent by its SKU, or by `id:` and its number where it
 * has no SKU.
 */
import type { ImportProfile, MappedColumn } from '../../../imports/profile.ts'

/** Every combination of a type with `downloadable` and `virtual`, as the export writes it in every language. */
const typed = (type: string, row_type: string) =>
  [type, `${type}, downloadable`, `${type}, virtual`, `${type}, downloadable, virtual`].map(
    (text) => [text, row_type] as const,
  )

const rowTypes = Object.fromEntries([
  ...typed('simple', 'single_or_parent'),
  ...typed('external', 'single_or_parent'),
  ...typed('variable', 'parent'),
  ...typed('grouped', 'parent'),
  ...typed('variation', 'variant'),
])

/** Headers in one language; several where they changed between versions. */
interface Headers {
  type: string
  parent: string
  sku: string
  name: string
  description: string
  published: string
  categories: string
  tags: string
  images: string
  barcode: string
  price: string
  sale_price: readonly string[]
  unit_cost: string
  weights: Readonly<Record<'weight_kg' | 'weight_g' | 'weight_lb' | 'weight_oz', readonly string[]>>
  attribute: (n: number) => { name: string; values: readonly string[] }
  meta: RegExp
}

/** The first header that a file has. */
const oneOf = ([header, ...others]: readonly string[]): Pick<MappedColumn, 'header' | 'otherwise'> => ({
  header: header!,
  ...(others.length === 0 ? {} : { otherwise: others.map((other) => ({ header: other })) }),
})

const attributeColumns = ({ attribute }: Headers): MappedColumn[] =>
  ([1, 2, 3, 4, 5, 6] as const).flatMap((n) => [
    { header: attribute(n).name, field: `option${n}_name` },
    { ...oneOf(attribute(n).values), field: `option${n}_value` },
  ])

const productColumns = (words: Headers): MappedColumn[] => [
  { header: words.type, field: 'row_type', replacements: rowTypes },
  { header: words.parent, otherwise: [{ header: words.sku }, { header: 'ID', prefix: 'id:' }], field: 'handle' },
  { header: words.name, field: 'title' },
  { header: words.description, field: 'description' },
  {
    header: words.published,
    field: 'status',
    replacements: { '1': 'ACTIVE', '0': 'DRAFT', '-1': 'DRAFT', '2': 'DRAFT' },
  },
  // A variation that is switched off is private.
  {
    header: words.published,
    field: 'is_archived',
    replacements: { '1': 'false', '0': 'true', '-1': 'false', '2': 'false' },
  },
  { header: words.categories, field: 'category_paths' },
  { header: words.tags, field: 'platform_tags' },
  { header: words.images, field: 'images' },
  { header: words.sku, field: 'sku' },
  { header: words.barcode, field: 'barcode' },
  { header: words.price, field: 'price' },
  { ...oneOf(words.sale_price), field: 'sale_price' },
  { header: words.unit_cost, field: 'unit_cost' },
  ...Object.entries(words.weights).map(([field, headers]) => ({ ...oneOf(headers), field })),
  ...attributeColumns(words),
]

const productProfile = (
  name: string,
  title: string,
  words: Headers,
  recognised_by: readonly string[],
): ImportProfile => ({
  name,
  title,
  kind: 'products',
  recognised_by,
  columns: productColumns(words),
  // Meta data whose names begin with an underscore belong to plugins.
  patterns: [{ headers: words.meta, field: 'metafields.woocommerce.$1' }],
  options: { new_categories: 'create', sale_prices: 'current', escapes: 'backslash' },
})

export const woocommerceProducts = productProfile(
  'woocommerce_products',
  'WooCommerce product export',
  {
    type: 'Type',
    parent: 'Parent',
    sku: 'SKU',
    name: 'Name',
    description: 'Description',
    published: 'Published',
    categories: 'Categories',
    tags: 'Tags',
    images: 'Images',
    barcode: 'GTIN, UPC, EAN, or ISBN',
    price: 'Regular price',
    sale_price: ['Sale price'],
    unit_cost: 'Cost of goods',
    weights: {
      weight_kg: ['Weight (kg)'],
      weight_g: ['Weight (g)'],
      weight_lb: ['Weight (lbs)'],
      weight_oz: ['Weight (oz)'],
    },
    attribute: (n) => ({ name: `Attribute ${n} name`, values: [`Attribute ${n} value(s)`] }),
    meta: /^Meta: ([^_].*)$/,
  },
  ['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Parent'],
)

export const woocommerceProductsRussian = productProfile(
  'woocommerce_products_ru',
  'WooCommerce product export (in Russian)',
  {
    type: 'Тип',
    parent: 'Родительский',
    sku: 'Артикул',
    name: 'Имя',
    description: 'Описание',
    published: 'Опубликован',
    categories: 'Категории',
    tags: 'Метки',
    images: 'Изображения',
    barcode: 'GTIN, UPC, EAN или ISBN',
    price: 'Базовая цена',
    sale_price: ['Акционная цена', 'Цена распродажи'],
    unit_cost: 'Себестоимость',
    weights: {
      weight_kg: ['Вес (кг)', 'Вес (kg)'],
      weight_g: ['Вес (г)', 'Вес (g)'],
      weight_lb: ['Вес (фунты)', 'Вес (lbs)'],
      weight_oz: ['Вес (унции)', 'Вес (oz)'],
    },
    attribute: (n) => ({
      name: `Название атрибута ${n}`,
      values: [`Значения атрибутов ${n}`, `Значение(-я) атрибута(-ов) ${n}`, `Значение(-я) аттрибута(-ов) ${n}`],
    }),
    meta: /^Мета: ([^_].*)$/,
  },
  ['ID', 'Тип', 'Артикул', 'Имя', 'Опубликован', 'Видимость в каталоге', 'Родительский'],
)
