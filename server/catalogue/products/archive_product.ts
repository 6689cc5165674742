/** Archiving a product, and restoring it. */
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ProductStatus } from '../product_records/product_record.ts'
import { saveProducts } from '../product_records/save_product.ts'
import { EditableProduct, ProductPath, service } from './editable_product.ts'
import { readEditableProduct } from './editable_product.store.ts'

interface Held {
  status: ProductStatus
  status_before_archive: ProductStatus | null
}

const changeStatus = (
  act: 'archive' | 'restore',
  summary: string,
  description: string,
  statusOf: (held: Held) => ProductStatus,
) =>
  sessionOperation({
    id: `session.${act}_product`,
    route: `POST /api/v1/catalogue/products/{product_id}/${act}`,
    summary,
    desc: ({ title, status }) => `Product ${title} is ${status}.`,
    description,
    service,
    params: ProductPath,
    answer: EditableProduct,
    refusals: ['product_not_on_file'],
    async run({ sql, caller, now, params: { product_id } }) {
      const { organization_id } = caller
      const [held] = await sql<Held[]>`
        select status, status_before_archive from products
        where organization_id = ${organization_id} and product_id = ${product_id} for no key update`
      if (held === undefined) refuse('product_not_on_file')
      await saveProducts({ sql, caller, now }, [{ product_id, status: statusOf(held) }])
      return readEditableProduct(sql, organization_id, product_id)
    },
  })

export const archiveProduct = changeStatus(
  'archive',
  'Archive a product',
  'Sets the status of a product to ARCHIVED. The product, its stock, its sales and its open orders stay readable; it is no longer proposed for purchase. Archiving an archived product changes nothing.',
  () => 'ARCHIVED',
)

export const restoreProduct = changeStatus(
  'restore',
  'Restore a product',
  'Returns an archived product to the status that it had before, or to DRAFT if it was created as archived. Restoring a product that is not archived changes nothing.',
  ({ status, status_before_archive }) => (status === 'ARCHIVED' ? (status_before_archive ?? 'DRAFT') : status),
)
