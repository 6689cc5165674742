/** The form of an order with its lines: for a new one, and for one that is changed. */
import { amountIn, centsIn, sumOf, unitsIn, unitsText } from '../amounts'
import { moneyText } from '../cells'
import { lookupOf } from '../lookups'
import { LookupSelect } from '../operation_fields'
import { Field, Form, Trouble, useRead } from '../parts'
import { appAddress, get, type Organization, patch, post } from '../service'
import { nameOfVariant, VariantSearch } from '../variant_search'
import { Effects, stated, useKept } from '../effects'
import { type Line, type Order, outstandingOf } from './model'

/** A line as it is entered; one of the order has its id, and shows what it was. */
interface Entry {
  line_item_id?: string
  variant_id: string
  sku: string
  title: string
  quantity: string
  price: string
  discount: string
}

const details = [
  { name: 'reference', label: 'Reference of the customer', type: 'text' },
  { name: 'requested_ship_date', label: 'Asked for on', type: 'date' },
  { name: 'ship_window_start', label: 'Ships from', type: 'date' },
  { name: 'ship_window_end', label: 'Ships until', type: 'date' },
  { name: 'cancel_date', label: 'Not accepted after', type: 'date' },
  { name: 'terms', label: 'Payment terms', type: 'text' },
  { name: 'notes', label: 'Notes', type: 'text' },
] as const

type Details = Record<(typeof details)[number]['name'], string>

const noDetails: Details = { reference: '', requested_ship_date: '', ship_window_start: '', ship_window_end: '', cancel_date: '', terms: '', notes: '' }

const DetailFields = ({ of, change }: { of: Details; change: (changed: Partial<Details>) => void }) => (
  <div class="beside">
    {details.map(({ name, label, type }) => (
      <Field key={name} label={`${label} (optional)`}>
        {({ id }) => <input id={id} type={type} value={of[name]} onInput={({ currentTarget }) => change({ [name]: currentTarget.value })} />}
      </Field>
    ))}
  </div>
)

function LineFields({ of, at, change, remove }: { of: Entry; at: number; change: (changed: Partial<Entry>) => void; remove: (() => void) | null }) {
  const place = `${of.sku}, line ${at + 1}`
  return (
    <fieldset>
      <legend>
        {of.sku} <span class="quiet">{of.title}</span>
      </legend>
      <div class="beside">
        <Field label={`Units of ${place}`}>{({ id }) => <input id={id} inputMode="numeric" pattern="[0-9]+" required value={of.quantity} onInput={({ currentTarget }) => change({ quantity: currentTarget.value })} />}</Field>
        <Field label={`Unit price of ${place} (optional)`}>
          {({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" placeholder="from the price list" value={of.price} onInput={({ currentTarget }) => change({ price: currentTarget.value })} />}
        </Field>
        <Field label={`Discount of ${place} (optional)`}>
          {({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" value={of.discount} onInput={({ currentTarget }) => change({ discount: currentTarget.value })} />}
        </Field>
        {remove !== null && (
          <button type="button" aria-label={`Take out ${place}`} onClick={remove}>
            Take out
          </button>
        )}
      </div>
    </fieldset>
  )
}

function LinesFields({ lines, change }: { lines: readonly Entry[]; change: (lines: Entry[]) => void }) {
  const changeOne = (at: number) => (changed: Partial<Entry>) => change(lines.map((line, place) => (place === at ? { ...line, ...changed } : line)))
  return (
    <section>
      <h2>Lines</h2>
      {lines.map((line, at) => (
        <LineFields key={line.line_item_id ?? `${line.variant_id} ${at}`} of={line} at={at} change={changeOne(at)} remove={line.line_item_id === undefined ? () => change(lines.filter((_, place) => place !== at)) : null} />
      ))}
      {lines.length === 0 && <p>The order has no line yet.</p>}
      <VariantSearch take={(variant) => change([...lines, { variant_id: variant.variant_id, sku: variant.sku, title: nameOfVariant(variant), quantity: '1', price: '', discount: '' }])} />
    </section>
  )
}

/** The sum of what was entered; null where a price is left to the service. */
function sumOfLines(lines: readonly Entry[]): { cents: number | null; units: number } {
  const cents = lines.every(({ price }) => centsIn(price) !== null) ? sumOf(lines, ({ quantity, price, discount }) => (unitsIn(quantity) ?? 0) * centsIn(price)! - (centsIn(discount) ?? 0)) : null
  return { cents, units: sumOf(lines, ({ quantity }) => unitsIn(quantity) ?? 0) }
}

const lineOf = ({ variant_id, quantity, price, discount }: Entry) => ({
  variant_id,
  quantity: unitsIn(quantity),
  ...(centsIn(price) === null ? {} : { unit_price_cents: centsIn(price) }),
  ...(centsIn(discount) === null ? {} : { discount_cents: centsIn(discount) }),
})

const sumText = ({ cents, units }: { cents: number | null; units: number }, currency: string): string =>
  `${unitsText(units)}, ${moneyText({ cents, currency, reason: cents === null ? 'lines without a price take that of the price list, or of the variant' : null })} after discount, before tax and freight. This is the sum of the entries; the service settles the total.`

const filled = (of: Details): Record<string, string> => Object.fromEntries(Object.entries(of).flatMap(([name, value]) => (stated(value) === undefined ? [] : [[name, value.trim()]])))

export function NewOrder({ organization }: { organization: Organization }) {
  const { entries, set, forget } = useKept('new order', { trading_partner_id: '', sales_channel_id: '', location_id: '', lifecycle: 'draft', details: noDetails, lines: [] as Entry[] })
  const { trading_partner_id, sales_channel_id, location_id, lifecycle, lines } = entries
  const account = useRead(async () => (trading_partner_id === '' ? null : get<{ currency: string; payment_terms: string | null; price_list: { name: string } | null }>(`/wholesale/accounts/${trading_partner_id}`)), [trading_partner_id])
  const isWholesale = trading_partner_id !== ''
  const currency = (isWholesale ? account.data?.currency : undefined) ?? organization.currency
  const submit = async () => {
    const ids = Object.fromEntries(Object.entries({ trading_partner_id, sales_channel_id, location_id }).filter(([, id]) => id !== ''))
    const order = await post<Order>('/sales/orders', { ...ids, ...(isWholesale ? { lifecycle } : {}), ...filled(entries.details), lines: lines.map(lineOf) })
    forget()
    location.assign(appAddress('/orders/sales', { order: order.order_id }))
  }
  return (
    <>
      <p>
        <a href={appAddress('/orders/sales')}>All sales orders</a>
      </p>
      <Form action="Create the order" submit={submit} cancel={() => location.assign(appAddress('/orders/sales'))}>
        <h2>New order</h2>
        <div class="beside">
          <Chosen label="Account" name="account_id" value={trading_partner_id} choose={(id) => set({ trading_partner_id: id })} none="None: a consumer order" />
          <Chosen label="Sales channel" name="sales_channel_id" value={sales_channel_id} choose={(id) => set({ sales_channel_id: id })} none="The only one that fits" />
          <Chosen label="Location that ships" name="location_id" value={location_id} choose={(id) => set({ location_id: id })} none="The only one in use" />
          {isWholesale && (
            <Field label="Begins as">
              {({ id }) => (
                <select id={id} value={lifecycle} onChange={({ currentTarget }) => set({ lifecycle: currentTarget.value })}>
                  <option value="draft">Draft, which is then confirmed</option>
                  <option value="open">Open, with every price agreed</option>
                </select>
              )}
            </Field>
          )}
        </div>
        <Trouble of={account.trouble} />
        <LinesFields lines={lines} change={(changed) => set({ lines: changed })} />
        <details>
          <summary>Reference, dates, terms and notes</summary>
          <DetailFields of={entries.details} change={(changed) => set({ details: { ...entries.details, ...changed } })} />
        </details>
        <Effects
          kind="order"
          of={[
            sumText(sumOfLines(lines), currency),
            isWholesale && account.data !== null && (account.data.price_list === null ? 'The account has no price list: prices that are left empty stay open in a draft.' : `Prices that are left empty come from the price list ${account.data.price_list.name}.`),
            isWholesale && lifecycle === 'draft' ? 'A draft holds no stock until it is confirmed.' : 'No stock is held yet; the automatic allocation follows within minutes, and the order page does it at once.',
          ]}
        />
      </Form>
    </>
  )
}

const Chosen = ({ label, name, value, choose, none }: { label: string; name: string; value: string; choose: (id: string) => void; none: string }) => (
  <Field label={label}>{({ id }) => <LookupSelect id={id} lookup={lookupOf(name, {})!} value={value} choose={choose} none={none} />}</Field>
)

export function ChangeOrder({ order_id }: { order_id: string }) {
  const { data, trouble } = useRead(() => get<Order>(`/sales/orders/${order_id}`), [order_id])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  return <Changes of={data} />
}

const entryOf = ({ line_item_id, variant_id, sku, quantity, unit_price, discount }: Line): Entry => ({
  line_item_id,
  variant_id,
  sku,
  title: '',
  quantity: String(quantity),
  price: typeof unit_price.cents === 'number' ? amountIn(unit_price.cents) : '',
  discount: (discount.cents ?? 0) === 0 ? '' : amountIn(discount.cents!),
})

/** What of a line differs from the order; null where nothing does. */
function changedLine(entry: Entry, before: Entry): Record<string, unknown> | null {
  const changed = {
    ...(entry.quantity.trim() === before.quantity ? {} : { quantity: unitsIn(entry.quantity) }),
    ...(entry.price.trim() === before.price || centsIn(entry.price) === null ? {} : { unit_price_cents: centsIn(entry.price) }),
    ...(entry.discount.trim() === before.discount ? {} : { discount_cents: centsIn(entry.discount) ?? 0 }),
  }
  return Object.keys(changed).length === 0 ? null : { line_item_id: entry.line_item_id, ...changed }
}

function Changes({ of }: { of: Order }) {
  const before = of.line_items.map(entryOf)
  const detailsBefore = Object.fromEntries(details.map(({ name }) => [name, of[name] ?? ''])) as Details
  // A draft of what was entered belongs to the version of the order that it was entered for.
  const { entries, set, forget } = useKept(`change ${of.order_id} ${of.updated_at}`, { details: detailsBefore, lines: before })
  const back = appAddress('/orders/sales', { order: of.order_id })
  const changedLines = entries.lines.flatMap((line) => {
    const was = before.find(({ line_item_id }) => line_item_id === line.line_item_id)
    const changed = was === undefined ? null : changedLine(line, was)
    return changed === null ? [] : [changed]
  })
  const added = entries.lines.filter(({ line_item_id }) => line_item_id === undefined)
  const less = sumOf(of.line_items, (line) => Math.max(0, line.quantity - (unitsIn(entries.lines.find(({ line_item_id }) => line_item_id === line.line_item_id)?.quantity) ?? line.quantity)))
  const submit = async () => {
    const changes = Object.fromEntries(details.flatMap(({ name }) => (entries.details[name].trim() === detailsBefore[name] ? [] : [[name, stated(entries.details[name]) ?? null]])))
    await patch(`/sales/orders/${of.order_id}`, {
      updated_at: of.updated_at,
      ...changes,
      ...(changedLines.length === 0 ? {} : { lines: changedLines }),
      ...(added.length === 0 ? {} : { new_lines: added.map(lineOf) }),
    })
    forget()
    location.assign(back)
  }
  return (
    <>
      <p>
        <a href={back}>Back to the order</a>
      </p>
      <Form action="Save the changes" submit={submit} cancel={() => location.assign(back)}>
        <h2>Change {of.name}</h2>
        <LinesFields lines={entries.lines} change={(lines) => set({ lines })} />
        <h2>Reference, dates, terms and notes</h2>
        <DetailFields of={entries.details} change={(changed) => set({ details: { ...entries.details, ...changed } })} />
        <Effects
          kind="change"
          of={[
            sumText(sumOfLines(entries.lines), of.currency),
            changedLines.length + added.length === 0 ? 'No line changes.' : `Changes ${changedLines.length} and adds ${added.length} lines.`,
            of.lifecycle !== 'draft' && less > 0 && `${unitsText(less)} fewer: stock that is held for them is given back.`,
            of.lifecycle !== 'draft' && added.length > 0 && 'Added units hold what is available, if the order holds stock.',
            of.line_items.some((line) => outstandingOf(line) !== line.quantity) && 'A line keeps at least the units that have shipped or are cancelled.',
          ]}
        />
      </Form>
    </>
  )
}
