import { sessionOperation } from '../../contract/operation.ts'
import { takenMeanwhile } from '../product_records/write_products.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { VariantRecord } from '../product_records/product_record.ts'
import { saveProducts, type WritingCall } from '../product_records/save_product.ts'
import { EditableVariant, service, VariantChange, variantFields, VariantPath } from '../products/editable_product.ts'
import { readEditableVariant } from '../products/editable_product.store.ts'

export const updateVariant = sessionOperation({
  id: 'session.update_variant',
  route: 'PATCH /api/v1/catalogue/variants/{variant_id}',
  summary: 'Update a variant',
  desc: ({ sku }) => `Variant ${sku} saved.`,
  description:
    'Changes the fields that are sent; null clears a field. Custom fields are changed one by one. Option values must be values of the options of the product, in a combination that no other variant has. The timelines show one event for each field that changed; a request that changes nothing writes nothing. Fails with `conflict` if another request takes the SKU at the same time.',
  service,
  params: VariantPath,
  body: VariantChange,
  answer: EditableVariant,
  refusals: ['variant_not_on_file', 'conflict'],
  conflict: takenMeanwhile('the SKU'),
  async run({ sql, caller, now, params: { variant_id }, body }) {
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(variantFields))
    await saveVariant({ sql, caller, now }, { variant_id, ...body })
    return readEditableVariant(sql, caller.organization_id, variant_id)
  },
})

/** A record of one variant; faults are named as the request names its fields. */
const saveVariant = (call: WritingCall, record: VariantRecord) =>
  saveProducts(call, [{ variants: [record] }], {
    unknown: 'variant_not_on_file',
    fieldOf: (field) => field.replace(/^variants\[0\]\./, ''),
  })

const changeArchived = (act: 'archive' | 'restore', summary: string, description: string) =>
  sessionOperation({
    id: `session.${act}_variant`,
    route: `POST /api/v1/catalogue/variants/{variant_id}/${act}`,
    summary,
    desc: ({ sku, is_archived }) => `Variant ${sku} is ${is_archived ? 'archived' : 'in use'}.`,
    description,
    service,
    params: VariantPath,
    answer: EditableVariant,
    refusals: ['variant_not_on_file'],
    async run({ sql, caller, now, params: { variant_id } }) {
      await saveVariant({ sql, caller, now }, { variant_id, is_archived: act === 'archive' })
      return readEditableVariant(sql, caller.organization_id, variant_id)
    },
  })

export const archiveVariant = changeArchived(
  'archive',
  'Archive a variant',
  'Archives one variant: its status is ARCHIVED while its product keeps its own. Its stock, its sales and its open orders stay readable. Archiving an archived variant changes nothing.',
)
export const restoreVariant = changeArchived(
  'restore',
  'Restore a variant',
  'Takes an archived variant back into use, with the status of its product. Restoring a variant that is not archived changes nothing.',
)
