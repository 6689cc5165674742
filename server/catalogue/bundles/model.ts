/** Schemas of bundles. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { bundleStockings } from '../known_values.ts'

export const service = 'product'
export const BundlePath = Shape({ bundle_variant_id: Id('The variant that is sold as a bundle.') })

const named = {
  sku: Text('Stock keeping unit.', { examples: ['SET-M'] }),
  title: Text('Titles of product and variant.', { examples: ['Gift set, M'] }),
}

const stockingText =
  'assembled_when_sold: a sale holds and ships the components, and the stock of the bundle itself is not touched. ready_made: the bundle is put together beforehand and sold from its own stock, like any other variant.'

export const Bundle = Shape(
  {
    bundle_variant_id: OwnId('The variant that is sold as a bundle.'),
    ...named,
    is_active: Flag('Whether the bundle is active. An archived bundle is false.'),
    stocking: OpenChoice(bundleStockings, stockingText),
    components: Type.Array(
      Shape({
        component_variant_id: OwnId('The component.'),
        ...named,
        quantity: Whole('Units of the component in one bundle.', { minimum: 1, examples: [2] }),
      }),
      { description: 'Components of one bundle, sorted by SKU.' },
    ),
    created_at: Instant('When the bundle was created.'),
    updated_at: Instant('When the bundle last changed.'),
  },
  { $id: 'Bundle' },
)
export type Bundle = Static<typeof Bundle>

const quantity = Whole('Units of the component in one bundle.', {
  minimum: 1,
  maximum: limits.bundle_quantity_max,
  examples: [2],
})
const description = 'Components of one bundle, each variant at most once; replaces all existing components.'
const bounds = { minItems: 1, maxItems: limits.bundle_components_max, description }

export const bundleFields = {
  components: Type.Array(
    Shape({ component_variant_id: Id('The component; it may be a bundle that does not contain this one.'), quantity }),
    bounds,
  ),
  is_active: Flag('Whether the bundle is active; true by default. false archives it.'),
  stocking: Choice(
    bundleStockings,
    `${stockingText} A new bundle is ready_made by default if the variant has stock or an active bill of materials, otherwise assembled_when_sold.`,
  ),
}

/** A record of the bulk functions: variants are selected by id, or by SKU as files have them. */
export const BundleFields = Shape({
  bundle_variant_id: Type.Optional(Id('The variant that is sold as a bundle.')),
  sku: Type.Optional(Text('SKU of the variant that is sold as a bundle.')),
  components: Type.Optional(
    Type.Array(
      Shape({
        component_variant_id: Type.Optional(Id('The component.')),
        sku: Type.Optional(Text('SKU of the component.')),
        quantity,
      }),
      bounds,
    ),
  ),
  is_active: Type.Optional(bundleFields.is_active),
  stocking: Type.Optional(bundleFields.stocking),
})
export type BundleRecord = Static<typeof BundleFields>
