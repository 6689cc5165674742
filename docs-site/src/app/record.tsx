/** One record with everything that the service says of it, and the reads beside it, such as its timeline. */
import { useEffect, useState } from 'preact/hooks'
import { Cell, reasonOf } from './cells'
import { Frame } from './frame'
import type { Kind } from './lists'
import { keepId } from './own'
import { Records, Trouble, useRead, useWrite, wordsOf } from './parts'
import { appAddress, get, type Organization, saveFile } from './service'
import type { Beside, RecordPage } from './records'

type Fields = Record<string, unknown>

/** What drawing a value needs to know of where it stands. */
interface Place {
  zone: string
  /** The pages of records by the name of their id. */
  pages: Record<string, string>
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isMoney = (value: unknown): boolean => isFields(value) && 'currency' in value && ('cents' in value || 'amount' in value)

function kindOf(value: unknown): Kind {
  if (isMoney(value)) return 'money'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return 'instant'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return 'texts'
  return 'text'
}

export const RecordScreen = ({ record, pages }: { record: RecordPage; pages: Record<string, string> }) => (
  <Frame title={record.title} within={record.area}>
    {(organization) => {
      const id = new URLSearchParams(location.search).get('id')
      return id === null ? <p>The address names no record.</p> : <One record={record} pages={pages} id={id} organization={organization} />
    }}
  </Frame>
)

function One({ record, pages, id, organization }: { record: RecordPage; pages: Record<string, string>; id: string; organization: Organization }) {
  const pathOf = (path: string) =>
    path.replace('/v1', '').replace('{organization_id}', organization.organization_id).replace(`{${record.parameter}}`, encodeURIComponent(id))
  const { data, trouble } = useRead(() => get<Fields>(pathOf(record.path)), [id])
  const place = { zone: organization.time_zone, pages }
  useEffect(() => {
    if (data !== null) keepId(record.parameter, id)
  }, [data])
  return (
    <>
      <p>
        {record.about} <a href={record.reference}>Reference</a>
      </p>
      <Trouble of={trouble} />
      {data === null && trouble === null && <p role="status">Loading…</p>}
      {data !== null && nameOf(data) !== null && <h2>{nameOf(data)}</h2>}
      {data !== null && <FieldList of={data} meanings={record.meanings} own={record.parameter} place={place} />}
      {data !== null && record.beside.map((one) => (one.is_file ? <File key={one.path} of={one} path={pathOf(one.path)} /> : <More key={one.path} of={one} path={pathOf(one.path)} place={place} />))}
    </>
  )
}

/** What people call the record. */
const nameOf = (data: Fields): string | null =>
  [data.name, data.title, data.sku].find((value): value is string => typeof value === 'string') ?? null

function FieldList({ of, meanings = {}, own, place }: { of: Fields; meanings?: Record<string, string>; own?: string; place: Place }) {
  const entries = Object.entries(of)
  const unset = entries.filter(([name, value]) => isUnset(value) && reasonOf(of, name) === null)
  const inTables = entries.filter(([, value]) => isRows(value))
  return (
    <>
      <dl>
        {entries
          .filter((entry) => !unset.includes(entry) && !inTables.includes(entry))
          .map(([name, value]) => (
            <div key={name}>
              <dt title={meanings[name]}>{wordsOf(name)}</dt>
              <dd>
                <Value name={name} value={value} reason={reasonOf(of, name)} own={own} place={place} />
              </dd>
            </div>
          ))}
      </dl>
      {unset.length > 0 && <p class="quiet">Not set: {unset.map(([name]) => wordsOf(name)).join(', ')}.</p>}
      {inTables.map(([name, value]) => (
        <section key={name}>
          <h2 title={meanings[name]}>{wordsOf(name).replace(/^./, (letter) => letter.toUpperCase())}</h2>
          <Rows label={wordsOf(name)} rows={value as Fields[]} place={place} />
        </section>
      ))}
    </>
  )
}

/** null, or a list of nothing: said together, so that what is set stands out. A zero is a value. */
const isUnset = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isRows = (value: unknown): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isFields)

function Value({ name, value, reason, own, place }: { name: string; value: unknown; reason: string | null; own?: string | undefined; place: Place }) {
  const isId = typeof value === 'string' || typeof value === 'number'
  const page = name === own || !isId ? undefined : place.pages[name]
  if (page !== undefined)
    return (
      <a href={appAddress(`/records/${page}`, { id: String(value) })}>
        <code>{String(value)}</code>
      </a>
    )
  if (isFields(value) && !isMoney(value)) return <FieldList of={value} place={place} />
  return <Cell value={value} reason={reason} kind={kindOf(value)} zone={place.zone} isWhole />
}

/** A table with a column for each field that any of the rows has set. */
function Rows({ label, rows, place }: { label: string; rows: readonly Fields[]; place: Place }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isUnset(row[name]) || reasonOf(row, name) !== null)))]
  return (
    <Records label={label} columns={names.map(wordsOf)} hasActions={false}>
      {rows.map((row, at) => (
        <tr key={at}>
          {names.map((name) => (
            <td key={name} class={typeof row[name] === 'number' || isMoney(row[name]) ? 'figure' : undefined}>
              <Value name={name} value={row[name]} reason={reasonOf(row, name)} place={place} />
            </td>
          ))}
        </tr>
      ))}
    </Records>
  )
}

/** A further read, sent when it is opened. */
function More({ of, path, place }: { of: Beside; path: string; place: Place }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{of.title}</summary>
      {isOpen && <Answer path={path} label={of.title} place={place} />}
    </details>
  )
}

function Answer({ path, label, place }: { path: string; label: string; place: Place }) {
  const { data, trouble } = useRead(() => get<unknown>(path), [path])
  if (trouble !== null) return <Trouble of={trouble} />
  if (data === null) return <p role="status">Loading…</p>
  if (isRows(data)) return <Rows label={label} rows={data} place={place} />
  if (isFields(data)) {
    const { rows, ...others } = data
    if (Array.isArray(rows)) return rows.length === 0 ? <p>There is none.</p> : <Rows label={label} rows={rows as Fields[]} place={place} />
    return <FieldList of={others} place={place} />
  }
  return <p>There is none.</p>
}

function File({ of, path }: { of: Beside; path: string }) {
  const write = useWrite()
  const save = () => write.run(() => saveFile(path))
  return (
    <>
      <Trouble of={write.trouble} />
      <p class="buttons">
        <button type="button" disabled={write.isRunning} onClick={save}>
          Save: {of.title}
        </button>
      </p>
    </>
  )
}
