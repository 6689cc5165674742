/** The labels of a shipment's cartons as PDF, made of what its notice (856) is made of. */
import { organizations } from '../../../db/schema/organizations.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { MadeFile } from '../../tables/made_file.ts'
import { readNoticed } from '../edi_orders/outbound/notices.store.ts'
import { faultOf, type Shipment } from '../edi_orders/outbound/shipping_notice.rules.ts'
import { readShipments } from '../fulfilment/shipment.store.ts'
import { ShipmentPath } from '../fulfilment/undo_shipment.ts'
import { labelsOf } from './labels.rules.ts'

const orderColumns = selections(
  selection(sales_orders, 'o', ['order_id', 'name', 'trading_partner_id']),
  selection(organizations, 'g', ['time_zone']),
)

interface Shipped {
  order: RowOf<typeof orderColumns>
  shipment: Shipment
}

/** null where the order has no such shipment in force. */
async function readShipped(
  sql: Sql,
  organization_id: string,
  order_id: string,
  shipment_id: string,
): Promise<Shipped | null> {
  const [[order], shipments] = await Promise.all([
    sql<RowOf<typeof orderColumns>[]>`
      select ${orderColumns} from sales_orders o
      join organizations g on g.organization_id = ${organization_id}
      where o.organization_id = ${organization_id} and o.order_id = ${order_id}`,
    readShipments(sql, organization_id, [order_id]),
  ])
  const shipment = shipments.get(order_id)?.find((one) => one.shipment_id === shipment_id)
  return order === undefined || shipment === undefined ? null : { order, shipment }
}

/** Why a shipment has no labels; null if it has. */
function lackOf({ order, shipment }: Shipped): { reason: string; sentence: string } | null {
  if (order.trading_partner_id !== null) return faultOf(shipment)
  return {
    reason: 'consumer_order',
    sentence: `${order.name} is a consumer order, whose addresses are not stored; only cartons for trading accounts have labels.`,
  }
}

export const cartonLabelsFile: MadeFile = {
  name: 'carton_labels',
  async make(sql, organization_id, query) {
    const shipped = await readShipped(sql, organization_id, String(query.order_id), String(query.shipment_id))
    if (shipped === null || lackOf(shipped) !== null) return null
    const { order_id, trading_partner_id, time_zone } = shipped.order
    const context = { organization_id, time_zone, now: shipped.shipment.shipped_at }
    const noticed = await readNoticed(sql, context, order_id, trading_partner_id!)
    const labels = labelsOf({ ...noticed, shipment: shipped.shipment })
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, labels) }
  },
}

export const getCartonLabels = sessionOperation({
  id: 'session.get_carton_labels',
  route: 'GET /api/v1/sales/orders/{order_id}/shipments/{shipment_id}/carton-labels',
  summary: 'Get the carton labels of a shipment',
  description:
    "Returns a URL from which the labels of a shipment's cartons can be downloaded as PDF for 60 minutes without a key: a page of 4 by 6 inches for each carton. A label has the carton's SSCC as bar code (GS1-128) and in digits, where the carton comes from and goes, the store that ordered (BY), the buyer's order number and department, carrier, tracking number and bill of lading where they are recorded, the weight, and which of how many cartons it is. It states what the shipping notice (856) of the shipment states. Fails with `conflict` and `data.reason` if a carton has no SSCC (`no_sscc`) or no contents (`empty_carton`), if the shipment has no cartons (`no_cartons`), and for a consumer order (`consumer_order`). `row_count` is the number of labels.",
  service: 'sales',
  params: ShipmentPath,
  answer: ExportLink,
  refusals: ['not_found', 'conflict'],
  conflict: 'A carton has no SSCC or no contents, the shipment has no cartons, or the order is one of a consumer.',
  async run(call) {
    const { sql, caller, params } = call
    const order_id = params.order_id.toLowerCase()
    const shipment_id = params.shipment_id.toLowerCase()
    const shipped = await readShipped(sql, caller.organization_id, order_id, shipment_id)
    if (shipped === null) return refuse('not_found', { desc: 'The order has no shipment of that id.' })
    const lack = lackOf(shipped)
    if (lack !== null) refuse('conflict', { desc: lack.sentence, data: { reason: lack.reason, shipment_id } })
    const { name, cartons } = shipped.shipment
    return linkFile(call, {
      table: cartonLabelsFile.name,
      query: { order_id, shipment_id },
      file_name: `${fileNameOf(`carton_labels_${name}`)}.pdf`,
      row_count: cartons.length,
    })
  },
})
