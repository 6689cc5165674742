import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { takenMeanwhile } from '../product_records/write_products.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { saveProducts } from '../product_records/save_product.ts'
import { EditableProduct, NewVariant, productFields, ProductPath, service } from '../products/editable_product.ts'
import { readEditableProduct } from '../products/editable_product.store.ts'

export const addVariants = sessionOperation({
  id: 'session.add_variants',
  route: 'POST /api/v1/catalogue/products/{product_id}/variants',
  summary: 'Add variants to a product',
  desc: ({ title }) => `Variants added to ${title}.`,
  description: `Adds 1 to ${limits.product_variants_per_call_max} variants to a product, all or none. Send \`options\` with them where they bring a new option value. The rules for the variants of a new product apply. Fails with \`conflict\` if another request takes a SKU at the same time.`,
  service,
  status: 201,
  params: ProductPath,
  body: Shape(
    {
      options: Type.Optional(productFields.options),
      variants: Type.Array(NewVariant, {
        minItems: 1,
        maxItems: limits.product_variants_per_call_max,
        description: 'The variants to add, in display order.',
      }),
    },
    {
      examples: [
        {
          options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
          variants: [{ sku: 'JUMPER-L', option_values: { Size: 'L' }, price_cents: 8900, unit_cost: 31.5 }],
        },
      ],
    },
  ),
  answer: EditableProduct,
  refusals: ['product_not_on_file', 'conflict'],
  conflict: takenMeanwhile('a SKU'),
  async run({ sql, caller, now, params: { product_id }, body }) {
    const refusing = { unknown: 'product_not_on_file', creates_only: true } as const
    await saveProducts({ sql, caller, now }, [{ product_id, ...body }], refusing)
    return readEditableProduct(sql, caller.organization_id, product_id)
  },
})
