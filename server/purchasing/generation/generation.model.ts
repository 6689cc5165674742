/** Schemas of the order generation settings. */
import { named } from '../../contract/openapi/named.ts'
import {
  Count,
  Flag,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'

/** supplier: one order per supplier and destination. category: one per supplier, destination and product category. */
export const generationGroupings = named('GenerationGrouping', ['supplier', 'category'])
export type Grouping = (typeof generationGroupings)[number]

const flags = {
  enabled: Flag('Whether draft orders are proposed once a day.'),
  fill_container: Flag(
    'Whether an order is increased to fill the last container it needs anyway, by covering more days of all its variants equally.',
  ),
  round_to_batch_size: Flag("Whether quantities are rounded up to the supplier's batch size."),
  top_up_to_moq: Flag(
    "Whether quantities are raised to the supplier's minimum for the variant, and the order to the supplier's minimum quantity and value.",
  ),
}

const search = Text('Search text that variants must match, as in the variants table.', {
  maxLength: limits.search_length_max,
  examples: ['jumper'],
})

const FilterArg = Shape({
  key: Text('Filter key of the variants table.', { maxLength: 100, examples: ['vendor'] }),
  operation: Text('Operation of the filter key.', { maxLength: 100, examples: ['eq'] }),
  value: Type.Optional(Type.Unknown({ description: 'Value to compare with, as in the variants table.' })),
})
export type FilterArg = Static<typeof FilterArg>

export const GenerationChange = Shape(
  {
    enabled: Type.Optional(flags.enabled),
    exceptions: Type.Optional(
      Type.Array(Id('A variant.'), {
        maxItems: limits.purchase_generation_variants_max,
        uniqueItems: true,
        description: 'Variants that are never proposed; replaces the stored list.',
      }),
    ),
    fill_container: Type.Optional(flags.fill_container),
    filter_args: Type.Optional(
      Type.Array(FilterArg, {
        maxItems: limits.filters_max,
        description:
          'Filters of the variants table that proposed variants must all match; replaces the stored list. An empty list selects every variant.',
      }),
    ),
    round_to_batch_size: Type.Optional(flags.round_to_batch_size),
    search: Type.Optional(Nullable(search)),
    top_up_to_moq: Type.Optional(flags.top_up_to_moq),
    variant_ids: Type.Optional(
      Type.Array(Id('A variant.'), {
        maxItems: limits.purchase_generation_variants_max,
        uniqueItems: true,
        description:
          'Proposes exactly these variants, regardless of filters and search; replaces the stored list. An empty list selects variants by filters and search again.',
      }),
    ),
  },
  { $id: 'GenerationSettingsChange', examples: [{ enabled: true, top_up_to_moq: true }] },
)
export type GenerationChange = Static<typeof GenerationChange>

const shown = {
  auto_generate: flags.enabled,
  group_by: OpenChoice(
    generationGroupings,
    'Grouping of items into orders: `supplier` creates one order per supplier and destination, `category` one per supplier, destination and product category.',
  ),
  horizon_days: Whole('Days of sales that an order covers beyond the lead time and the review period.', {
    examples: [28],
  }),
}

/** The response to a change of the settings. */
export const GenerationSummary = Shape(shown)

/** All settings, as the app shows them. */
export const GenerationSettings = Shape(
  {
    ...shown,
    fill_container: flags.fill_container,
    round_to_batch_size: flags.round_to_batch_size,
    top_up_to_moq: flags.top_up_to_moq,
    search: Nullable(search),
    filter_args: Type.Array(FilterArg, { description: 'Filters of the variants table.' }),
    variant_ids: Type.Array(OwnId('A variant.'), {
      description: 'Variants to propose; if empty, filters and search select them.',
    }),
    exceptions: Type.Array(OwnId('A variant.'), { description: 'Variants that are never proposed.' }),
    generated_at: Nullable(Instant('When orders were last proposed; null if never.')),
    generated_orders: Nullable(
      Count('Number of orders that the last run proposed; null if there was none.', { examples: [3] }),
    ),
    generation_fault: Nullable(Text('Why the last run stopped early, as a sentence; null if it completed.')),
  },
  { $id: 'GenerationReach' },
)
export type GenerationSettings = Static<typeof GenerationSettings>
