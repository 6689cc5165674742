import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { orderTimelineKinds } from '../known_values.ts'
import { OrderPath } from '../orders/model.ts'
import { readAccountOf } from '../orders/order.store.ts'
import { timelineOf } from './timeline.rules.ts'
import { readOnRecord } from './timeline.store.ts'

const Change = Shape(
  {
    field: Text('Field that changed, as requests name it. A line that came or went changed its quantity.', {
      examples: ['quantity'],
    }),
    line_item_id: Nullable(OwnId('Id of the line; null for a field of the order.')),
    sku: Nullable(Text('SKU of the line; null for a field of the order.', { examples: ['JUMPER-M'] })),
    previous_value: Nullable(Text('Value before, as text; null if there was none.', { examples: ['24'] })),
    value: Nullable(Text('Value after, as text; null if there is none.', { examples: ['20'] })),
  },
  { $id: 'OrderFieldChange' },
)

const Entry = Shape(
  {
    kind: OpenChoice(
      orderTimelineKinds,
      'What happened. released: a warehouse was asked to ship. request_ended: it reported all that it ships, or was told not to.',
    ),
    at: Instant('Time it was recorded.'),
    by: Nullable(Text('Who did it; null if that was not recorded.', { examples: ['user:Ada Merchant'] })),
    sentence: Text('What happened, as a sentence to display.', { examples: ['12 units held.'] }),
    reason: Nullable(
      Text('Reason or note that was stated; null if none was.', { examples: ['Customer changed their mind'] }),
    ),
    document_id: Nullable(
      Text('Id of the shipment, request, invoice or other order that it is about; null if it is about none.', {
        examples: ['731'],
      }),
    ),
    changes: Type.Array(Change, { description: 'What changed; empty where the document that is named says it.' }),
  },
  { $id: 'OrderTimelineEntry' },
)

export const getOrderTimeline = sessionOperation({
  id: 'session.get_order_timeline',
  route: 'GET /api/v1/sales/orders/{order_id}/timeline',
  summary: 'Get the timeline of a sales order',
  description: `Returns what happened to an order, oldest first: who created, confirmed, changed, allocated, held, released, shipped, corrected, voided, invoiced, split, merged and cancelled it, when, why, and with which values before and after. Changes are recorded since 28 November 2026; of earlier ones, only what documents and the order itself state is known. The last ${limits.order_timeline_changes_max.toLocaleString('en-US')} changes are returned; \`is_complete\` is false if there were more.`,
  service: 'sales',
  params: OrderPath,
  answer: Shape({
    order_id: OwnId('Id of the order.'),
    name: Text('Display name of the order.', { examples: ['SO-2041'] }),
    is_complete: Flag('Whether all recorded changes are returned.'),
    entries: Type.Array(Entry, { description: 'What happened, oldest first.' }),
  }),
  refusals: ['order_not_on_file'],
  async run({ sql, caller, params: { order_id } }) {
    await readAccountOf(sql, caller, order_id)
    const id = order_id.toLowerCase()
    const record = await readOnRecord(sql, caller.organization_id, id)
    const changes = record.changes.slice(0, limits.order_timeline_changes_max)
    const is_complete = changes.length === record.changes.length
    return { order_id: id, name: record.order.name, is_complete, entries: timelineOf({ ...record, changes }) }
  },
})
