/** Columns of files that state purchase units. */
import { limits } from '../../contract/limits.ts'
import { unitsOfMeasure } from '../../contract/units_of_measure.ts'

export const packingColumns = {
  purchase_unit: {
    type: 'choice',
    description:
      'Unit in which the supplier sells: EA single units, CA case, CT carton, PK pack, BX box, DZ dozen, PL pallet. As on file where blank.',
    choices: unitsOfMeasure,
    choice_synonyms: {
      each: 'EA',
      pcs: 'EA',
      case: 'CA',
      carton: 'CT',
      pack: 'PK',
      box: 'BX',
      dozen: 'DZ',
      pallet: 'PL',
    },
    synonyms: ['unit of measure', 'uom', 'purchase uom', 'buying unit', 'order unit', 'unit of purchase'],
    examples: ['CA'],
  },
  purchase_unit_factor: {
    type: 'whole',
    description: 'Single units in one purchase unit; as on file where blank.',
    minimum: 1,
    maximum: limits.purchase_unit_factor_max,
    synonyms: ['units per purchase unit', 'units per case', 'purchase unit quantity', 'conversion factor'],
    examples: ['12'],
  },
  inner_pack_quantity: {
    type: 'whole',
    description: 'Single units in one inner pack of the purchase unit.',
    minimum: 1,
    maximum: limits.purchase_unit_factor_max,
    synonyms: ['inner pack', 'inner pack size', 'units per inner pack'],
    examples: ['6'],
  },
  purchase_unit_cost: {
    type: 'decimal',
    description: 'Cost of one purchase unit, with up to four decimals; instead of unit_cost, or agreeing with it.',
    decimals_max: 4,
    minimum: 0,
    maximum: limits.purchase_unit_cost_max,
    synonyms: ['case cost', 'case price', 'carton price', 'price per case', 'cost per case', 'purchase unit price'],
    examples: ['222.00'],
  },
} as const
