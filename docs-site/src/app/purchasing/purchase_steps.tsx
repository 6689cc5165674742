/** The forms of a purchase order's steps, each with what it will do. */
import { dayIn, sumOf, unitsIn, unitsText } from '../amounts'
import { moneyText } from '../cells'
import { Effects, stated, useKept } from '../effects'
import { type Level, readLevels } from '../orders/model'
import { Dialog, Field, Form, Trouble, useRead } from '../parts'
import { type Organization, post } from '../service'
import { isTransfer, pathOf, type PurchaseLine, type PurchaseOrder, type PurchaseStepName } from './model'

interface Shown {
  order: PurchaseOrder
  /** Whether an invoice is recorded already, so that what arrived is not what this one bills. */
  isBilled: boolean
  organization: Organization
  close: () => void
  done: (said: string) => void
}

export function PurchaseStepForm({ step, ...shown }: Shown & { step: PurchaseStepName }) {
  if (step === 'approve') return <Approve {...shown} />
  if (step === 'issue') return <Issue {...shown} />
  if (step === 'receive') return <Receive {...shown} />
  return <Bill {...shown} />
}

const amount = (value: number | null, currency: string, reason: string | null = null): string => moneyText({ amount: value, currency, reason })

const useLevels = (lines: readonly PurchaseLine[], location_id: string | null) => useRead(async () => (location_id === null ? null : readLevels(lines.map(({ variant_id }) => variant_id), location_id)), [location_id])

/** Stock on hand of each line before and after so many units are added. */
const onHandText = (lines: readonly { line: PurchaseLine; units: number }[], levels: Map<string, Level>): string =>
  lines.map(({ line, units }) => `${line.sku}: ${levels.get(line.variant_id)?.on_hand_qty ?? 0} on hand before, ${(levels.get(line.variant_id)?.on_hand_qty ?? 0) + units} after`).join('; ')

function Approve({ order, organization, close, done }: Shown) {
  const units = sumOf(order.line_items, ({ quantity }) => quantity)
  const submit = async () => {
    await post(`${pathOf(organization.organization_id, order.id)}/approve`)
    done('The order is approved.')
  }
  return (
    <Dialog title={`Approve ${order.name}`} close={close}>
      <Form action="Approve the order" cancel={close} submit={submit}>
        <Effects
          of={[
            `Counts ${unitsText(units)} as incoming at ${order.location_name}.`,
            !isTransfer(order) && `Goods for ${amount(order.total_cost, order.currency, order.total_cost_reason)} are on order.`,
            isTransfer(order) && `Nothing is held at ${order.source_location_name ?? 'the source'} yet; sending it takes the units out.`,
            'No stock moves.',
          ]}
        />
      </Form>
    </Dialog>
  )
}

function Issue({ order, organization, close, done }: Shown) {
  const { entries, set, forget } = useKept(`issue ${order.id}`, { channel: 'email', message: '' })
  const { data: levels, trouble } = useLevels(order.line_items, isTransfer(order) ? order.source_location_id : null)
  const hasDocument = order.order_type === 'purchase' || order.supplier_id !== null
  const submit = async () => {
    const { channel, message } = entries
    await post(`${pathOf(organization.organization_id, order.id)}/issue`, hasDocument ? { channel, ...(channel === 'email' && stated(message) !== undefined ? { message: stated(message) } : {}) } : {})
    forget()
    done(isTransfer(order) ? 'The goods have left the source.' : 'The order is sent.')
  }
  const leaving = order.line_items.map((line) => ({ line, units: -line.quantity }))
  return (
    <Dialog title={isTransfer(order) ? `Send ${order.name} from ${order.source_location_name ?? 'its source'}` : `Send ${order.name}`} close={close}>
      <Form action={isTransfer(order) ? 'Take the goods out' : 'Send the order'} cancel={close} submit={submit}>
        <Trouble of={trouble} />
        {hasDocument && (
          <Field label="How it is sent">
            {({ id }) => (
              <select id={id} value={entries.channel} onChange={({ currentTarget }) => set({ channel: currentTarget.value })}>
                <option value="email">By e-mail, to the supplier's address for orders</option>
                <option value="edi">Over EDI</option>
                <option value="link">As a link that I pass on</option>
              </select>
            )}
          </Field>
        )}
        {hasDocument && entries.channel === 'email' && <Field label="Message (optional)">{({ id }) => <textarea id={id} rows={3} value={entries.message} onInput={({ currentTarget }) => set({ message: currentTarget.value })} />}</Field>}
        <Effects
          of={
            isTransfer(order)
              ? [`Books ${unitsText(sumOf(order.line_items, ({ quantity }) => quantity))} out of ${order.source_location_name ?? 'the source'}; they are in transit until they are received.`, levels !== null && onHandText(leaving, levels), 'Refused where the units are not available.']
              : [`${order.supplier_name ?? 'The supplier'} gets the order as it is now.`, 'Supplier and locations are final then; lines can be amended and the order sent again.', 'No stock moves.']
          }
        />
      </Form>
    </Dialog>
  )
}

const UnitsOf = ({ line, value, change, hint }: { line: PurchaseLine; value: string; change: (text: string) => void; hint: string }) => (
  <Field label={`Units of ${line.sku}`} hint={hint}>
    {({ id, describedby }) => <input id={id} aria-describedby={describedby} type="number" min={0} step={1} value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />}
  </Field>
)

function Receive({ order, organization, close, done }: Shown) {
  const open = order.line_items.filter(({ outstanding_quantity }) => outstanding_quantity > 0)
  const { entries, set, forget } = useKept(`receive ${order.id} ${order.deliveries.length}`, { reference: '', accept: false, units: Object.fromEntries(open.map(({ line_id, outstanding_quantity }) => [line_id, String(outstanding_quantity)])) as Record<string, string> })
  const { data: levels, trouble } = useLevels(open, order.location_id)
  const arrived = open.flatMap((line) => ((unitsIn(entries.units[line.line_id]) ?? 0) > 0 ? [{ line, units: unitsIn(entries.units[line.line_id])! }] : []))
  const units = sumOf(arrived, (one) => one.units)
  const over = sumOf(arrived, (one) => Math.max(0, one.units - one.line.outstanding_quantity))
  const left = sumOf(open, ({ outstanding_quantity }) => outstanding_quantity) - (units - over)
  const cost = arrived.some(({ line }) => line.unit_cost === null) ? null : sumOf(arrived, (one) => one.units * one.line.unit_cost!)
  const submit = async () => {
    const line_items = arrived.map((one) => ({ line_id: one.line.line_id, received_quantity: one.units }))
    const answer = await post<{ already_on_file?: boolean }>(`${pathOf(organization.organization_id, order.id)}/deliveries`, { ...(stated(entries.reference) === undefined ? {} : { reference: stated(entries.reference) }), ...(over > 0 && entries.accept ? { accept_over_receipt: true } : {}), line_items })
    forget()
    done(answer?.already_on_file === true ? 'This delivery was on file already; no stock moved.' : `${unitsText(units)} received.`)
  }
  return (
    <Dialog title={`Receive ${order.name}`} close={close}>
      <Form action="Record the delivery" cancel={close} submit={submit}>
        <Trouble of={trouble} />
        <div class="beside">
          {open.map((line) => (
            <UnitsOf key={line.line_id} line={line} value={entries.units[line.line_id] ?? ''} change={(text) => set({ units: { ...entries.units, [line.line_id]: text } })} hint={`${line.outstanding_quantity} to come.`} />
          ))}
        </div>
        <Field label="Reference of the delivery note (optional)">{({ id }) => <input id={id} value={entries.reference} onInput={({ currentTarget }) => set({ reference: currentTarget.value })} />}</Field>
        {over > 0 && (
          <p>
            <label class="choice">
              <input type="checkbox" checked={entries.accept} onChange={() => set({ accept: !entries.accept })} /> Accept {unitsText(over)} more than ordered
            </label>
          </p>
        )}
        <Effects
          of={[
            `Books ${unitsText(units)} into ${order.location_name}.`,
            levels !== null && arrived.length > 0 && onHandText(arrived, levels),
            !isTransfer(order) && `Goods at the cost of the order: ${amount(cost, order.currency, cost === null ? 'a cost is not known' : null)}; planned or billed freight and duty are added to it.`,
            over > 0 && (entries.accept ? 'What is more than ordered opens an exception.' : 'More than ordered is refused unless you accept it.'),
            left <= 0 ? 'Nothing is left to come: the order is delivered.' : `${unitsText(left)} left to come.`,
          ]}
        />
      </Form>
    </Dialog>
  )
}

/** A price as people write it, with at most four decimals; null where it is none. */
const priceIn = (text: string | undefined): number | null => (/^\d+(\.\d{1,4})?$/.test((text ?? '').trim()) ? Number(text) : null)

const charges = [
  { kind: 'freight', label: 'Freight' },
  { kind: 'duty', label: 'Duty' },
  { kind: 'tax', label: 'Tax' },
] as const

function Bill({ order, isBilled, organization, close, done }: Shown) {
  const today = dayIn(organization.time_zone)
  const initial = {
    invoice_number: '',
    invoice_date: today,
    stated_total: '',
    units: Object.fromEntries(order.line_items.map(({ line_id, delivered_quantity }) => [line_id, isBilled ? '' : String(delivered_quantity)])) as Record<string, string>,
    prices: Object.fromEntries(order.line_items.map(({ line_id, unit_cost }) => [line_id, unit_cost === null ? '' : String(unit_cost)])) as Record<string, string>,
    charges: {} as Record<string, string>,
  }
  const { entries, set, forget } = useKept(`bill ${order.id}`, initial)
  const billed = order.line_items.flatMap((line) => ((unitsIn(entries.units[line.line_id]) ?? 0) > 0 ? [{ line, units: unitsIn(entries.units[line.line_id])!, price: priceIn(entries.prices[line.line_id]) }] : []))
  const others = charges.flatMap(({ kind }) => (priceIn(entries.charges[kind]) === null ? [] : [{ kind, amount: priceIn(entries.charges[kind])! }]))
  const total = billed.some(({ price }) => price === null) ? null : sumOf(billed, ({ units, price }) => units * price!) + sumOf(others, (one) => one.amount)
  const paper = priceIn(entries.stated_total)
  const submit = async () => {
    const goods = billed.map(({ line, units, price }) => ({ kind: 'goods', purchase_order_id: order.id, line_id: line.line_id, quantity: units, unit_cost: price }))
    const lines = [...goods, ...others.map((one) => ({ ...one, purchase_order_id: order.id }))]
    await post('/supplier-invoices', { supplier_id: order.supplier_id, currency: order.currency, invoice_number: entries.invoice_number.trim(), invoice_date: entries.invoice_date, ...(paper === null ? {} : { stated_total: paper }), lines })
    forget()
    done('The invoice of the supplier is recorded.')
  }
  const dearer = billed.filter(({ line, price }) => price !== null && line.unit_cost !== null && price !== line.unit_cost)
  const early = billed.filter(({ line, units }) => units > line.delivered_quantity)
  return (
    <Dialog title={`Invoice of ${order.supplier_name ?? 'the supplier'} for ${order.name}`} close={close}>
      <Form action="Record the invoice" cancel={close} submit={submit}>
        <div class="beside">
          <Field label="Number of the invoice">{({ id }) => <input id={id} required value={entries.invoice_number} onInput={({ currentTarget }) => set({ invoice_number: currentTarget.value })} />}</Field>
          <Field label="Day of the invoice">{({ id }) => <input id={id} type="date" max={today} required value={entries.invoice_date} onInput={({ currentTarget }) => set({ invoice_date: currentTarget.value })} />}</Field>
        </div>
        {order.line_items.map((line) => (
          <div class="beside" key={line.line_id}>
            <UnitsOf line={line} value={entries.units[line.line_id] ?? ''} change={(text) => set({ units: { ...entries.units, [line.line_id]: text } })} hint={`${line.delivered_quantity} arrived of ${line.quantity}.`} />
            <Field label={`Billed price of ${line.sku}`} hint={`Ordered at ${amount(line.unit_cost, order.currency, line.cost_reason)}.`}>
              {({ id, describedby }) => <input id={id} aria-describedby={describedby} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,4})?" value={entries.prices[line.line_id] ?? ''} onInput={({ currentTarget }) => set({ prices: { ...entries.prices, [line.line_id]: currentTarget.value } })} />}
            </Field>
          </div>
        ))}
        <div class="beside">
          {charges.map(({ kind, label }) => (
            <Field key={kind} label={`${label} (optional)`}>
              {({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" value={entries.charges[kind] ?? ''} onInput={({ currentTarget }) => set({ charges: { ...entries.charges, [kind]: currentTarget.value } })} />}
            </Field>
          ))}
          <Field label="Total on the paper (optional)">{({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" value={entries.stated_total} onInput={({ currentTarget }) => set({ stated_total: currentTarget.value })} />}</Field>
        </div>
        <Effects
          kind="invoice"
          of={[
            `Its lines come to ${amount(total, order.currency, total === null ? 'a price is missing' : null)}${paper === null || total === null ? '' : Math.abs(paper - total) < 0.005 ? ', as the paper says' : `, and the paper says ${amount(paper, order.currency)}: the difference is reported`}.`,
            dearer.length > 0 && `Billed at another price than ordered: ${dearer.map(({ line }) => line.sku).join(', ')}. An exception opens until the price is accepted or the invoice corrected.`,
            early.length > 0 && `More is billed than arrived of ${early.map(({ line }) => line.sku).join(', ')}: an exception opens until the rest comes.`,
            'Costs of stock stay as they are, and no stock moves.',
          ]}
        />
      </Form>
    </Dialog>
  )
}
