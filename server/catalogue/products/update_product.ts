import { sessionOperation } from '../../contract/operation.ts'
import { takenMeanwhile } from '../product_records/write_products.ts'
import { refuseField } from '../../contract/refusals.ts'
import { saveProducts } from '../product_records/save_product.ts'
import { EditableProduct, ProductChange, productFields, ProductPath, service } from './editable_product.ts'
import { readEditableProduct } from './editable_product.store.ts'

export const updateProduct = sessionOperation({
  id: 'session.update_product',
  route: 'PATCH /api/v1/catalogue/products/{product_id}',
  summary: 'Update a product',
  desc: ({ title }) => `Product ${title} saved.`,
  description:
    'Changes the fields that are sent; null clears a field. Lists are replaced as a whole; metafields are changed one by one. A new category clears the subcategory unless the request names one of the new category. Options must keep the values of every variant. The timelines show one event for each field that changed; a request that changes nothing writes nothing. Fails with `conflict` if another request takes the handle at the same time.',
  service,
  params: ProductPath,
  body: ProductChange,
  answer: EditableProduct,
  refusals: ['product_not_on_file', 'conflict'],
  conflict: takenMeanwhile('the handle'),
  async run({ sql, caller, now, params: { product_id }, body }) {
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(productFields))
    await saveProducts({ sql, caller, now }, [{ product_id, ...body }], { unknown: 'product_not_on_file' })
    return readEditableProduct(sql, caller.organization_id, product_id)
  },
})
