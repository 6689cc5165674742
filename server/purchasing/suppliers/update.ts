import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkUnchanged } from '../../records/unchanged.ts'
import { Supplier, SupplierChange, SupplierPath } from './model.ts'
import { changedSupplier, supplierFault } from './rules.ts'
import { lockSupplier, readSupplier } from './store.ts'
import { applyTerms } from '../supplier_variants/variant.store.ts'

const levelsMax = limits.supplier_levels_at_once_max.toLocaleString('en-US')

export const updateSupplier = operation({
  id: 'suppliers.update',
  route: 'PUT /api/v1/inventory/suppliers/{supplier_id}',
  summary: 'Update a supplier',
  desc: ({ name }) => `Supplier ${name} saved.`,
  description: `Changes only the fields that are sent; null clears a field. The result must be a valid supplier: for example, clearing the EDI identity of a supplier whose order channel is \`edi\` fails, as does anything that creating a supplier refuses. A new lead time or review period takes effect in the stock health of variants with this primary supplier at once, or within the hour if they have more than ${levelsMax} stock levels (a variant at a location is one). A new \`currency\` applies to the existing unit costs of its variants without conversion; the timelines of variants with this primary supplier show the change. Contacts and variants are changed with their own operations. Fails with \`conflict\` if the supplier has changed since the \`updated_at\` that you send.`,
  params: SupplierPath,
  body: SupplierChange,
  answer: Supplier,
  // Up to supplier_levels_at_once_max levels change with the terms.
  transaction_seconds_max: limits.large_write_seconds_max,
  refusals: ['supplier_not_on_file', 'conflict'],
  conflict: 'The supplier has changed since the `updated_at` that was sent.',
  async run({ sql, caller, params: { supplier_id }, body, now }) {
    const { organization_id } = caller
    const { updated_at: heldAt, ...held } = await lockSupplier(sql, organization_id, supplier_id)
    const { updated_at, ...change } = body
    await checkUnchanged(sql, updated_at, { noun: 'supplier', name: held.name, held: heldAt })
    const draft = changedSupplier(held, change)
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
    await applyTerms(sql, { organization_id, actor: actorOf(caller), now }, supplier_id, { held, next: draft })
    return readSupplier(sql, organization_id, supplier_id)
  },
})
