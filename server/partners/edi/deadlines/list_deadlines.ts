import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { Choice, Id, Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import { countedPage } from '../../../tables/page.ts'
import { Page, pagingQuery } from '../../../tables/table.ts'
import { deadlineStates } from '../../known_values.ts'
import { service } from '../model.ts'
import { deadlineSentence } from './deadline.rules.ts'
import { countDeadlines, type Deadline, deadlineDays, selectDeadlines } from './deadlines.store.ts'

const types = ['855', '856'] as const

const EdiDeadline = Shape(
  {
    document_type: Text('X12 number of the document.', { examples: ['855'] }),
    state: OpenChoice(
      deadlineStates,
      'due: there is time left. late: the time has passed and it is not sent. missed: it is not sent and too late, because the goods have arrived, or the order is to ship. met, met_late: it was sent, in time or not. undetermined: it is not sent, and when the goods arrive is unknown.',
    ),
    sentence: Text('The same as a sentence to display.', {
      examples: ['The order acknowledgement (855) of SO-2041 for Meridian is due by 2026-11-29 14:00.'],
    }),
    account: Shape({
      name: Text('Name of the account.', { examples: ['Meridian Stores'] }),
      trading_partner_id: OwnId('The trading account.'),
    }),
    order: Nullable(
      Shape(
        {
          name: Text('Name of the order.', { examples: ['SO-2041'] }),
          order_id: OwnId('The sales order.'),
        },
        { description: 'The order; null where the 850 is held, and so became none.' },
      ),
    ),
    held_document_id: Nullable(
      Whole('Id of the 850 that waits for a decision; null where it became an order.', { examples: [8812] }),
    ),
    shipment: Nullable(
      Shape(
        {
          name: Text('Name of the shipment.', { examples: ['SO-2041-1'] }),
          shipment_id: OwnId('The shipment.'),
        },
        { description: 'Shipment that an 856 announces; null for an 855.' },
      ),
    ),
    since: Instant('When the order arrived, or the shipment left.'),
    due_at: Nullable(Instant('By when it must be sent; null if that is undetermined.')),
    sent_at: Nullable(Instant('When it was first sent; null if it was not.')),
  },
  { $id: 'EdiDeadline', description: 'A document that an account expects by a time.' },
)

const rowOf = (one: Deadline, time_zone: string) => {
  const { document_type, state, since, due_at, sent_at, order_id, order_name, shipment_id, shipment_name } = one
  const { held_document_id } = one
  return {
    document_type,
    state,
    sentence: deadlineSentence(one, time_zone),
    account: { name: one.account_name, trading_partner_id: one.trading_partner_id },
    order: order_id === null ? null : { name: order_name!, order_id },
    held_document_id,
    shipment: shipment_id === null ? null : { name: shipment_name!, shipment_id },
    since,
    due_at,
    sent_at,
  }
}

export const listEdiDeadlines = sessionOperation({
  id: 'session.list_edi_deadlines',
  route: 'GET /api/v1/wholesale/edi/deadlines',
  summary: 'List EDI deadlines',
  description: `Returns the acknowledgements (855) and shipping notices (856) that accounts expect by a time, as their EDI profiles say: \`acknowledge_within_hours\` after an order arrives, also while it is held; \`notice_before_hours\` before a shipment does. A shipment counts as arriving at the beginning of its \`deliver_on\`; without one, after the days in transit that the account states. The list covers the last ${deadlineDays} days: open deadlines first, the next due at the top. A deadline that is due within four hours, late, missed or undetermined has an open exception of kind \`edi_deadline\`. A document counts as sent when it left, or was downloaded, and was not rejected.`,
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default, limits.page_limit_max),
      trading_partner_id: Type.Optional(Id('Only of this trading account.')),
      document_type: Type.Optional(Choice(types, 'Only of this document.')),
      state: Type.Optional(Choice(deadlineStates, 'Only in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(EdiDeadline),
  async run({ sql, caller, query, now }) {
    const { offset = 0, limit = limits.page_limit_default, trading_partner_id, ...filter } = query
    const { organization_id, time_zone } = caller
    const where = { organization_id, now, ...(trading_partner_id === undefined ? {} : { trading_partner_id }) }
    return countedPage(
      offset,
      selectDeadlines(sql, where, filter, limit, offset),
      countDeadlines(sql, where, filter),
      (row) => rowOf(row, time_zone),
      organization_id,
    )
  },
})
