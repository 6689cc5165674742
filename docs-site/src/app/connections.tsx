/** Settings, Connections: the warehouse and accounting systems that documents are sent to. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { OperationDialog } from './operation'
import { Badge, Confirm, Records, ShownOnce, Trouble, useRead, When } from './parts'
import { get, type Organization, post, type Rows } from './service'

interface Connection {
  name: string
  url: string
  is_active: boolean
  created_at: string
  deactivated_at: string | null
}
interface Warehouse extends Connection {
  connection_id: string
  location_name: string
  fulfilment_url: string | null
  report_url: string
  has_report_secret: boolean
}
interface Accounting extends Connection {
  accounting_connection_id: string
  payments: { url: string; last_read_at: string | null; fault: string | null } | null
}

type Open =
  | { kind: 'create'; operation: string; effect: string }
  | ({ kind: 'deactivate' } & Deactivated)
  | { kind: 'secret_of'; warehouse: Warehouse }
  | { kind: 'secret'; secret: string }
  | { kind: 'payments'; accounting: Accounting }
  | null

export const Connections = () => (
  <Frame title="Connections">
    {(organization) => (organization.role === 'admin' ? <Both organization={organization} /> : <p>Administrators see and change the connections.</p>)}
  </Frame>
)

const limit = 100

function Both({ organization }: { organization: Organization }) {
  const warehouses = useRead(() => get<Rows<Warehouse>>('/warehouse-connections', { limit }), [])
  const accounting = useRead(() => get<Rows<Accounting>>('/accounting-connections', { limit }), [])
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const again = () => {
    close()
    warehouses.again()
    accounting.again()
  }
  return (
    <>
      <Trouble of={warehouses.trouble ?? accounting.trouble} />
      <Warehouses rows={warehouses.data?.rows ?? null} zone={organization.time_zone} open={setOpen} />
      <AccountingSystems rows={accounting.data?.rows ?? null} zone={organization.time_zone} open={setOpen} />
      {open?.kind === 'create' && <OperationDialog operation={open.operation} effect={open.effect} known={{}} organization={organization} close={close} done={again} />}
      {open?.kind === 'deactivate' && (
        <Confirm
          title={`Deactivate ${open.name}?`}
          consequence={`${open.consequence} It stays listed and cannot be activated again; create a new connection instead.`}
          action="Deactivate the connection"
          close={close}
          run={async () => {
            await post(`${open.path}/deactivate`)
            again()
          }}
        />
      )}
      {open?.kind === 'secret_of' && (
        <Confirm
          title={`A report secret for ${open.warehouse.name}`}
          consequence={`The warehouse signs its reports with it. ${open.warehouse.has_report_secret ? 'The secret that it has now stops working at once.' : ''}`}
          action="Create the secret"
          close={close}
          run={async () => {
            const { secret } = await post<{ secret: string }>(`/warehouse-connections/${open.warehouse.connection_id}/report-secret`)
            warehouses.again()
            setOpen({ kind: 'secret', secret })
          }}
        />
      )}
      {open?.kind === 'secret' && <ShownOnce title="The report secret" what="the secret" secret={open.secret} close={close} />}
      {open?.kind === 'payments' && (
        <Confirm
          title={`Read the payments of ${open.accounting.name} again?`}
          consequence="All payments are read from the beginning. Those on file change nothing; those that were refused are tried again."
          action="Read them again"
          close={close}
          run={async () => {
            await post(`/accounting-connections/${open.accounting.accounting_connection_id}/read-payments`)
            again()
          }}
        />
      )}
    </>
  )
}

interface Shown<Row> {
  rows: Row[] | null
  zone: string
  open: (open: Open) => void
}

const State = ({ of: { is_active, deactivated_at }, zone }: { of: Connection; zone: string }) => (
  <>
    <Badge tone={is_active ? 'good' : 'plain'}>{is_active ? 'active' : 'deactivated'}</Badge>
    {deactivated_at !== null && (
      <p class="quiet">
        <When at={deactivated_at} zone={zone} />
      </p>
    )}
  </>
)

interface Deactivated {
  name: string
  path: string
  consequence: string
}

const Deactivate = ({ open, ...connection }: Deactivated & { open: (next: Open) => void }) => (
  <button type="button" class="danger" aria-label={`Deactivate ${connection.name}`} onClick={() => open({ kind: 'deactivate', ...connection })}>
    Deactivate
  </button>
)

function Warehouses({ rows, zone, open }: Shown<Warehouse>) {
  return (
    <section aria-labelledby="warehouses">
      <h2 id="warehouses">Warehouses</h2>
      <p>Expected deliveries are announced to the system of a location, and orders released to it.</p>
      <p class="buttons">
        <button type="button" class="first" onClick={() => open({ kind: 'create', operation: 'session.create_warehouse_connection', effect: 'A location has at most one active connection.' })}>
          Connect a warehouse
        </button>
      </p>
      {rows?.length === 0 && <p>None is connected.</p>}
      {rows !== null && rows.length > 0 && (
        <Records label="Connected warehouses" columns={['Name', 'Location', 'Addresses', 'State']}>
          {rows.map((one) => (
            <tr key={one.connection_id}>
              <th scope="row">{one.name}</th>
              <td>{one.location_name}</td>
              <td class="long">
                {one.url}
                {one.fulfilment_url !== null && <p class="quiet">Orders: {one.fulfilment_url}</p>}
                <p class="quiet">
                  Reports to {one.report_url}, {one.has_report_secret ? 'with a secret' : 'no secret yet'}
                </p>
              </td>
              <td>
                <State of={one} zone={zone} />
              </td>
              <td class="actions">
                {one.is_active && (
                  <>
                    <button type="button" aria-label={`Report secret of ${one.name}`} onClick={() => open({ kind: 'secret_of', warehouse: one })}>
                      Report secret
                    </button>
                    <Deactivate name={one.name} path={`/warehouse-connections/${one.connection_id}`} consequence="Nothing more is sent to the warehouse, and what is queued fails with an exception." open={open} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
    </section>
  )
}

function AccountingSystems({ rows, zone, open }: Shown<Accounting>) {
  return (
    <section aria-labelledby="accounting">
      <h2 id="accounting">Accounting</h2>
      <p>Invoices and credit notes are posted to the connected system, and payments are read from it.</p>
      <p class="buttons">
        <button
          type="button"
          class="first"
          onClick={() => open({ kind: 'create', operation: 'session.create_accounting_connection', effect: 'Every invoice issued from now on is posted to it.' })}
        >
          Connect an accounting system
        </button>
      </p>
      {rows?.length === 0 && <p>None is connected.</p>}
      {rows !== null && rows.length > 0 && (
        <Records label="Accounting systems" columns={['Name', 'Address', 'Payments', 'State']}>
          {rows.map((one) => (
            <tr key={one.accounting_connection_id}>
              <th scope="row">{one.name}</th>
              <td class="long">{one.url}</td>
              <td class="long">
                {one.payments === null ? (
                  'not read'
                ) : (
                  <>
                    {one.payments.url}
                    <p class="quiet">
                      Last read: <When at={one.payments.last_read_at} zone={zone} />
                    </p>
                    {one.payments.fault !== null && <Badge tone="bad">{one.payments.fault}</Badge>}
                  </>
                )}
              </td>
              <td>
                <State of={one} zone={zone} />
              </td>
              <td class="actions">
                {one.is_active && one.payments !== null && (
                  <button type="button" aria-label={`Read payments again: ${one.name}`} onClick={() => open({ kind: 'payments', accounting: one })}>
                    Read payments again
                  </button>
                )}
                {one.is_active && (
                  <Deactivate name={one.name} path={`/accounting-connections/${one.accounting_connection_id}`} consequence="Nothing more is sent or read over it, and queued invoices fail with an exception." open={open} />
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
    </section>
  )
}
