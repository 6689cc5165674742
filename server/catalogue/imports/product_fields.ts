/** Fields and options of the import of products. */
import { limits } from '../../contract/limits.ts'
import type { DecimalField, ImportField, ImportFields, ListField, TextField } from '../../imports/field.ts'
import { productStatuses } from '../known_values.ts'
import { rowTypes } from './row_types.ts'

const label = limits.product_label_length_max
const text = (description: string, synonyms: readonly string[] = []): TextField => ({
  type: 'text',
  description,
  length_max: label,
  synonyms,
})
const list = (description: string, synonyms: readonly string[] = []): ListField => ({
  type: 'list',
  description,
  items_max: limits.product_list_max,
  synonyms,
})
const weight = (unit: string, synonyms: readonly string[]): DecimalField => ({
  type: 'decimal',
  description: `Weight of one unit in ${unit}; stored in kilograms with four decimals.`,
  decimals_max: 6,
  minimum: 0,
  synonyms,
})

const product = {
  handle: {
    ...text(
      "The product's reference, unique in the organisation, such as the handle of a shop or a style number. Rows with the same handle are one product, wherever they are in the file.",
      ['url handle', 'product handle', 'slug', 'style', 'style number', 'style code', 'parent sku', 'product code'],
    ),
    examples: ['linen-shirt'],
  },
  title: {
    type: 'text',
    description: 'Title of the product. Required for a new product.',
    length_max: limits.product_title_length_max,
    synonyms: ['name', 'product name', 'product title', 'item name', 'item', 'style name', 'description short'],
    examples: ['Linen shirt'],
  },
  description: {
    type: 'text',
    description: 'Description of the product, plain text or HTML; stored as it is.',
    has_lines: true,
    length_max: limits.product_description_length_max,
    synonyms: ['body (html)', 'body html', 'long description', 'product description'],
  },
  vendor: text('Vendor or brand of the product.', ['brand', 'brand name', 'manufacturer']),
  category: text('Name of the category.', ['product type', 'type', 'department', 'product category']),
  subcategory: text('Name of the subcategory within the category.', ['sub category', 'subcategory 1']),
  category_paths: {
    type: 'text',
    description:
      'Categories as paths such as `Clothing > Shirts`, separated by commas. The deepest path counts: its first part is the category, the rest is the subcategory.',
    length_max: 5_000,
    synonyms: ['categories', 'category path'],
  },
  family: text('Name of the product family, which defines the template of the product data.', ['product family']),
  class: text('Merchandising class.', ['merchandise class']),
  status: {
    type: 'choice',
    description: 'Status of the product.',
    choices: productStatuses,
    choice_synonyms: { published: 'ACTIVE', inactive: 'ARCHIVED', unpublished: 'DRAFT' },
    synonyms: ['product status'],
  },
  tags: list('Tags of the product.', ['labels', 'keywords']),
  platform_tags: list('Tags of the product in the store platform.'),
  seasons: list('Season codes of the product.', ['season', 'season code']),
  country_of_origin: {
    ...text('Country of origin, as an ISO 3166-1 alpha-2 code.', ['coo', 'origin', 'country of manufacture']),
    examples: ['PT'],
  },
  hs_code: {
    ...text('Harmonised System code, 6 to 12 digits.', ['hs tariff code', 'tariff code', 'commodity code']),
    examples: ['620520'],
  },
  sales_channels: list('Names of the sales channels on which the product is listed.', ['channels']),
  is_managed: { type: 'boolean', description: 'Whether the product is planned and purchased in this service.' },
  is_seasonal: { type: 'boolean', description: 'Whether the product is seasonal.', synonyms: ['seasonal'] },
  launch_date: { type: 'date', description: 'Launch date.', synonyms: ['launch', 'available from'] },
} as const satisfies ImportFields

const images = {
  image_url: {
    type: 'url',
    description: 'https URL of one image. Each row may add one; the first is the main image.',
    synonyms: ['image src', 'product image url', 'image', 'main image', 'image link'],
  },
  image_position: {
    type: 'whole',
    description: 'Position of the image of the row, from 1. Images without a position follow in the order of rows.',
    minimum: 0,
    synonyms: ['image sort order'],
  },
  images: {
    type: 'text',
    description: 'https URLs of images, separated by commas.',
    has_lines: true,
    length_max: 50_000,
    synonyms: ['image urls', 'gallery images', 'gallery'],
  },
} as const satisfies ImportFields

const optionNumbers = [1, 2, 3, 4, 5, 6] as const
type OptionNumber = (typeof optionNumbers)[number]
type OptionFields = Record<`option${OptionNumber}_${'name' | 'value'}`, TextField>

const options = Object.fromEntries(
  optionNumbers.flatMap((n) => [
    [
      `option${n}_name`,
      text(`Name of an option, such as Size; one row of the product is enough.`, [
        `option ${n} name`,
        `option name ${n}`,
      ]),
    ],
    [
      `option${n}_value`,
      {
        ...text(
          `Value of the option. On a row of the product alone, its values separated by commas. At most ${limits.product_options_max} options can differ between variants.`,
          [`option ${n} value`, `option value ${n}`],
        ),
        length_max: 5_000,
      },
    ],
  ]),
) as unknown as OptionFields

const variant = {
  row_type: {
    type: 'choice',
    description:
      'What the row describes. product_and_variant: both, where it has fields of a variant. parent: the product alone. single_or_parent: the product, and its only variant where no row of it is a variant. variant: a variant of the product with the same handle. image: images alone. skipped: nothing.',
    choices: rowTypes,
  },
  sku: {
    type: 'code',
    description:
      'SKU of the variant. A variant without one is the variant with the same option values, or else gets the handle and the option values joined by slashes.',
    length_max: label,
    synonyms: ['variant sku', 'item number', 'item code', 'article number', 'stock code', 'product code sku'],
    examples: ['LINEN-NAVY-M'],
  },
  variant_options: {
    type: 'text',
    description:
      'Options of the variant in one text: `Type=Rectangle|Name=Size|Value=M` for each, or `[S]Size=M` for each.',
    length_max: 1_000,
  },
  option_colour: text('Colour of the variant, as its option Colour.', ['colour', 'color']),
  option_size: text('Size of the variant, as its option Size.', ['size']),
  variant_title: {
    type: 'text',
    description: 'Title of the variant; its option values by default.',
    length_max: limits.product_title_length_max,
    synonyms: ['variant name', 'variation name', 'variant'],
  },
  barcode: {
    type: 'code',
    description: 'Barcode of the variant, such as an EAN or a UPC.',
    length_max: label,
    synonyms: ['variant barcode', 'ean', 'upc', 'gtin', 'ean13', 'upc code'],
  },
  position: {
    type: 'whole',
    description: 'Position of the variant in its product, from 1.',
    minimum: 1,
    maximum: limits.product_variants_max,
  },
  price: {
    type: 'money',
    description: "Selling price of the variant, in the organisation's currency.",
    minimum_cents: 0,
    synonyms: ['variant price', 'retail price', 'selling price', 'unit price', 'regular price', 'rrp'],
  },
  compare_at_price: {
    type: 'money',
    description: 'Price before a reduction.',
    minimum_cents: 0,
    synonyms: ['variant compare at price', 'compare at price', 'msrp', 'list price', 'was price'],
  },
  sale_price: {
    type: 'money',
    description: 'Reduced price. Where a row has one, it is the selling price, and `price` is the price before it.',
    minimum_cents: 0,
    synonyms: ['special price', 'discount price'],
  },
  unit_cost: {
    type: 'decimal',
    description: "Cost of one unit in the organisation's currency, up to four decimals.",
    is_cost: true,
    decimals_max: 4,
    minimum: 0,
    synonyms: ['cost per item', 'cost', 'cost price', 'default cost', 'supply price', 'default unit cost', 'unit cost'],
  },
  weight_kg: weight('kilograms', ['weight', 'weight (kg)']),
  weight_g: weight('grams', ['grams', 'variant grams', 'weight (g)', 'weight value (grams)']),
  weight_lb: weight('pounds', ['weight (lb)', 'weight (lbs)']),
  weight_oz: weight('ounces', ['weight (oz)']),
  weight_unit: {
    type: 'choice',
    description: 'Unit of `weight_kg`, where the file states it beside the figure; kilograms unless stated.',
    choices: ['kg', 'g', 'lb', 'oz'],
    choice_synonyms: { lbs: 'lb', kilograms: 'kg', grams: 'g', pounds: 'lb', ounces: 'oz' },
  },
  carton_quantity: {
    type: 'whole',
    description: 'Units in one carton.',
    minimum: 1,
    synonyms: ['units per carton', 'case pack', 'pack size'],
  },
  carton_cbm: { type: 'decimal', description: 'Volume of one carton in cubic metres.', decimals_max: 6, minimum: 0 },
  carton_weight_kg: { type: 'decimal', description: 'Weight of one carton in kilograms.', decimals_max: 4, minimum: 0 },
  is_archived: { type: 'boolean', description: 'Whether the variant is archived.' },
} as const satisfies ImportFields

export const productImportFields = { ...product, ...images, ...options, ...variant } as const satisfies ImportFields

/** Fields that rows of the product state, not those of its variants. */
export const productFieldNames = Object.keys(product) as (keyof typeof product)[]

export const metafieldFamily = 'metafields.'
export const customFieldFamily = 'custom_fields.'

export const productFamilies = {
  [metafieldFamily]: {
    type: 'text',
    description: 'Value of a metafield of the product; the name goes on with `namespace.key`.',
    has_lines: true,
    length_max: limits.product_field_value_length_max,
  },
} as const satisfies Record<string, ImportField>

export const productImportOptions = {
  new_categories: {
    type: 'choice',
    description:
      'What happens to categories, subcategories and families that do not exist: `create` creates them, `refuse` refuses the rows that name them. refuse unless stated.',
    choices: ['create', 'refuse'],
  },
  sale_prices: {
    type: 'choice',
    description:
      'What a row without a `sale_price` means: `current`, that nothing is reduced, so a price before reduction is removed; `partial`, nothing. partial unless stated.',
    choices: ['current', 'partial'],
  },
  repeated_skus: {
    type: 'choice',
    description:
      'What happens to a SKU that several variants have: `refuse` refuses the second one; `derive` makes unique ones of the SKU and the option values, such as `TS-100-38`, and keeps the original as `shared_sku`, by which variants are still found. refuse unless stated.',
    choices: ['refuse', 'derive'],
  },
  changed_here: {
    type: 'choice',
    description:
      'What happens to prices that were changed here after an import of products: `take` (the default) sets them to those of the file, `keep` leaves them as they are here. The preview and the report name each such price and the day of the change, for 90 days after the import.',
    choices: ['take', 'keep'],
  },
  escapes: {
    type: 'choice',
    description:
      'How texts are escaped: with `backslash`, `\\n` is a line break and `\\,` a comma within a list. none unless stated.',
    choices: ['none', 'backslash'],
  },
} as const satisfies ImportFields
