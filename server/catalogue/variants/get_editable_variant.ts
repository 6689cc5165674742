import { sessionOperation } from '../../contract/operation.ts'
import { EditableVariant, service, VariantPath } from '../products/editable_product.ts'
import { readEditableVariant } from '../products/editable_product.store.ts'

export const getEditableVariant = sessionOperation({
  id: 'session.get_editable_variant',
  route: 'GET /api/v1/catalogue/variants/{variant_id}',
  summary: 'Get a variant for editing',
  description:
    'Returns a variant in the shape that Update a variant accepts. Stock and suppliers are in Get a variant.',
  service,
  params: VariantPath,
  answer: EditableVariant,
  refusals: ['variant_not_on_file'],
  run: ({ sql, caller, params }) => readEditableVariant(sql, caller.organization_id, params.variant_id),
})
