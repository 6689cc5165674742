import { sessionOperation } from '../../contract/operation.ts'
import { EditableProduct, ProductPath, service } from './editable_product.ts'
import { readEditableProduct } from './editable_product.store.ts'

export const getEditableProduct = sessionOperation({
  id: 'session.get_editable_product',
  route: 'GET /api/v1/catalogue/products/{product_id}',
  summary: 'Get a product for editing',
  description:
    'Returns a product with its variants, in the shape that Update a product and Update a variant accept. Stock, suppliers and incoming orders are in Get a product.',
  service,
  params: ProductPath,
  answer: EditableProduct,
  refusals: ['product_not_on_file'],
  run: ({ sql, caller, params }) => readEditableProduct(sql, caller.organization_id, params.product_id),
})
