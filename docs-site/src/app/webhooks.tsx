/** Settings, Developer, Webhooks: subscriptions, and below each its deliveries. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { Badge, Confirm, Dialog, Field, Form, NewestPages, ReadDialog, Records, ShownOnce, Trouble, useRead, useWrite, When, wordsOf } from './parts'
import { appAddress, get, type Organization, post, remove, type Rows } from './service'

interface Webhook {
  webhook_id: string
  hook_url: string
  type: string
  is_active: boolean
  delivered: string
}

interface Delivery {
  delivery_id: string
  event: string
  state: string
  is_test: boolean
  attempts: number
  created_at: string
  next_attempt_at: string | null
}

interface DeliveryRecord extends Delivery {
  body: string
  tries: { attempt: number; started_at: string; duration_ms: number; status: number | null; failure: string | null; answer: string | null }[]
}

export interface EventType {
  name: string
  about: string
}

type Open = { kind: 'create' } | { kind: 'delete' | 'rotate'; webhook: Webhook } | { kind: 'shown'; secret: string } | null

export const Webhooks = ({ events }: { events: readonly EventType[] }) => (
  <Frame title="Webhooks" within="Settings, Developer">
    {(organization) => {
      const webhook_id = new URLSearchParams(location.search).get('webhook')
      return webhook_id === null ? <List events={events} organization={organization} /> : <Deliveries webhook_id={webhook_id} organization={organization} />
    }}
  </Frame>
)

function List({ events, organization }: { events: readonly EventType[]; organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const hooks = useRead(() => get<Rows<Webhook>>('/webhooks', { offset, limit: 50 }), [offset])
  const [open, setOpen] = useState<Open>(null)
  const [said, setSaid] = useState('')
  const write = useWrite()
  const close = () => setOpen(null)
  const shown = (secret: string) => {
    setOpen({ kind: 'shown', secret })
    hooks.again()
  }
  const change = (path: string, what: string) =>
    write.run(async () => {
      await post(`/webhooks/${path}`)
      setSaid(what)
      hooks.again()
    })
  const mayChange = organization.role === 'admin'
  return (
    <>
      <p>
        The service sends an event to each active subscription, signed with its secret, and repeats what was not accepted. <code>Delivered</code> says what became of the last one.
      </p>
      <Trouble of={hooks.trouble ?? write.trouble} />
      {mayChange && (
        <p class="buttons">
          <button type="button" class="first" onClick={() => setOpen({ kind: 'create' })}>
            Subscribe to an event
          </button>
        </p>
      )}
      <p role="status" class="quiet">
        {said}
      </p>
      {hooks.data !== null && hooks.data.rows.length === 0 && <p>There is no subscription yet.</p>}
      {hooks.data !== null && hooks.data.rows.length > 0 && (
        <Records label="Webhooks" columns={['Event', 'URL', 'State', 'Delivered']}>
          {hooks.data.rows.map((webhook) => (
            <tr key={webhook.webhook_id}>
              <th scope="row">{webhook.type}</th>
              <td class="long">{webhook.hook_url}</td>
              <td>
                <Badge tone={webhook.is_active ? 'good' : 'plain'}>{webhook.is_active ? 'active' : 'inactive'}</Badge>
              </td>
              <td>{webhook.delivered}</td>
              <td class="actions">
                <a href={appAddress('/settings/developer/webhooks', { webhook: webhook.webhook_id })} aria-label={`Deliveries of ${webhook.type} to ${webhook.hook_url}`}>
                  Deliveries
                </a>
                {mayChange && (
                  <>
                    {webhook.is_active && (
                      <button type="button" onClick={() => change(`${webhook.webhook_id}/test`, 'A test event is on its way; its outcome is under Deliveries.')}>
                        Send a test
                      </button>
                    )}
                    <button
                      type="button"
                      onClick={() =>
                        change(`${webhook.webhook_id}/${webhook.is_active ? 'deactivate' : 'activate'}`, webhook.is_active ? 'Events are no longer sent to it.' : 'Events are sent to it from now on.')
                      }
                    >
                      {webhook.is_active ? 'Deactivate' : 'Activate'}
                    </button>
                    <button type="button" onClick={() => setOpen({ kind: 'rotate', webhook })}>
                      New secret
                    </button>
                    <button type="button" class="danger" onClick={() => setOpen({ kind: 'delete', webhook })}>
                      Delete
                    </button>
                  </>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={50} of={hooks.data?.filtered_max_size ?? 0} go={setOffset} />
      {open?.kind === 'create' && <Subscribe events={events} close={close} shown={shown} />}
      {open?.kind === 'shown' && <ShownOnce title="The signing secret" what="the secret" secret={open.secret} close={close} />}
      {open?.kind === 'rotate' && (
        <Confirm
          title="Make a new secret?"
          consequence="Deliveries are signed with the new secret from now on: a receiver that still has the old one refuses them until you give it the new one."
          action="Make a new secret"
          run={async () => {
            const { secret } = await post<{ secret: string }>(`/webhooks/${open.webhook.webhook_id}/rotate-secret`)
            shown(secret)
          }}
          close={close}
        />
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title="Delete the subscription?"
          consequence={`Events of ${open.webhook.type} are no longer sent to ${open.webhook.hook_url}, and its deliveries can no longer be read or repeated.`}
          action="Delete the subscription"
          run={async () => {
            await remove(`/webhooks/${open.webhook.webhook_id}`)
            close()
            hooks.again()
          }}
          close={close}
        />
      )}
    </>
  )
}

function Subscribe({ events, close, shown }: { events: readonly EventType[]; close: () => void; shown: (secret: string) => void }) {
  const [type, setType] = useState(events[0]!.name)
  const submit = async (entries: FormData) => {
    const { secret } = await post<{ secret: string }>('/webhooks', {
      hook_url: entries.get('hook_url'),
      type: entries.get('type'),
      include_imported: entries.get('include_imported') !== null,
    })
    shown(secret)
  }
  return (
    <Dialog title="Subscribe to an event" close={close}>
      <Form action="Subscribe" draft="webhook" cancel={close} submit={submit}>
        <Field label="Event" hint={events.find(({ name }) => name === type)?.about}>
          {({ id, describedby }) => (
            <select id={id} aria-describedby={describedby} name="type" value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
              {events.map(({ name }) => (
                <option>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="URL" hint="An https address of yours that accepts POST.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="hook_url" type="url" required />}
        </Field>
        <p>
          <label>
            <input type="checkbox" name="include_imported" /> Send events of imported records too
          </label>
        </p>
      </Form>
    </Dialog>
  )
}

const tones: Record<string, 'good' | 'wait' | 'bad'> = { delivered: 'good', failed: 'bad', no_secret: 'bad' }

function Deliveries({ webhook_id, organization }: { webhook_id: string; organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const zone = organization.time_zone
  const webhook = useRead(() => get<Webhook>(`/webhooks/${webhook_id}`), [webhook_id])
  const deliveries = useRead(() => get<Rows<Delivery>>(`/webhooks/${webhook_id}/deliveries`, { offset, limit: 25 }), [webhook_id, offset])
  const [shown, setShown] = useState<string | null>(null)
  const write = useWrite()
  const again = (delivery_id: string) =>
    write.run(async () => {
      await post(`/webhooks/${webhook_id}/deliveries/${delivery_id}/redeliver`)
      deliveries.again()
    })
  const mayChange = organization.role === 'admin'
  return (
    <>
      <p>
        <a href={appAddress('/settings/developer/webhooks')}>All webhooks</a>
      </p>
      {webhook.data !== null && (
        <p>
          Deliveries of <strong>{webhook.data.type}</strong> to <span class="long">{webhook.data.hook_url}</span>, newest first.
        </p>
      )}
      <Trouble of={webhook.trouble ?? deliveries.trouble ?? write.trouble} />
      <p class="buttons">
        <button type="button" onClick={deliveries.again}>
          Refresh
        </button>
      </p>
      {deliveries.data !== null && deliveries.data.rows.length === 0 && <p>Nothing was sent to it yet.</p>}
      {deliveries.data !== null && deliveries.data.rows.length > 0 && (
        <Records label="Deliveries" columns={['Created', 'State', 'Attempts', 'Next attempt']}>
          {deliveries.data.rows.map((delivery) => (
            <tr key={delivery.delivery_id}>
              <th scope="row">
                <When at={delivery.created_at} zone={zone} />
                {delivery.is_test && <span class="quiet"> test</span>}
              </th>
              <td>
                <Badge tone={tones[delivery.state] ?? 'wait'}>{wordsOf(delivery.state)}</Badge>
              </td>
              <td>{delivery.attempts}</td>
              <td>{delivery.next_attempt_at === null ? '' : <When at={delivery.next_attempt_at} zone={zone} />}</td>
              <td class="actions">
                <button type="button" onClick={() => setShown(delivery.delivery_id)}>
                  Show
                </button>
                {mayChange && (
                  <button type="button" disabled={write.isRunning} onClick={() => again(delivery.delivery_id)}>
                    Send again
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={25} of={deliveries.data?.filtered_max_size ?? 0} go={setOffset} />
      {shown !== null && <Shown webhook_id={webhook_id} delivery_id={shown} zone={zone} close={() => setShown(null)} />}
    </>
  )
}

/** The signature is of the bytes as sent, without these line breaks. */
function setOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Shown({ webhook_id, delivery_id, zone, close }: { webhook_id: string; delivery_id: string; zone: string; close: () => void }) {
  const { data, trouble } = useRead(() => get<DeliveryRecord>(`/webhooks/${webhook_id}/deliveries/${delivery_id}`), [delivery_id])
  return (
    <ReadDialog title="Delivery" close={close}>
      <Trouble of={trouble} />
      {data !== null && (
        <>
          <h3>Attempts</h3>
          {data.tries.length === 0 && <p>None yet.</p>}
          <ol>
            {data.tries.map(({ attempt, started_at, duration_ms, status, failure, answer }) => (
              <li key={attempt}>
                <When at={started_at} zone={zone} />: {status ?? failure ?? 'no response'} after {duration_ms} ms
                {answer !== null && answer !== '' && <pre tabIndex={0}>{answer}</pre>}
              </li>
            ))}
          </ol>
          <h3>Body (formatted)</h3>
          <pre tabIndex={0}>{setOut(data.body)}</pre>
        </>
      )}
    </ReadDialog>
  )
}
