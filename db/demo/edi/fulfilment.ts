/** Handles an order that arrived over EDI: it is allocated, shipped in cartons, announced (856) and invoiced (810). */
import { addDays } from '../../../server/calendar/days.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { sendShippingNotice } from '../../../server/selling/edi_orders/outbound/send_shipping_notice.ts'
import { recordShipment } from '../../../server/selling/fulfilment/record_shipment.ts'
import { invoiceOrder } from '../../../server/selling/invoices/invoice.ts'
import { allocateOrder } from '../../../server/selling/orders/allocation/allocate.ts'
import type { Desk } from '../desk.ts'

interface Held {
  line_item_id: string
  quantity: number
}

/** After the other movements of the evening. A line without stock stays open. */
export async function fulfilOrder(desk: Desk, today: string, order_id: string): Promise<void> {
  const { sql, organization_id } = desk
  const day = addDays(today, -1)
  const run = (operation: Operation, body: object, time: string) =>
    desk.run(operation, { params: { order_id }, body, at: `${day}T${time}Z` })
  await run(allocateOrder, {}, '11:30:00')
  const held = await sql<Held[]>`
    select line_id as line_item_id, allocated_quantity::float8 as quantity from order_lines
    where organization_id = ${organization_id} and order_id = ${order_id} and allocated_quantity > 0
    order by line_number`
  if (held.length === 0) return
  const cartons = held.map((line) => ({ weight_kg: 6.5, lines: [line] }))
  await run(recordShipment, { carrier: 'UPS', tracking_number: '1Z9990001', cartons }, '23:20:00')
  await run(sendShippingNotice, {}, '23:25:00')
  await run(invoiceOrder, {}, '23:30:00')
}
