/** Fields of purchase units that several records share. */
import { limits } from '../../contract/limits.ts'
import { Choice, Nullable, Num, OpenChoice, Text, Whole } from '../../contract/schema.ts'
import { unitsOfMeasure } from '../../contract/units_of_measure.ts'

const meanings =
  '`EA` single units, `CA` case, `CT` carton, `PK` pack, `BX` box, `DZ` dozen, `PL` pallet (X12 element 355)'

/** Fields of requests. */
export const unitFields = {
  purchase_unit: Choice(unitsOfMeasure, `Unit of purchase: ${meanings}.`, { examples: ['CA'] }),
  purchase_unit_factor: Whole('Single units in one purchase unit.', {
    minimum: 1,
    maximum: limits.purchase_unit_factor_max,
    examples: [12],
  }),
  inner_pack_quantity: Whole(
    'Single units in one inner pack (`PK`) of the purchase unit; must divide `purchase_unit_factor`.',
    { minimum: 1, maximum: limits.purchase_unit_factor_max, examples: [6] },
  ),
  purchase_quantity: Whole('Purchase units: an alternative to single units. If both are sent, they must agree.', {
    minimum: 1,
    maximum: limits.purchase_order_quantity_max,
    examples: [2],
  }),
  purchase_unit_cost: Num(
    'Cost of one purchase unit, with at most four decimals, or none in a currency without decimals: an alternative to `unit_cost`. If both are sent, they must agree.',
    { minimum: 0, maximum: limits.purchase_unit_cost_max, examples: [378] },
  ),
}

/** How records show the packing. */
export const packingShown = {
  purchase_unit: OpenChoice(unitsOfMeasure, `Unit of purchase: ${meanings}.`),
  purchase_unit_factor: Whole('Single units in one purchase unit; 1 for `EA`.', { examples: [12] }),
}

/** How lines show what they count and cost in purchase units. */
export const purchaseShown = (currency: string) => ({
  ...packingShown,
  purchase_quantity: Nullable(
    Whole('The units as purchase units; null if they are no whole number of them.', { examples: [2] }),
  ),
  purchase_quantity_reason: Nullable(
    Text('Why there is no whole number of purchase units, as a sentence; null if there is one.'),
  ),
  purchase_unit_cost: Nullable(
    Num(`Cost of one purchase unit, in ${currency} currency; null if unknown.`, { examples: [378] }),
  ),
})
