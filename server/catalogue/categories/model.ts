/** Schemas of categories and subcategories. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Name, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

export const service = 'product'
export const CategoryPath = Shape({ category_id: Id('The category.') })
export const SubcategoryPath = Shape({ category_id: Id('The category.'), subcategory_id: Id('The subcategory.') })

export const Subcategory = Shape(
  {
    subcategory_id: OwnId('The subcategory.'),
    category_id: OwnId('The category of the subcategory.'),
    name: Text('Name of the subcategory, unique within the category.', { examples: ['Crew necks'] }),
    is_active: Flag('Whether the subcategory is active. An archived subcategory is false.'),
  },
  { $id: 'Subcategory' },
)
export type Subcategory = Static<typeof Subcategory>

export const Category = Shape(
  {
    category_id: OwnId('The category.'),
    name: Text('Name of the category, unique within the organisation.', { examples: ['Knitwear'] }),
    is_active: Flag('Whether the category is active. An archived category is false.'),
    product_count: Whole('Number of products in the category.', { minimum: 0, examples: [3] }),
    subcategories: Type.Array(Subcategory, {
      description: 'Subcategories of the category, archived ones included, sorted by name.',
    }),
  },
  { $id: 'Category' },
)
export type Category = Static<typeof Category>

export const categoryFields = {
  name: Name('Name of the category; unique within the organisation, case ignored.', { examples: ['Swimwear'] }),
  is_active: Flag('Whether the category is active; true by default. false archives it.'),
}
export const CategoryFields = Shape({
  name: Type.Optional(categoryFields.name),
  is_active: Type.Optional(categoryFields.is_active),
})

export const subcategoryFields = {
  name: Name('Name of the subcategory; unique within the category, case ignored.', { examples: ['Bikinis'] }),
  is_active: Flag('Whether the subcategory is active; true by default. false archives it.'),
}
export const SubcategoryFields = Shape({
  name: Type.Optional(subcategoryFields.name),
  is_active: Type.Optional(subcategoryFields.is_active),
})

export const NewSubcategories = Type.Array(
  Shape({ name: subcategoryFields.name, is_active: Type.Optional(subcategoryFields.is_active) }),
  { maxItems: limits.subcategories_per_category_max, description: 'Subcategories to create with the category.' },
)
