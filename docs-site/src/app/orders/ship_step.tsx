/** Recording a shipment, loose or in cartons, with the movements that it will book. */
import { sumOf, unitsIn, unitsText } from '../amounts'
import { Dialog, Field, Form, Trouble } from '../parts'
import { post } from '../service'
import { Effects, stated, useKept } from '../effects'
import { type StepShown, useLevels } from './goods_steps'
import { type Level, type Line, type Order, outstandingOf } from './model'

interface Carton {
  sscc: string
  weight_kg: string
  tracking_number: string
  units: Record<string, string>
}

interface Entered {
  carrier: string
  tracking_number: string
  has_cartons: boolean
  units: Record<string, string>
  cartons: Carton[]
}

const shippable = ({ line_items }: Order): Line[] => line_items.filter((line) => outstandingOf(line) > 0)

/** Units that hold stock are what a person most likely has packed. */
const packedOf = ({ line_items }: Order): Record<string, string> => Object.fromEntries(line_items.filter((line) => outstandingOf(line) > 0).map((line) => [line.line_item_id, String(line.allocated_quantity)]))

const newCarton = (units: Record<string, string>): Carton => ({ sscc: '', weight_kg: '', tracking_number: '', units })

const linesIn = (units: Record<string, string>) => Object.entries(units).flatMap(([line_item_id, text]) => ((unitsIn(text) ?? 0) > 0 ? [{ line_item_id, quantity: unitsIn(text)! }] : []))

const cartonOf = ({ sscc, weight_kg, tracking_number, units }: Carton) => ({
  ...(stated(sscc) === undefined ? {} : { sscc: stated(sscc) }),
  ...(stated(weight_kg) === undefined ? {} : { weight_kg: Number(weight_kg) }),
  ...(stated(tracking_number) === undefined ? {} : { tracking_number: stated(tracking_number) }),
  lines: linesIn(units),
})

const stockText = (sku: string, level: Level | undefined, units: number): string =>
  level?.is_assembled === true ? `${sku}: its components leave the stock` : `${sku}: ${level?.on_hand_qty ?? 0} on hand before, ${(level?.on_hand_qty ?? 0) - units} after`

/** What the shipment will do, in the order in which it matters. */
function effectsOf(order: Order, shipped: Map<string, number>, onHand: Map<string, Level> | null): (string | false)[] {
  const place = order.location?.name ?? 'its location'
  const lines = order.line_items.flatMap((line) => ((shipped.get(line.line_item_id) ?? 0) > 0 ? [{ line, units: shipped.get(line.line_item_id)! }] : []))
  const units = sumOf(lines, (one) => one.units)
  const beyond = sumOf(lines, ({ line, units: each }) => Math.max(0, each - outstandingOf(line)))
  const unheld = sumOf(lines, ({ line, units: each }) => Math.max(0, Math.min(each, outstandingOf(line)) - line.allocated_quantity))
  const rest = sumOf(order.line_items, outstandingOf) - (units - beyond)
  return [
    `Books ${unitsText(units)} out of ${place}, at the cost that they leave at.`,
    onHand !== null && lines.map(({ line, units: each }) => stockText(line.sku, onHand.get(line.variant_id), each)).join('; '),
    `Releases the stock held for ${unitsText(sumOf(lines, ({ line, units: each }) => Math.min(each, line.allocated_quantity)))}.`,
    unheld > 0 && `No stock is held for ${unitsText(unheld)} of them: an exception opens.`,
    beyond > 0 && `More than the order by ${unitsText(beyond)}, which is recorded as over-shipped: an exception opens.`,
    rest === 0 ? 'Nothing is left to ship: the order becomes fulfilled.' : `${unitsText(rest)} left to ship.`,
    order.is_wholesale && 'Sales count on the day of the shipment; the units can then be invoiced.',
  ]
}

export function ShipStep({ order, close, done }: StepShown) {
  const packed = packedOf(order)
  const { entries, set, forget } = useKept<Entered>(`ship ${order.order_id}`, { carrier: '', tracking_number: '', has_cartons: false, units: packed, cartons: [newCarton(packed)] })
  const { levels, trouble } = useLevels(order.line_items, order.location?.location_id)
  const shipped = new Map<string, number>()
  for (const { line_item_id, quantity } of entries.has_cartons ? entries.cartons.flatMap(({ units }) => linesIn(units)) : linesIn(entries.units)) shipped.set(line_item_id, (shipped.get(line_item_id) ?? 0) + quantity)
  const change = (at: number, changed: Partial<Carton>) => set({ cartons: entries.cartons.map((carton, place) => (place === at ? { ...carton, ...changed } : carton)) })
  const submit = async () => {
    await post(`/sales/orders/${order.order_id}/shipments`, {
      ...(stated(entries.carrier) === undefined ? {} : { carrier: stated(entries.carrier) }),
      ...(stated(entries.tracking_number) === undefined ? {} : { tracking_number: stated(entries.tracking_number) }),
      ...(entries.has_cartons ? { cartons: entries.cartons.map(cartonOf) } : { lines: linesIn(entries.units) }),
    })
    forget()
    done('The shipment is recorded.')
  }
  return (
    <Dialog title={`Ship ${order.name}`} close={close}>
      <Form action="Record the shipment" cancel={close} submit={submit}>
        <Trouble of={trouble} />
        <div class="beside">
          <Field label="Carrier (optional)">{({ id }) => <input id={id} value={entries.carrier} onInput={({ currentTarget }) => set({ carrier: currentTarget.value })} />}</Field>
          <Field label="Tracking number (optional)">{({ id }) => <input id={id} value={entries.tracking_number} onInput={({ currentTarget }) => set({ tracking_number: currentTarget.value })} />}</Field>
        </div>
        <p>
          <label class="choice">
            <input type="checkbox" checked={entries.has_cartons} onChange={() => set({ has_cartons: !entries.has_cartons })} /> In cartons
          </label>
        </p>
        {!entries.has_cartons && <Units order={order} units={entries.units} change={(units) => set({ units })} />}
        {entries.has_cartons &&
          entries.cartons.map((carton, at) => (
            <fieldset key={at}>
              <legend>Carton {at + 1}</legend>
              <Units order={order} units={carton.units} change={(units) => change(at, { units })} of={` in carton ${at + 1}`} />
              <div class="beside">
                <Field label={`SSCC of carton ${at + 1} (optional)`}>{({ id }) => <input id={id} inputMode="numeric" value={carton.sscc} onInput={({ currentTarget }) => change(at, { sscc: currentTarget.value })} />}</Field>
                <Field label={`Weight of carton ${at + 1} in kg (optional)`}>{({ id }) => <input id={id} type="number" step="any" min={0} value={carton.weight_kg} onInput={({ currentTarget }) => change(at, { weight_kg: currentTarget.value })} />}</Field>
                <Field label={`Tracking number of carton ${at + 1} (optional)`}>{({ id }) => <input id={id} value={carton.tracking_number} onInput={({ currentTarget }) => change(at, { tracking_number: currentTarget.value })} />}</Field>
              </div>
              {entries.cartons.length > 1 && (
                <button type="button" onClick={() => set({ cartons: entries.cartons.filter((_, place) => place !== at) })}>
                  Take carton {at + 1} out
                </button>
              )}
            </fieldset>
          ))}
        {entries.has_cartons && (
          <p>
            <button type="button" onClick={() => set({ cartons: [...entries.cartons, newCarton({})] })}>
              Add a carton
            </button>
          </p>
        )}
        <Effects of={effectsOf(order, shipped, levels)} />
      </Form>
    </Dialog>
  )
}

const Units = ({ order, units, change, of = '' }: { order: Order; units: Record<string, string>; change: (units: Record<string, string>) => void; of?: string }) => (
  <div class="beside">
    {shippable(order).map((line) => (
      <Field key={line.line_item_id} label={`Units of ${line.sku}${of}`} hint={`${outstandingOf(line)} to ship, ${line.allocated_quantity} held.`}>
        {({ id, describedby }) => (
          <input id={id} aria-describedby={describedby} type="number" min={0} step={1} value={units[line.line_item_id] ?? ''} onInput={({ currentTarget }) => change({ ...units, [line.line_item_id]: currentTarget.value })} />
        )}
      </Field>
    ))}
  </div>
)
