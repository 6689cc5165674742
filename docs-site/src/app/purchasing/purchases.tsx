/** Purchase orders and transfers: those on file, the page of one, and the form of a new one. The address says which. */
import { useEffect, useState } from 'preact/hooks'
import { unitsText } from '../amounts'
import { moneyText } from '../cells'
import { Frame } from '../frame'
import { OperationDialog } from '../operation'
import { Badge, Day, entered, Field, fromInAddress, labelOf, PagedRows, pageSize, Records, Trouble, useRead, When, wordOf, wordsOf } from '../parts'
import { appAddress, get, type Organization, type Rows } from '../service'
import { StepList } from '../step_list'
import { WriteButtons } from '../write_buttons'
import type { Write } from '../writes'
import { isTransfer, pathOf, type PurchaseOrder, type PurchaseStepName, purchaseSteps, readInvoices, type SupplierInvoice } from './model'

export const Purchases = ({ writes }: { writes: readonly Write[] }) => (
  <Frame title="Purchase orders and transfers" within="Orders">
    {(organization) => <Place writes={writes} organization={organization} />}
  </Frame>
)

interface Shown {
  writes: readonly Write[]
  organization: Organization
}

function Place({ writes, organization }: Shown) {
  const stated = new URLSearchParams(location.search)
  const id = stated.get('order')
  if (organization.role !== 'viewer' && stated.has('new')) return <NewForm kind={stated.get('new') === 'transfer' ? 'transfer' : 'purchase'} organization={organization} />
  return id === null ? <OnFile organization={organization} /> : <One id={id} writes={writes} organization={organization} />
}

/** The form is loaded where it is asked for. */
function NewForm({ kind, organization }: { kind: 'purchase' | 'transfer'; organization: Organization }) {
  const { data, trouble } = useRead(() => import('./purchase_form'), [])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  return <data.NewPurchase kind={kind} organization={organization} />
}


function OnFile({ organization }: { organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const search = stated.get('search') ?? ''
  const { data, trouble } = useRead(() => get<Rows<PurchaseOrder>>(`/organizations/${organization.organization_id}/purchase-orders`, { offset: fromInAddress(), limit: pageSize, search: search === '' ? undefined : search }), [])
  const go = (changed: Record<string, string>) => location.assign(appAddress('/orders/purchases', Object.fromEntries(Object.entries({ search, ...changed }).filter(([, value]) => value !== ''))))
  return (
    <>
      {organization.role !== 'viewer' && (
        <p class="buttons">
          <a class="first" href={appAddress('/orders/purchases', { new: 'purchase' })}>
            Create a purchase order
          </a>
          <a href={appAddress('/orders/purchases', { new: 'transfer' })}>Create a transfer</a>
        </p>
      )}
      <div class="controls">
        <form role="search" onSubmit={entered((entries) => go({ search: String(entries.get('search')).trim() }))}>
          <Field label="Order or supplier">{({ id }) => <input id={id} name="search" type="search" defaultValue={search} />}</Field>
          <button type="submit">Search</button>
        </form>
      </div>
      <PagedRows of={{ data, trouble }} empty={search === '' ? 'Nothing has been ordered yet.' : 'No order is like this.'} label="Purchase orders" columns={['Order', 'Type', 'From', 'State', 'Expected', 'Lines', 'Cost']} figures={['Lines', 'Cost']} go={(from) => go({ from })}>
        {(one) => (
          <tr key={one.id}>
            <td class="whole">
              <a href={appAddress('/orders/purchases', { order: one.id })}>{one.name}</a>
            </td>
            <td>{wordsOf(one.order_type)}</td>
            <td class="long">{one.supplier_name ?? one.source_location_name ?? '–'}</td>
            <td>
              {wordOf(one.status)} {one.on_hold && <Badge tone="bad">on hold</Badge>}
            </td>
            <td>{one.expected_delivery_date === null ? '–' : <Day on={one.expected_delivery_date} />}</td>
            <td class="figure">{one.total_line_items}</td>
            <td class="figure">{moneyText({ amount: one.total_cost, currency: one.currency ?? organization.currency, reason: one.total_cost_reason })}</td>
          </tr>
        )}
      </PagedRows>
    </>
  )
}

const buttons: Record<PurchaseStepName, string> = { approve: 'Approve…', issue: 'Send…', receive: 'Receive…', bill: 'Record an invoice…' }
const ofThePage = new Set(['purchase_orders.approve', 'purchase_orders.issue', 'purchase_orders.record_delivery', 'purchase_orders.correct_delivery', 'purchase_orders.remove_delivery', 'purchase_orders.record_deliveries'])

type Open = { step: PurchaseStepName } | { operation: string; effect: string; known: Record<string, string> }

function One({ id, writes, organization }: Shown & { id: string }) {
  const { data, trouble, again } = useRead(() => get<PurchaseOrder>(pathOf(organization.organization_id, id)), [id])
  const invoices = useRead(() => readInvoices(id), [id])
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (data !== null) document.title = `${data.name} · Purchase orders · ${organization.name}`
  }, [data])
  const done = (what: string) => {
    setOpen(null)
    setSaid(what)
    again()
    invoices.again()
  }
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const mayChange = organization.role !== 'viewer'
  const steps = purchaseSteps(data, invoices.data)
  return (
    <>
      <p>
        <a href={appAddress('/orders/purchases')}>All purchase orders and transfers</a>
      </p>
      <h2 class="name">{data.name}</h2>
      <p>
        <Badge tone={data.status === 'delivered' ? 'good' : 'wait'}>{wordOf(data.status)}</Badge> {labelOf(data.order_type)}
        {isTransfer(data) || data.supplier_name === null ? (data.source_location_name === null ? '' : ` from ${data.source_location_name}`) : ` from ${data.supplier_name}`} to {data.location_name}
        {data.expected_delivery_date === null ? '.' : <>, expected on <Day on={data.expected_delivery_date} />.</>}
      </p>
      {data.on_hold && (
        <p>
          <Badge tone="bad">on hold</Badge> {data.hold_reason}
        </p>
      )}
      <Trouble of={trouble} />
      <p role="status" class="quiet">
        {said}
      </p>
      {steps.length === 0 ? <p>The order is cancelled; nothing is left to do.</p> : <StepList of={data.name} steps={steps} buttons={buttons} mayChange={mayChange} begin={(step) => setOpen({ step })} />}
      <WriteButtons writes={writes.filter(({ operation }) => !ofThePage.has(operation))} known={{ purchase_order_id: id }} organization={organization} areSecond done={({ words, ends }) => (ends ? location.assign(appAddress('/orders/purchases')) : done(`Done: ${words}.`))} />
      <Lines of={data} />
      <Deliveries of={data} mayChange={mayChange} organization={organization} act={setOpen} />
      <Trouble of={invoices.trouble} />
      {invoices.data !== null && !isTransfer(data) && <Invoices of={invoices.data} />}
      {open !== null && <OpenForm open={open} order={data} isBilled={(invoices.data ?? []).some(({ state }) => state === 'recorded')} organization={organization} close={() => setOpen(null)} done={done} />}
      <p class="foot">
        <a href={appAddress('/records/purchase_orders/get', { id })}>Every field of the order, its container plan and its documents</a>
      </p>
    </>
  )
}

/** The forms of steps are loaded when the first of them opens. */
function OpenForm({ open, order, isBilled, organization, close, done }: { open: Open; order: PurchaseOrder; isBilled: boolean; organization: Organization; close: () => void; done: (said: string) => void }) {
  const { data, trouble } = useRead(() => import('./purchase_steps'), [])
  if ('operation' in open) return <OperationDialog {...open} organization={organization} close={close} done={() => done('Done.')} />
  return data === null ? <Trouble of={trouble} /> : <data.PurchaseStepForm step={open.step} order={order} isBilled={isBilled} organization={organization} close={close} done={done} />
}

const Lines = ({ of }: { of: PurchaseOrder }) => (
  <section>
    <h2>Lines</h2>
    <Records label="Lines" columns={['SKU', 'Item', 'Ordered', 'Confirmed', 'In transit', 'Arrived', 'To come', 'Unit cost', 'Cost']} figures={['Ordered', 'Confirmed', 'In transit', 'Arrived', 'To come', 'Unit cost', 'Cost']} hasActions={false}>
      {of.line_items.map((line) => (
        <tr key={line.line_id}>
          <td class="whole">
            <a href={appAddress('/records/products/get_variant', { id: line.variant_id })}>{line.sku}</a>
          </td>
          <td class="long">{line.title}</td>
          {[line.quantity, line.confirmed_quantity, line.in_transit_quantity, line.delivered_quantity, line.outstanding_quantity].map((units, at) => (
            <td key={at} class="figure">
              {units === null ? '–' : new Intl.NumberFormat().format(units)}
            </td>
          ))}
          <td class="figure">{moneyText({ amount: line.unit_cost, currency: of.currency, reason: line.cost_reason })}</td>
          <td class="figure">{moneyText({ amount: line.total_cost, currency: of.currency, reason: line.cost_reason })}</td>
        </tr>
      ))}
    </Records>
    <p class="totals">
      <strong>Total {moneyText({ amount: of.total_cost, currency: of.currency, reason: of.total_cost_reason })}</strong>
    </p>
  </section>
)

function Deliveries({ of, mayChange, organization: { time_zone: zone, currency }, act }: { of: PurchaseOrder; mayChange: boolean; organization: Organization; act: (open: Open) => void }) {
  return (
    <section>
      <h2>Deliveries</h2>
      {of.deliveries.length === 0 && <p>Nothing has arrived.</p>}
      {of.deliveries.length > 0 && (
        <Records label="Deliveries" columns={['Arrived', 'Reference', 'Units', 'Landed cost of a unit']} hasActions={mayChange}>
          {of.deliveries.map((one, at) => {
            const known = { purchase_order_id: of.id, delivery_id: one.delivery_id }
            return (
              <tr key={one.delivery_id}>
                <td>
                  <When at={one.received_at} zone={zone} />
                </td>
                <td class="long">{one.reference ?? '–'}</td>
                <td>{one.line_items.map(({ sku, received_quantity }) => `${received_quantity} of ${sku}`).join(', ')}</td>
                <td>{one.line_items.map(({ sku, landed_unit_cost, landed_reason }) => `${sku}: ${moneyText({ amount: landed_unit_cost, currency, reason: landed_reason })}`).join(', ')}</td>
                {mayChange && (
                  <td class="actions">
                    <button type="button" aria-label={`Correct delivery ${at + 1}`} onClick={() => act({ operation: 'purchase_orders.correct_delivery', effect: 'Lines that you change are reversed in the ledger and booked again; a quantity of 0 takes a line out. A billed cost, freight or duty revalues what is still owned. What you leave empty stays.', known })}>
                      Correct
                    </button>
                    <button type="button" class="danger" aria-label={`Delete delivery ${at + 1}`} onClick={() => act({ operation: 'purchase_orders.remove_delivery', effect: `Takes ${unitsText(one.units)} out of ${of.location_name} again, by movements that reverse those of the delivery. They are to come again.`, known })}>
                      Delete
                    </button>
                  </td>
                )}
              </tr>
            )
          })}
        </Records>
      )}
    </section>
  )
}

const Invoices = ({ of }: { of: readonly SupplierInvoice[] }) => (
  <section>
    <h2>Invoices of the supplier</h2>
    {of.length === 0 && <p>None is recorded.</p>}
    {of.length > 0 && (
      <Records label="Invoices of the supplier" columns={['Number', 'Kind', 'Day', 'Due', 'State', 'Agrees', 'Sum']} figures={['Sum']} hasActions={false}>
        {of.map((one) => (
          <tr key={one.supplier_invoice_id}>
            <td class="long">
              <a href={appAddress('/records/session/get_supplier_invoice', { id: one.supplier_invoice_id })}>{one.invoice_number}</a>
            </td>
            <td>{wordsOf(one.kind)}</td>
            <td>
              <Day on={one.invoice_date} />
            </td>
            <td>{one.due_on === null ? '–' : <Day on={one.due_on} />}</td>
            <td>{wordsOf(one.state)}</td>
            <td>{one.match === null ? '–' : wordsOf(one.match)}</td>
            <td class="figure">{moneyText({ amount: one.lines_total, currency: one.currency, reason: null })}</td>
          </tr>
        ))}
      </Records>
    )}
  </section>
)
