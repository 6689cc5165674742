import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { firstRepeat } from '../suppliers/rules.ts'
import { attachUnsupplied, countStaged, insertVendors, readNamed, readStaged, type Vendor } from './vendor.store.ts'

const outcomes = ['created', 'on_file'] as const

export const transferVendors = operation({
  id: 'suppliers.transfer_vendors',
  route: 'POST /api/v1/inventory/suppliers/transfer-vendors',
  summary: 'Make suppliers of vendors',
  desc: ({ suppliers_created, variants_attached, vendors_staged }) =>
    `${counted(suppliers_created, 'supplier')} created and ${counted(variants_attached, 'variant')} attached; ${counted(vendors_staged, 'vendor')} still staged.`,
  description: `Products carry the name of a vendor that came with them; this makes suppliers of those names. A vendor is staged while no supplier has its name, spaces around it and case ignored, or while a variant of its products has no supplier at all.\n\nFor each vendor the supplier of that name is taken, or created with the organisation's currency and orders by e-mail, and becomes the primary supplier of the variants that have none; variants that are bought elsewhere are left alone, and so are archived products.\n\n\`vendors\` names up to ${limits.supplier_vendors_per_call_max} of them, each the vendor of some product; without it the first ${limits.supplier_vendors_per_call_max} staged ones are taken, by name. One call attaches at most ${limits.supplier_vendor_variants_max.toLocaleString('en-US')} variants: repeat it until \`vendors_staged\` is 0. Vendors are listed by \`GET /api/v1/organizations/{organization_id}/products/filters?field=vendor\`.`,
  body: Shape(
    {
      vendors: Type.Optional(
        Type.Array(Text('The name of a vendor.', { minLength: 1, maxLength: 200, examples: ['Harbour'] }), {
          minItems: 1,
          maxItems: limits.supplier_vendors_per_call_max,
          description: 'The vendors to make suppliers of, each once; the first that are staged where it is not sent.',
        }),
      ),
    },
    { examples: [{ vendors: ['Harbour'] }] },
  ),
  answer: Shape({
    suppliers_created: Whole('How many suppliers were created.'),
    variants_attached: Whole('How many variants have a supplier now that had none.'),
    vendors_staged: Whole('How many vendors are still staged after this call.'),
    vendors: Type.Array(
      Shape({
        vendor: Text('The name of the vendor, as most of its products spell it.', { examples: ['Harbour'] }),
        supplier_id: OwnId('Its supplier.'),
        outcome: OpenChoice(outcomes, 'Whether the supplier was created now or was on file.'),
        variants_attached: Whole('Variants that were attached to it.'),
        variants_left: Whole('Variants of the vendor that still have no supplier: the next call takes them.'),
      }),
      { description: 'The vendors, in the order in which they were named, else by name.' },
    ),
  }),
  async run({ sql, caller, body: { vendors: named }, now }) {
    const { organization_id, currency } = caller
    const vendors = await (named === undefined
      ? readStaged(sql, organization_id)
      : findNamed(sql, organization_id, named))
    const by_key = await insertVendors(sql, { organization_id, currency, now }, vendors)
    const attached = await attachUnsupplied(sql, { organization_id, actor: actorOf(caller), now }, vendors, by_key)
    const answered = vendors.map(({ key, name, unsupplied }) => {
      const { supplier_id, is_new } = by_key.get(key)!
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
  const found = await readNamed(sql, organization_id, named)
  const vendors = found.map((one, at) =>
    one.key === null ? refuseField(`vendors[${at}]`, 'is the vendor of no product that is not archived') : one,
  )
  const twice = firstRepeat(vendors.map(({ key }) => key))
  if (twice >= 0) refuseField(`vendors[${twice}]`, 'stands twice in this request')
  return vendors
}
