/** The queue of exceptions, and home, which counts them beside what else needs a person. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { Badge, Dialog, Field, Form, NewestPages, Trouble, useRead, When, wordsOf } from './parts'
import { appAddress, get, type Organization, post, type Rows, ServiceRefusal } from './service'

interface Exception {
  id: string
  kind: string
  severity: string
  subject: { type: string; id: string }
  sentence: string
  opened_at: string
  resolved_at: string | null
  resolution: string | null
}

export const Exceptions = () => <Frame title="Exceptions">{(organization) => <Queue organization={organization} />}</Frame>

const size = 50
const severities: Record<string, 'plain' | 'wait' | 'bad'> = { info: 'plain', warning: 'wait', blocking: 'bad' }

function Queue({ organization }: { organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const is_open = stated.get('is_open') !== 'false'
  const kind = stated.get('kind') ?? undefined
  const [offset, setOffset] = useState(0)
  const list = useRead(() => get<Rows<Exception>>('/exceptions', { is_open, kind, offset, limit: size }), [offset])
  const [resolving, setResolving] = useState<Exception | null>(null)
  const mayChange = organization.role !== 'viewer'
  const ofKind: Record<string, string> = kind === undefined ? {} : { kind }
  return (
    <>
      <p>What the service cannot decide without a person, newest first. Some close by themselves when their cause is gone.</p>
      <nav class="buttons" aria-label="State">
        <a href={appAddress('/exceptions', ofKind)} aria-current={is_open ? 'page' : undefined}>
          Open
        </a>
        <a href={appAddress('/exceptions', { ...ofKind, is_open: 'false' })} aria-current={is_open ? undefined : 'page'}>
          Resolved
        </a>
        {kind !== undefined && (
          <a href={appAddress('/exceptions', is_open ? {} : { is_open: 'false' })}>
            Only “{wordsOf(kind)}”: show all kinds
          </a>
        )}
      </nav>
      <Trouble of={list.trouble} />
      {list.data !== null && list.data.rows.length === 0 && <p>{is_open ? 'Nothing is open.' : 'Nothing has been resolved yet.'}</p>}
      {list.data !== null && list.data.rows.length > 0 && (
        <ul class="queue">
          {list.data.rows.map((one) => (
            <li key={one.id}>
              <p>
                <Badge tone={severities[one.severity] ?? 'wait'}>{wordsOf(one.severity)}</Badge>{' '}
                <a href={appAddress('/exceptions', { kind: one.kind })}>{wordsOf(one.kind)}</a>{' '}
                <span class="quiet">
                  <When at={one.opened_at} zone={organization.time_zone} />
                </span>
              </p>
              <p>{one.sentence}</p>
              {one.resolved_at !== null && (
                <p class="quiet">
                  Resolved <When at={one.resolved_at} zone={organization.time_zone} />
                  {one.resolution === null ? '' : `: ${one.resolution}`}
                </p>
              )}
              {one.resolved_at === null && mayChange && (
                <p class="buttons">
                  <button type="button" onClick={() => setResolving(one)}>
                    Resolve
                  </button>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <NewestPages offset={offset} size={size} of={list.data?.filtered_max_size ?? 0} go={setOffset} />
      {resolving !== null && (
        <Resolve
          of={resolving}
          close={() => setResolving(null)}
          done={() => {
            setResolving(null)
            list.again()
          }}
        />
      )}
    </>
  )
}

function Resolve({ of, close, done }: { of: Exception; close: () => void; done: () => void }) {
  const submit = async (entries: FormData) => {
    await post(`/exceptions/${of.id}/resolve`, { resolution: entries.get('resolution') })
    done()
  }
  return (
    <Dialog title={`Resolve: ${wordsOf(of.kind)}`} close={close}>
      <Form action="Resolve" cancel={close} submit={submit}>
        <p>{of.sentence}</p>
        <Field label="What was done" hint="Kept with the exception, with your name.">
          {({ id, describedby }) => <textarea id={id} aria-describedby={describedby} name="resolution" rows={3} required />}
        </Field>
      </Form>
    </Dialog>
  )
}

export const Home = () => <Frame title="Home">{(organization) => <Needs organization={organization} />}</Frame>

interface Needed {
  exceptions: Rows<Exception>
  /** null where the role may not read them. */
  failing: { webhook_id: string; type: string; hook_url: string; delivered: string }[] | null
  /** How many active webhooks there are beyond those that were read. */
  unread_webhooks: number
  expiring: { api_key_id: string; name: string; expires_at: string }[] | null
}

const day_ms = 86_400_000
const soon_days = 14

/** null where the person's role, or the plan, does not allow the read: other troubles are troubles. */
const ifAllowed = <Data,>(reading: Promise<Data>): Promise<Data | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 403) return null
    throw error
  })

async function readNeeded(): Promise<Needed> {
  const [exceptions, hooks, keys] = await Promise.all([
    get<Rows<Exception>>('/exceptions', { is_open: true, limit: 100 }),
    ifAllowed(get<Rows<NonNullable<Needed['failing']>[number]>>('/webhooks', { is_active: true, limit: 100 })),
    ifAllowed(get<Rows<NonNullable<Needed['expiring']>[number]>>('/developer/keys', { state: 'active', limit: 100 })),
  ])
  const limit = Date.now() + soon_days * day_ms
  return {
    exceptions,
    failing: hooks?.rows.filter(({ delivered }) => delivered.startsWith('failed')) ?? null,
    unread_webhooks: hooks === null ? 0 : hooks.filtered_max_size - hooks.rows.length,
    expiring: keys?.rows.filter(({ expires_at }) => Date.parse(expires_at) < limit) ?? null,
  }
}

/** Open exceptions by kind, those with most first, with the oldest of each. */
function byKind(rows: readonly Exception[]): { kind: string; count: number; oldest: string }[] {
  const kinds = new Map<string, { kind: string; count: number; oldest: string }>()
  for (const { kind, opened_at } of rows) {
    const known = kinds.get(kind) ?? { kind, count: 0, oldest: opened_at }
    kinds.set(kind, { kind, count: known.count + 1, oldest: opened_at < known.oldest ? opened_at : known.oldest })
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count)
}

function Needs({ organization }: { organization: Organization }) {
  const { data, trouble } = useRead(readNeeded, [])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const { exceptions, failing, unread_webhooks, expiring } = data
  const zone = organization.time_zone
  const isPart = exceptions.filtered_max_size > exceptions.rows.length
  return (
    <>
      <Trouble of={trouble} />
      <section aria-labelledby="home-exceptions">
        <h2 id="home-exceptions">Open exceptions: {exceptions.filtered_max_size}</h2>
        {exceptions.rows.length === 0 ? (
          <p>Nothing needs a decision.</p>
        ) : (
          <ul class="counts">
            {byKind(exceptions.rows).map(({ kind, count, oldest }) => (
              <li key={kind}>
                <a href={appAddress('/exceptions', { kind })}>{wordsOf(kind)}</a>: {count}, the oldest since <When at={oldest} zone={zone} />
              </li>
            ))}
          </ul>
        )}
        {isPart && <p class="quiet">Counted by kind among the newest {exceptions.rows.length}.</p>}
      </section>
      {failing !== null && (
        <section aria-labelledby="home-webhooks">
          <h2 id="home-webhooks">Failing webhooks: {failing.length}</h2>
          {failing.length === 0 && <p>No webhook's last delivery failed.</p>}
          {unread_webhooks > 0 && <p class="quiet">Counted among the newest 100; {unread_webhooks} more are under Settings, Developer.</p>}
          <ul>
            {failing.map(({ webhook_id, type, hook_url, delivered }) => (
              <li key={webhook_id}>
                <a href={appAddress('/settings/developer/webhooks', { webhook: webhook_id })}>{type}</a> to <span class="long">{hook_url}</span>: {delivered}
              </li>
            ))}
          </ul>
        </section>
      )}
      {expiring !== null && (
        <section aria-labelledby="home-keys">
          <h2 id="home-keys">
            Keys that expire within {soon_days} days: {expiring.length}
          </h2>
          {expiring.length === 0 && <p>None.</p>}
          <ul>
            {expiring.map(({ api_key_id, name, expires_at }) => (
              <li key={api_key_id}>
                <a href={appAddress('/settings/developer/keys')}>{name}</a>: <When at={expires_at} zone={zone} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
