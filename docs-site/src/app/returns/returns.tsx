/** Returns: those on file, a new one of an order, and the page of one, on which units are received. The address says which. */
import { useEffect, useState } from 'preact/hooks'
import { sumOf, unitsText } from '../amounts'
import { moneyText } from '../cells'
import { Frame } from '../frame'
import { OperationDialog } from '../operation'
import { Badge, Day, fromInAddress, PagedRows, pageSize, Records, Trouble, useRead, When, wordsOf } from '../parts'
import { appAddress, get, type Organization, type Rows } from '../service'
import { WriteButtons } from '../write_buttons'
import type { Write } from '../writes'
import { openOf, type Return } from './model'

export const Returns = ({ writes }: { writes: readonly Write[] }) => (
  <Frame title="Returns" within="Orders">
    {(organization) => <Place writes={writes} organization={organization} />}
  </Frame>
)

interface Shown {
  writes: readonly Write[]
  organization: Organization
}

function Place({ writes, organization }: Shown) {
  const stated = new URLSearchParams(location.search)
  const order_id = stated.get('of_order')
  const id = stated.get('return')
  if (organization.role !== 'viewer' && order_id !== null) return <NewForm order_id={order_id} />
  return id === null ? <OnFile organization={organization} /> : <One id={id} writes={writes} organization={organization} />
}

/** The forms are loaded where they are asked for. */
function NewForm({ order_id }: { order_id: string }) {
  const { data, trouble } = useRead(() => import('./return_forms'), [])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  return <data.NewReturn order_id={order_id} />
}


function OnFile({ organization }: { organization: Organization }) {
  const { data, trouble } = useRead(() => get<Rows<Return>>('/sales/returns', { offset: fromInAddress(), limit: pageSize }), [])
  return (
    <>
      {organization.role !== 'viewer' && <p>A return is created on the page of its order. Other returns are created in the list of all.</p>}
      <PagedRows of={{ data, trouble }} empty="Nothing has come back yet." label="Returns" columns={['Return', 'Order', 'State', 'Reason', 'Expected on', 'Expected', 'Received']} figures={['Expected', 'Received']} go={(from) => location.assign(appAddress('/orders/returns', { from }))}>
        {(one) => (
          <tr key={one.id}>
            <td class="whole">
              <a href={appAddress('/orders/returns', { return: String(one.id) })}>{one.name}</a>
            </td>
            <td>{one.order === null ? '–' : <a href={appAddress('/orders/sales', { order: one.order.order_id })}>{one.order.name}</a>}</td>
            <td>{wordsOf(one.state)}</td>
            <td>{wordsOf(one.reason)}</td>
            <td>{one.expected_on === null ? '–' : <Day on={one.expected_on} />}</td>
            <td class="figure">{one.units_expected}</td>
            <td class="figure">{one.units_received}</td>
          </tr>
        )}
      </PagedRows>
    </>
  )
}

function One({ id, writes, organization }: Shown & { id: string }) {
  const { data, trouble, again } = useRead(() => get<Return>(`/sales/returns/${id}`), [id])
  const [open, setOpen] = useState<'receive' | 'credit' | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (data !== null) document.title = `${data.name} · Returns · ${organization.name}`
  }, [data])
  const done = (what: string) => {
    setOpen(null)
    setSaid(what)
    again()
  }
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const mayChange = organization.role !== 'viewer'
  const isOpen = data.state === 'expected' || data.state === 'partially_received'
  return (
    <>
      <p>
        <a href={appAddress('/orders/returns')}>All returns</a>
      </p>
      <h2 class="name">{data.name}</h2>
      <p>
        <Badge tone={data.state === 'closed' ? 'good' : isOpen ? 'wait' : 'plain'}>{wordsOf(data.state)}</Badge> {wordsOf(data.reason)}
        {data.order !== null && (
          <>
            , of <a href={appAddress('/orders/sales', { order: data.order.order_id })}>{data.order.name}</a>
          </>
        )}
        {data.location === null ? '' : `, to ${data.location.name}`}. {unitsText(data.units_received)} of {data.units_expected} received, {data.units_restocked} back in stock.
      </p>
      <Trouble of={trouble} />
      {data.exceptions.map((sentence) => (
        <p key={sentence} class="trouble">
          {sentence}
        </p>
      ))}
      <p role="status" class="quiet">
        {said}
      </p>
      {mayChange && (
        <p class="buttons">
          {isOpen && sumOf(data.lines, openOf) > 0 && (
            <button type="button" class="first" onClick={() => setOpen('receive')}>
              Receive…
            </button>
          )}
          {data.credit.is_due && (
            <button type="button" onClick={() => setOpen('credit')}>
              Credit the return…
            </button>
          )}
        </p>
      )}
      <WriteButtons writes={writes.filter(({ operation }) => operation !== 'returns.receive' && operation !== 'session.credit_return' && (isOpen || operation !== 'returns.cancel'))} known={{ return_id: id }} organization={organization} areSecond done={({ words }) => done(`Done: ${words}.`)} />
      <Lines of={data} />
      <Movements of={data} zone={organization.time_zone} />
      {data.credit.credit_notes.length > 0 && (
        <p>
          Credit notes:{' '}
          {data.credit.credit_notes.map(({ credit_note_id, name, state, total }) => (
            <span key={credit_note_id}>
              <a href={appAddress('/records/session/get_credit_note', { id: credit_note_id })}>{name}</a> {wordsOf(state)}, {moneyText(total)}{' '}
            </span>
          ))}
        </p>
      )}
      {open === 'receive' && <Receive of={data} close={() => setOpen(null)} done={done} />}
      {open === 'credit' && (
        <OperationDialog operation="session.credit_return" effect="Issues a credit note for what came back of invoiced units, at the price, discount and tax that they were billed at." known={{ return_id: id }} organization={organization} close={() => setOpen(null)} done={() => done('The return is credited.')} />
      )}
      <p class="foot">
        <a href={appAddress('/records/returns/get', { id })}>Every field of the return</a>
      </p>
    </>
  )
}

function Receive(shown: { of: Return; close: () => void; done: (said: string) => void }) {
  const { data, trouble } = useRead(() => import('./return_forms'), [])
  return data === null ? <Trouble of={trouble} /> : <data.ReceiveReturn {...shown} />
}

const Lines = ({ of }: { of: Return }) => (
  <section>
    <h2>Lines</h2>
    <Records label="Lines" columns={['SKU', 'Expected', 'Received', 'Restocked', 'Missing', 'Disposition']} figures={['Expected', 'Received', 'Restocked', 'Missing']} hasActions={false}>
      {of.lines.map((line) => (
        <tr key={line.id}>
          <td class="whole">{line.sku}</td>
          {[line.expected_quantity, line.received_quantity, line.restocked_quantity, line.missing_quantity].map((units, at) => (
            <td key={at} class="figure">
              {new Intl.NumberFormat().format(units)}
            </td>
          ))}
          <td>{line.disposition === null ? '–' : wordsOf(line.disposition)}</td>
        </tr>
      ))}
    </Records>
  </section>
)

function Movements({ of, zone }: { of: Return; zone: string }) {
  if (of.movements.length === 0) return null
  return (
    <section>
      <h2>Stock movements</h2>
      <Records label="Stock movements" columns={['When', 'SKU', 'Location', 'Units']} figures={['Units']} hasActions={false}>
        {of.movements.map(({ id, occurred_at, sku, location_name, quantity_delta }) => (
          <tr key={id}>
            <td>
              <When at={occurred_at} zone={zone} />
            </td>
            <td class="whole">{sku}</td>
            <td>{location_name}</td>
            <td class="figure">{new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }).format(quantity_delta)}</td>
          </tr>
        ))}
      </Records>
    </section>
  )
}
