/** Bills of materials as the app is shown them, and as it tells them. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Instant, Name, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

export const service = 'purchase_order'
export const BillPath = Shape({ bom_id: Id('The bill of materials.') })

const named = {
  sku: Text('Stock keeping unit.', { examples: ['SET-M'] }),
  title: Text('Titles of product and variant.', { examples: ['Gift set, M'] }),
}

export const BillOfMaterials = Shape({
  bom_id: OwnId('The bill of materials.'),
  variant_id: OwnId('The variant that is made.'),
  ...named,
  name: Text('What people call the bill.', { examples: ['Winter jumper 2026'] }),
  is_active: Flag('Whether manufacturing orders go by it; of the bills of a variant at most one is active.'),
  components: Type.Array(
    Shape({
      component_variant_id: OwnId('The component.'),
      ...named,
      quantity: Whole('Units that go into one unit made.', { examples: [2] }),
    }),
    { description: 'What goes into one unit, by SKU.' },
  ),
  created_at: Instant('When it was added.'),
})
export type BillOfMaterials = Static<typeof BillOfMaterials>

const components = Type.Array(
  Shape({
    component_variant_id: Id('The component.'),
    quantity: Whole('Units that go into one unit made.', {
      minimum: 1,
      maximum: limits.bill_of_materials_quantity_max,
      examples: [2],
    }),
  }),
  {
    minItems: 1,
    maxItems: limits.bill_of_materials_components_max,
    description: 'What goes into one unit, each component once.',
  },
)
export type SubmittedComponent = Static<typeof components>[number]

const told = {
  name: Name('What people call it.', { examples: ['Winter jumper 2026'] }),
  is_active: Flag('Whether manufacturing orders go by it.'),
}

export const NewBill = Shape({
  variant_id: Id('The variant that is made.'),
  name: told.name,
  is_active: Type.Optional({ ...told.is_active, default: true }),
  components,
})
export type NewBill = Static<typeof NewBill>

export const BillChange = Shape(
  {
    name: Type.Optional(told.name),
    is_active: Type.Optional(told.is_active),
    components: Type.Optional({ ...components, description: 'In place of all that it had.' }),
  },
  { examples: [{ name: 'Winter jumper 2027' }] },
)
