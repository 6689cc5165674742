/** Rows that follow from the orders: delivery lines, supplier updates and exceptions. */
import type postgres from 'postgres'
import type { Calendar } from '../calendar.ts'
import type { Order, Orders } from './orders.ts'
import type { MasterData, Rows } from '../master_data.ts'
import type { MakeId } from '../random.ts'
import type { Reliability } from './suppliers.ts'

const signalsMax = 24
const exceptionsEachMax = 12

/** One delivery line for each ledger row of a delivery; freight and duty are the cost beyond the goods. */
export async function writeDeliveryLines(tx: postgres.TransactionSql, organization_id: string): Promise<number> {
  const { count } = await tx`
    insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
      received_quantity, unit_cost, freight_cost, duty_cost, landed_unit_cost, movement_id)
    select ${organization_id}, d.delivery_id, split_part(m.document_line_id, ' ', 1)::uuid, d.purchase_order_id, m.variant_id, m.quantity_delta,
      m.unit_cost, case when m.kind = 'receipt' then round(m.quantity_delta * m.unit_cost * 0.02, 4) end,
      case when m.kind = 'receipt' then round(m.quantity_delta * m.unit_cost * 0.05, 4) end, m.landed_unit_cost,
      m.movement_id
    from purchase_order_deliveries d
    join stock_movements m on m.organization_id = ${organization_id} and m.kind in ('receipt', 'transfer_in', 'assembly_in')
      and case when m.kind = 'transfer_in' then split_part(m.document_line_id, ' ', 2) else m.document_id end
        = d.delivery_id::text
    where d.organization_id = ${organization_id}`
  await tx`
    update purchase_order_deliveries d set freight_cents = round(t.cost * 2), duty_cents = round(t.cost * 5)
    from (
      select l.delivery_id, sum(l.received_quantity * l.unit_cost) as cost
      from purchase_order_delivery_lines l
      join purchase_orders o using (organization_id, purchase_order_id)
      where l.organization_id = ${organization_id} and o.order_type = 'purchase' group by l.delivery_id
    ) t
    where d.organization_id = ${organization_id} and d.delivery_id = t.delivery_id`
  return count
}

const signalsByReliability: Record<Reliability, readonly (readonly [type: string, sentence: string])[]> = {
  prompt: [['confirmation', 'All of it ships as ordered.']],
  late: [
    ['reschedule', 'A loom is down; the goods ship a week later.'],
    ['reschedule', 'The vessel was missed; the next one sails on Friday.'],
  ],
  short: [
    ['quantity_change', 'The cloth covers nine tenths of the order.'],
    ['rejection', 'This style can no longer be made.'],
  ],
  steady: [
    ['price_change', 'Yarn went up; new orders cost three per cent more.'],
    ['confirmation', 'Confirmed, with the second half a week behind.'],
  ],
}

/** Updates on open orders. Most are pending; one in five has no date. */
export function signalRows(orders: Orders, masterData: MasterData, calendar: Calendar, makeId: MakeId): Rows {
  const sent = orders.open.filter(({ status, first_variant_id }) => status !== 'approved' && first_variant_id !== null)
  const rows = sent.slice(-signalsMax).map((order, i) => {
    const supplier = masterData.suppliers[order.supplier!]!
    const [type, sentence] =
      signalsByReliability[supplier.reliability][i % signalsByReliability[supplier.reliability].length]!
    const concernsVariant = type === 'quantity_change' || type === 'price_change' || type === 'rejection'
    const at = `${calendar.days[order.week * 7]} 16:00:00+00`
    return [
      makeId('supplier_signal', i),
      order.purchase_order_id,
      supplier.supplier_id,
      concernsVariant ? order.first_variant_id : null,
      type,
      i % 6 === 4 ? 'applied' : i % 6 === 5 ? 'dismissed' : 'pending',
      i % 5 === 3 ? null : at,
      sentence,
      at,
      at,
    ]
  })
  return {
    table: 'supplier_signals',
    columns:
      'signal_id purchase_order_id supplier_id variant_id signal_type state reported_at sentence created_at updated_at',
    rows,
  }
}

/** Overdue orders are open exceptions; of orders closed short, all but the last three are resolved. */
export function exceptionRows(orders: Orders, calendar: Calendar, makeId: MakeId): Rows {
  const overdue = orders.open.filter(({ due_on, status }) => due_on < calendar.today && status !== 'approved')
  const short = orders.short.slice(-exceptionsEachMax)
  const row = (order: Order, kind: string, severity: string, sentence: string, at: string, is_resolved: boolean) => ({
    kind,
    severity,
    id: order.purchase_order_id,
    sentence,
    at,
    is_resolved,
  })
  const all = [
    ...overdue
      .slice(-exceptionsEachMax)
      .map((order) =>
        row(
          order,
          'date_slip',
          'warning',
          `${order.name} was due on ${order.due_on} and has not all arrived.`,
          `${order.due_on} 22:00:00+00`,
          false,
        ),
      ),
    ...short.map((order, i) =>
      row(
        order,
        'quantity_short',
        'info',
        `${order.name} ended with ${order.units_delivered} of ${order.units} units.`,
        order.deliveries.at(-1)!.received_at,
        i < short.length - 3,
      ),
    ),
  ]
  return {
    table: 'exceptions',
    columns: 'exception_id kind severity subject_type subject_id sentence opened_at resolved_at resolution resolved_by',
    rows: all.map(({ kind, severity, id, sentence, at, is_resolved }, i) => [
      makeId('exception', i),
      kind,
      severity,
      'purchase_order',
      id,
      sentence,
      at,
      is_resolved ? at.replace(/ \d\d/, ' 17') : null,
      is_resolved ? 'The rest was given up.' : null,
      is_resolved ? 'user:Buying' : null,
    ]),
  }
}
