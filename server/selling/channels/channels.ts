/** Session operations on sales channels. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Shape, Type } from '../../contract/schema.ts'
import { newWriteOf, writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { SalesChannel, salesChannelFields, SalesChannelFields, SalesChannelPath, service } from './model.ts'
import { diffSalesChannels, writeSalesChannels } from './diff_channels.ts'
import { lockSalesChannel, readSalesChannel, selectSalesChannels } from './store.ts'

const limit_default = limits.page_limit_common_max

export const listSalesChannels = sessionOperation({
  id: 'session.list_sales_channels',
  route: 'GET /api/v1/sales-channels',
  summary: 'List sales channels',
  description: 'Returns a page of the sales channels of the organisation, archived ones included, sorted by name.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active channels, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(SalesChannel),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    const [rows, [count]] = await Promise.all([
      selectSalesChannels(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from sales_channels
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getSalesChannel = sessionOperation({
  id: 'session.get_sales_channel',
  route: 'GET /api/v1/sales-channels/{sales_channel_id}',
  summary: 'Get a sales channel',
  description: 'Returns a sales channel, also when it is archived.',
  service,
  params: SalesChannelPath,
  answer: SalesChannel,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readSalesChannel(sql, caller.organization_id, params.sales_channel_id),
})

export const createSalesChannel = sessionOperation({
  id: 'session.create_sales_channel',
  route: 'POST /api/v1/sales-channels',
  summary: 'Create a sales channel',
  desc: ({ name }) => `Sales channel ${name} created.`,
  description:
    'Creates a sales channel: an online store, physical stores, a marketplace or wholesale. A wholesale or marketplace channel can name the trading account that it sells to. The name must be unique within the organisation, archived channels included, case ignored.',
  service,
  status: 201,
  body: Shape(
    {
      ...SalesChannelFields.properties,
      name: salesChannelFields.name,
      channel_type: salesChannelFields.channel_type,
    },
    { examples: [{ name: 'Outlet online', channel_type: 'online' }] },
  ),
  answer: SalesChannel,
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [diff] = await diffSalesChannels(sql, context, [body])
    const write = newWriteOf(diff!, 'sales channel')
    await writeSalesChannels(sql, context, [write])
    return readSalesChannel(sql, caller.organization_id, write.id)
  },
})

export const updateSalesChannel = sessionOperation({
  id: 'session.update_sales_channel',
  route: 'PATCH /api/v1/sales-channels/{sales_channel_id}',
  summary: 'Update a sales channel',
  desc: ({ name }) => `Sales channel ${name} saved.`,
  description:
    'Changes only the fields that are sent; null clears the trading account. `is_active: false` archives the channel: its sales and listings keep it. `is_active: true` makes it active again.',
  service,
  params: SalesChannelPath,
  body: Shape(SalesChannelFields.properties, { examples: [{ name: 'Outlet online' }] }),
  answer: SalesChannel,
  refusals: ['not_found'],
  async run({ sql, caller, params: { sales_channel_id }, body, now }) {
    const { organization_id } = caller
    await lockSalesChannel(sql, organization_id, sales_channel_id)
    const context = writeContext(caller, now)
    const [diff] = await diffSalesChannels(sql, context, [{ ...body, id: sales_channel_id }])
    const write = writeOf(diff!)
    if (write !== null) await writeSalesChannels(sql, context, [write])
    return readSalesChannel(sql, organization_id, sales_channel_id)
  },
})
