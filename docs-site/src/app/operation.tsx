/** One operation in a dialog, with the form that the document makes of it. */
import { useEffect, useState } from 'preact/hooks'
import type { FormField, OperationForm } from './forms'
import { forgetDraft, keepDraft, readDraft } from './drafts'
import { OperationFields, type Values } from './operation_fields'
import { bodyOf, changesOf, pathWith, valuesOf } from './operation_values'
import { Dialog, Field, Form, Trouble, useRead } from './parts'
import { type Organization, root, send, ServiceRefusal } from './service'

async function readForm(operation: string): Promise<OperationForm> {
  const response = await fetch(`${root()}/app/forms/${operation}.json`)
  if (!response.ok) throw new ServiceRefusal(response.status, null, null)
  return response.json()
}

interface Shown {
  operation: string
  /** Ids that the form need not ask for. */
  known: Record<string, string>
  organization: Organization
  effect: string
  /** The record that is changed: its values stand in the form, and what differs is sent. */
  record?: Values
  close: () => void
  /** Takes the data of the response. */
  done: (data: any) => void
}

export function OperationDialog({ operation, known, organization, effect, record, close, done }: Shown) {
  const { data, trouble } = useRead(() => readForm(operation), [operation])
  return (
    <Dialog title={data?.title ?? 'Loading…'} close={close}>
      <Trouble of={trouble} />
      {data !== null && <p>{effect}</p>}
      {data !== null && <Filled form={data} record={record} known={{ organization_id: organization.organization_id, ...known }} close={close} done={done} />}
    </Dialog>
  )
}

interface Entered {
  path_values: Values
  query_values: Values
  body_values: Values
}

/** Secrets stand in fields of their own, never in rows or groups. */
const withoutSecrets = (fields: readonly FormField[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.find((field) => field.name === name)?.kind !== 'secret'))

/** A field whose id is known is not asked for. */
const asked = (fields: readonly FormField[], known: Record<string, string>) => fields.filter(({ name }) => known[name] === undefined)

function Filled({ form, record, known, close, done }: { form: OperationForm; record: Values | undefined; known: Record<string, string>; close: () => void; done: (data: any) => void }) {
  const before = record === undefined ? null : valuesOf(form.body_fields, record)
  const draft = `${form.id} ${JSON.stringify(known)}`
  const [kept] = useState(() => readDraft<Entered>(draft))
  const [path_values, setPathValues] = useState<Values>(kept?.path_values ?? {})
  const [query_values, setQueryValues] = useState<Values>(kept?.query_values ?? {})
  const [body_values, setBodyValues] = useState<Values>({ ...before, ...kept?.body_values })
  useEffect(() => {
    keepDraft(draft, { path_values, query_values, body_values: withoutSecrets(form.body_fields, body_values) })
  }, [path_values, query_values, body_values])
  const submit = async (entries: FormData) => {
    const path = pathWith(form.path, { ...path_values, ...known })
    const query = bodyOf(form.query_fields, { ...query_values, ...known }) as Record<string, string>
    const file = entries.get('file')
    const values = { ...body_values, ...known }
    const body = before === null ? bodyOf(form.body_fields, values) : changesOf(form.body_fields, values, before)
    const answer = await send(form.method, path, { query, ...(form.takes_file ? { body: file } : form.body_fields.length > 0 ? { body } : {}) })
    forgetDraft(draft)
    done(answer?.data ?? null)
  }
  const ids = { ...known, ...path_values }
  return (
    <Form action={form.title} cancel={close} submit={submit}>
      <OperationFields fields={asked(form.path_fields, known)} values={path_values} change={setPathValues} known={known} />
      <OperationFields fields={asked(form.query_fields, known)} values={query_values} change={setQueryValues} known={known} />
      {form.takes_file && <Field label="File">{({ id }) => <input id={id} name="file" type="file" required />}</Field>}
      <OperationFields fields={asked(form.body_fields, known)} values={body_values} change={setBodyValues} known={ids} />
      <p class="quiet">
        <a href={form.reference}>Reference</a>
      </p>
    </Form>
  )
}
