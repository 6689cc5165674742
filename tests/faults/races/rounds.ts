/** The races. Each prepares fresh records, and answers attempts that meet on them and what must hold after. */
import { uuidv7 } from 'uuidv7'
import { lastComponents } from './components.ts'
import { sameOrders, sameReturns } from './import_rounds.ts'
import { type Attempt, type Ground, type Race, times } from './race.ts'
import { releaseOrder, reportShipment, type Stage, voidShipment } from './shop.ts'

const orderPath = (order_id: string, act: string) => `/api/v1/sales/orders/${order_id}/${act}`
/** Begins with another attempt on each record. */
const rotated = <T>(all: readonly T[], by: number): T[] => [
  ...all.slice(by % all.length),
  ...all.slice(0, by % all.length),
]

/** Units of the lines of a race's variant. */
async function unitsOf({ rig, shop }: Ground, { variant_id }: Stage) {
  const [row] = await rig.sql<
    {
      agreed: number
      allocated: number
      fulfilled: number
      cancelled: number
      over_shipped: number
      invoiced: number
    }[]
  >`
    select sum(quantity - cancelled_quantity)::int as agreed, sum(allocated_quantity)::int as allocated, sum(fulfilled_quantity)::int as fulfilled,
      sum(cancelled_quantity)::int as cancelled, sum(over_shipped_quantity)::int as over_shipped,
      sum(invoiced_quantity)::int as invoiced
    from order_lines where organization_id = ${shop.organization_id} and variant_id = ${variant_id}`
  return row!
}

const lastUnits: Race = {
  name: 'the last units',
  needs: { units: 5, orders: 20, quantity: 1 },
  async prepare(ground, stage) {
    const allocations = stage.orders.map(
      ({ order_id }) =>
        () =>
          ground.post(orderPath(order_id, 'allocate')),
    )
    return {
      // Again at once, when there is nothing left.
      attempts: allocations.flatMap((one) => [one, one]),
      check: async () => Math.abs((await unitsOf(ground, stage)).allocated - 5),
    }
  },
}

/** Whatever comes first, nothing of the order is outstanding or held after its cancellation and its shipment. */
const cancelAgainstAllocateAndShip: Race = {
  name: 'cancel against allocate and ship',
  needs: { units: 24, orders: 8, quantity: 2 },
  async prepare(ground, stage) {
    const { service, shop, post } = ground
    const attempts = stage.orders.flatMap((order, i) => {
      const allocate = () => post(orderPath(order.order_id, 'allocate'))
      const cancel = () => post(orderPath(order.order_id, 'cancel'), {})
      const report = uuidv7()
      const ship = () => reportShipment(service(), shop, report, order, 2)
      return rotated<Attempt>([allocate, cancel, ship, allocate, cancel, ship], i)
    })
    return {
      attempts,
      check: async () => {
        const { allocated, fulfilled } = await unitsOf(ground, stage)
        return allocated + Math.abs(fulfilled - 16)
      },
    }
  },
}

/**
 * The end of an attempt to send a request meets the acts on its order: none of them waits for the other in a circle. The
 * message goes nowhere, so each attempt ends at once and is recorded.
 */
const releasedAgainstShipAndCancel: Race = {
  name: 'ship and cancel while the messages of fresh releases end',
  needs: { units: 24, orders: 6, quantity: 4 },
  async prepare(ground, stage) {
    const { service, shop, post, untilAnswered } = ground
    await Promise.all(stage.orders.map(({ order_id }) => untilAnswered(() => post(orderPath(order_id, 'allocate')))))
    const attempts = stage.orders.flatMap((order, i) => {
      const reports = Array.from({ length: 4 }, () => uuidv7())
      const ship = reports.map((report) => () => reportShipment(service(), shop, report, order, 1))
      const cancel = () => post(orderPath(order.order_id, 'cancel'), {})
      return [() => releaseOrder(service(), shop, order), ...rotated<Attempt>([...ship, cancel], i)]
    })
    return {
      attempts,
      check: async () => {
        const { allocated, fulfilled } = await unitsOf(ground, stage)
        return allocated + Math.abs(fulfilled - 24)
      },
    }
  },
}

const setQuantity = ({ patch }: Ground, { order_id, line_id }: Stage['orders'][number], quantity: number) =>
  patch(`/api/v1/sales/orders/${order_id}`, { lines: [{ line_item_id: line_id, quantity }] })

/** However changes and allocations follow each other, a last allocation holds what the order has come to. */
const changeAgainstAllocate: Race = {
  name: 'change against allocate',
  needs: { units: 24, orders: 8, quantity: 3 },
  async prepare(ground, stage) {
    const { post, untilAnswered } = ground
    const allocate = ({ order_id }: Stage['orders'][number]) => post(orderPath(order_id, 'allocate'))
    const attempts = stage.orders.flatMap((order, i) =>
      rotated<Attempt>(
        [
          () => allocate(order),
          () => setQuantity(ground, order, 1),
          () => allocate(order),
          () => setQuantity(ground, order, 2),
          () => setQuantity(ground, order, 3),
        ],
        i,
      ),
    )
    return {
      attempts,
      check: async () => {
        await Promise.all(stage.orders.map((order) => untilAnswered(() => allocate(order))))
        const { allocated, agreed } = await unitsOf(ground, stage)
        return Math.abs(agreed - allocated)
      },
    }
  },
}

/** A warehouse is asked for what the order holds, whichever of release and change comes last. */
const releaseAgainstChange: Race = {
  name: 'release against change',
  needs: { units: 24, orders: 6, quantity: 4 },
  async prepare(ground, stage) {
    const { rig, service, shop, post, untilAnswered } = ground
    await Promise.all(stage.orders.map(({ order_id }) => untilAnswered(() => post(orderPath(order_id, 'allocate')))))
    const attempts = stage.orders.flatMap((order, i) => {
      const release = () => releaseOrder(service(), shop, order)
      return rotated<Attempt>(
        [release, () => setQuantity(ground, order, 2), release, () => setQuantity(ground, order, 3)],
        i,
      )
    })
    return {
      attempts,
      check: async () => {
        const ids = stage.orders.map(({ order_id }) => order_id)
        const [row] = await rig.sql<{ asked: number; wrong: number }[]>`
          select count(*)::int as asked,
            count(*) filter (where (r.message ->> 'total_units')::int <> l.allocated_quantity)::int as wrong
          from warehouse_requests r
          join order_lines l on l.organization_id = r.organization_id and l.order_id = r.order_id
          where r.organization_id = ${shop.organization_id} and r.status = 'requested' and r.order_id = any(${ids}::uuid[])`
        return row!.wrong + Math.abs(row!.asked - stage.orders.length)
      },
    }
  },
}

/** One invoice bills what shipped, once, whatever was cancelled before or after it. */
const cancelAgainstInvoice: Race = {
  name: 'cancel against ship and invoice',
  needs: { units: 20, orders: 6, quantity: 3 },
  async prepare(ground, stage) {
    const { rig, service, shop, post } = ground
    const attempts = stage.orders.flatMap((order, i) => {
      const invoice = () => post(orderPath(order.order_id, 'invoice'), {})
      const cancel = () => post(orderPath(order.order_id, 'cancel'), {})
      const report = uuidv7()
      const ship = () => reportShipment(service(), shop, report, order, 2)
      return rotated<Attempt>([ship, invoice, cancel, invoice, cancel, invoice, ship], i)
    })
    return {
      attempts,
      check: async (codes) => {
        const { allocated, fulfilled, invoiced } = await unitsOf(ground, stage)
        const [row] = await rig.sql<{ invoices: number; units: number; cents: number }[]>`
          select count(distinct i.invoice_id)::int as invoices, coalesce(sum(n.quantity), 0)::int as units,
            coalesce(sum(n.amount_cents), 0)::int as cents
          from order_lines l
          join invoice_lines n on n.organization_id = l.organization_id and n.order_line_id = l.line_id
          join invoices i on i.organization_id = n.organization_id and i.invoice_id = n.invoice_id
          where l.organization_id = ${shop.organization_id} and l.variant_id = ${stage.variant_id}`
        const { invoices, units, cents } = row!
        return (
          allocated +
          Math.abs(fulfilled - 12) +
          Math.abs(invoiced - units) +
          Math.abs(units - 2 * invoices) +
          Math.abs(cents - 100 * units) +
          Math.max(invoices - codes.filter((code) => code === 'done').length, 0)
        )
      },
    }
  },
}

/** Two shipments of a line are both booked, and each of them, reported several times, once. */
const twoShipments: Race = {
  name: 'two shipments of one line, each reported several times',
  needs: { units: 8, orders: 4, quantity: 2 },
  async prepare(ground, stage) {
    const { service, shop } = ground
    return {
      attempts: stage.orders.flatMap((order) => {
        const [one, other] = [uuidv7(), uuidv7()]
        return times(4, [one, other])
          .flat()
          .map((id) => () => reportShipment(service(), shop, id, order, 1))
      }),
      check: async () => {
        const { fulfilled, over_shipped } = await unitsOf(ground, stage)
        return Math.abs(fulfilled - 8) + over_shipped
      },
    }
  },
}

const confirmTwice: Race = {
  name: 'confirm several times',
  needs: { units: 4, orders: 3, quantity: 2, lifecycle: 'draft' },
  async prepare(ground, stage) {
    return {
      attempts: stage.orders.flatMap(({ order_id, line_id }) =>
        times(4, () =>
          ground.post(orderPath(order_id, 'confirm'), { lines: [{ line_item_id: line_id, verdict: 'accepted' }] }),
        ),
      ),
      check: async (codes) =>
        Math.abs(codes.filter((code) => code === 'done').length - stage.orders.length) +
        Math.abs((await unitsOf(ground, stage)).allocated - 4),
    }
  },
}

/** Ships the order and announces its return. */
async function newReturn(
  { service, shop, post, untilAnswered }: Ground,
  order: Stage['orders'][number],
): Promise<number> {
  const report = uuidv7()
  await untilAnswered(() => reportShipment(service(), shop, report, order, 2))
  const made = await untilAnswered(() =>
    post('/api/v1/sales/returns', {
      order_id: order.order_id,
      location_id: shop.location_id,
      lines: [{ order_line_item_id: order.line_id, expected_quantity: 2 }],
    }),
  )
  if (typeof made === 'string' || made.status !== 200) throw new Error(`no return: ${JSON.stringify(made)}`)
  return made.body.data.id
}

/** Of arrivals and cancellations of a return one wins; what arrived is back in stock, and nothing else. */
const returnAgainstCancel: Race = {
  name: 'a return received and cancelled',
  needs: { units: 6, orders: 3, quantity: 2 },
  async prepare(ground, stage) {
    const { rig, shop, post } = ground
    const { variant_id } = stage
    const returns = await Promise.all(stage.orders.map((order) => newReturn(ground, order)))
    const arrived = { sku: variant_id, received_quantity: 2, restocked_quantity: 2, disposition: 'restock' }
    return {
      attempts: returns.flatMap((id, i) => {
        const receive = () => post(`/api/v1/sales/returns/${id}/receive`, { lines: [arrived] })
        const cancel = () => post(`/api/v1/sales/returns/${id}/cancel`)
        return rotated<Attempt>(times(4, [receive, cancel]).flat(), i)
      }),
      check: async () => {
        const [row] = await rig.sql<{ closed: number; cancelled: number; on_hand: number }[]>`
          select count(*) filter (where r.state = 'closed')::int as closed,
            count(*) filter (where r.state = 'cancelled')::int as cancelled, s.on_hand
          from returns r
          join stock_levels s on s.organization_id = r.organization_id and s.variant_id = ${variant_id}
          where r.organization_id = ${shop.organization_id} and r.return_id = any(${returns}::bigint[])
          group by s.on_hand`
        const { closed, cancelled, on_hand } = row!
        return Math.abs(closed + cancelled - returns.length) + Math.abs(on_hand - 2 * closed)
      },
    }
  },
}

/** Ships the order; returns the id of its shipment. */
async function newShipment(
  { rig, service, shop, untilAnswered }: Ground,
  order: Stage['orders'][number],
): Promise<string> {
  await untilAnswered(() => reportShipment(service(), shop, uuidv7(), order, 2))
  const [row] = await rig.sql<{ fulfilment_id: string }[]>`
    select fulfilment_id from fulfilments
    where organization_id = ${shop.organization_id} and order_id = ${order.order_id}`
  return row!.fulfilment_id
}

/** A void and a return of one shipment exclude each other; a void credits the invoice that bills it. */
const voidAgainstInvoiceAndReturn: Race = {
  name: 'a shipment voided against its invoice and its return',
  needs: { units: 6, orders: 3, quantity: 2 },
  async prepare(ground, stage) {
    const { rig, service, shop, post } = ground
    const shipments = await Promise.all(stage.orders.map((order) => newShipment(ground, order)))
    const attempts = stage.orders.flatMap((order, i) => {
      const { order_id, line_id } = order
      const undo = () => voidShipment(service(), shop, order, shipments[i]!)
      const invoice = () => post(orderPath(order_id, 'invoice'), {})
      const lines = [{ order_line_item_id: line_id, expected_quantity: 2 }]
      const back = () => post('/api/v1/sales/returns', { order_id, location_id: shop.location_id, lines })
      return rotated<Attempt>([undo, invoice, back, undo, invoice, back], i * 2)
    })
    return {
      attempts,
      check: async () => {
        const { fulfilled, invoiced } = await unitsOf(ground, stage)
        const [row] = await rig.sql<{ on_hand: number; unbacked: number; voided: number }[]>`
          select s.on_hand, (
            select count(*) from order_lines l
            where l.organization_id = ${shop.organization_id} and l.variant_id = ${stage.variant_id}
              and l.fulfilled_quantity < greatest(l.invoiced_quantity, (
                select coalesce(sum(t.expected_quantity), 0) from return_lines t
                where t.organization_id = l.organization_id and t.order_line_id = l.line_id)))::int as unbacked, (
            select count(*) from voided_shipments v
            where v.organization_id = ${shop.organization_id} and v.fulfilment_id = any(${shipments}::uuid[]))::int as voided
          from stock_levels s where s.organization_id = ${shop.organization_id} and s.variant_id = ${stage.variant_id}`
        const { on_hand, unbacked, voided } = row!
        return (
          unbacked +
          Math.abs(fulfilled - 2 * (3 - voided)) +
          Math.abs(on_hand - 2 * voided) +
          Math.max(invoiced - fulfilled, 0)
        )
      },
    }
  },
}

export const races: readonly Race[] = [
  lastComponents,
  lastUnits,
  cancelAgainstAllocateAndShip,
  releasedAgainstShipAndCancel,
  changeAgainstAllocate,
  releaseAgainstChange,
  cancelAgainstInvoice,
  twoShipments,
  confirmTwice,
  returnAgainstCancel,
  voidAgainstInvoiceAndReturn,
  sameReturns,
  sameOrders,
]
