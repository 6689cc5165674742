/** Steps of an order that concern its goods: the verdict on each line, the stock that it holds, and what is cancelled. */
import { centsIn, sumOf, unitsIn, unitsText } from '../amounts'
import { Cell, moneyText } from '../cells'
import { LookupSelect } from '../operation_fields'
import { lookupOf } from '../lookups'
import { Dialog, Field, Form, Records, Trouble, useRead } from '../parts'
import { type Organization, post } from '../service'
import { Effects, stated, useKept } from '../effects'
import { type Level, type Line, type Order, outstandingOf, readLevels, unallocatedOf } from './model'

export interface StepShown {
  order: Order
  organization: Organization
  close: () => void
  done: (said: string) => void
}

/** Stock at a location; null while it is read or where there is no location. */
export function useLevels(lines: readonly Line[], location_id: string | undefined): { levels: Map<string, Level> | null; trouble: unknown } {
  const { data, trouble } = useRead(async () => (location_id === undefined || location_id === '' ? null : readLevels(lines.map(({ variant_id }) => variant_id), location_id)), [location_id])
  return { levels: data, trouble }
}

/** Units that lines of one variant can get of what is available: the first lines first. */
export function holdable(wanted: readonly { variant_id: string; units: number }[], levels: Map<string, Level>): number {
  const left = new Map([...levels].map(([variant_id, { available_qty }]) => [variant_id, Math.max(available_qty ?? 0, 0)]))
  return sumOf(wanted, ({ variant_id, units }) => {
    const held = Math.min(units, left.get(variant_id) ?? 0)
    left.set(variant_id, (left.get(variant_id) ?? 0) - held)
    return held
  })
}

/** What is held of lines; of bundles that are assembled the page knows no stock. */
function holdsText(wanted: readonly { variant_id: string; units: number }[], levels: Map<string, Level>, place: string): string {
  const known = wanted.filter(({ variant_id }) => levels.get(variant_id)?.available_qty !== null)
  const assembled = sumOf(wanted, ({ units }) => units) - sumOf(known, ({ units }) => units)
  const held = holdable(known, levels)
  const short = sumOf(known, ({ units }) => units) - held
  return `Holds ${unitsText(held)} at ${place}${short === 0 ? '' : `; no stock is available for ${unitsText(short)} more`}${assembled === 0 ? '' : `; for ${unitsText(assembled)} of bundles it holds their components, as far as these are available`}.`
}

/** What is available of a variant. */
const availableText = (level: Level | undefined): string => (level?.available_qty === null ? 'assembled from its components' : `${unitsText(level?.available_qty ?? 0)} available`)

interface Verdicts {
  location_id: string
  verdicts: Record<string, string>
  quantities: Record<string, string>
  prices: Record<string, string>
  reasons: Record<string, string>
}

const verdicts: readonly (readonly [value: string, words: string])[] = [
  ['accepted', 'Accept'],
  ['quantity_changed', 'Change the quantity'],
  ['rejected', 'Reject'],
]

export function ConfirmStep({ order, close, done }: StepShown) {
  const draft = `confirm ${order.order_id}`
  const { entries, set, forget } = useKept<Verdicts>(draft, { location_id: order.location?.location_id ?? '', verdicts: {}, quantities: {}, prices: {}, reasons: {} })
  const { levels, trouble } = useLevels(order.line_items, entries.location_id)
  const verdictOf = ({ line_item_id }: Line) => entries.verdicts[line_item_id] ?? 'accepted'
  const agreedOf = (line: Line): number | null => (verdictOf(line) === 'accepted' ? line.quantity : verdictOf(line) === 'rejected' ? 0 : unitsIn(entries.quantities[line.line_item_id]))
  const priceOf = (line: Line): number | null => centsIn(entries.prices[line.line_item_id]) ?? line.unit_price.cents ?? null
  const agreed = order.line_items.map((line) => ({ line, variant_id: line.variant_id, units: agreedOf(line) ?? 0, price: priceOf(line) }))
  const units = sumOf(agreed, (one) => one.units)
  const isPriced = agreed.every(({ price, units: each }) => price !== null || each === 0)
  const goods = moneyText({ cents: isPriced ? sumOf(agreed, (one) => one.units * (one.price ?? 0)) : null, currency: order.currency, reason: isPriced ? null : 'a price is not agreed yet' })
  const submit = async () => {
    const lines = order.line_items.map((line) => {
      const { line_item_id } = line
      const verdict = verdictOf(line)
      const price = centsIn(entries.prices[line_item_id])
      return {
        line_item_id,
        verdict,
        ...(verdict === 'quantity_changed' ? { quantity: unitsIn(entries.quantities[line_item_id]) } : {}),
        ...(price === null ? {} : { unit_price_cents: price }),
        ...(stated(entries.reasons[line_item_id]) === undefined ? {} : { reason: stated(entries.reasons[line_item_id]) }),
      }
    })
    await post(`/sales/orders/${order.order_id}/confirm`, { lines, ...(entries.location_id === '' ? {} : { location_id: entries.location_id }) })
    forget()
    done('The order is confirmed.')
  }
  return (
    <Dialog title={`Confirm ${order.name}`} close={close}>
      <Form action="Confirm the order" cancel={close} submit={submit}>
        <Field label="Location that ships">
          {({ id }) => <LookupSelect id={id} lookup={lookupOf('location_id', {})!} value={entries.location_id} choose={(location_id) => set({ location_id })} none="Choose one" />}
        </Field>
        <Trouble of={trouble} />
        {order.line_items.map((line) => (
          <Verdict key={line.line_item_id} line={line} entries={entries} set={set} available={levels === null ? '' : `; ${availableText(levels.get(line.variant_id))}`} />
        ))}
        <Effects
          of={[
            `Agrees ${unitsText(units)} for ${goods} before discount, tax and freight.`,
            levels !== null && units > 0 && holdsText(agreed, levels, nameOfPlace(order, entries.location_id)),
            agreed.some((one) => one.units === 0) && 'Rejected lines stay on the order with no units.',
            order.account !== null && `${order.account.name} gets the answer over EDI where its account takes one.`,
          ]}
        />
        <p class="quiet">A verdict cannot be taken back; quantities and prices can be changed afterwards.</p>
      </Form>
    </Dialog>
  )
}

const nameOfPlace = ({ location }: Order, location_id: string): string => (location !== null && location.location_id === location_id ? location.name : 'the location')

function Verdict({ line, entries, set, available }: { line: Line; entries: Verdicts; set: (changed: Partial<Verdicts>) => void; available: string }) {
  const { line_item_id } = line
  const verdict = entries.verdicts[line_item_id] ?? 'accepted'
  const enter = (name: 'verdicts' | 'quantities' | 'prices' | 'reasons', value: string) => set({ [name]: { ...entries[name], [line_item_id]: value } })
  return (
    <fieldset>
      <legend>{line.sku}</legend>
      <p class="quiet">
        Ordered {unitsText(line.quantity)} at {moneyText(line.unit_price)}
        {available}
      </p>
      <div class="beside">
        <Field label="Verdict">
          {({ id }) => (
            <select id={id} value={verdict} onChange={({ currentTarget }) => enter('verdicts', currentTarget.value)}>
              {verdicts.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {verdict === 'quantity_changed' && (
          <Field label="Agreed units">
            {({ id }) => <input id={id} inputMode="numeric" pattern="[0-9]+" required value={entries.quantities[line_item_id] ?? ''} onInput={({ currentTarget }) => enter('quantities', currentTarget.value)} />}
          </Field>
        )}
        {verdict !== 'rejected' && line.unit_price.cents === null && (
          <Field label="Unit price">
            {({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" required value={entries.prices[line_item_id] ?? ''} onInput={({ currentTarget }) => enter('prices', currentTarget.value)} />}
          </Field>
        )}
        {verdict !== 'accepted' && (
          <Field label="Reason (optional)">
            {({ id }) => <input id={id} value={entries.reasons[line_item_id] ?? ''} onInput={({ currentTarget }) => enter('reasons', currentTarget.value)} />}
          </Field>
        )}
      </div>
    </fieldset>
  )
}

export function AllocateStep({ order, organization, close, done }: StepShown) {
  const { levels, trouble } = useLevels(order.line_items, order.location?.location_id)
  const waiting = order.line_items.filter((line) => unallocatedOf(line) > 0)
  const wanted = waiting.map((line) => ({ variant_id: line.variant_id, units: unallocatedOf(line) }))
  const submit = async () => {
    const after = await post<Order>(`/sales/orders/${order.order_id}/allocate`)
    done(`The order holds ${unitsText(after.allocated_units)}.`)
  }
  return (
    <Dialog title={`Allocate ${order.name}`} close={close}>
      <Form action="Hold the stock" cancel={close} submit={submit}>
        <Trouble of={trouble} />
        <Records label="Lines without stock" columns={['SKU', 'To hold', 'Available']} figures={['To hold', 'Available']} hasActions={false}>
          {waiting.map((line) => (
            <tr key={line.line_item_id}>
              <td>{line.sku}</td>
              <td class="figure">{unallocatedOf(line)}</td>
              <td class="figure">{levels === null ? '…' : <Cell value={levels.get(line.variant_id)?.available_qty ?? null} reason="It is assembled from its components." kind="number" zone={organization.time_zone} />}</td>
            </tr>
          ))}
        </Records>
        <Effects of={[levels !== null && holdsText(wanted, levels, order.location?.name ?? 'its location'), 'Held units stay on hand and cannot be sold elsewhere.', 'No stock moves, and no money.']} />
      </Form>
    </Dialog>
  )
}

export function CancelStep({ order, close, done }: StepShown) {
  const open = order.line_items.filter((line) => outstandingOf(line) > 0)
  const { entries, set, forget } = useKept<{ reason: string; units: Record<string, string> }>(`cancel ${order.order_id}`, { reason: '', units: {} })
  const unitsOf = (line: Line): number | null => (entries.units[line.line_item_id] === undefined ? outstandingOf(line) : unitsIn(entries.units[line.line_item_id]))
  const isDraft = order.lifecycle === 'draft'
  const isWhole = isDraft || open.every((line) => unitsOf(line) === outstandingOf(line))
  const cancelled = sumOf(open, (line) => unitsOf(line) ?? 0)
  const released = sumOf(open, (line) => Math.max(0, (unitsOf(line) ?? 0) - unallocatedOf(line)))
  const submit = async () => {
    const lines = open.flatMap((line) => ((unitsOf(line) ?? 0) > 0 ? [{ line_item_id: line.line_item_id, quantity: unitsOf(line) }] : []))
    await post(`/sales/orders/${order.order_id}/cancel`, { ...(stated(entries.reason) === undefined ? {} : { reason: stated(entries.reason) }), ...(isWhole ? {} : { lines }) })
    forget()
    done(isWhole ? 'What had not shipped is cancelled.' : `${unitsText(cancelled)} cancelled.`)
  }
  return (
    <Dialog title={`Cancel ${order.name}`} close={close}>
      <Form action={isWhole ? 'Cancel the order' : 'Cancel these units'} cancel={close} submit={submit}>
        {!isDraft &&
          open.map((line) => (
            <Field key={line.line_item_id} label={`Units of ${line.sku} to cancel`} hint={`At most ${outstandingOf(line)}.`}>
              {({ id, describedby }) => (
                <input
                  id={id}
                  aria-describedby={describedby}
                  type="number"
                  min={0}
                  max={outstandingOf(line)}
                  required
                  value={entries.units[line.line_item_id] ?? String(outstandingOf(line))}
                  onInput={({ currentTarget }) => set({ units: { ...entries.units, [line.line_item_id]: currentTarget.value } })}
                />
              )}
            </Field>
          ))}
        <Field label="Reason (optional)">{({ id }) => <input id={id} value={entries.reason} onInput={({ currentTarget }) => set({ reason: currentTarget.value })} />}</Field>
        <Effects
          of={[
            `Cancels ${unitsText(cancelled)}.`,
            released > 0 && `Gives back the stock held for ${unitsText(released)}.`,
            isWhole && (order.fulfilled_units > 0 ? 'The order becomes fulfilled: what shipped can still be invoiced and returned.' : 'The order becomes cancelled. This cannot be undone.'),
            'A warehouse that was asked to ship the units is told to stop.',
          ]}
        />
      </Form>
    </Dialog>
  )
}
