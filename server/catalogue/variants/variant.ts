/** The variant resource. */
import { customFieldTypes, productStatuses } from '../known_values.ts'
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
import { stockHealths } from '../../contract/stock.ts'
import { availableWords, coverFields } from '../../ledger/cover.model.ts'

const StockAtLocation = Shape(
  {
    location_id: OwnId('Id of the location.'),
    location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
    on_hand_qty: Whole('Units on hand at the location.'),
    committed_qty: Whole('Units committed to orders.'),
    available_qty: Whole(availableWords),
    incoming_qty: Whole('Units on order for the location.'),
    average_cost: UnitCost('Moving average cost of a unit on hand at the location.'),
    inventory_value: Money('Cost of the units on hand at the location.'),
    units_per_day: Nullable(
      Num(
        'Units per day that the newest forecast expects over the lead time and the review period; without a forecast, units sold per day over the last 28 days: consumers by in-stock days, and wholesale by all days if it shipped on two or more. Null with `cover_reason_code` without a rate.',
      ),
    ),
    days_of_cover: Nullable(
      Num('Days the available units last at that rate; null without one, and of a bundle that is assembled when sold.'),
    ),
    cover_reason: Reason,
    cover_reason_code: coverFields.cover_reason_code,
    health: OpenChoice(stockHealths, 'Stock health: cover compared with the lead time and the review period.'),
  },
  { $id: 'VariantStock' },
)

const SupplierOfVariant = Shape(
  {
    supplier_id: OwnId('Id of the supplier.'),
    name: Text('Name of the supplier.', { examples: ['Harbour Knitwear'] }),
    supplier_sku: Nullable(Text("The supplier's SKU of the variant.")),
    is_primary: Flag('Whether this is the default supplier of the variant.'),
    unit_cost: UnitCost("Unit cost from this supplier, in the supplier's currency."),
    min_order_quantity: Nullable(Whole('Minimum order quantity, in units; null when not set.')),
    batch_size: Nullable(Whole('Order multiple, in units; null when not set.')),
    lead_time_days: Nullable(
      Whole(
        "Days from order to arrival: the variant's lead time with this supplier, else the supplier's; null when neither is set.",
      ),
    ),
  },
  { $id: 'VariantSupplier' },
)

const CustomFieldValue = Shape({
  custom_field_id: OwnId('Id of the custom field.'),
  name: Text('Name of the custom field.', { examples: ['Fit'] }),
  data_type: OpenChoice(customFieldTypes, 'Type of the value.'),
  value: Text('Value, as text.'),
})

export const Variant = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    product_id: OwnId('Id of the product.'),
    product_title: Text('Title of the product.'),
    sku: Text('SKU, unique within the organisation.'),
    barcode: Nullable(Text('Barcode; a GTIN if one is assigned.')),
    title: Text('Title of the variant.'),
    option_values: Type.Record(Type.String(), Type.String(), {
      description: 'Option values by option name, for example {"Size": "M"}.',
    }),
    position: Whole('Position among the variants of the product, starting at 1.'),
    status: OpenChoice(productStatuses, 'Status of the product; ARCHIVED where the variant itself is archived.'),
    vendor: Nullable(Text('Vendor of the product.')),
    category_id: Nullable(OwnId('Id of the category of the product.')),
    category: Nullable(Text('Name of the category.')),
    price: Money('Selling price.'),
    compare_at_price: Money('Compare-at price, before a markdown.'),
    unit_cost: UnitCost('Purchase cost of a unit.'),
    weight_kg: Nullable(Num('Weight of a unit, in kilograms.')),
    carton: Shape(
      {
        quantity: Nullable(Whole('Units in a carton.')),
        cbm: Nullable(Num('Volume of a carton, in cubic metres.')),
        weight_kg: Nullable(Num('Gross weight of a carton, in kilograms.')),
      },
      { description: 'Carton measures; null where not set.' },
    ),
    lead_time_days: Nullable(
      Whole('Days from order to arrival where no supplier of the variant states a lead time; null when not set.', {
        examples: [30],
      }),
    ),
    on_hand_qty: Whole('Units on hand, over all locations.'),
    committed_qty: Whole('Units committed to orders.'),
    available_qty: Whole(availableWords),
    incoming_qty: Whole('Units on order.'),
    inventory_value: Money(
      "Cost of the units on hand at each location's moving average cost, in the organisation's currency; null when the cost of any unit is unknown.",
    ),
    stock: Type.Array(StockAtLocation, {
      description: 'Stock by location, sorted by location name. Locations that never stocked the variant are omitted.',
    }),
    suppliers: Type.Array(SupplierOfVariant, {
      description: 'Suppliers of the variant, the primary supplier first, then sorted by name.',
    }),
    custom_fields: Type.Array(CustomFieldValue, {
      description: 'Custom field values of the variant, sorted by field name.',
    }),
    created_at: Instant('Time the variant was added to the catalogue.'),
    last_updated_at: Instant('Time the variant last changed.'),
  },
  { $id: 'Variant' },
)
