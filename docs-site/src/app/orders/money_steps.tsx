/** Steps of an order that concern its money: the invoice, a credit on one, and the payment. */
import { amountIn, centsIn, dayIn, sumOf, unitsText } from '../amounts'
import { moneyText } from '../cells'
import { Dialog, Field, Form } from '../parts'
import { post } from '../service'
import { Effects, stated, useKept } from '../effects'
import type { StepShown } from './goods_steps'
import { goodsOf, type InvoiceBalance, type OrderMoney, openOf, toInvoiceOf } from './model'

const optionalAmount = '[0-9]+([.][0-9]{1,2})?'

export function InvoiceStep({ order, close, done }: StepShown) {
  const { entries, set, forget } = useKept(`invoice ${order.order_id}`, { tax: '', freight: '' })
  const lines = order.line_items.filter((line) => toInvoiceOf(line) > 0)
  const has = (name: 'discount' | 'tax') => lines.some((line) => (line[name].cents ?? 0) !== 0)
  const submit = async () => {
    const [tax_cents, freight_cents] = [centsIn(entries.tax), centsIn(entries.freight)]
    const invoice = await post<{ name: string }>(`/sales/orders/${order.order_id}/invoice`, { ...(tax_cents === null ? {} : { tax_cents }), ...(freight_cents === null ? {} : { freight_cents }) })
    forget()
    done(`Invoice ${invoice.name} is issued.`)
  }
  return (
    <Dialog title={`Invoice ${order.name}`} close={close}>
      <Form action="Issue the invoice" cancel={close} submit={submit}>
        <div class="beside">
          <Field label="Tax of the invoice (optional)" hint="Left out, its share of the tax of the order.">
            {({ id, describedby }) => <input id={id} aria-describedby={describedby} inputMode="decimal" pattern={optionalAmount} value={entries.tax} onInput={({ currentTarget }) => set({ tax: currentTarget.value })} />}
          </Field>
          <Field label="Freight of the invoice (optional)" hint="Left out, its share of the freight of the order.">
            {({ id, describedby }) => <input id={id} aria-describedby={describedby} inputMode="decimal" pattern={optionalAmount} value={entries.freight} onInput={({ currentTarget }) => set({ freight: currentTarget.value })} />}
          </Field>
        </div>
        <Effects
          of={[
            `Bills ${unitsText(sumOf(lines, toInvoiceOf))}: ${lines.map((line) => `${toInvoiceOf(line)} of ${line.sku}`).join(', ')}.`,
            `Goods at the agreed prices: ${moneyText(goodsOf(lines, toInvoiceOf, order.currency))}.`,
            (has('discount') || has('tax') || (order.freight.cents ?? 0) !== 0) && 'Discount, tax and freight of the order are added with the share of these units, so that all invoices add up to the cent.',
            'The invoice gets the next number, goes to the accounting system if one is connected, and over EDI where the account takes it.',
            'Money that is held on the order moves to it. No stock moves.',
          ]}
        />
      </Form>
    </Dialog>
  )
}

const methods = ['bank_transfer', 'card', 'cheque', 'cash', 'direct_debit', 'other'] as const

/** What an amount would pay: open invoices, the oldest first, then the order. */
function paidBy(cents: number, invoices: readonly InvoiceBalance[], currency: string): string[] {
  let left = cents
  const said = invoices.flatMap(({ name, open }) => {
    const part = Math.min(left, open.cents ?? 0)
    left -= part
    return part <= 0 ? [] : [`Pays ${moneyText({ cents: part, currency, reason: null })} of invoice ${name}${part === open.cents ? ', which is then paid' : ''}.`]
  })
  return left > 0 ? [...said, `${moneyText({ cents: left, currency, reason: null })} is held on the order.`] : said
}

export function PayStep({ order, money, organization, close, done }: StepShown & { money: OrderMoney }) {
  const today = dayIn(organization.time_zone)
  const ofInvoices = sumOf(money.invoices, ({ open }) => open.cents ?? 0)
  const open = ofInvoices > 0 ? ofInvoices : openOf(money)
  const { entries, set, forget } = useKept(`pay ${order.order_id}`, { amount: open > 0 ? amountIn(open) : '', paid_on: today, method: 'bank_transfer', reference: '' })
  const cents = centsIn(entries.amount)
  const { order_id, currency } = order
  const submit = async () => {
    const { paid_on, method } = entries
    await post('/sales/payments', { order_id, amount_cents: cents, currency, paid_on, method, ...(stated(entries.reference) === undefined ? {} : { reference: stated(entries.reference) }) })
    forget()
    done('The payment is recorded.')
  }
  return (
    <Dialog title={`Payment for ${order.name}`} close={close}>
      <Form action="Record the payment" cancel={close} submit={submit}>
        <div class="beside">
          <Field label={`Amount in ${currency}`}>
            {({ id }) => <input id={id} inputMode="decimal" pattern={optionalAmount} required value={entries.amount} onInput={({ currentTarget }) => set({ amount: currentTarget.value })} />}
          </Field>
          <Field label="Day of the payment">{({ id }) => <input id={id} type="date" max={today} required value={entries.paid_on} onInput={({ currentTarget }) => set({ paid_on: currentTarget.value })} />}</Field>
          <Field label="Method">
            {({ id }) => (
              <select id={id} value={entries.method} onChange={({ currentTarget }) => set({ method: currentTarget.value })}>
                {methods.map((method) => (
                  <option key={method} value={method}>
                    {method.replace('_', ' ')}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Reference (optional)">{({ id }) => <input id={id} value={entries.reference} onInput={({ currentTarget }) => set({ reference: currentTarget.value })} />}</Field>
        </div>
        <Effects of={[...(cents === null ? ['Enter an amount with at most two decimals.'] : paidBy(cents, money.invoices, currency)), 'No stock moves. A payment can be reversed.']} />
      </Form>
    </Dialog>
  )
}

export function CreditStep({ order, of, close, done }: Pick<StepShown, 'order' | 'close' | 'done'> & { of: InvoiceBalance }) {
  const { entries, set, forget } = useKept(`credit ${of.invoice_id}`, { amount: '', reason: '' })
  const cents = centsIn(entries.amount)
  const text = (amount: number) => moneyText({ cents: amount, currency: order.currency, reason: null })
  const submit = async () => {
    const note = await post<{ name: string }>(`/sales/invoices/${of.invoice_id}/credit-notes`, { reason: entries.reason.trim(), amount_cents: cents })
    forget()
    done(`Credit note ${note.name} is issued.`)
  }
  return (
    <Dialog title={`Credit invoice ${of.name}`} close={close}>
      <Form action="Issue the credit note" cancel={close} submit={submit}>
        <Field label={`Amount off the goods in ${order.currency}`} hint="Without tax.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} inputMode="decimal" pattern={optionalAmount} required value={entries.amount} onInput={({ currentTarget }) => set({ amount: currentTarget.value })} />}
        </Field>
        <Field label="Reason">{({ id }) => <input id={id} required value={entries.reason} onInput={({ currentTarget }) => set({ reason: currentTarget.value })} />}</Field>
        <Effects
          of={[
            cents === null ? 'Enter an amount with at most two decimals.' : `Takes ${text(cents)} and its share of the tax off invoice ${of.name}, of which ${moneyText(of.open)} is open.`,
            'No stock moves. Goods that come back are credited with their return.',
          ]}
        />
      </Form>
    </Dialog>
  )
}
