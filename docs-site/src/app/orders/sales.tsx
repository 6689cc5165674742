/** Sales orders: those that were placed, the page of one, and the form of a new one. The address says which. */
import { Frame } from '../frame'
import type { Pages } from '../names'
import { Badge, Day, entered, Field, fromInAddress, PagedRows, pageSize, Trouble, useRead, wordOf } from '../parts'
import { Cell } from '../cells'
import { appAddress, get, type Organization, type Rows } from '../service'
import type { Write } from '../writes'
import type { Order } from './model'
import { SalesOrder } from './sales_order'

export const SalesOrders = (shown: { writes: readonly Write[]; pages: Pages }) => (
  <Frame title="Sales orders" within="Orders">
    {(organization) => <Place {...shown} organization={organization} />}
  </Frame>
)

function Place({ writes, pages, organization }: { writes: readonly Write[]; pages: Pages; organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const order_id = stated.get('order')
  const mayChange = organization.role !== 'viewer'
  if (mayChange && (stated.has('new') || (order_id !== null && stated.has('change')))) return <OrderForm order_id={stated.has('new') ? null : order_id} organization={organization} />
  if (order_id === null) return <Placed organization={organization} />
  return <SalesOrder order_id={order_id} organization={organization} writes={writes} pages={pages} />
}

/** The form is loaded where it is asked for. */
function OrderForm({ order_id, organization }: { order_id: string | null; organization: Organization }) {
  const { data, trouble } = useRead(() => import('./order_form'), [])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  return order_id === null ? <data.NewOrder organization={organization} /> : <data.ChangeOrder order_id={order_id} />
}

interface Row extends Pick<Order, 'order_id' | 'name' | 'reference' | 'lifecycle' | 'account' | 'customer' | 'units' | 'allocated_units' | 'fulfilled_units' | 'exceptions_open' | 'grand_total' | 'ship_window_end' | 'cancel_date' | 'requested_ship_date'> {
  ordered_at: string
}

const lifecycles = ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled']

/** The address with what was chosen; a choice begins at the first page. */
const narrowed = (chosen: Record<string, string>): string => appAddress('/orders/sales', Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')))

function Placed({ organization }: { organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const chosen = { search: stated.get('search') ?? '', lifecycle: stated.get('lifecycle') ?? '' }
  const { search, lifecycle } = chosen
  const list = useRead(() => get<Rows<Row>>('/sales/orders', { offset: fromInAddress(), limit: pageSize, search: search === '' ? undefined : search, lifecycle: lifecycle === '' ? undefined : lifecycle }), [])
  const go = (changed: Record<string, string>) => location.assign(narrowed({ ...chosen, ...changed }))
  return (
    <>
      {organization.role !== 'viewer' && (
        <p class="buttons">
          <a class="first" href={appAddress('/orders/sales', { new: 'true' })}>
            Create an order
          </a>
        </p>
      )}
      <div class="controls">
        <form role="search" onSubmit={entered((entries) => go({ search: String(entries.get('search')).trim() }))}>
          <Field label="Order, reference or account">{({ id }) => <input id={id} name="search" type="search" defaultValue={search} />}</Field>
          <button type="submit">Search</button>
        </form>
        <Field label="State">
          {({ id }) => (
            <select id={id} value={lifecycle} onChange={({ currentTarget }) => go({ lifecycle: currentTarget.value })}>
              <option value="">All</option>
              {lifecycles.map((one) => (
                <option key={one} value={one}>
                  {wordOf(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <PagedRows of={list} empty={search === '' && lifecycle === '' ? 'No order has been placed yet.' : 'No order is like this.'} label="Sales orders" columns={['Order', 'For', 'State', 'Units', 'Held', 'Shipped', 'Ship by', 'Total']} figures={['Units', 'Held', 'Shipped', 'Total']} go={(from) => go({ from })}>
        {(one) => (
          <OrderRow key={one.order_id} of={one} zone={organization.time_zone} />
        )}
      </PagedRows>
    </>
  )
}

function OrderRow({ of, zone }: { of: Row; zone: string }) {
  const by = of.ship_window_end ?? of.cancel_date ?? of.requested_ship_date
  return (
    <tr>
      <td class="whole">
        <a href={appAddress('/orders/sales', { order: of.order_id })}>{of.name}</a>
      </td>
      <td class="long">
        {of.account?.name ?? of.customer?.display_name ?? '–'}
        {of.reference !== null && <span class="quiet"> {of.reference}</span>}
      </td>
      <td>
        {wordOf(of.lifecycle)} {of.exceptions_open > 0 && <Badge tone="bad">exception</Badge>}
      </td>
      {[of.units, of.allocated_units, of.fulfilled_units].map((units, at) => (
        <td key={at} class="figure">
          <Cell value={units} kind="number" zone={zone} />
        </td>
      ))}
      <td>{by === null ? '–' : <Day on={by} />}</td>
      <td class="figure">
        <Cell value={of.grand_total} kind="money" zone={zone} />
      </td>
    </tr>
  )
}
