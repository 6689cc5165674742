/** The queue of exceptions. */
import { useState } from 'preact/hooks'
import type { ExceptionAction, ExceptionSubject } from './exception_actions'
import { Frame } from './frame'
import { OperationDialog } from './operation'
import { Badge, Dialog, Field, Form, labelOf, NewestPages, Trouble, useRead, When, wordsOf } from './parts'
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

/** By kind, then by type of subject. */
type Actions = Record<string, Record<string, ExceptionSubject>>

export const Exceptions = ({ actions }: { actions: Actions }) => <Frame title="Exceptions">{(organization) => <Queue actions={actions} organization={organization} />}</Frame>

const size = 50
const severities: Record<string, 'plain' | 'wait' | 'bad'> = { info: 'plain', warning: 'wait', blocking: 'bad' }

function Queue({ actions, organization }: { actions: Actions; organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const is_open = stated.get('is_open') !== 'false'
  const kind = stated.get('kind') ?? undefined
  const [offset, setOffset] = useState(0)
  const list = useRead(() => get<Rows<Exception>>('/exceptions', { is_open, kind, offset, limit: size }), [offset])
  const [resolving, setResolving] = useState<Exception | null>(null)
  const [acting, setActing] = useState<{ on: Exception; action: ExceptionAction } | null>(null)
  const [said, setSaid] = useState('')
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
            Only “{labelOf(kind)}”: show all kinds
          </a>
        )}
      </nav>
      <Trouble of={list.trouble} />
      <p role="status" class="quiet">
        {said}
      </p>
      {list.data !== null && list.data.rows.length === 0 && <p>{is_open ? 'Nothing is open.' : 'Nothing has been resolved yet.'}</p>}
      {list.data !== null && list.data.rows.length > 0 && (
        <ul class="queue">
          {list.data.rows.map((one) => (
            <li key={one.id}>
              <p>
                <Badge tone={severities[one.severity] ?? 'wait'}>{wordsOf(one.severity)}</Badge>{' '}
                <a href={appAddress('/exceptions', { kind: one.kind })}>{labelOf(one.kind)}</a>{' '}
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
              <Subject of={one} subject={actions[one.kind]?.[one.subject.type]} />
              {one.resolved_at === null && mayChange && (
                <p class="buttons">
                  <Acts of={one} subject={actions[one.kind]?.[one.subject.type]} role={organization.role} begin={(action) => setActing({ on: one, action })} />
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
      {acting !== null && (
        <OperationDialog
          operation={acting.action.operation}
          effect={acting.action.effect}
          known={knownOf(acting.on, actions[acting.on.kind]?.[acting.on.subject.type])}
          organization={organization}
          close={() => setActing(null)}
          done={() => {
            setActing(null)
            setSaid(`Done: ${acting.action.title}. The exception closes by itself once its cause is gone.`)
            list.again()
          }}
        />
      )}
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

/** The ids that the operations of a subject need not ask for. */
function knownOf({ subject: { id } }: Exception, subject: ExceptionSubject | undefined): Record<string, string> {
  const parameter = subject?.parameter ?? null
  if (parameter === null) return {}
  // A file that is sent in place of an interchange names it under this name.
  return { [parameter]: id, ...(parameter === 'interchange_id' ? { replaces: id } : {}) }
}

/** The record that the exception is about. */
function Subject({ of: { subject: about }, subject }: { of: Exception; subject: ExceptionSubject | undefined }) {
  if (subject?.record === undefined || subject.record === null) return null
  return (
    <p>
      <a href={appAddress(`/records/${subject.record}`, { id: about.id })}>Open the {wordsOf(about.type)}</a>
    </p>
  )
}

/** What a person may do about the cause; what needs another screen leads there. */
function Acts({ of: one, subject, role, begin }: { of: Exception; subject: ExceptionSubject | undefined; role: Organization['role']; begin: (action: ExceptionAction) => void }) {
  return (
    <>
      {(subject?.actions ?? [])
        .filter(({ needs }) => needs === 'member' || role === 'admin')
        .map((action, at) =>
          action.place === null ? (
            <button type="button" key={action.operation} class={at === 0 ? 'first' : undefined} title={action.effect} aria-label={`${action.title}: ${one.sentence}`} onClick={() => begin(action)}>
              {action.title}
            </button>
          ) : (
            <a key={action.operation} href={appAddress(action.place.path)} title={action.effect}>
              {action.place.label}
            </a>
          ),
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
      <Form action="Resolve" draft={`resolve ${of.id}`} cancel={close} submit={submit}>
        <p>{of.sentence}</p>
        <Field label="What was done" hint="Kept with the exception, with your name.">
          {({ id, describedby }) => <textarea id={id} aria-describedby={describedby} name="resolution" rows={3} required />}
        </Field>
      </Form>
    </Dialog>
  )
}
