/** One sales order: what comes next, its lines, shipments, invoices and payments, each with what can be done with it. */
import { useEffect, useState } from 'preact/hooks'
import { sumOf } from '../amounts'
import { moneyText } from '../cells'
import type { Pages } from '../names'
import { Badge, Day, Trouble, useRead, wordOf } from '../parts'
import { appAddress, get, type Organization } from '../service'
import { StepList } from '../step_list'
import { WriteButtons } from '../write_buttons'
import type { Write } from '../writes'
import { type Order, outstandingOf, readMoney, type StepName, stepsOf } from './model'
import type { StepToOpen } from './open_step'
import { Invoices, Lines, type Open, Payments, Returns, Shipments } from './order_tables'

interface Shown {
  order_id: string
  organization: Organization
  writes: readonly Write[]
  pages: Pages
}

export function SalesOrder({ order_id, organization, writes, pages }: Shown) {
  const order = useRead(() => get<Order>(`/sales/orders/${order_id}`), [order_id])
  const money = useRead(() => readMoney(order_id), [order_id])
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  const { data } = order
  useEffect(() => {
    if (data !== null) document.title = `${data.name} · Sales orders · ${organization.name}`
  }, [data])
  const done = (what: string) => {
    setOpen(null)
    setSaid(what)
    order.again()
    money.again()
  }
  if (data === null) return order.trouble === null ? <p role="status">Loading…</p> : <Trouble of={order.trouble} />
  const mayChange = organization.role !== 'viewer'
  const close = () => setOpen(null)
  const steps = stepsOf(data, money.data, (cents) => moneyText({ cents, currency: data.currency, reason: null }))
  return (
    <>
      <p>
        <a href={appAddress('/orders/sales')}>All sales orders</a>
      </p>
      <h2 class="name">{data.name}</h2>
      <Summary of={data} />
      <Trouble of={order.trouble} />
      <p role="status" class="quiet">
        {said}
      </p>
      {steps.length === 0 ? <p>The order is cancelled; nothing is left to do.</p> : <StepList of={data.name} steps={steps} buttons={stepButtons} mayChange={mayChange} begin={(step) => setOpen({ step })} />}
      {mayChange && (
        <p class="buttons">
          {!['fulfilled', 'cancelled'].includes(data.lifecycle) && <a href={appAddress('/orders/sales', { order: order_id, change: 'true' })}>Change the order</a>}
          {data.line_items.some(({ returnable_quantity }) => returnable_quantity > 0) && <a href={appAddress('/orders/returns', { of_order: order_id })}>Create a return</a>}
          {data.lifecycle !== 'cancelled' && (data.lifecycle === 'draft' || sumOf(data.line_items, outstandingOf) > 0) && (
            <button type="button" class="danger" onClick={() => setOpen({ step: 'cancel' })}>
              Cancel
            </button>
          )}
        </p>
      )}
      <WriteButtons writes={others(writes, data)} known={{ order_id }} organization={organization} areSecond done={({ words }) => done(`Done: ${words}.`)} />
      <Lines of={data} organization={organization} pages={pages} />
      <Shipments of={data} mayChange={mayChange} act={setOpen} />
      <Trouble of={money.trouble} />
      {money.data !== null && <Invoices of={money.data} order={data} mayChange={mayChange} act={setOpen} />}
      {money.data !== null && <Payments of={money.data} mayChange={mayChange} act={setOpen} />}
      <Returns of={data} />
      {open !== null && <LoadedStep open={open} order={data} money={money.data} organization={organization} close={close} done={done} />}
      <p class="foot">
        <a href={appAddress('/records/orders/get', { id: order_id })}>Every field, the timeline and the files of the order</a>
      </p>
    </>
  )
}

/** Steps of the page itself are not offered twice. */
const ofThePage = new Set(['orders.confirm', 'orders.allocate', 'orders.cancel', 'orders.invoice', 'orders.update', 'session.record_shipment', 'session.void_shipment', 'session.correct_shipment'])

/** What has no use in some states of an order; the service decides in the others. */
const useful: Record<string, (order: Order) => boolean> = {
  'orders.send_shipping_notice': ({ is_wholesale, shipments }) => is_wholesale && shipments.length > 0,
  'session.hold_order': ({ hold, line_items }) => hold === null && sumOf(line_items, outstandingOf) > 0,
  'session.release_hold_of_order': ({ hold }) => hold !== null,
  'session.unallocate_order': ({ allocated_units }) => allocated_units > 0,
  'session.release_order': ({ allocated_units }) => allocated_units > 0,
  'session.split_order': ({ line_items }) => sumOf(line_items, outstandingOf) > 0,
  'session.merge_orders': ({ line_items }) => sumOf(line_items, outstandingOf) > 0,
  'session.match_edi_line': ({ unmatched_lines }) => unmatched_lines.length > 0,
}

const others = (writes: readonly Write[], order: Order): Write[] => writes.filter(({ operation }) => !ofThePage.has(operation) && (useful[operation]?.(order) ?? true))

/** The forms of steps are loaded when the first of them opens. */
function LoadedStep(shown: StepToOpen) {
  const { data, trouble } = useRead(() => import('./open_step'), [])
  return data === null ? <Trouble of={trouble} /> : <data.OpenStep {...shown} />
}

const Dates = ({ of: { requested_ship_date, ship_window_start, ship_window_end, cancel_date } }: { of: Order }) => (
  <>
    {ship_window_start !== null && (
      <>
        {' '}
        Ships from <Day on={ship_window_start} />
        {ship_window_end === null ? '.' : <> to <Day on={ship_window_end} />.</>}
      </>
    )}
    {ship_window_start === null && requested_ship_date !== null && (
      <>
        {' '}
        Asked for <Day on={requested_ship_date} />.
      </>
    )}
    {cancel_date !== null && (
      <>
        {' '}
        Not accepted after <Day on={cancel_date} />.
      </>
    )}
  </>
)

const Summary = ({ of }: { of: Order }) => (
  <>
    <p>
      <Badge tone={of.lifecycle === 'fulfilled' ? 'good' : of.lifecycle === 'cancelled' ? 'plain' : 'wait'}>{wordOf(of.lifecycle)}</Badge>{' '}
      {of.account !== null ? <a href={appAddress('/records/session/get_account', { id: of.account.trading_partner_id })}>{of.account.name}</a> : (of.customer?.display_name ?? 'No customer')}
      {of.reference === null ? '' : `, reference ${of.reference}`}
      {of.channel === null ? '' : `, ${of.channel.name}`}
      {of.location === null ? ', no location yet' : `, from ${of.location.name}`}.
      <Dates of={of} />
    </p>
    {of.hold !== null && (
      <p>
        <Badge tone="bad">on hold</Badge> For {wordOf(of.hold.reason)}
        {of.hold.note === null ? '' : `: ${of.hold.note}`}. It is not confirmed, allocated or shipped until the hold is released.
      </p>
    )}
    {of.exceptions_open > 0 && (
      <p>
        <a href={appAddress('/exceptions')}>
          {of.exceptions_open} open {of.exceptions_open === 1 ? 'exception' : 'exceptions'}
        </a>
      </p>
    )}
  </>
)

const stepButtons: Record<StepName, string> = { confirm: 'Confirm…', allocate: 'Allocate…', ship: 'Ship…', invoice: 'Invoice…', pay: 'Record a payment…' }
