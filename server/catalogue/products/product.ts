/** The product as its own read answers it. */
import { product_statuses, sales_channel_types } from '../known_values.ts'
import {
  CalendarDate,
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
      min: Nullable(Whole('The smallest; null where no supplier says.')),
      max: Nullable(Whole('The largest; null where no supplier says.')),
    },
    { description },
  )

const SalesChannel = Shape({
  sales_channel_id: OwnId('The sales channel.'),
  name: Text('Its name.', { examples: ['Online store'] }),
  channel_type: OpenChoice(sales_channel_types, 'What kind of channel it is.'),
})

const Metafield = Shape({
  namespace: Text('Who keeps the field.', { examples: ['custom'] }),
  key: Text('Its key.', { examples: ['fabric'] }),
  value: Text('Its value.'),
})

export const Product = Shape({
  product_id: OwnId('The product.'),
  title: Text('Its title.'),
  description: Nullable(Text('Its description, as the store shows it.')),
  vendor: Nullable(Text('Its vendor.')),
  category: Nullable(Text('Name of its category.')),
  category_id: Nullable(OwnId('Its category.')),
  family: Nullable(Text('Name of its family: the template of its product data.')),
  family_id: Nullable(OwnId('Its family.')),
  subcategory: Nullable(Text('Name of its subcategory.')),
  subcategory_id: Nullable(OwnId('Its subcategory.')),
  class: Nullable(Text('Its merchandising class, a word of the organisation.')),
  status: OpenChoice(product_statuses, 'Where the product stands.'),
  country_of_origin: Nullable(Text('ISO 3166-1 alpha-2 code.', { examples: ['PT'] })),
  hs_code: Nullable(Text('Harmonised System code.', { examples: ['611011'] })),
  currency: Text('Currency of its prices.', { examples: ['USD'] }),
  image_url: Nullable(Text('Address of its main image.')),
  gallery_images: Type.Array(Text('Address of a further image.')),
  tags: Type.Array(Text('A tag.')),
  platform_tags: Type.Array(Text('A tag that the store platform gave it.')),
  options: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'Option name to its values, in display order.',
    examples: [{ Size: ['S', 'M', 'L'] }],
  }),
  is_managed: Flag('Whether it is planned and bought here.'),
  is_seasonal: Flag('Whether it is sold in a season only.'),
  launch_date: Nullable(CalendarDate('When it launches or launched.')),
  num_variants: Whole('How many variants it has.'),
  lead_time: Bounds(
    "Days from order to arrival, over every supplier of its variants: the variant's own, else the supplier's.",
  ),
  min_order_quantity: Bounds('The least units a supplier takes in an order, over every supplier of its variants.'),
  in_stock: Whole('Units on hand.'),
  incoming_stock: Whole('Units on order.'),
  inventory_value: Money(
    "What the units on hand cost, at each location's moving average, in the organisation's currency; null where any of them has no known cost.",
  ),
  sales_channels: Type.Array(SalesChannel, { description: 'Where it is listed, by name.' }),
  metafields: Type.Array(Metafield, { description: 'Fields that the store platform keeps, by namespace and key.' }),
  created_at: Instant('When it came into the catalogue.'),
  last_updated_at: Instant('When the product or one of its variants last changed.'),
})
