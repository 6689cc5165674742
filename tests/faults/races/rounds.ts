/** The races of one round. Each prepares fresh records, and answers attempts that meet on them and what must hold after. */
import { uuidv7 } from 'uuidv7'
import type { ServiceProcess } from '../../support/service/service_process.ts'
import { ask, type Rig } from '../rig.ts'
import { newOrders, newVariant, type RaceShop, reportShipment, upload } from './shop.ts'

type Answer = Awaited<ReturnType<typeof ask>>
type Attempt = () => Promise<Answer | Awaited<ReturnType<typeof reportShipment>>>

export interface Race {
  /** Sent in this order, several at a time. */
  attempts: Attempt[]
  /** After all have been answered, by the codes of the answers: the number of violations. */
  check: (codes: readonly string[]) => Promise<number>
}

export interface Meeting {
  rig: Rig
  shop: RaceShop
  /** One of two processes, in turn. */
  service: () => ServiceProcess
  post: (path: string, body?: unknown) => Promise<Answer>
}

const orderPath = (order_id: string, act: string) => `/api/v1/sales/orders/${order_id}/${act}`
const sumOf = async ({ rig, shop }: Meeting, column: string, variant_id: string): Promise<number> => {
  const [row] = await rig.sql<{ units: number }[]>`
    select coalesce(sum(${rig.sql(column)}), 0)::int as units from order_lines
    where organization_id = ${shop.organization_id} and variant_id = ${variant_id}`
  return row!.units
}

async function lastUnits(meeting: Meeting): Promise<Race> {
  const { rig, shop, post } = meeting
  const units = 10
  const variant_id = await newVariant(rig, shop, units)
  const orders = await newOrders(rig, shop, variant_id, units * 4, 1)
  return {
    attempts: orders.map(
      ({ order_id }) =>
        () =>
          post(orderPath(order_id, 'allocate')),
    ),
    check: async () => Math.abs((await sumOf(meeting, 'allocated_quantity', variant_id)) - units),
  }
}

/** Whatever comes first, nothing of the order is outstanding or held after its cancellation and its shipment. */
async function cancelAgainstAllocateAndShip(meeting: Meeting): Promise<Race> {
  const { rig, shop, service, post } = meeting
  const variant_id = await newVariant(rig, shop, 30)
  const orders = await newOrders(rig, shop, variant_id, 10, 2)
  const attempts = orders.flatMap((order, i) => {
    const all: Attempt[] = [
      () => post(orderPath(order.order_id, 'allocate')),
      () => post(orderPath(order.order_id, 'cancel'), {}),
      () => reportShipment(service(), shop, uuidv7(), order, 2),
    ]
    return [...all.slice(i % 3), ...all.slice(0, i % 3)]
  })
  return {
    attempts,
    check: async () =>
      (await sumOf(meeting, 'allocated_quantity', variant_id)) +
      Math.abs((await sumOf(meeting, 'fulfilled_quantity', variant_id)) - 20),
  }
}

/** Two shipments of a line are both booked, and one of them, reported twice, once. */
async function twoShipments(meeting: Meeting): Promise<Race> {
  const { rig, shop, service } = meeting
  const variant_id = await newVariant(rig, shop, 10)
  const orders = await newOrders(rig, shop, variant_id, 5, 2)
  return {
    attempts: orders.flatMap((order) => {
      const [one, other] = [uuidv7(), uuidv7()]
      return [one, other, one].map((id) => () => reportShipment(service(), shop, id, order, 1))
    }),
    check: async () =>
      Math.abs((await sumOf(meeting, 'fulfilled_quantity', variant_id)) - 10) +
      (await sumOf(meeting, 'over_shipped_quantity', variant_id)),
  }
}

async function confirmTwice(meeting: Meeting): Promise<Race> {
  const { rig, shop, post } = meeting
  const variant_id = await newVariant(rig, shop, 4)
  const drafts = await newOrders(rig, shop, variant_id, 3, 2, 'draft')
  return {
    attempts: drafts.flatMap(({ order_id, line_id }) =>
      Array.from(
        { length: 3 },
        () => () => post(orderPath(order_id, 'confirm'), { lines: [{ line_item_id: line_id, verdict: 'accepted' }] }),
      ),
    ),
    check: async (codes) =>
      Math.abs(codes.filter((code) => code === 'done').length - drafts.length) +
      Math.abs((await sumOf(meeting, 'allocated_quantity', variant_id)) - 4),
  }
}

/** Of an arrival and a cancellation one wins; what arrived is back in stock, and nothing else. */
async function returnAgainstCancel(meeting: Meeting): Promise<Race> {
  const { rig, shop, service, post } = meeting
  const variant_id = await newVariant(rig, shop, 2)
  const [order] = await newOrders(rig, shop, variant_id, 1, 2)
  await reportShipment(service(), shop, uuidv7(), order!, 2)
  const body = {
    order_id: order!.order_id,
    location_id: shop.location_id,
    lines: [{ order_line_item_id: order!.line_id, expected_quantity: 2 }],
  }
  const made = await post('/api/v1/sales/returns', body)
  if (typeof made === 'string' || made.status !== 200) throw new Error(`no return: ${JSON.stringify(made)}`)
  const path = `/api/v1/sales/returns/${made.body.data.id}`
  const arrived = { sku: variant_id, received_quantity: 2, restocked_quantity: 2, disposition: 'restock' }
  return {
    attempts: [
      () => post(`${path}/receive`, { lines: [arrived] }),
      () => post(`${path}/cancel`),
      () => post(`${path}/receive`, { lines: [arrived] }),
    ],
    check: async () => {
      const [row] = await rig.sql<{ state: string; on_hand: number }[]>`
        select r.state, s.on_hand from returns r
        join stock_levels s on s.organization_id = r.organization_id and s.variant_id = ${variant_id}
        where r.organization_id = ${shop.organization_id} and r.return_id = ${made.body.data.id}`
      const { state, on_hand } = row!
      return (state === 'closed' && on_hand === 2) || (state === 'cancelled' && on_hand === 0) ? 0 : 1
    },
  }
}

async function sameImportTwice(meeting: Meeting): Promise<Race> {
  const { rig, shop, service, post } = meeting
  const variant_id = await newVariant(rig, shop, 0)
  const reference = uuidv7()
  const s3_key = await upload(service(), shop, `RMA,Item,Qty,Place\n${reference},${variant_id},1,${shop.location_id}\n`)
  const mappings = { reference: 'RMA', sku: 'Item', quantity: 'Qty', location: 'Place' }
  return {
    attempts: Array.from({ length: 2 }, () => () => post('/api/v1/sales/returns/import', { s3_key, mappings })),
    check: async () => {
      const [row] = await rig.sql<{ made: number }[]>`
        select count(*)::int as made from returns
        where organization_id = ${shop.organization_id} and external_id = ${reference}`
      return Math.abs(row!.made - 1)
    },
  }
}

/** Cancelling and voiding against invoicing belongs here, once orders are invoiced. */
export const races: { name: string; prepare: (meeting: Meeting) => Promise<Race> }[] = [
  { name: 'the last units', prepare: lastUnits },
  { name: 'cancel against allocate and ship', prepare: cancelAgainstAllocateAndShip },
  { name: 'two shipments of one line, one reported twice', prepare: twoShipments },
  { name: 'confirm several times', prepare: confirmTwice },
  { name: 'a return received and cancelled', prepare: returnAgainstCancel },
  { name: 'the same import twice', prepare: sameImportTwice },
]
