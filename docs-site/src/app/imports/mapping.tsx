/** Which column of the file is which field, as the service proposes it and a person confirms it. */
import { useState } from 'preact/hooks'
import { forgetDraft, keepDraft, readDraft } from '../drafts'
import { Described, Field, Form, Records, wordsOf } from '../parts'
import { post, put } from '../service'
import { KindField } from './kind_field'
import type { Import, ImportField, Kind, MappedColumn, Mapping } from './model'

/** The columns with their fields: of the mapping where there is one, else as proposed. */
function chosenOf({ mapping, columns }: Import): Record<string, string> {
  const pairs = mapping === null ? columns.map(({ header, field }) => [header, field ?? '']) : mapping.columns.map(({ header, field }) => [header, field])
  return Object.fromEntries(pairs)
}

/** What was set of a column stays while it is read as the same field, and the values of its blank cells, which the form does not show. */
function mappingOf({ mapping }: Import, chosen: Record<string, string>, stated: Record<string, string>): Mapping {
  const mapped = new Set(Object.values(chosen))
  const kept = Object.entries(mapping?.fixed_values ?? {}).filter(([field]) => mapped.has(field))
  const columns = Object.entries(chosen).flatMap(([header, field]): MappedColumn[] => {
    if (field === '') return []
    const known = mapping?.columns.find((column) => column.header === header && column.field === field)
    return [known ?? { header, field }]
  })
  return { ...mapping, columns, fixed_values: { ...Object.fromEntries(kept), ...stated } }
}

const entriesWith = (entries: FormData, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...entries].flatMap(([name, value]) => (name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), String(value)]] : [])),
  )

export function MappingForm({ of, kinds, done }: { of: Import; kinds: readonly Kind[]; done: () => void }) {
  const draft = `mapping ${of.import_id}`
  const columns = `columns ${of.import_id}`
  const [name, setName] = useState(of.kind)
  const [chosen, setColumns] = useState(() => readDraft<Record<string, string>>(columns) ?? chosenOf(of))
  const setChosen = (next: Record<string, string>) => {
    setColumns(next)
    keepDraft(columns, next)
  }
  const kind = kinds.find((one) => one.kind === name)!
  const mapped = new Set(Object.values(chosen))
  const unmapped = kind.fields.filter((field) => !mapped.has(field.name) && (field.is_required || of.mapping?.fixed_values?.[field.name] !== undefined))
  const changeKind = (next: string) => {
    setName(next)
    const fields = new Set(kinds.find((one) => one.kind === next)!.fields.map((field) => field.name))
    setChosen(Object.fromEntries(Object.entries(chosen).map(([header, field]) => [header, fields.has(field) ? field : ''])))
  }
  const submit = async (entries: FormData) => {
    const save_as = String(entries.get('save_as')).trim()
    await put(`/imports/${of.import_id}/mapping`, {
      mapping: mappingOf(of, chosen, entriesWith(entries, 'fixed_')),
      kind: name,
      kind_options: entriesWith(entries, 'option_'),
      ...(save_as === '' ? {} : { save_as }),
    })
    forgetDraft(columns)
    await post(`/imports/${of.import_id}/preview`)
    done()
  }
  return (
    <>
      <h2>What the columns are</h2>
      <Form action="Confirm, and show what would change" draft={draft} submit={submit}>
        <KindField kinds={kinds} value={name} choose={changeKind} />
        <Columns of={of} kind={kind} chosen={chosen} choose={(header, field) => setChosen({ ...chosen, [header]: field })} />
        {unmapped.map((field) => (
          <Setting key={field.name} of={field} name={`fixed_${field.name}`} value={of.mapping?.fixed_values?.[field.name]} hint={`${field.description} No column has it: the value for every row.`} />
        ))}
        {kind.options.length > 0 && (
          <details>
            <summary>Options</summary>
            {kind.options.map((option) => (
              <Setting key={option.name} of={option} name={`option_${option.name}`} value={of.kind_options[option.name]} hint={option.description} />
            ))}
          </details>
        )}
        <Field label="Save as a profile" hint="Optional: files with the same headers are then read without asking.">
          {({ id, describedby }) => <input id={id} name="save_as" maxLength={200} aria-describedby={describedby} />}
        </Field>
      </Form>
    </>
  )
}

function Columns({ of, kind, chosen, choose }: { of: Import; kind: Kind; chosen: Record<string, string>; choose: (header: string, field: string) => void }) {
  return (
    <Records label="Columns" columns={['Column', 'First values', 'Read as', 'Why']} hasActions={false}>
      {of.columns.map(({ position, header, samples, field, confidence, reason }) => (
        <tr key={position}>
          <th scope="row">{header === '' ? `Column ${position}` : header}</th>
          <td class="long">{samples.join(', ')}</td>
          <td>
            <select value={chosen[header] ?? ''} aria-label={`Field of the column ${header}`} disabled={header === ''} onChange={({ currentTarget }) => choose(header, currentTarget.value)}>
              <option value="">not imported</option>
              {kind.fields.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </select>
          </td>
          <td class="quiet">{(chosen[header] ?? '') === (field ?? '') ? `${reason} (${confidence})` : 'Chosen here.'}</td>
        </tr>
      ))}
    </Records>
  )
}

/** An option of the kind, or a value for every row; blank leaves what the service does by itself. */
const Setting = ({ of, name, value, hint }: { of: ImportField; name: string; value: string | undefined; hint: string }) => (
  <Field label={wordsOf(of.name)} hint={<Described text={hint} />}>
    {({ id, describedby }) =>
      of.choices === null ? (
        <input id={id} name={name} defaultValue={value} placeholder={of.examples[0]} aria-describedby={describedby} />
      ) : (
        <select id={id} name={name} defaultValue={value ?? ''} aria-describedby={describedby}>
          <option value="">as usual</option>
          {of.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )
    }
  </Field>
)
