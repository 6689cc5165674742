/** What to pick for orders: the units that they hold, where they hold them. Pure. */
import type { PickedLine, PickedOrder } from '../../documents/printing/printed_pick_list.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'

/** Units of one variant at one location for one order line. */
interface Pick {
  location_id: string
  variant_id: string
  sku: string
  units: number
  order: string
  bundle: string | null
}

/** Why nothing of an order is picked; null if something is. */
export function leftOut({ name, hold, lines }: LockedOrder): string | null {
  if (hold !== null) return `${name} is on hold (${hold.reason}).`
  return lines.some(({ allocated_quantity }) => allocated_quantity > 0) ? null : `${name} holds no stock.`
}

const picksOf = ({ name: order, lines }: LockedOrder): Pick[] =>
  lines.flatMap(({ allocated_quantity, location_id, variant_id, sku: lineSku, parts }) =>
    allocated_quantity === 0
      ? []
      : parts.map(({ variant_id: partId, sku, units }) => ({
          location_id: location_id!,
          variant_id: partId,
          sku,
          units: units * allocated_quantity,
          order,
          bundle: partId === variant_id ? null : lineSku,
        })),
  )

export interface Texts {
  barcode: string | null
  title: string
}

const sumOf = (picks: readonly Pick[]) => picks.reduce((sum, { units }) => sum + units, 0)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function lineOf(picks: readonly Pick[], texts: ReadonlyMap<string, Texts>): PickedLine {
  const { variant_id, sku } = picks[0]!
  const { barcode, title } = texts.get(variant_id)!
  const orders = [...Map.groupBy(picks, ({ order }) => order)].map(([name, own]) => `${name}: ${sumOf(own)}`)
  const bundles = [...new Set(picks.flatMap(({ bundle }) => bundle ?? []))].toSorted(byText)
  return { sku, barcode, title, units: sumOf(picks), orders, bundles }
}

/** By location and SKU; what several orders need of one is one line. */
export function placesOf(
  orders: readonly LockedOrder[],
  locations: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, Texts>,
): { location: string; lines: PickedLine[] }[] {
  const picks = orders.flatMap(picksOf)
  return [...Map.groupBy(picks, ({ location_id }) => location_id)]
    .map(([location_id, there]) => ({
      location: locations.get(location_id)!,
      lines: [...Map.groupBy(there, ({ variant_id }) => variant_id).values()]
        .map((own) => lineOf(own, texts))
        .toSorted((a, b) => byText(a.sku, b.sku)),
    }))
    .toSorted((a, b) => byText(a.location, b.location))
}

export const orderOf = (order: LockedOrder, ship_to: PickedOrder['ship_to']): PickedOrder => ({
  name: order.name,
  reference: order.reference,
  ship_to,
  shipping_method: order.shipping_method,
  ship_by: order.requested_ship_date ?? order.ship_window_end ?? order.cancel_date,
  notes: order.notes,
  units: order.lines.reduce((sum, { allocated_quantity }) => sum + allocated_quantity, 0),
})
