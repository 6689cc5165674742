import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { Supplier, SupplierChange, SupplierPath } from './model.ts'
import { changedSupplier, supplierFault } from './rules.ts'
import { lockSupplier, readSupplier } from './store.ts'
import { settleTerms } from '../supplier_variants/variant.store.ts'

const levels_max = limits.supplier_levels_at_once_max.toLocaleString('en-US')

export const updateSupplier = operation({
  id: 'suppliers.update',
  route: 'PUT /api/v1/inventory/suppliers/{supplier_id}',
  summary: "Change a supplier's terms",
  desc: ({ name }) => `Supplier ${name} saved.`,
  description: `Moves the fields that are sent and leaves the others; null clears one. What is left must still be a supplier: clearing the EDI identity of one that takes orders by edi is refused, as is everything that creating one refuses. New days of lead time or review count at once in the health of the stock that is bought here first, and within the hour where that is at more than ${levels_max} places (a variant at a location is one). With another \`currency\` the unit costs of its variants keep their figures and count in it; the timelines of those that are bought here first tell so. Contacts and variants are changed by their own operations.`,
  params: SupplierPath,
  body: SupplierChange,
  answer: Supplier,
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller, params: { supplier_id }, body, now }) {
    const { organization_id } = caller
    const held = await lockSupplier(sql, organization_id, supplier_id)
    const draft = changedSupplier(held, body)
    const fault = supplierFault(draft)
    if (fault !== null) refuseField(fault.field, fault.rule)
    if (!isDifferent(held, draft)) return readSupplier(sql, organization_id, supplier_id)
    try {
      await sql`
        update suppliers set ${sql({ ...draft, updated_at: now })}
        where organization_id = ${organization_id} and supplier_id = ${supplier_id}`
    } catch (error) {
      if ((error as { constraint_name?: string }).constraint_name === 'suppliers_by_name')
        refuseField('name', 'belongs to another supplier')
      throw error
    }
    await settleTerms(sql, { organization_id, actor: actorOf(caller), now }, supplier_id, { held, next: draft })
    return readSupplier(sql, organization_id, supplier_id)
  },
})
