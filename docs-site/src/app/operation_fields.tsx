/** The fields of a form that was made from the document; rows and groups have fields of their own. */
import { useState } from 'preact/hooks'
import type { FormField } from './forms'
import { type Lookup, lookupOf } from './lookups'
import { Field, labelOf as worded, Trouble, useRead, wordOf, wordsOf } from './parts'
import { get } from './service'

export type Values = Record<string, any>

interface Shown {
  fields: readonly FormField[]
  values: Values
  change: (values: Values) => void
  /** Ids that are known where the form stands. */
  known: Record<string, string>
}

export const OperationFields = ({ fields, values, change, known }: Shown) => (
  <>
    {fields.map((field) => (
      <One key={field.name} field={field} value={values[field.name]} change={(value) => change({ ...values, [field.name]: value })} known={known} />
    ))}
  </>
)

interface OneShown {
  field: FormField
  value: any
  change: (value: any) => void
  known: Record<string, string>
}

function One(shown: OneShown) {
  const { field, value, change, known } = shown
  const label = labelOf(field)
  if (field.kind === 'rows') return <RowsField {...shown} />
  if (field.kind === 'group')
    return (
      <fieldset>
        <legend>{label}</legend>
        <OperationFields fields={field.fields!} values={value ?? {}} change={change} known={known} />
      </fieldset>
    )
  if (field.kind === 'choices') return <ChoicesField {...shown} />
  const several = field.kind === 'texts' ? lookupOf(field.name.replace(/s$/, '_id'), known) : null
  if (several !== null) return <LookupsField {...shown} lookup={several} />
  const lookup = lookupOf(field.name, known)
  if (lookup !== null) return <LookupField {...shown} lookup={lookup} />
  return (
    <Field label={label} hint={field.about}>
      {({ id, describedby }) => <Entry {...shown} id={id} describedby={describedby} />}
    </Field>
  )
}

const labelOf = ({ name, is_required }: FormField): string => `${worded(name)}${is_required ? '' : ' (optional)'}`

/** A record is chosen, and its id is not seen. */
const labelOfRecord = (field: FormField): string => labelOf({ ...field, name: field.name.replace(/_id$/, '') })

function Entry({ field: { name, kind, is_required, values, length }, value, change, id, describedby }: OneShown & { id: string; describedby: string | undefined }) {
  const common = { id, name, 'aria-describedby': describedby, required: is_required }
  if (kind === 'long' || kind === 'json' || kind === 'texts')
    return <textarea {...common} rows={kind === 'long' ? 3 : 5} maxLength={length} value={value ?? ''} onInput={({ currentTarget }) => change(currentTarget.value)} />
  if (kind === 'choice' || kind === 'flag')
    return (
      <select {...common} value={value ?? ''} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{is_required ? 'Choose one' : 'Not stated'}</option>
        {(values ?? ['true', 'false']).map((one) => (
          <option key={one} value={one}>
            {one === 'true' ? 'yes' : one === 'false' ? 'no' : wordOf(one)}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...common}
      type={kind === 'secret' ? 'password' : kind === 'number' ? 'number' : kind === 'day' ? 'date' : 'text'}
      step={kind === 'number' ? 'any' : undefined}
      maxLength={length}
      inputMode={kind === 'cents' ? 'decimal' : undefined}
      autocomplete="off"
      placeholder={kind === 'instant' ? '2026-11-29T09:00:00Z' : kind === 'cents' ? '19.99' : undefined}
      value={value ?? ''}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

function ChoicesField({ field, value = [], change }: OneShown) {
  const toggle = (one: string) => change(value.includes(one) ? value.filter((other: string) => other !== one) : [...value, one])
  return (
    <fieldset>
      <legend>{labelOf(field)}</legend>
      {field.values!.map((one) => (
        <label key={one} class="choice">
          <input type="checkbox" checked={value.includes(one)} onChange={() => toggle(one)} /> {wordOf(one)}
        </label>
      ))}
    </fieldset>
  )
}

/** What a person knows a row by. */
const nameOfRow = (row: Values, { words }: Lookup): string => words.flatMap((word) => (row[word] === null || row[word] === undefined || row[word] === '' ? [] : [String(row[word])])).join(', ')

const rowsIn = (data: Values | null, { rows }: Lookup): Values[] => (data === null ? [] : rows === null ? (data as Values[]) : (data[rows] ?? []))

/** Several records are chosen by their names; the service takes a list of their ids. */
function LookupsField({ field, value = '', change, lookup }: OneShown & { lookup: Lookup & { id: string } }) {
  const { data, trouble } = useRead(() => get<Values>(lookup.path), [lookup.path])
  const chosen = String(value).split('\n').filter((id) => id !== '')
  const toggle = (id: string) => change((chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]).join('\n'))
  return (
    <fieldset>
      <legend>{labelOf(field)}</legend>
      <p class="quiet">{field.about}</p>
      <Trouble of={trouble} />
      {rowsIn(data, lookup).map((row) => (
        <label key={row[lookup.id]} class="choice">
          <input type="checkbox" checked={chosen.includes(row[lookup.id])} onChange={() => toggle(row[lookup.id])} /> {nameOfRow(row, lookup)}
        </label>
      ))}
    </fieldset>
  )
}

const pageOfRows = 100

const readRows = (lookup: Lookup, search = '') => get<Values>(lookup.path, lookup.searches ? { limit: pageOfRows, ...(search === '' ? {} : { search }) } : {})

interface Select {
  id: string
  lookup: Lookup & { id: string }
  value: string
  choose: (id: string) => void
  /** What no choice means. */
  none?: string
}

/** Narrows a list to one record; the record that is chosen stays in the choice. */
export function LookupSelect({ id, lookup, value, choose, none = 'All' }: Select) {
  const { data } = useRead(() => readRows(lookup), [lookup.path])
  const rows = rowsIn(data, lookup)
  return (
    <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">{none}</option>
      {value !== '' && !rows.some((row) => String(row[lookup.id]) === value) && <option value={value}>{value}</option>}
      {rows.map((row) => (
        <option key={row[lookup.id]} value={String(row[lookup.id])}>
          {nameOfRow(row, lookup)}
        </option>
      ))}
    </select>
  )
}

/** A record is chosen by its name; where there are more than one page has, it is searched for. */
function LookupField({ field, value = '', change, lookup }: OneShown & { lookup: Lookup & { id: string } }) {
  const [search, setSearch] = useState('')
  const { data, trouble } = useRead(() => readRows(lookup, search), [lookup.path, search])
  const rows = rowsIn(data, lookup)
  const isSearched = lookup.searches === true && (search !== '' || Number(data?.filtered_max_size ?? 0) > pageOfRows)
  const isOther = value !== '' && data !== null && !rows.some((row) => String(row[lookup.id]) === String(value))
  return (
    <>
      {isSearched && (
        <Field label={`Search: ${wordsOf(field.name).replace(/ ID$/, '')}`}>
          {({ id }) => <input id={id} type="search" onChange={({ currentTarget }) => setSearch(currentTarget.value.trim())} />}
        </Field>
      )}
      <Trouble of={trouble} />
      <Field label={labelOfRecord(field)} hint={field.about}>
        {({ id, describedby }) => (
          <select id={id} name={field.name} aria-describedby={describedby} required={field.is_required} value={String(value)} onChange={({ currentTarget }) => change(currentTarget.value)}>
            <option value="">{data === null ? 'Loading…' : rows.length === 0 ? 'There is none' : field.is_required ? 'Choose one' : 'Not stated'}</option>
            {isOther && <option value={String(value)}>The present one</option>}
            {rows.map((row) => (
              <option key={row[lookup.id]} value={String(row[lookup.id])}>
                {nameOfRow(row, lookup)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

function RowsField({ field, value = [], change, known }: OneShown) {
  const rows = value as Values[]
  const label = labelOf(field)
  return (
    <fieldset>
      <legend>{label}</legend>
      <p class="quiet">{field.about}</p>
      {rows.map((row, at) => (
        <fieldset key={at}>
          <legend>{at + 1}</legend>
          <OperationFields fields={field.fields!} values={row} change={(changed) => change(rows.map((other, place) => (place === at ? changed : other)))} known={known} />
          <button type="button" onClick={() => change(rows.filter((_, place) => place !== at))}>
            Take {at + 1} out
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => change([...rows, {}])}>
        Add to {label.toLowerCase().replace(' (optional)', '')}
      </button>
    </fieldset>
  )
}
