/** Schemas of sales channels. */
import { salesChannelTypes } from '../../catalogue/known_values.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Name,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'

export const service = 'sales'
export const SalesChannelPath = Shape({ sales_channel_id: Id('The sales channel.') })

export const SalesChannel = Shape(
  {
    sales_channel_id: OwnId('The sales channel.'),
    name: Text('Name of the sales channel, unique within the organisation.', { examples: ['Online store'] }),
    channel_type: OpenChoice(salesChannelTypes, 'Type of the sales channel.'),
    trading_partner_id: Nullable(
      OwnId('The trading account that the channel sells to; null if it does not sell to one account.'),
    ),
    trading_partner_name: Nullable(
      Text('Name of the trading account; null if there is none.', { examples: ['Northgate Stores'] }),
    ),
    is_active: Flag('Whether the sales channel is active. An archived channel is false.'),
    created_at: Instant('When the sales channel was created.'),
  },
  { $id: 'SalesChannel' },
)
export type SalesChannel = Static<typeof SalesChannel>

export const salesChannelFields = {
  name: Name('Name of the sales channel; unique within the organisation, case ignored.', {
    examples: ['Outlet online'],
  }),
  channel_type: Choice(salesChannelTypes, 'Type of the sales channel.', { examples: ['online'] }),
  trading_partner_id: Nullable(
    Id('The trading account that the channel sells to. Only wholesale and marketplace channels can have one.'),
  ),
  is_active: Flag('Whether the sales channel is active; true by default. false archives it.'),
}

export const SalesChannelFields = Shape({
  name: Type.Optional(salesChannelFields.name),
  channel_type: Type.Optional(salesChannelFields.channel_type),
  trading_partner_id: Type.Optional(salesChannelFields.trading_partner_id),
  is_active: Type.Optional(salesChannelFields.is_active),
})
