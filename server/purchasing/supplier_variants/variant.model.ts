/** Schema of a variant to attach to a supplier. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Nullable, Num, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { unitFields } from '../purchase_units/purchase_unit.model.ts'

const Units = (description: string, example: number) =>
  Whole(description, { minimum: 1, maximum: 1_000_000, examples: [example] })

export const AttachedVariant = Shape(
  {
    variant_id: Id('The variant.'),
    supplier_sku: Type.Optional(
      Nullable(
        Text("The supplier's own SKU for the variant.", { minLength: 1, maxLength: 200, examples: ['QK-0041-M'] }),
      ),
    ),
    unit_cost: Type.Optional(
      Nullable(
        Num(
          "Cost of one unit in the supplier's currency, with at most four decimals, or none if the currency has none.",
          {
            minimum: 0,
            maximum: limits.purchase_order_unit_cost_max,
            examples: [31.5],
          },
        ),
      ),
    ),
    purchase_unit: Type.Optional(unitFields.purchase_unit),
    purchase_unit_factor: Type.Optional(unitFields.purchase_unit_factor),
    inner_pack_quantity: Type.Optional(Nullable(unitFields.inner_pack_quantity)),
    purchase_unit_cost: Type.Optional(Nullable(unitFields.purchase_unit_cost)),
    min_order_quantity: Type.Optional(Nullable(Units('Minimum order quantity of the variant, in units.', 24))),
    batch_size: Type.Optional(Nullable(Units('Batch size in units; orders must be a multiple of it.', 12))),
    lead_time_days: Type.Optional(
      Nullable(
        Whole('Lead time of the variant, in days.', { minimum: 0, maximum: limits.supplier_days_max, examples: [30] }),
      ),
    ),
    is_primary: Type.Optional(
      Flag("true makes this the variant's primary supplier, replacing the current one; false clears it."),
    ),
  },
  { $id: 'AttachedVariant' },
)
export type AttachedVariant = Static<typeof AttachedVariant>
