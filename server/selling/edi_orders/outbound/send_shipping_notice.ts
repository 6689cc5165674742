import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { counted } from '../../../contract/outcome.ts'
import { operation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Id, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import { ediDocumentStates } from '../../../interchanges/known_values.ts'
import { queueEdiDocument, takesEdiDocument } from '../../../interchanges/queue_document.ts'
import { readShipments } from '../../fulfilment/shipment.store.ts'
import { type LockedOrder, lockOrder } from '../../orders/locked_order.store.ts'
import { OrderPath } from '../../orders/model.ts'
import { readNoticed, readSent } from './notices.store.ts'
import { noticeFaultOf, noticeOf, type Shipment } from './shipping_notice.rules.ts'

const Notices = Shape({
  order: Shape(
    { name: Text('Display name of the order.', { examples: ['SO-2041'] }), order_id: OwnId('Id of the order.') },
    { description: 'The order.' },
  ),
  documents: Type.Array(
    Shape({
      document_id: Whole('Id of the EDI document.', { examples: [8812] }),
      document_type: Text('X12 number of the document.', { examples: ['856'] }),
      state: OpenChoice(ediDocumentStates, 'State of the document.'),
      sentence: Text('State as a sentence to display.', { examples: ['The 856 is waiting to be sent.'] }),
      shipment: Shape(
        {
          name: Text('Display name of the shipment.', { examples: ['SO-2041-1'] }),
          shipment_id: OwnId('Id of the shipment.'),
        },
        { description: 'The announced shipment.' },
      ),
    }),
    { description: 'One notice for each shipment, oldest shipment first; those that were queued before included.' },
  ),
})

/** The named shipment, or all of them. Shipments of before the organisation came here have no cartons to announce. */
function announced(order: LockedOrder, shipments: readonly Shipment[], named: string | undefined): Shipment[] {
  const announcedShipments =
    named === undefined ? shipments : shipments.filter(({ shipment_id }) => shipment_id === named.toLowerCase())
  if (announcedShipments.length === 0 && named !== undefined)
    refuseField('shipment_id', 'must be a shipment of the order')
  if (announcedShipments.length === 0)
    refuse('conflict', {
      desc: `Nothing of ${order.name} has shipped, so there is no shipment to announce.`,
      data: { reason: 'not_shipped' },
    })
  return [...announcedShipments]
}

async function checkTaken(sql: Sql, organization_id: string, order: LockedOrder): Promise<string> {
  const { trading_partner_id, name } = order
  if (trading_partner_id === null)
    refuse('conflict', {
      desc: `${name} is a consumer order; only shipments to trading accounts are announced.`,
      data: { reason: 'consumer_order' },
    })
  if (!(await takesEdiDocument(sql, organization_id, { trading_partner_id, document_type: '856' })))
    refuse('conflict', {
      desc: `The account of ${name} takes no 856: its EDI profile does not list it. The profile is set in the app.`,
      data: { reason: 'not_taken' },
    })
  return trading_partner_id
}

export const sendShippingNotice = operation({
  id: 'orders.send_shipping_notice',
  route: 'POST /api/v1/sales/orders/{order_id}/shipping-notice',
  summary: 'Send a shipping notice',
  desc: ({ documents, order }) => `${counted(documents.length, 'shipping notice')} of ${order.name} on file.`,
  description:
    "Builds an 856 from the cartons of a shipment, with their SSCCs and contents by door, and queues it for the order's account. Without `shipment_id`, every shipment of the order that has no notice yet gets one. Repeating the call sends nothing twice: it returns the existing notices. A notice that failed, or that the account rejected, is built again. Fails with `conflict`, and `data.reason` names why, if nothing has shipped (`not_shipped`), if the warehouse reported no cartons (`no_cartons`) or a carton without SSCC (`no_sscc`), without contents (`empty_carton`), or with units of several stores and no `door_reference` of its own (`several_stores`), if the account takes no 856 (`not_taken`), and for a consumer order (`consumer_order`); then nothing is sent.",
  capability: 'trading-partner connectivity',
  params: OrderPath,
  body: Type.Object(
    {
      shipment_id: Type.Optional(
        Id('Id of the shipment, as the order shows it; every shipment without a notice if left out.'),
      ),
    },
    { additionalProperties: false, default: {}, examples: [{ shipment_id: exampleId('shipment_id') }] },
  ),
  answer: Notices,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is a consumer order; nothing of it has shipped; its account takes no 856; or a shipment cannot be announced, for example because the warehouse reported no cartons.',
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id, time_zone } = caller
    const locked = await lockOrder(sql, caller, order_id)
    const [shipments, sent] = await Promise.all([
      readShipments(sql, organization_id, [order_id]),
      readSent(sql, organization_id, order_id),
    ])
    const chosen = announced(locked, shipments.get(order_id) ?? [], body.shipment_id)
    const trading_partner_id = await checkTaken(sql, organization_id, locked)
    const missing = chosen.filter(({ name }) => !sent.has(name))
    const noticed = await readNoticed(sql, { organization_id, time_zone, now }, order_id, trading_partner_id)
    for (const shipment of missing) {
      const fault = noticeFaultOf({ ...noticed, shipment })
      if (fault !== null)
        refuse('conflict', {
          desc: fault.sentence,
          data: { reason: fault.reason, shipment_id: shipment.shipment_id },
        })
    }
    for (const shipment of missing) {
      const record = noticeOf({ ...noticed, shipment })
      const context = { organization_id, now }
      const queued = await queueEdiDocument(sql, context, {
        document_type: '856',
        trading_partner_id,
        order_id,
        record,
      })
      sent.set(shipment.name, { document_type: '856', ...queued! })
    }
    return {
      order: { name: locked.name, order_id },
      documents: chosen.map(({ name, shipment_id }) => {
        const { document_id, document_type, state, sentence } = sent.get(name)!
        return { document_id, document_type, state, sentence, shipment: { name, shipment_id } }
      }),
    }
  },
})
