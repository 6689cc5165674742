import { operation } from '../../contract/operation.ts'
import { Supplier, SupplierPath } from './model.ts'
import { readSupplier } from './store.ts'

export const getSupplier = operation({
  id: 'suppliers.get',
  route: 'GET /api/v1/inventory/suppliers/{supplier_id}',
  summary: 'Get a supplier',
  description: 'Returns a supplier with its terms, its contacts and the variants it supplies.',
  params: SupplierPath,
  answer: Supplier,
  refusals: ['supplier_not_on_file'],
  run: ({ sql, caller, params }) => readSupplier(sql, caller.organization_id, params.supplier_id),
})
