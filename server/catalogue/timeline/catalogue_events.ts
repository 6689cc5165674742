/** A catalogue event, as both timelines return it, and the timeline query parameters. */
import { catalogueEventKinds } from '../known_values.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  Choice,
  CommaList,
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
import { pagingQuery } from '../../tables/table.ts'

export const CatalogueEvent = Shape(
  {
    event_id: Whole('Id of the event. Ids are opaque and do not indicate order.', {
      examples: [6_917_215_903_361_082],
    }),
    kind: OpenChoice(catalogueEventKinds, 'Type of change.'),
    occurred_at: Instant('Time of the change.'),
    actor: Text('User, API key or process that made the change.', { examples: ['user:Ada', 'import'] }),
    product_id: OwnId('Id of the product.'),
    product_title: Text('Current title of the product.'),
    variant_id: Nullable(OwnId('Id of the variant; null when the product as a whole changed.')),
    sku: Nullable(Text('Current SKU of the variant.')),
    variant_title: Nullable(Text('Current title of the variant.')),
    field: Nullable(
      Text('Field that changed; null when the change is not of a single field.', { examples: ['price_cents'] }),
    ),
    previous_value: Nullable(
      Text('Value before the change, as text; null when there was none.', { examples: ['8900'] }),
    ),
    value: Nullable(Text('Value after the change, as text; null when there is none.', { examples: ['7900'] })),
  },
  { $id: 'CatalogueEvent' },
)

export const timelineQuery = {
  ...pagingQuery(),
  kind: Type.Optional(
    CommaList(Choice(catalogueEventKinds, 'Type of change.'), {
      description: 'Limits the result to these types of change; comma-separated.',
      examples: ['price_changed,cost_changed'],
    }),
  ),
  since: Type.Optional(Instant('Limits the result to changes at or after this time.')),
  until: Type.Optional(Instant('Limits the result to changes before this time.')),
}

const Timeline = Type.Object(timelineQuery)
export type TimelineQuery = Static<typeof Timeline>

export function checkPeriod({ since, until }: TimelineQuery): void {
  if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since))
    refuseField('until', 'must be later than since')
}
