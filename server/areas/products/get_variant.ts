import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Nullable, Num, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'

const SupplierOfVariant = Shape({
  supplier_id: OwnId('The supplier.'),
  name: Text('Its name.'),
})

export const getVariant = operation({
  id: 'products.get_variant',
  route: 'GET /api/v1/variants/{variant_id}',
  summary: 'Get one variant',
  description: 'One variant with its stock over all locations and its suppliers.',
  params: Type.Object({ variant_id: Id('The variant.') }),
  answer: Shape({
    variant_id: OwnId('The variant.'),
    product_id: OwnId('The product it belongs to.'),
    sku: Text('Stock keeping unit.'),
    title: Text('Title of the variant.'),
    price_cents: Nullable(Whole('Price.')),
    unit_cost: Nullable(Num('Unit cost.')),
    on_hand_qty: Whole('Units on hand over all locations.'),
    suppliers: Type.Array(SupplierOfVariant),
  }),
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params }) {
    const [variant] = await sql<any[]>`
      select v.variant_id, v.product_id, v.sku, v.title, v.price_cents::float8 as price_cents,
        v.unit_cost::float8 as unit_cost,
        (select coalesce(sum(l.on_hand), 0)::int from stock_levels l
          where l.organization_id = v.organization_id and l.variant_id = v.variant_id) as on_hand_qty,
        (select coalesce(jsonb_agg(jsonb_build_object('supplier_id', s.supplier_id, 'name', s.name) order by s.name), '[]')
          from supplier_variants sv join suppliers s on s.organization_id = sv.organization_id and s.supplier_id = sv.supplier_id
          where sv.organization_id = v.organization_id and sv.variant_id = v.variant_id) as suppliers
      from variants v
      where v.organization_id = ${caller.organization_id} and v.variant_id = ${params.variant_id}`
    return variant ?? refuse('variant_not_on_file')
  },
})
