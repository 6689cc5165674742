/** Session operations on bundles: variants that are sold as a set of other variants. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Flag, Id, Shape, Type } from '../../contract/schema.ts'
import { writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Bundle, bundleFields, BundlePath, service } from './model.ts'
import { diffBundles, writeBundles } from './diff_bundles.ts'
import { countBundles, lockBundle, circularBundle, orderedMeanwhile, readBundle, selectBundles } from './store.ts'

const limit_default = 50

export const listBundles = sessionOperation({
  id: 'session.list_bundles',
  route: 'GET /api/v1/bundles',
  summary: 'List bundles',
  description: 'Returns a page of the bundles with their components, archived ones included, sorted by SKU.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      component_variant_id: Type.Optional(Id('Only bundles that contain this variant.')),
      is_active: Type.Optional(Flag('true returns only active bundles, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Bundle),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, ...filter } = query
    const [rows, [count]] = await Promise.all([
      selectBundles(sql, organization_id, filter, { limit, offset }),
      countBundles(sql, organization_id, filter),
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getBundle = sessionOperation({
  id: 'session.get_bundle',
  route: 'GET /api/v1/bundles/{bundle_variant_id}',
  summary: 'Get a bundle',
  description: 'Returns a bundle with its components, also when it is archived.',
  service,
  params: BundlePath,
  answer: Bundle,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readBundle(sql, caller.organization_id, params.bundle_variant_id),
})

export const createBundle = sessionOperation({
  id: 'session.create_bundle',
  route: 'POST /api/v1/bundles',
  summary: 'Create a bundle',
  desc: ({ sku }) => `Bundle ${sku} created.`,
  description: `Makes a variant a bundle: a set that is sold under one SKU and consists of whole units of other variants. A bundle that is assembled when it is sold takes its components from stock: an order holds and ships them, a return brings them back, and a location has as many bundles available as its components there allow. Components may be bundles themselves, up to ${limits.bundle_levels_max} levels, but no bundle contains itself. A variant is one bundle at most; change the existing bundle instead. A bundle that is put together beforehand is \`ready_made\`; how it is made is described by a bill of materials.`,
  service,
  status: 201,
  body: Shape({
    bundle_variant_id: Id('The variant to sell as a bundle.'),
    components: bundleFields.components,
    is_active: Type.Optional(bundleFields.is_active),
    stocking: Type.Optional(bundleFields.stocking),
  }),
  answer: Bundle,
  refusals: ['conflict'],
  conflict: reasons(circularBundle, orderedMeanwhile),
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [diff] = await diffBundles(sql, context, [body])
    const write = writeOf(diff!)
    if (write === null || write.previous !== null)
      return refuseField('bundle_variant_id', 'must not be a bundle already')
    await writeBundles(sql, context, [write])
    return readBundle(sql, caller.organization_id, write.bundle_variant_id)
  },
})

export const updateBundle = sessionOperation({
  id: 'session.update_bundle',
  route: 'PATCH /api/v1/bundles/{bundle_variant_id}',
  summary: 'Update a bundle',
  desc: ({ sku }) => `Bundle ${sku} saved.`,
  description:
    'Changes only the fields that are sent; `components` replaces all existing components. `is_active: false` archives the bundle: the variant is sold on its own account again. `is_active: true` makes it active again, if it does not contain itself by then. Order lines keep the components that they hold or shipped, also when the bundle changes later.',
  service,
  params: BundlePath,
  body: Shape(
    {
      components: Type.Optional(bundleFields.components),
      is_active: Type.Optional(bundleFields.is_active),
      stocking: Type.Optional(bundleFields.stocking),
    },
    { examples: [{ is_active: false }] },
  ),
  answer: Bundle,
  refusals: ['conflict', 'not_found'],
  conflict: reasons(circularBundle, orderedMeanwhile),
  async run({ sql, caller, params: { bundle_variant_id }, body, now }) {
    const { organization_id } = caller
    await lockBundle(sql, organization_id, bundle_variant_id)
    const context = writeContext(caller, now)
    const [diff] = await diffBundles(sql, context, [{ ...body, bundle_variant_id }])
    const write = writeOf(diff!)
    if (write !== null) await writeBundles(sql, context, [write])
    return readBundle(sql, organization_id, bundle_variant_id)
  },
})
