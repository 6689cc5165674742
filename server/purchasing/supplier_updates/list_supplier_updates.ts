import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Count, Id, Shape, type Static, Type, Whole } from '../../contract/schema.ts'
import { OrganizationPath } from '../orders/model.ts'
import { signalFields } from './signal.model.ts'

const Update = Shape(
  {
    signal_id: signalFields.signal_id,
    purchase_order_id: signalFields.purchase_order_id,
    display_name: signalFields.display_name,
    signal_type: signalFields.signal_type,
    reported_at: signalFields.reported_at,
    variant_id: signalFields.variant_id,
    sku: signalFields.sku,
    sentence: signalFields.sentence,
  },
  { $id: 'SupplierUpdate' },
)
type Update = Static<typeof Update>

const { supplier_updates_default, supplier_updates_max } = limits

export const listSupplierUpdates = operation({
  id: 'purchase_orders.list_supplier_updates',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/with-supplier-updates',
  summary: 'List supplier updates',
  description:
    'Returns the pending signals from a supplier about its orders, one item per signal, sorted by date of the source e-mail, newest first; items without a date come last. `total_count` counts all pending signals, including those beyond `limit`. Signals that were applied or dismissed are not included.',
  params: OrganizationPath,
  query: Type.Object(
    {
      supplier_id: Id('The supplier.'),
      limit: Type.Optional(
        Whole('Maximum number of items to return.', {
          minimum: 1,
          maximum: supplier_updates_max,
          default: supplier_updates_default,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    items: Type.Array(Update, { description: 'The newest pending signals.' }),
    total_count: Count('Number of pending signals of the supplier.', { examples: [1] }),
  }),
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller: { organization_id }, query: { supplier_id, limit = supplier_updates_default } }) {
    const [[supplier], items] = await Promise.all([
      sql<{ total_count: number }[]>`
        select (select count(*)::int from supplier_signals g where g.organization_id = s.organization_id
          and g.supplier_id = s.supplier_id and g.state = 'pending') as total_count
        from suppliers s where s.organization_id = ${organization_id} and s.supplier_id = ${supplier_id}`,
      sql<Update[]>`
        select g.signal_id, g.purchase_order_id, o.name as display_name, g.signal_type, g.reported_at, g.variant_id,
          v.sku, g.sentence
        from supplier_signals g
        join purchase_orders o on o.organization_id = g.organization_id
          and o.purchase_order_id = g.purchase_order_id
        left join variants v on v.organization_id = g.organization_id and v.variant_id = g.variant_id
        where g.organization_id = ${organization_id} and g.supplier_id = ${supplier_id} and g.state = 'pending'
        order by g.reported_at desc nulls last, g.signal_id desc limit ${limit}`,
    ])
    if (supplier === undefined) refuse('supplier_not_on_file')
    return { items: [...items], total_count: supplier.total_count }
  },
})
