/** Schemas of demand events. */
import { limits } from '../../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  Count,
  Flag,
  Id,
  Instant,
  Line,
  notBlank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../../contract/schema.ts'
import { demandEventKinds } from '../../known_values.ts'

export const service = 'sales'
export const EventPath = Shape({ event_id: Id('Id of the event.') })

const kinds = 'What changed demand. stockout: the goods could not be sold. press: media coverage that was not paid for.'

export const DemandEvent = Shape(
  {
    event_id: OwnId('Id of the event.'),
    name: Text('Name of the event.', { examples: ['Spring sale'] }),
    kind: OpenChoice(demandEventKinds, kinds),
    starts_on: CalendarDate('First day of the event.', { examples: ['2026-03-06'] }),
    ends_on: CalendarDate('Last day of the event, included.', { examples: ['2026-03-15'] }),
    days: Count('Number of days of the event.', { examples: [10] }),
    note: Nullable(Text('Free text.', { examples: ['20% off all knitwear'] })),
    scope: Shape(
      {
        variants: Type.Array(
          Shape({
            variant_id: OwnId('Id of the variant.'),
            sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
          }),
          { description: 'Variants that the event concerns, by SKU.' },
        ),
        categories: Type.Array(
          Shape({
            category_id: OwnId('Id of the category.'),
            name: Text('Name of the category.', { examples: ['Knitwear'] }),
          }),
          { description: 'Categories whose products the event concerns, by name.' },
        ),
        sales_channels: Type.Array(
          Shape({
            sales_channel_id: OwnId('Id of the sales channel.'),
            name: Text('Name of the sales channel.', { examples: ['Online store'] }),
          }),
          { description: 'Sales channels that the event concerns, by name; empty for all of them.' },
        ),
      },
      {
        description:
          'What the event concerns: the listed variants and the products of the listed categories, or all goods if neither are listed, in the listed sales channels or in all.',
      },
    ),
    is_archived: Flag('Whether the event is archived. An archived event no longer explains sales.'),
    archived_at: Nullable(Instant('When the event was archived; null while it is not.')),
    created_by: Text('Author of the event.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('When the event was created.'),
    updated_at: Instant('When the event last changed.'),
  },
  { $id: 'DemandEvent', description: 'A demand event.' },
)
export type DemandEvent = Static<typeof DemandEvent>

const ids = (what: string, maxItems: number) =>
  Type.Optional(
    Type.Array(Id(`Id of a ${what}.`), {
      maxItems,
      uniqueItems: true,
      description: `Ids of ${what} records that the event concerns.`,
    }),
  )

const fields = {
  name: Line('Name of the event.', {
    maxLength: limits.demand_event_name_length_max,
    ...notBlank,
    examples: ['Spring sale'],
  }),
  kind: Choice(demandEventKinds, kinds),
  starts_on: CalendarDate('First day of the event.', { examples: ['2026-03-06'] }),
  ends_on: CalendarDate(`Last day of the event, at most ${limits.demand_event_days_max - 1} days after the first.`, {
    examples: ['2026-03-15'],
  }),
}

const others = {
  note: Type.Optional(
    Nullable(
      Text('Free text; null for none.', {
        maxLength: limits.demand_event_note_length_max,
        examples: ['20% off all knitwear'],
      }),
    ),
  ),
  variant_ids: ids('variant', limits.demand_event_variants_max),
  category_ids: ids('category', limits.demand_event_categories_max),
  sales_channel_ids: ids('sales channel', limits.demand_event_channels_max),
}

const example = {
  name: 'Spring sale',
  kind: 'promotion',
  starts_on: '2026-03-06',
  ends_on: '2026-03-15',
  note: '20% off all knitwear',
}

export const NewDemandEvent = Shape({ ...fields, ...others }, { $id: 'NewDemandEvent', examples: [example] })
export const DemandEventChanges = Type.Partial(Shape({ ...fields, ...others }), {
  $id: 'DemandEventChange',
  additionalProperties: false,
  examples: [{ ends_on: '2026-03-17' }],
})
export type DemandEventFields = Static<typeof DemandEventChanges>
