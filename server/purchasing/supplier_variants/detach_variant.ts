import { operation } from '../../contract/operation.ts'
import { Id, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { SupplierPath } from '../suppliers/model.ts'
import { lockSupplier } from '../suppliers/store.ts'
import { detachVariants } from './variant.store.ts'

export const detachVariant = operation({
  id: 'suppliers.detach_variant',
  route: 'DELETE /api/v1/inventory/suppliers/{supplier_id}/variants/{variant_id}',
  summary: 'Detach a variant from a supplier',
  description:
    'Detaches one variant, with the same effects as Detach variants from a supplier. Fails with `supplier_variant_not_on_file` if the variant is not attached to the supplier.',
  params: Type.Object({ ...SupplierPath.properties, variant_id: Id('The variant.') }),
  status: 204,
  refusals: ['supplier_not_on_file', 'variant_not_on_file', 'supplier_variant_not_on_file'],
  async run({ sql, caller, params: { supplier_id, variant_id }, now }) {
    const { organization_id } = caller
    await lockSupplier(sql, organization_id, supplier_id)
    const change = { organization_id, actor: actorOf(caller), now, variant_ids: [variant_id] }
    await detachVariants(sql, supplier_id, change)
  },
})
