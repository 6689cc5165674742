/** Schemas of bills of materials. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Instant, Name, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

export const service = 'purchase_order'
export const BillPath = Shape({ bom_id: Id('The bill of materials.') })

const named = {
  sku: Text('Stock keeping unit.', { examples: ['SET-M'] }),
  title: Text('Titles of product and variant.', { examples: ['Gift set, M'] }),
}

export const BillOfMaterials = Shape(
  {
    bom_id: OwnId('The bill of materials.'),
    variant_id: OwnId('The variant to be made.'),
    ...named,
    name: Text('Display name of the bill of materials.', { examples: ['Winter jumper 2026'] }),
    is_active: Flag('Whether manufacturing orders use this bill; a variant has at most one active bill.'),
    components: Type.Array(
      Shape({
        component_variant_id: OwnId('The component.'),
        ...named,
        quantity: Whole('Units needed for one unit made.', { examples: [2] }),
      }),
      { description: 'Components of one unit, sorted by SKU.' },
    ),
    created_at: Instant('When the bill of materials was created.'),
  },
  { $id: 'BillOfMaterials' },
)
export type BillOfMaterials = Static<typeof BillOfMaterials>

const components = Type.Array(
  Shape({
    component_variant_id: Id('The component.'),
    quantity: Whole('Units needed for one unit made.', {
      minimum: 1,
      maximum: limits.bill_of_materials_quantity_max,
      examples: [2],
    }),
  }),
  {
    minItems: 1,
    maxItems: limits.bill_of_materials_components_max,
    description: 'Components of one unit, each at most once.',
  },
)
export type SubmittedComponent = Static<typeof components>[number]

const billFields = {
  name: Name('Display name of the bill of materials.', { examples: ['Winter jumper 2026'] }),
  is_active: Flag('Whether manufacturing orders use this bill.'),
}

export const NewBill = Shape({
  variant_id: Id('The variant to be made.'),
  name: billFields.name,
  is_active: Type.Optional({ ...billFields.is_active, default: true }),
  components,
})
export type NewBill = Static<typeof NewBill>

export const BillChange = Shape(
  {
    name: Type.Optional(billFields.name),
    is_active: Type.Optional(billFields.is_active),
    components: Type.Optional({
      ...components,
      description: 'Components of one unit; replaces all existing components.',
    }),
  },
  { examples: [{ name: 'Winter jumper 2027' }] },
)
