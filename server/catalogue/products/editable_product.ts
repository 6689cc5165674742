/** Products and variants as the app reads and writes them: every field that can be changed, under one name. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  Flag,
  Id,
  Instant,
  Nullable,
  Num,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { productStatuses } from '../known_values.ts'

export const service = 'product'
export const ProductPath = Type.Object({ product_id: Id('Id of the product.') })
export const VariantPath = Type.Object({ variant_id: Id('Id of the variant.') })

const labelMax = limits.product_label_length_max
const Label = (description: string, examples: string[]) =>
  Text(description, { minLength: 1, maxLength: labelMax, examples })
const Labels = (description: string, one: string, examples: string[]) =>
  Type.Array(Label(one, examples), { maxItems: limits.product_list_max, description })
const Url = (description: string) =>
  Text(description, {
    minLength: 1,
    maxLength: limits.product_url_length_max,
    examples: ['https://images.example.com/jumper.jpg'],
  })
const Cents = (description: string, example: number) =>
  Nullable(
    Whole(`${description} In hundredths of the product's currency; null if there is none.`, {
      minimum: 0,
      maximum: limits.product_price_cents_max,
      examples: [example],
    }),
  )
const Amount = (description: string, maximum: number, example: number) =>
  Nullable(Num(`${description}; null if unknown.`, { minimum: 0, maximum, examples: [example] }))

const Option = Shape({
  name: Label('Name of the option, unique within the product.', ['Size']),
  values: Type.Array(Label('A value of the option.', ['M']), {
    maxItems: limits.product_variants_max,
    description: 'Values in display order, without repetition.',
  }),
})

const FieldText = Text('Value, as text; null removes it.', {
  minLength: 1,
  maxLength: limits.product_field_value_length_max,
  examples: ['merino'],
})

export const productFields = {
  handle: Nullable(
    Label("The product's reference in another system, unique in the organisation; null if it has none.", [
      'merino-crew-jumper',
    ]),
  ),
  title: Text('Title of the product, on one line.', {
    minLength: 1,
    maxLength: limits.product_title_length_max,
    examples: ['Merino crew jumper'],
  }),
  description: Nullable(
    Text('Description shown in the store, as plain text or HTML; null if there is none.', {
      minLength: 1,
      maxLength: limits.product_description_length_max,
      examples: ['Fine-gauge merino jumper with a crew neck.'],
    }),
  ),
  vendor: Nullable(Label('Vendor of the product; null if unknown.', ['Harbour'])),
  category: Nullable(Label('Name of the category; null if the product has none.', ['Knitwear'])),
  subcategory: Nullable(Label('Name of a subcategory of the category; null if the product has none.', ['Crew necks'])),
  family: Nullable(Label('Name of the product family; null if the product has none.', ['Tops'])),
  class: Nullable(Label('Merchandising class, defined by the organisation; null if the product has none.', ['core'])),
  status: Choice(productStatuses, 'Status of the product.', { examples: ['ACTIVE'] }),
  country_of_origin: Nullable(
    Text('Country of origin, ISO 3166-1 alpha-2 code; null if unknown.', {
      minLength: 2,
      maxLength: 2,
      examples: ['PT'],
    }),
  ),
  hs_code: Nullable(
    Text('Harmonised System code of 6 to 12 digits; null if unknown.', {
      minLength: 6,
      maxLength: 30,
      examples: ['611011'],
    }),
  ),
  image_url: Nullable(Url('https URL of the main image; null if there is none.')),
  gallery_images: Type.Array(Url('https URL of an additional image.'), {
    maxItems: limits.product_list_max,
    description: 'Additional images, in display order.',
  }),
  options: Type.Array(Option, {
    maxItems: limits.product_options_max,
    description: `Up to ${limits.product_options_max} options, in display order. Every variant has one value for each option.`,
  }),
  tags: Labels('Tags of the product.', 'A tag.', ['winter']),
  platform_tags: Labels('Tags of the product in the store platform.', 'A tag.', ['new-in']),
  seasons: Labels('Season codes of the product.', 'A season code.', ['AW26']),
  is_managed: Flag('Whether the product is planned and purchased in this service.', { examples: [true] }),
  is_seasonal: Flag('Whether the product is seasonal.', { examples: [false] }),
  launch_date: Nullable(CalendarDate('Launch date, past or planned; null if unknown.')),
  metafields: Type.Record(Type.String(), Nullable(FieldText), {
    description:
      'Metafields by `namespace.key`; the namespace ends at the first dot. In a request, metafields that are left out stay as they are.',
    examples: [{ 'custom.fabric': 'merino' }],
  }),
  sales_channels: Type.Array(Label('Id or name of a sales channel.', ['Online store']), {
    maxItems: limits.product_list_max,
    description:
      'Sales channels on which the product is listed; responses contain ids. A request replaces all of them.',
  }),
}

export const variantFields = {
  sku: Label('SKU, unique in the organisation.', ['JUMPER-M']),
  barcode: Nullable(Label('Barcode; a GTIN if one is assigned, null if there is none.', ['4006381333931'])),
  title: Text('Title of the variant; by default its option values, or the title of the product.', {
    minLength: 1,
    maxLength: limits.product_title_length_max,
    examples: ['M'],
  }),
  option_values: Type.Record(Type.String(), Type.String({ maxLength: labelMax }), {
    description: 'Option name to value, one for each option of the product; {} if the product has no options.',
    examples: [{ Size: 'M' }],
  }),
  position: Whole('Position among the variants of the product, from 1; by default after the last one.', {
    minimum: 1,
    maximum: limits.product_variants_max,
    examples: [1],
  }),
  price_cents: Cents('Selling price.', 8900),
  compare_at_price_cents: Cents('Price before a markdown.', 9900),
  unit_cost: Amount(
    "Purchase cost of one unit, with up to four decimals, in the product's currency",
    limits.product_unit_cost_max,
    31.5,
  ),
  weight_kg: Amount('Weight of one unit in kilograms, with up to four decimals', limits.product_weight_kg_max, 0.42),
  carton_quantity: Nullable(
    Whole('Units in a carton; null if unknown.', {
      minimum: 1,
      maximum: limits.product_carton_quantity_max,
      examples: [24],
    }),
  ),
  carton_cbm: Amount(
    'Volume of a carton in cubic metres, with up to six decimals',
    limits.product_carton_cbm_max,
    0.048,
  ),
  carton_weight_kg: Amount(
    'Gross weight of a carton in kilograms, with up to four decimals',
    limits.product_weight_kg_max,
    11.2,
  ),
  lead_time_days: Nullable(
    Whole('Days from order to arrival where no supplier of the variant states a lead time; null if unknown.', {
      minimum: 0,
      maximum: limits.product_lead_time_days_max,
      examples: [30],
    }),
  ),
  is_archived: Flag('Whether the variant is archived: its status is then ARCHIVED, whatever that of the product.', {
    examples: [false],
  }),
  custom_fields: Type.Record(Type.String(), Nullable(FieldText), {
    description:
      'Values of custom fields by name. In a request, fields that are left out stay as they are, and null removes a value.',
    examples: [{ Fit: 'Slim' }],
  }),
}

const { sku, ...otherVariantFields } = variantFields
const { title, ...otherProductFields } = productFields
const strict = { additionalProperties: false }

export const VariantChange = Type.Partial(Shape(variantFields), {
  $id: 'VariantChange',
  ...strict,
  examples: [{ barcode: '4006381333931', weight_kg: 0.42 }],
})
export const ProductChange = Type.Partial(Shape(productFields), {
  $id: 'ProductChange',
  ...strict,
  examples: [{ vendor: 'Harbour', tags: ['winter'] }],
})
/** A variant of a new product, or one that joins a product. */
export const NewVariant = Type.Object(
  { sku, ...Type.Partial(Shape(otherVariantFields)).properties },
  { ...strict, $id: 'NewVariant' },
)
export const NewProduct = Type.Object(
  {
    title,
    ...Type.Partial(Shape(otherProductFields)).properties,
    variants: Type.Optional(
      Type.Array(NewVariant, {
        maxItems: limits.product_variants_per_call_max,
        description: 'Variants of the product; none by default.',
      }),
    ),
  },
  {
    $id: 'NewProduct',
    ...strict,
    examples: [
      {
        title: 'Lambswool gloves',
        handle: 'lambswool-gloves',
        options: [{ name: 'Size', values: ['S', 'M'] }],
        variants: [
          { sku: 'GLOVES-S', option_values: { Size: 'S' }, price_cents: 4900, unit_cost: 14.25 },
          { sku: 'GLOVES-M', option_values: { Size: 'M' }, price_cents: 4900, unit_cost: 14.25 },
        ],
      },
    ],
  },
)

export const EditableVariant = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    product_id: OwnId('Id of the product.'),
    ...variantFields,
    created_at: Instant('Time the variant was added to the catalogue.'),
    last_updated_at: Instant('Time the variant last changed.'),
  },
  { $id: 'EditableVariant' },
)
export const EditableProduct = Shape(
  {
    product_id: OwnId('Id of the product.'),
    ...productFields,
    currency: Text('ISO 4217 code of the currency of its prices and costs.', { examples: ['USD'] }),
    variants: Type.Array(EditableVariant, { description: 'Every variant of the product, sorted by position.' }),
    created_at: Instant('Time the product was added to the catalogue.'),
    last_updated_at: Instant('Time the product itself last changed.'),
  },
  { $id: 'EditableProduct' },
)
export type EditableProduct = Static<typeof EditableProduct>
export type EditableVariant = Static<typeof EditableVariant>
