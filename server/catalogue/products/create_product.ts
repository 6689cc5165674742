import { sessionOperation } from '../../contract/operation.ts'
import { takenMeanwhile } from '../product_records/write_products.ts'
import { saveProducts } from '../product_records/save_product.ts'
import { EditableProduct, NewProduct, service } from './editable_product.ts'
import { readEditableProduct } from './editable_product.store.ts'

export const createProduct = sessionOperation({
  id: 'session.create_product',
  route: 'POST /api/v1/catalogue/products',
  summary: 'Create a product',
  desc: ({ title }) => `Product ${title} created.`,
  description:
    'Creates a product with its variants, all or nothing. Its status is ACTIVE unless another is sent, and its currency is that of the organisation. Categories, families, custom fields and sales channels are named and must exist. Every variant needs a SKU that is new in the organisation and one value for each option of the product; no combination of values can occur twice. Fails with `conflict` if another request takes a SKU or the handle at the same time.',
  service,
  status: 201,
  body: NewProduct,
  answer: EditableProduct,
  refusals: ['conflict'],
  conflict: takenMeanwhile('a SKU or the handle'),
  async run({ sql, caller, now, body }) {
    const [write] = await saveProducts({ sql, caller, now }, [body], { creates_only: true })
    return readEditableProduct(sql, caller.organization_id, write!.product_id)
  },
})
