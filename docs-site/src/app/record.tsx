/** One record with everything that the service says of it, the reads beside it, such as its timeline, and what can be done with it. */
import { useEffect, useState } from 'preact/hooks'
import { Cell, isLong, isWhole, reasonOf } from './cells'
import { Frame } from './frame'
import type { Kind } from './lists'
import { type Fields, NamedId, namedIds, nameOf, type Pages, RecordLink } from './names'
import { keepId } from './own'
import { labelOf, Records, Trouble, useRead, useWrite } from './parts'
import type { Beside, RecordPage } from './records'
import { appAddress, get, type Organization, pathWith, saveFile } from './service'
import { WriteButtons } from './write_buttons'
import type { Related, Screen, Write } from './writes'

/** What drawing a value needs to know of where it stands. */
interface Place {
  organization: Organization
  /** Of amounts that state none. */
  currency: string
  pages: Pages
  coded: readonly string[]
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isMoney = (value: unknown): boolean => isFields(value) && 'currency' in value && ('cents' in value || 'amount' in value)

function kindOf(name: string, value: unknown, { coded }: Place): Kind {
  if (isMoney(value)) return 'money'
  if (typeof value === 'number') return name.endsWith('_cents') ? 'cents' : 'number'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return 'instant'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && /(_on|_date|_from|_to|_until|^date)$/.test(name)) return 'date'
  if (typeof value === 'string' && coded.includes(name)) return 'code'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return 'texts'
  return 'text'
}

interface Shown {
  record: RecordPage
  pages: Pages
  writes: readonly Write[]
  related: readonly Related[]
  /** The screen where more is done with the record. */
  screen: Screen | null
  /** The screen of this one record, with the parameter of its address that takes the id. */
  workplace: (Screen & { takes: string }) | null
  /** The list that the record is a row of. */
  list: Screen | null
}

export const RecordScreen = (shown: Shown) => (
  <Frame title={shown.record.title} within={shown.record.area}>
    {(organization) => {
      const id = new URLSearchParams(location.search).get('id')
      return id === null || id.trim() === '' ? <NoRecord list={shown.list} /> : <One {...shown} id={id} organization={organization} />
    }}
  </Frame>
)

const NoRecord = ({ list }: { list: Screen | null }) => (
  <p>
    The address names no record. {list !== null && <a href={appAddress(list.path)}>Choose one of the list: {list.label}</a>}
  </p>
)

function One({ record, pages, writes, related, screen, workplace, list, id, organization }: Shown & { id: string; organization: Organization }) {
  const pathOf = (path: string) => pathWith(path, { ...organization, [record.parameter]: id })
  const { data, trouble, again } = useRead(() => get<Fields>(pathOf(record.path)), [id])
  const [said, setSaid] = useState('')
  const [times, setTimes] = useState(0)
  const name = data === null ? null : nameOf(data)
  useEffect(() => {
    if (data !== null) keepId(record.parameter, id)
    if (name !== null) document.title = `${name} · ${record.title} · ${organization.name}`
  }, [data])
  const done = ({ ends, words }: Write) => {
    // What was deleted has no page any more.
    if (ends) return location.assign(appAddress(list?.path ?? '/lists'))
    setSaid(`Done: ${words}.`)
    setTimes(times + 1)
    again()
  }
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const place = { organization, currency: typeof data.currency === 'string' ? data.currency : organization.currency, pages, coded: record.coded }
  return (
    <>
      {list !== null && (
        <p>
          <a href={appAddress(list.path)}>All: {list.label}</a>
        </p>
      )}
      <Trouble of={trouble} />
      {name !== null && <h2 class="name">{name}</h2>}
      <WriteButtons writes={possible(writes, data)} known={{ [record.parameter]: id }} organization={organization} done={done} />
      {workplace !== null && (
        <p>
          <a href={appAddress(workplace.path, { [workplace.takes]: id })}>Open the screen: {workplace.label}</a>
        </p>
      )}
      {screen !== null && (
        <p>
          <a href={appAddress(screen.path)}>Open the screen: {screen.label}</a>
        </p>
      )}
      <p role="status" class="quiet">
        {said}
      </p>
      <FieldList of={data} meanings={record.meanings} own={record.parameter} place={place} />
      {record.beside.map((one) => (one.is_file ? <File key={one.path} of={one} path={pathOf(one.path)} /> : <More key={`${one.path} ${times}`} of={one} path={pathOf(one.path)} place={place} />))}
      <RelatedLists of={related} parameter={record.parameter} id={id} />
      <p class="quiet foot">
        <a href={record.reference}>Reference</a>
      </p>
    </>
  )
}

/** Where the record says whether it is archived, one of two writes has no use. */
function possible(writes: readonly Write[], { is_archived, archived_at, status }: Fields): Write[] {
  if (is_archived === undefined && archived_at === undefined && status === undefined) return [...writes]
  const isArchived = is_archived === true || (archived_at !== undefined && archived_at !== null) || String(status).toLowerCase() === 'archived'
  return writes.filter(({ state }) => state === null || state === (isArchived ? 'restore' : 'archive'))
}

function RelatedLists({ of, parameter, id }: { of: readonly Related[]; parameter: string; id: string }) {
  if (of.length === 0) return null
  const filled = (query: Record<string, string>) => Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value.replace(`{${parameter}}`, id)]))
  return (
    <nav aria-label="Lists of this record">
      <h2>Lists of this record</h2>
      <ul class="ways">
        {of.map(({ title, list, query }) => (
          <li key={list}>
            <a href={appAddress(`/lists/${list}`, filled(query))}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Listed {
  of: Fields
  meanings?: Record<string, string>
  own?: string
  /** The name of the field that these are fields of. */
  within?: string
  place: Place
}

function FieldList({ of, meanings = {}, own, within, place }: Listed) {
  const named = namedIds(of, place.pages, { own, within })
  const hidden = new Set(named.values())
  // What the record is called comes first, and the id by which machines know it last.
  const entries = Object.entries(of)
    .filter(([name]) => !hidden.has(name) && !isCodeOfReason(name, of))
    .toSorted(([one], [other]) => Number(isOwnId(one, own)) - Number(isOwnId(other, own)))
  const unset = entries.filter(([name, value]) => isUnset(value) && reasonOf(of, name) === null)
  const inTables = entries.filter(([, value]) => isRows(value))
  return (
    <>
      <dl>
        {entries
          .filter((entry) => !unset.includes(entry) && !inTables.includes(entry))
          .map(([name, value]) => (
            <div key={name}>
              <dt title={meanings[name]}>{labelOf(name)}</dt>
              <dd>
                <Value name={name} value={value} of={of} id={named.get(name)} own={own} place={place} />
              </dd>
            </div>
          ))}
      </dl>
      {unset.length > 0 && <p class="quiet">Not set: {unset.map(([name]) => labelOf(name)).join(', ')}.</p>}
      {inTables.map(([name, value]) => (
        <section key={name}>
          <h2 title={meanings[name]}>{labelOf(name)}</h2>
          <Rows label={labelOf(name)} within={name} rows={value as Fields[]} place={place} />
        </section>
      ))}
    </>
  )
}

const isOwnId = (name: string, own: string | undefined): boolean => own !== undefined && (name === own || name === 'id')

/** null, or nothing in a list or an object: said together, so that what is set stands out. A zero is a value. */
const isUnset = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || (isFields(value) && Object.keys(value).length === 0)

const isRows = (value: unknown): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isFields)

/** An object that says no more than what a record is called. */
function onlyName(of: Fields, within: string, pages: Pages): { of: Fields; id: string; name: string } | null {
  const [entry, ...others] = namedIds(of, pages, { within })
  if (entry === undefined || others.length > 0) return null
  const [name, id] = entry
  return Object.keys(of).every((key) => key === name || key === id || isUnset(of[key])) ? { of, id, name } : null
}

/** `id` names the field with the id of what the value is the name of. */
function Value({ name, value, of, id, own, place }: { name: string; value: unknown; of: Fields; id: string | undefined; own?: string | undefined; place: Place }) {
  const { pages, organization } = place
  if (id !== undefined)
    return (
      <RecordLink page={pages[id]!} id={of[id] as string}>
        {String(value)}
      </RecordLink>
    )
  const page = pages[name]
  const { organization_id } = organization
  if (page !== undefined && !isOwnId(name, own) && (typeof value === 'string' || typeof value === 'number')) return <NamedId page={page} parameter={name} id={value} organization_id={organization_id} />
  const several = name.replace(/s$/, '_id')
  const pageOfEach = pages[several]
  if (pageOfEach !== undefined && Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return (
      <>
        {value.map((one, at) => (
          <>
            {at === 0 ? '' : ', '}
            <NamedId key={one} page={pageOfEach} parameter={several} id={one} organization_id={organization_id} />
          </>
        ))}
      </>
    )
  const alone = isFields(value) ? onlyName(value, name, pages) : null
  if (alone !== null)
    return (
      <RecordLink page={pages[alone.id]!} id={alone.of[alone.id] as string}>
        {String(alone.of[alone.name])}
      </RecordLink>
    )
  if (isFields(value) && !isMoney(value)) return <FieldList of={value} within={name} place={place} />
  return <Cell value={value} reason={reasonOf(of, name)} kind={kindOf(name, value, place)} zone={organization.time_zone} currency={place.currency} isWhole />
}

/** A table with a column for each field that any of the rows has set; ids give way to the names beside them. */
function Rows({ label, within, rows, place }: { label: string; within?: string; rows: readonly Fields[]; place: Place }) {
  const named = rows.map((row) => namedIds(row, place.pages, { within }))
  const hidden = new Set(named.flatMap((one) => [...one.values()]))
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isUnset(row[name]) || reasonOf(row, name) !== null)))].filter(
    (name) => !hidden.has(name) && !isReasonOfAnother(name, rows) && !rows.some((row) => isCodeOfReason(name, row)),
  )
  return (
    <Records label={label} columns={names.map(labelOf)} hasActions={false}>
      {rows.map((row, at) => (
        <tr key={at}>
          {names.map((name) => (
            <td key={name} class={isLong(row[name]) ? 'long' : isWhole(name) ? 'whole' : typeof row[name] === 'number' || isMoney(row[name]) ? 'figure' : undefined}>
              <Value name={name} value={row[name]} of={row} id={named[at]!.get(name)} place={place} />
            </td>
          ))}
        </tr>
      ))}
    </Records>
  )
}

/** Beside a reason in words, its code says nothing to a person. */
const isCodeOfReason = (name: string, of: Fields): boolean => name.endsWith('_reason_code') && name.replace(/_code$/, '') in of

/** A reason is drawn in the cell of the figure that it explains. */
const isReasonOfAnother = (name: string, rows: readonly Fields[]): boolean => {
  const figure = name.replace(/_reason(_code)?$/, '')
  return figure !== name && rows.some((row) => figure in row)
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
