/** One operation in a dialog, with the form that the document makes of it. */
import { useEffect, useState } from 'preact/hooks'
import type { FormField, OperationForm } from './forms'
import { forgetDraft, keepDraft, readDraft } from './drafts'
import { OperationFields, type Values } from './operation_fields'
import { bodyOf, changesOf, valuesOf } from './operation_values'
import { Dialog, Field, Form, Trouble, useRead } from './parts'
import { get, type Organization, pathWith, root, send, ServiceRefusal } from './service'

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
  /** Where that record is read when the form opens, with the ids between braces that are known. */
  reads?: string | null
  close: () => void
  /** Takes the data of the response. */
  done: (data: any) => void
}

export function OperationDialog({ operation, known, organization, effect, record, reads = null, close, done }: Shown) {
  const ids = { organization_id: organization.organization_id, ...known }
  const { data, trouble } = useRead(() => Promise.all([readForm(operation), reads === null ? record : get<Values>(pathWith(reads, ids))]), [operation])
  const form = data?.[0]
  return (
    <Dialog title={form?.title ?? 'Loading…'} close={close}>
      <Trouble of={trouble} />
      {form !== undefined && <p>{effect}</p>}
      {form !== undefined && <Filled form={form} record={data?.[1]} known={ids} close={close} done={done} />}
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

/** A draft has what was entered alone: the rest of the record may have changed before the form is opened again. */
const onlyChanged = (values: Values, before: Values | null): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name])))

/** Rows that cannot be left out begin with one to fill in. */
const firstRows = (fields: readonly FormField[]): Values =>
  Object.fromEntries(fields.filter(({ kind, is_required }) => kind === 'rows' && is_required).map(({ name }) => [name, [{}]]))

/** A field whose id is known is not asked for. */
const asked = (fields: readonly FormField[], known: Record<string, string>) => fields.filter(({ name }) => known[name] === undefined)

function Filled({ form, record, known, close, done }: { form: OperationForm; record: Values | undefined; known: Record<string, string>; close: () => void; done: (data: any) => void }) {
  const before = record === undefined ? null : valuesOf(form.body_fields, record)
  const draft = `${form.id} ${JSON.stringify(known)}`
  const [kept] = useState(() => readDraft<Entered>(draft))
  const [path_values, setPathValues] = useState<Values>(kept?.path_values ?? {})
  const [query_values, setQueryValues] = useState<Values>(kept?.query_values ?? {})
  const [body_values, setBodyValues] = useState<Values>({ ...(before ?? firstRows(form.body_fields)), ...kept?.body_values })
  useEffect(() => {
    keepDraft(draft, { path_values, query_values, body_values: withoutSecrets(form.body_fields, onlyChanged(body_values, before)) })
  }, [path_values, query_values, body_values])
  const submit = async (entries: FormData) => {
    const path = `/v1${pathWith(form.path, { ...path_values, ...known })}`
    const query = bodyOf(form.query_fields, { ...query_values, ...known }) as Record<string, string>
    const file = entries.get('file')
    const values = { ...body_values, ...known }
    const version = form.states_version && typeof record?.updated_at === 'string' ? { updated_at: record.updated_at } : {}
    const body = before === null ? bodyOf(form.body_fields, values) : { ...changesOf(form.body_fields, values, before), ...version }
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
