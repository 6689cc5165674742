/** What an order consists of, as tables: lines, shipments, invoices, payments and returns. */
import { sumOf, unitsText } from '../amounts'
import { Cell, type Figure, moneyText } from '../cells'
import { NamedId, type Pages } from '../names'
import { Day, labelOf, Records, wordsOf } from '../parts'
import { appAddress, type Organization } from '../service'
import { type InvoiceBalance, type Order, type OrderMoney, type Shipment, type StepName } from './model'

/** What is done in a dialog: a step of the order, a credit on one of its invoices, or an operation with the form that the document makes of it. */
export type Open = { step: StepName | 'cancel' } | { credit: InvoiceBalance } | { operation: string; effect: string; known: Record<string, string> }

const MoneyCell = ({ of, zone = 'UTC' }: { of: Figure; zone?: string }) => (
  <td class="figure">
    <Cell value={of} kind="money" zone={zone} />
  </td>
)

export const Lines = ({ of, organization, pages }: { of: Order; organization: Organization; pages: Pages }) => (
  <section>
    <h2>Lines</h2>
    <Records label="Lines" columns={['SKU', 'Ordered', 'Agreed', 'Held', 'Shipped', 'Cancelled', 'Invoiced', 'Unit price', 'Discount', 'Verdict']} figures={['Ordered', 'Agreed', 'Held', 'Shipped', 'Cancelled', 'Invoiced', 'Unit price', 'Discount']} hasActions={false}>
      {of.line_items.map((line) => (
        <tr key={line.line_item_id}>
          <td class="whole">{pages.variant_id === undefined ? line.sku : <NamedId page={pages.variant_id} parameter="variant_id" id={line.variant_id} organization_id={organization.organization_id} />}</td>
          {[line.ordered_quantity, line.quantity, line.allocated_quantity, line.fulfilled_quantity, line.cancelled_quantity, line.invoiced_quantity].map((units, at) => (
            <td key={at} class="figure">
              <Cell value={units} kind="number" zone={organization.time_zone} />
            </td>
          ))}
          <MoneyCell of={line.unit_price} />
          <MoneyCell of={line.discount} />
          <td>
            {line.verdict === null ? '–' : wordsOf(line.verdict)}
            {line.verdict_reason === null ? '' : `: ${line.verdict_reason}`}
          </td>
        </tr>
      ))}
    </Records>
    <p class="totals">
      Goods {moneyText(of.total)}, tax {moneyText(of.tax)}, freight {moneyText(of.freight)}. <strong>Total {moneyText(of.grand_total)}</strong>
    </p>
  </section>
)

export function Shipments({ of, mayChange, act }: { of: Order; mayChange: boolean; act: (open: Open) => void }) {
  const { order_id } = of
  const known = ({ shipment_id }: Shipment) => ({ order_id, shipment_id })
  const units = ({ lines }: Shipment) => sumOf(lines, ({ quantity }) => quantity)
  return (
    <section>
      <h2>Shipments</h2>
      {of.shipments.length === 0 && <p>Nothing has shipped.</p>}
      {of.shipments.length > 0 && (
        <Records label="Shipments" columns={['Shipment', 'Left on', 'From', 'Units', 'Carrier', 'Cartons']} hasActions={mayChange}>
          {of.shipments.map((one) => (
            <tr key={one.shipment_id}>
              <td class="whole">{one.name}</td>
              <td>
                <Day on={one.shipped_on} />
              </td>
              <td>{one.location.name}</td>
              <td>{one.lines.map(({ sku, quantity, carton_number }) => `${quantity} of ${sku}${carton_number === null ? '' : ` in carton ${carton_number}`}`).join(', ')}</td>
              <td class="long">{[one.carrier, one.tracking_number].filter((word) => word !== null).join(', ') || '–'}</td>
              <td>{one.cartons.length === 0 ? '–' : one.cartons.map(({ carton_number, sscc }) => `${carton_number}${sscc === null ? '' : `: ${sscc}`}`).join(', ')}</td>
              {mayChange && (
                <td class="actions">
                  <button type="button" aria-label={`Correct shipment ${one.name}`} onClick={() => act({ operation: 'session.correct_shipment', effect: 'What you state replaces what was recorded; movements follow, at the time of the shipment. Fields that are left empty stay as they are.', known: known(one) })}>
                    Correct
                  </button>
                  <button
                    type="button"
                    class="danger"
                    aria-label={`Void shipment ${one.name}`}
                    onClick={() => act({ operation: 'session.void_shipment', effect: `Takes the shipment back: ${unitsText(units(one))} are on hand at ${one.location.name} again, by movements that name those they reverse, and to ship again.`, known: known(one) })}
                  >
                    Void
                  </button>
                </td>
              )}
            </tr>
          ))}
        </Records>
      )}
      {of.voided_shipments.length > 0 && <p class="quiet">Voided: {of.voided_shipments.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.</p>}
    </section>
  )
}

export function Invoices({ of: { invoices }, order, mayChange, act }: { of: OrderMoney; order: Order; mayChange: boolean; act: (open: Open) => void }) {
  return (
    <section>
      <h2>Invoices</h2>
      {invoices.length === 0 && <p>{order.is_wholesale ? 'Nothing is invoiced.' : 'Consumer orders are not invoiced.'}</p>}
      {invoices.length > 0 && (
        <Records label="Invoices" columns={['Invoice', 'Issued', 'Due', 'State', 'Total', 'Credited', 'Paid', 'Open']} figures={['Total', 'Credited', 'Paid', 'Open']} hasActions={mayChange}>
          {invoices.map((one) => (
            <tr key={one.invoice_id}>
              <td class="whole">
                <a href={appAddress('/records/orders/get_invoice', { id: String(one.invoice_id) })}>{one.name}</a>
              </td>
              <td>
                <Day on={one.issued_on} />
              </td>
              <td>{one.due_on === null ? '–' : <Day on={one.due_on} />}</td>
              <td>{wordsOf(one.paid_state)}</td>
              <MoneyCell of={one.total} />
              <MoneyCell of={one.credited} />
              <MoneyCell of={one.paid} />
              <MoneyCell of={one.open} />
              {mayChange && (
                <td class="actions">
                  {one.paid_state !== 'void' && (
                    <>
                      <button type="button" aria-label={`Credit invoice ${one.name}`} onClick={() => act({ credit: one })}>
                        Credit
                      </button>
                      <button
                        type="button"
                        class="danger"
                        aria-label={`Void invoice ${one.name}`}
                        onClick={() => act({ operation: 'session.void_invoice', effect: `Withdraws the invoice of ${moneyText(one.total)} for good. It keeps its number, its units can be invoiced again, and what was paid of it is unallocated money of the account.`, known: { invoice_id: String(one.invoice_id) } })}
                      >
                        Void
                      </button>
                    </>
                  )}
                </td>
              )}
            </tr>
          ))}
        </Records>
      )}
    </section>
  )
}

export function Payments({ of: { balance, payments }, mayChange, act }: { of: OrderMoney; mayChange: boolean; act: (open: Open) => void }) {
  return (
    <section>
      <h2>Payments</h2>
      {payments.length === 0 && <p>No payment is recorded.</p>}
      {payments.length > 0 && (
        <Records label="Payments" columns={['Day', 'Kind', 'Method', 'Reference', 'Amount', 'Unallocated']} figures={['Amount', 'Unallocated']} hasActions={mayChange}>
          {payments.map((one) => (
            <tr key={one.customer_payment_id}>
              <td>
                <Day on={one.paid_on} />
              </td>
              <td>{wordsOf(one.kind)}</td>
              <td>{wordsOf(one.method)}</td>
              <td class="long">{one.reference ?? '–'}</td>
              <MoneyCell of={one.amount} />
              <MoneyCell of={one.unallocated} />
              {mayChange && (
                <td class="actions">
                  {one.kind === 'payment' && (
                    <button
                      type="button"
                      class="danger"
                      aria-label={`Reverse the payment of ${moneyText(one.amount)}`}
                      onClick={() => act({ operation: 'session.reverse_payment', effect: `Takes the payment of ${moneyText(one.amount)} back by a counter-entry; what it paid is open again.`, known: { customer_payment_id: one.customer_payment_id } })}
                    >
                      Reverse
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </Records>
      )}
      <p class="totals">
        Agreed {moneyText(balance.agreed)}, invoiced {moneyText(balance.invoiced)}, held on the order {moneyText(balance.paid)}
        {(balance.overpaid.cents ?? 0) > 0 ? `, of which more than it comes to: ${moneyText(balance.overpaid)}` : ''}.
      </p>
    </section>
  )
}

export function Returns({ of: { returns } }: { of: Order }) {
  if (returns.length === 0) return null
  return (
    <section>
      <h2>Returns</h2>
      <ul class="plain-list">
        {returns.map(({ id, name, state, units_expected, units_received }) => (
          <li key={id}>
            <a href={appAddress('/orders/returns', { return: String(id) })}>{name}</a> {labelOf(state)}: {units_received} of {unitsText(units_expected)} received
          </li>
        ))}
      </ul>
    </section>
  )
}
