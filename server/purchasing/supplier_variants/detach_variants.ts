import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { SupplierPath } from '../suppliers/model.ts'
import { firstRepeat } from '../suppliers/rules.ts'
import { lockSupplier } from '../suppliers/store.ts'
import { detachVariants } from './variant.store.ts'

export const detachManyVariants = operation({
  id: 'suppliers.detach_variants',
  route: 'DELETE /api/v1/inventory/suppliers/{supplier_id}/variants',
  summary: 'Detach variants from a supplier',
  description:
    'Detaches all variants in the body from the supplier, or none. The variants and their orders stay. A variant whose primary supplier this was has no primary supplier until somebody sets another one; its timeline shows the change.',
  params: SupplierPath,
  body: Shape({
    variant_ids: Type.Array(Id('A variant.'), {
      minItems: 1,
      maxItems: limits.supplier_variants_per_call_max,
      description: 'The variants to detach, each at most once.',
    }),
  }),
  status: 204,
  refusals: ['supplier_not_on_file', 'variant_not_on_file', 'supplier_variant_not_on_file'],
  async run({ sql, caller, params: { supplier_id }, body: { variant_ids }, now }) {
    const { organization_id } = caller
    const twice = firstRepeat(variant_ids.map((id) => id.toLowerCase()))
    if (twice >= 0) refuseField(`variant_ids[${twice}]`, 'is repeated in this request')
    await lockSupplier(sql, organization_id, supplier_id)
    await detachVariants(sql, supplier_id, { organization_id, actor: actorOf(caller), now, variant_ids })
  },
})
