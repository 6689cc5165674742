import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { firstRepeat } from '../suppliers/rules.ts'
import { attachUnsupplied, countStaged, insertVendors, readNamed, readStaged, type Vendor } from './vendor.store.ts'

const outcomes = ['created', 'on_file'] as const

export const transferVendors = operation({
  id: 'suppliers.transfer_vendors',
  route: 'POST /api/v1/inventory/suppliers/transfer-vendors',
  summary: 'Create suppliers from vendors',
  desc: ({ suppliers_created, variants_attached, vendors_staged }) =>
    `${counted(suppliers_created, 'supplier')} created and ${counted(variants_attached, 'variant')} attached; ${counted(vendors_staged, 'vendor')} still staged.`,
  description: `Imported products carry a vendor name; this operation creates suppliers from those names. A vendor is staged if no supplier has its name (ignoring case and surrounding spaces), or if a variant of its products has no supplier. For each vendor, the supplier of that name is used, or created with the organisation's currency and order channel e-mail. It becomes the primary supplier of the vendor's variants that have no supplier. Variants with a supplier and archived products are not changed. \`vendors\` contains up to ${limits.supplier_vendors_per_call_max} names, each the vendor of a product; if omitted, the first ${limits.supplier_vendors_per_call_max} staged vendors by name are used. One call attaches at most ${limits.supplier_vendor_variants_max.toLocaleString('en-US')} variants: repeat it until \`vendors_staged\` is 0. Vendors are listed by \`GET /api/v1/organizations/{organization_id}/products/filters?field=vendor\`.`,
  body: Shape(
    {
      vendors: Type.Optional(
        Type.Array(Text('Name of a vendor.', { minLength: 1, maxLength: 200, examples: ['Harbour'] }), {
          minItems: 1,
          maxItems: limits.supplier_vendors_per_call_max,
          description: 'The vendors to create suppliers from, each at most once; defaults to the first staged vendors.',
        }),
      ),
    },
    { examples: [{ vendors: ['Harbour'] }] },
  ),
  answer: Shape({
    suppliers_created: Count('Number of suppliers created.'),
    variants_attached: Count('Number of variants attached to a supplier.'),
    vendors_staged: Count('Number of vendors still staged after this call.'),
    vendors: Type.Array(
      Shape({
        vendor: Text('Name of the vendor, in the spelling that most of its products use.', { examples: ['Harbour'] }),
        supplier_id: OwnId('The supplier of that name.'),
        outcome: OpenChoice(outcomes, 'Whether the supplier was created by this call or already existed.'),
        variants_attached: Count('Number of variants attached by this call.'),
        variants_left: Count(
          "Number of the vendor's variants that still have no supplier; the next call attaches them.",
        ),
      }),
      { description: 'The vendors, in the order of the request, or else by name.' },
    ),
  }),
  async run({ sql, caller, body: { vendors: named }, now }) {
    const { organization_id, currency } = caller
    const vendors = await (named === undefined
      ? readStaged(sql, organization_id)
      : findNamed(sql, organization_id, named))
    const byKey = await insertVendors(sql, { organization_id, currency, now }, vendors)
    const attached = await attachUnsupplied(sql, { organization_id, actor: actorOf(caller), now }, vendors, byKey)
    const answered = vendors.map(({ key, name, unsupplied }) => {
      const { supplier_id, is_new } = byKey.get(key)!
      const variants_attached = attached.get(supplier_id) ?? 0
      const outcome = is_new ? 'created' : 'on_file'
      return {
        vendor: name,
        supplier_id,
        outcome,
        variants_attached,
        variants_left: Math.max(unsupplied - variants_attached, 0),
      }
    })
    return {
      suppliers_created: answered.filter(({ outcome }) => outcome === 'created').length,
      variants_attached: answered.reduce((sum, one) => sum + one.variants_attached, 0),
      vendors_staged: await countStaged(sql, organization_id),
      vendors: answered,
    }
  },
})

async function findNamed(sql: Sql, organization_id: string, named: readonly string[]): Promise<Vendor[]> {
  const namedVariants = await readNamed(sql, organization_id, named)
  const vendors = namedVariants.map((one, at) =>
    one.key === null ? refuseField(`vendors[${at}]`, 'must be the vendor of a product that is not archived') : one,
  )
  const twice = firstRepeat(vendors.map(({ key }) => key))
  if (twice >= 0) refuseField(`vendors[${twice}]`, 'is repeated in this request')
  return vendors
}
