/** The form of a new return, and that of what arrived. */
import { sumOf, unitsIn, unitsText } from '../amounts'
import { lookupOf } from '../lookups'
import { LookupSelect } from '../operation_fields'
import { Effects, stated, useKept } from '../effects'
import { type Order, readLevels } from '../orders/model'
import { Dialog, Field, Form, Trouble, useRead, wordsOf } from '../parts'
import { appAddress, get, post } from '../service'
import { openOf, type Return } from './model'

const reasons = ['wrong_size', 'size_too_small', 'size_too_large', 'color', 'style', 'defective', 'not_as_described', 'wrong_item', 'unwanted', 'other', 'unknown']

export function NewReturn({ order_id }: { order_id: string }) {
  const { data, trouble } = useRead(() => get<Order>(`/sales/orders/${order_id}`), [order_id])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  return <OfOrder of={data} />
}

function OfOrder({ of }: { of: Order }) {
  const lines = of.line_items.filter(({ returnable_quantity }) => returnable_quantity > 0)
  const { entries, set, forget } = useKept(`return of ${of.order_id}`, { location_id: of.location?.location_id ?? '', reason: 'unknown', expected_on: '', units: {} as Record<string, string> })
  const back = appAddress('/orders/sales', { order: of.order_id })
  const stating = lines.flatMap(({ line_item_id }) => ((unitsIn(entries.units[line_item_id]) ?? 0) > 0 ? [{ order_line_item_id: line_item_id, expected_quantity: unitsIn(entries.units[line_item_id])! }] : []))
  const submit = async () => {
    const { location_id, reason, expected_on } = entries
    const created = await post<Return>('/sales/returns', { order_id: of.order_id, reason, ...(location_id === '' ? {} : { location_id }), ...(stated(expected_on) === undefined ? {} : { expected_on }), lines: stating })
    forget()
    location.assign(appAddress('/orders/returns', { return: String(created.id) }))
  }
  return (
    <>
      <p>
        <a href={back}>Back to the order</a>
      </p>
      <h2>New return of {of.name}</h2>
      {lines.length === 0 && <p>Nothing of the order can come back: nothing has shipped, or all of it has come back or is on an open return.</p>}
      {lines.length > 0 && (
        <Form action="Create the return" submit={submit} cancel={() => location.assign(back)}>
          <div class="beside">
            {lines.map(({ line_item_id, sku, returnable_quantity }) => (
              <Field key={line_item_id} label={`Units of ${sku}`} hint={`At most ${returnable_quantity}.`}>
                {({ id, describedby }) => <input id={id} aria-describedby={describedby} type="number" min={0} max={returnable_quantity} step={1} value={entries.units[line_item_id] ?? ''} onInput={({ currentTarget }) => set({ units: { ...entries.units, [line_item_id]: currentTarget.value } })} />}
              </Field>
            ))}
          </div>
          <div class="beside">
            <Field label="Reason">
              {({ id }) => (
                <select id={id} value={entries.reason} onChange={({ currentTarget }) => set({ reason: currentTarget.value })}>
                  {reasons.map((one) => (
                    <option key={one} value={one}>
                      {wordsOf(one)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Location that receives">{({ id }) => <LookupSelect id={id} lookup={lookupOf('location_id', {})!} value={entries.location_id} choose={(location_id) => set({ location_id })} none="The only warehouse" />}</Field>
            <Field label="Expected on (optional)">{({ id }) => <input id={id} type="date" value={entries.expected_on} onInput={({ currentTarget }) => set({ expected_on: currentTarget.value })} />}</Field>
          </div>
          <Effects
            kind="return"
            of={[`Expects ${unitsText(sumOf(stating, ({ expected_quantity }) => expected_quantity))} back; no stock moves until they are received.`, of.is_wholesale ? 'What was invoiced is credited on the page of the return once units are back.' : 'No refund is stated with it; it is recorded on the page of the return.']}
          />
        </Form>
      )}
    </>
  )
}

const dispositions: readonly (readonly [value: string, words: string])[] = [
  ['restock', 'Back into stock'],
  ['quarantine', 'Quarantine, to be inspected'],
  ['write_off', 'Write off'],
  ['return_to_supplier', 'Return to the supplier'],
  ['missing', 'Missing from the parcel'],
]

export function ReceiveReturn({ of, close, done }: { of: Return; close: () => void; done: (said: string) => void }) {
  const open = of.lines.filter((line) => openOf(line) > 0)
  const initial = { units: Object.fromEntries(open.map((line) => [line.id, String(openOf(line))])) as Record<string, string>, dispositions: {} as Record<string, string> }
  const { entries, set, forget } = useKept(`receive return ${of.id} ${of.units_received}`, initial)
  const { data: levels, trouble } = useRead(async () => (of.location === null ? null : readLevels(open.map(({ variant_id }) => variant_id), of.location.location_id)), [of.id])
  const arrived = open.flatMap((line) => ((unitsIn(entries.units[line.id]) ?? 0) > 0 ? [{ line, units: unitsIn(entries.units[line.id])!, disposition: entries.dispositions[line.id] ?? 'restock' }] : []))
  const restocked = arrived.filter(({ disposition }) => disposition === 'restock')
  const others = arrived.filter(({ disposition }) => disposition !== 'restock')
  const left = sumOf(open, openOf) - sumOf(arrived, ({ units }) => units)
  const submit = async () => {
    await post(`/sales/returns/${of.id}/receive`, { lines: arrived.map(({ line, units, disposition }) => ({ id: line.id, sku: line.sku, received_quantity: units, disposition })) })
    forget()
    done('What arrived is recorded.')
  }
  return (
    <Dialog title={`Receive ${of.name}`} close={close}>
      <Form action="Record what arrived" cancel={close} submit={submit}>
        <Trouble of={trouble} />
        {open.map((line) => (
          <div class="beside" key={line.id}>
            <Field label={`Units of ${line.sku}`} hint={`${openOf(line)} expected.`}>
              {({ id, describedby }) => <input id={id} aria-describedby={describedby} type="number" min={0} step={1} value={entries.units[line.id] ?? ''} onInput={({ currentTarget }) => set({ units: { ...entries.units, [line.id]: currentTarget.value } })} />}
            </Field>
            <Field label={`What becomes of ${line.sku}`}>
              {({ id }) => (
                <select id={id} value={entries.dispositions[line.id] ?? 'restock'} onChange={({ currentTarget }) => set({ dispositions: { ...entries.dispositions, [line.id]: currentTarget.value } })}>
                  {dispositions.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        ))}
        <Effects
          of={[
            `Books ${unitsText(sumOf(restocked, ({ units }) => units))} back into stock${of.location === null ? '' : ` at ${of.location.name}`}, at the cost that they left at.`,
            levels !== null && restocked.length > 0 && restocked.map(({ line, units }) => `${line.sku}: ${levels.get(line.variant_id)?.on_hand_qty ?? 0} on hand before, ${(levels.get(line.variant_id)?.on_hand_qty ?? 0) + units} after`).join('; '),
            others.length > 0 && `In no stock: ${others.map(({ line, units, disposition }) => `${unitsText(units)} of ${line.sku} (${wordsOf(disposition)})`).join(', ')}.`,
            left <= 0 ? 'Nothing is left to come: the return is closed.' : `${unitsText(left)} left to come.`,
          ]}
        />
      </Form>
    </Dialog>
  )
}
