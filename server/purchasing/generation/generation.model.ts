/** What steers the generation of orders. */
import {
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

/** supplier: one order for each supplier and destination. category: for each of these and category of product. */
export const generation_groupings = ['supplier', 'category'] as const
export type Grouping = (typeof generation_groupings)[number]

const flags = {
  enabled: Flag('Whether orders are proposed once a day.'),
  fill_container: Flag(
    'Whether an order is raised, by covering more days of all its variants alike, to the last full container that it needs anyway.',
  ),
  round_to_batch_size: Flag("Whether quantities are rounded up to the supplier's batch size."),
  top_up_to_moq: Flag(
    "Whether quantities are raised to the supplier's minimum of the variant, and the order to its minimum quantity and value.",
  ),
}

const search = Text('Text that the variants must contain, as in the table of variants.', {
  maxLength: limits.search_length_max,
  examples: ['jumper'],
})

const FilterArg = Shape({
  key: Text('A filter key of the table of variants.', { maxLength: 100, examples: ['vendor'] }),
  operation: Text('An operation of that key.', { maxLength: 100, examples: ['eq'] }),
  value: Type.Optional(Type.Unknown({ description: 'What to compare with, as in the table of variants.' })),
})
export type FilterArg = Static<typeof FilterArg>

export const GenerationChange = Shape(
  {
    enabled: Type.Optional(flags.enabled),
    exceptions: Type.Optional(
      Type.Array(Id('A variant.'), {
        maxItems: limits.purchase_generation_variants_max,
        uniqueItems: true,
        description: 'Variants that are never proposed; they replace those on file.',
      }),
    ),
    fill_container: Type.Optional(flags.fill_container),
    filter_args: Type.Optional(
      Type.Array(FilterArg, {
        maxItems: limits.filters_max,
        description:
          'Which variants are proposed, by the filters of the table of variants; all must hold. They replace those on file; an empty list chooses every variant.',
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
          'Exactly these variants are proposed, whatever filters and search say; they replace those on file, and an empty list gives the choice back to filters and search.',
      }),
    ),
  },
  { examples: [{ enabled: true, top_up_to_moq: true }] },
)
export type GenerationChange = Static<typeof GenerationChange>

const shown = {
  auto_generate: flags.enabled,
  group_by: OpenChoice(
    generation_groupings,
    'What shares an order: everything from one supplier for one destination, or of these what is of one category.',
  ),
  horizon_days: Whole('Days of selling that an order covers beyond lead time and review.', { examples: [28] }),
}

/** What a change answers. */
export const GenerationSummary = Shape(shown)

/** The settings whole, as the app shows them. */
export const GenerationSettings = Shape({
  ...shown,
  fill_container: flags.fill_container,
  round_to_batch_size: flags.round_to_batch_size,
  top_up_to_moq: flags.top_up_to_moq,
  search: Nullable(search),
  filter_args: Type.Array(FilterArg, { description: 'Filters of the table of variants.' }),
  variant_ids: Type.Array(OwnId('A variant.'), { description: 'Exactly these, where there are any.' }),
  exceptions: Type.Array(OwnId('A variant.'), { description: 'Never these.' }),
  generated_at: Nullable(Instant('When orders were last proposed; null where they never were.')),
  generated_orders: Nullable(Whole('How many orders that run proposed.', { examples: [3] })),
  generation_fault: Nullable(Text('Why that run proposed nothing more, as a sentence; null where it was whole.')),
})
export type GenerationSettings = Static<typeof GenerationSettings>
