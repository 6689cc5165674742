/** The product resource. */
import { productStatuses, salesChannelTypes } from '../known_values.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

const Bounds = (description: string) =>
  Shape(
    {
      min: Nullable(Whole('Minimum; null when no supplier sets it.')),
      max: Nullable(Whole('Maximum; null when no supplier sets it.')),
    },
    { description },
  )

const SalesChannel = Shape({
  sales_channel_id: OwnId('The sales channel.'),
  name: Text('Its name.', { examples: ['Online store'] }),
  channel_type: OpenChoice(salesChannelTypes, 'What kind of channel it is.'),
})

const Metafield = Shape({
  namespace: Text('Namespace of the metafield.', { examples: ['custom'] }),
  key: Text('Key of the metafield.', { examples: ['fabric'] }),
  value: Text('Value of the metafield.'),
})

export const Product = Shape(
  {
    product_id: OwnId('Id of the product.'),
    handle: Nullable(
      Text("The product's reference in another system, unique in the organisation; null if it has none.", {
        examples: ['merino-crew-jumper'],
      }),
    ),
    title: Text('Title of the product.'),
    description: Nullable(Text('Description shown in the store.')),
    vendor: Nullable(Text('Vendor of the product.')),
    category: Nullable(Text('Name of the category.')),
    category_id: Nullable(OwnId('Id of the category.')),
    family: Nullable(Text('Name of the product family, which defines the template of the product data.')),
    family_id: Nullable(OwnId('Id of the product family.')),
    subcategory: Nullable(Text('Name of the subcategory.')),
    subcategory_id: Nullable(OwnId('Id of the subcategory.')),
    class: Nullable(Text('Merchandising class, defined by the organisation.')),
    status: OpenChoice(productStatuses, 'Status of the product.'),
    country_of_origin: Nullable(Text('Country of origin, ISO 3166-1 alpha-2 code.', { examples: ['PT'] })),
    hs_code: Nullable(Text('Harmonised System code.', { examples: ['611011'] })),
    currency: Text('ISO 4217 currency code of the prices.', { examples: ['USD'] }),
    image_url: Nullable(Text('URL of the main image.')),
    gallery_images: Type.Array(Text('URL of an additional image.')),
    tags: Type.Array(Text('A tag.')),
    platform_tags: Type.Array(Text('A tag from the store platform.')),
    seasons: Type.Array(Text('A season code.', { examples: ['AW26'] }), {
      description: 'Season codes of the product.',
    }),
    options: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Option values by option name, in display order.',
      examples: [{ Size: ['S', 'M', 'L'] }],
    }),
    is_managed: Flag('Whether the product is planned and purchased in this service.'),
    is_seasonal: Flag('Whether the product is seasonal.'),
    launch_date: Nullable(CalendarDate('Launch date.')),
    num_variants: Count('Number of variants.'),
    lead_time: Bounds(
      "Days from order to arrival, over every supplier of its variants: the variant's lead time with the supplier, else the supplier's, else the variant's own.",
    ),
    min_order_quantity: Bounds('Minimum order quantity in units, over every supplier of its variants.'),
    in_stock: Whole('Units on hand.'),
    incoming_stock: Whole('Units on order.'),
    inventory_value: Money(
      "Cost of the units on hand at each location's moving average cost, in the organisation's currency; null when the cost of any unit is unknown.",
    ),
    sales_channels: Type.Array(SalesChannel, {
      description: 'Sales channels the product is listed in, sorted by name.',
    }),
    metafields: Type.Array(Metafield, {
      description: 'Metafields of the store platform, sorted by namespace and key.',
    }),
    created_at: Instant('Time the product was added to the catalogue.'),
    last_updated_at: Instant('Time the product or one of its variants last changed.'),
  },
  { $id: 'Product' },
)
