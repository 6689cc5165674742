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
    'Ends what the supplier supplies, for all the variants of the body or for none. The variants stay, and so do orders of them; one that was bought here first has no primary supplier until somebody names another, and its timeline says so.',
  params: SupplierPath,
  body: Shape({
    variant_ids: Type.Array(Id('A variant.'), {
      minItems: 1,
      maxItems: limits.supplier_variants_per_call_max,
      description: 'The variants to detach, each once.',
    }),
  }),
  status: 204,
  refusals: ['supplier_not_on_file', 'variant_not_on_file', 'supplier_variant_not_on_file'],
  async run({ sql, caller, params: { supplier_id }, body: { variant_ids }, now }) {
    const { organization_id } = caller
    const twice = firstRepeat(variant_ids.map((id) => id.toLowerCase()))
    if (twice >= 0) refuseField(`variant_ids[${twice}]`, 'stands twice in this request')
    await lockSupplier(sql, organization_id, supplier_id)
    await detachVariants(sql, supplier_id, { organization_id, actor: actorOf(caller), now, variant_ids })
  },
})
