/** The variant as its own read answers it. */
import { custom_field_types, product_statuses } from '../known_values.ts'
import {
  Flag,
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  UnitCost,
  Whole,
} from '../../contract/schema.ts'
import { stock_healths } from '../../contract/stock.ts'

const StockAtLocation = Shape({
  location_id: OwnId('The location.'),
  location_name: Text('Its name.', { examples: ['Main warehouse'] }),
  on_hand_qty: Whole('Units on hand there.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  incoming_qty: Whole('Units on order for it.'),
  average_cost: UnitCost('Moving average of what a unit on hand there cost.'),
  inventory_value: Money('What the units on hand there cost.'),
  units_per_day: Nullable(Num('Units sold a day over the trailing 28 days, in-stock days only.')),
  days_of_cover: Nullable(Num('Available units in days of selling at that pace; null where nothing sold.')),
  cover_reason: Reason,
  health: OpenChoice(stock_healths, 'How the cover compares with the lead time and the review period.'),
})

const SupplierOfVariant = Shape({
  supplier_id: OwnId('The supplier.'),
  name: Text('Its name.', { examples: ['Harbour Knitwear'] }),
  supplier_sku: Nullable(Text("The supplier's own word for the variant.")),
  is_primary: Flag('Whether orders go to it unless another is named.'),
  unit_cost: UnitCost("What a unit costs from it, in the supplier's currency."),
  min_order_quantity: Nullable(Whole('The least units it takes in an order; null where it names none.')),
  batch_size: Nullable(Whole('Units it delivers in multiples of; null where it names none.')),
  lead_time_days: Nullable(
    Whole(
      "Days from order to arrival: the variant's own with this supplier, else the supplier's; null where neither says.",
    ),
  ),
})

const CustomFieldValue = Shape({
  custom_field_id: OwnId('The field.'),
  name: Text('Its name.', { examples: ['Fit'] }),
  data_type: OpenChoice(custom_field_types, 'What its value is.'),
  value: Text('The value, as text.'),
})

export const Variant = Shape({
  variant_id: OwnId('The variant.'),
  product_id: OwnId('The product it belongs to.'),
  product_title: Text('Title of the product.'),
  sku: Text('Stock keeping unit, unique within the organisation.'),
  barcode: Nullable(Text('Barcode, as a GTIN where one is assigned.')),
  title: Text('Title of the variant.'),
  option_values: Type.Record(Type.String(), Type.String(), {
    description: 'Option name to value, e.g. {"Size": "M"}.',
  }),
  position: Whole('Its place among the variants of the product, from 1.'),
  status: OpenChoice(product_statuses, 'Status of the product.'),
  vendor: Nullable(Text('Vendor of the product.')),
  category_id: Nullable(OwnId('Category of the product.')),
  category: Nullable(Text('Name of the category.')),
  price: Money('Selling price.'),
  compare_at_price: Money('The price it is compared with, before a markdown.'),
  unit_cost: UnitCost('What a unit costs to buy.'),
  weight_kg: Nullable(Num('What a unit weighs, in kilograms.')),
  carton: Shape(
    {
      quantity: Nullable(Whole('Units in a carton.')),
      cbm: Nullable(Num('Cube of a carton, in cubic metres.')),
      weight_kg: Nullable(Num('Gross weight of a carton, in kilograms.')),
    },
    { description: 'How it is packed; null where not measured.' },
  ),
  on_hand_qty: Whole('Units on hand over all locations.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  incoming_qty: Whole('Units on order.'),
  inventory_value: Money(
    "What the units on hand cost, at each location's moving average, in the organisation's currency; null where any of them has no known cost.",
  ),
  stock: Type.Array(StockAtLocation, {
    description: 'Stock by location, by name; locations it never was at are absent.',
  }),
  suppliers: Type.Array(SupplierOfVariant, { description: 'Its suppliers, the primary first, then by name.' }),
  custom_fields: Type.Array(CustomFieldValue, { description: 'The custom fields it fills, by name.' }),
  created_at: Instant('When it came into the catalogue.'),
  last_updated_at: Instant('When the variant last changed.'),
})
