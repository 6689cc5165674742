/** The queue of exceptions. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { Badge, Dialog, Field, Form, NewestPages, Trouble, useRead, When, wordsOf } from './parts'
import { appAddress, get, type Organization, post, type Rows } from './service'

export interface Exception {
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
