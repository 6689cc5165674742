/** One list of the app. Everything that a person chose is in the address, so a reload and a link show the same. */
import { useEffect, useState } from 'preact/hooks'
import { Cell, isLong, isWhole, reasonOf } from './cells'
import { Frame } from './frame'
import type { Column, List } from './lists'
import { type Chosen, Controls, type Filter } from './list_controls'
import { namedIds, type Pages as PagesOfIds, RecordLink } from './names'
import { Dialog, entered, labelOf, Pages, ReadDialog, Trouble, useRead, useWrite } from './parts'
import { appAddress, get, type Organization, pathWith, type Rows, saveFile } from './service'
import { allowed, WriteButtons } from './write_buttons'
import type { Screen, Write } from './writes'

const parsedFilters = (text: string | null): Filter[] => {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one?.key === 'string' && typeof one?.operation === 'string') : []
  } catch {
    return []
  }
}

function readAddress(list: List): Chosen {
  const stated = new URLSearchParams(location.search)
  const columns = stated.get('columns')?.split(',').filter((name) => list.columns.some((column) => column.name === name))
  return {
    offset: Math.max(0, Math.trunc(Number(stated.get('offset') ?? 0)) || 0),
    search: stated.get('search') ?? '',
    sort: stated.get('sort') ?? '',
    filters: parsedFilters(stated.get('filters')),
    columns: columns === undefined || columns.length === 0 ? list.shown : columns,
    choices: Object.fromEntries(list.choices.flatMap(({ name }) => (stated.has(`with_${name}`) ? [[name, stated.get(`with_${name}`)!]] : []))),
  }
}

function addressOf(list: List, chosen: Chosen): string {
  const { offset, search, sort, filters, columns, choices } = chosen
  return appAddress(`/lists/${list.id}`, {
    ...(search === '' ? {} : { search }),
    ...(sort === '' ? {} : { sort }),
    ...(filters.length === 0 ? {} : { filters: JSON.stringify(filters) }),
    ...(columns.join() === list.shown.join() ? {} : { columns: columns.join() }),
    ...Object.fromEntries(Object.entries(choices).map(([name, value]) => [`with_${name}`, value])),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  })
}

const queryOf = ({ search, sort, filters, choices }: Chosen) => ({
  ...choices,
  search: search === '' ? undefined : search,
  sort_args: sort === '' ? undefined : sort,
  filter_args: filters.length === 0 ? undefined : JSON.stringify(filters),
})

interface Shown {
  list: List
  pages: PagesOfIds
  creates: readonly Write[]
  /** The screen where more is done with the rows. */
  screen: Screen | null
}

export const ListScreen = (shown: Shown) => (
  <Frame title={shown.list.title} within={shown.list.area}>
    {(organization) => <Table {...shown} organization={organization} />}
  </Frame>
)

type Row = Record<string, unknown>

function Table({ list, pages, creates, screen, organization }: Shown & { organization: Organization }) {
  const [chosen, setChosen] = useState(() => readAddress(list))
  const [isChoosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<Row | null>(null)
  const [said, setSaid] = useState('')
  const exporting = useWrite()
  useEffect(() => {
    const back = () => setChosen(readAddress(list))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const change = (part: Partial<Chosen>) => {
    const next = { ...chosen, offset: 0, ...part }
    history.pushState(null, '', addressOf(list, next))
    setChosen(next)
  }
  const path = pathWith(list.path, { ...organization })
  const query = queryOf(chosen)
  const { data, trouble, isLoading, again } = useRead(() => get<Rows<Row>>(path, { ...query, offset: chosen.offset, limit: list.size }), [JSON.stringify([query, chosen.offset])])
  const columns = chosen.columns.map((name) => list.columns.find((column) => column.name === name)!)
  const save = () => exporting.run(() => saveFile(path, { ...query, export: true }))
  const created = ({ words }: Write, answer: any) => {
    const id = idIn(answer, list.record)
    if (list.record !== null && id !== null) return location.assign(appAddress(`/records/${list.record.id}`, { id }))
    setSaid(`Done: ${words}.`)
    again()
  }
  const isNarrowed = chosen.search !== '' || chosen.filters.length > 0 || Object.keys(chosen.choices).length > 0
  return (
    <>
      <p>{list.about}</p>
      <WriteButtons writes={creates} known={{}} organization={organization} done={created} />
      {screen !== null && (
        <p>
          <a href={appAddress(screen.path)}>Open the screen: {screen.label}</a>
        </p>
      )}
      <Controls list={list} chosen={chosen} change={change}>
        <button type="button" onClick={() => setChoosing(true)}>
          Columns
        </button>
        {list.can_export && (
          <button type="button" disabled={exporting.isRunning} onClick={save}>
            Save every row as CSV
          </button>
        )}
      </Controls>
      <Trouble of={trouble ?? exporting.trouble} />
      <p role="status" class="quiet">
        {said} {isLoading ? 'Loading…' : data === null || trouble !== null ? '' : rowsInWords(data.filtered_max_size, chosen.offset, data.rows.length, isNarrowed)}
      </p>
      {data?.rows.length === 0 && !isNarrowed && chosen.offset === 0 && allowed(creates, organization).length > 0 && <p>Begin with “{creates[0]!.words}”.</p>}
      {trouble === null && data !== null && data.rows.length > 0 && (
        <Rows list={list} rows={data.rows} columns={columns} chosen={chosen} pages={pages} organization={organization} isLoading={isLoading} sort={(sort) => change({ sort })} show={setShown} />
      )}
      {data !== null && trouble === null && <Pages offset={chosen.offset} size={list.size} of={data.filtered_max_size} go={(offset) => change({ offset })} words={['Previous', 'Next']} />}
      {isChoosing && (
        <Columns
          list={list}
          chosen={chosen.columns}
          close={() => setChoosing(false)}
          choose={(names) => {
            setChoosing(false)
            change({ columns: names, offset: chosen.offset })
          }}
        />
      )}
      {shown !== null && <WholeRow list={list} row={shown} organization={organization} close={() => setShown(null)} />}
    </>
  )
}

interface Drawn {
  list: List
  rows: readonly Row[]
  columns: readonly Column[]
  chosen: Chosen
  pages: PagesOfIds
  organization: Organization
  isLoading: boolean
  sort: (sort: string) => void
  show: (row: Row) => void
}

const isFigure = (kind: Column['kind']): boolean => kind === 'money' || kind === 'number' || kind === 'cents'

function Rows({ list, rows, columns, chosen, pages, organization, isLoading, sort, show }: Drawn) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={list.title} aria-busy={isLoading}>
      <table class="rows">
        <thead>
          <tr>
            {columns.map(({ name, kind, about }) => (
              <th scope="col" key={name} class={isFigure(kind) ? 'figure' : undefined} title={about} aria-sort={sortOf(chosen.sort, name)}>
                {list.sorts.includes(name) ? (
                  <button type="button" class="sort" onClick={() => sort(chosen.sort === name ? `-${name}` : name)}>
                    {labelOf(name)} <span aria-hidden="true">{chosen.sort === name ? '↑' : chosen.sort === `-${name}` ? '↓' : '↕'}</span>
                  </button>
                ) : (
                  labelOf(name)
                )}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">The whole row</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column, place) => (
                <td key={column.name} class={isLong(row[column.name]) ? 'long' : isWhole(column.name) ? 'whole' : isFigure(column.kind) ? 'figure' : undefined}>
                  <Linked list={list} row={row} column={column} isFirst={place === 0} pages={pages} organization={organization} />
                </td>
              ))}
              <td class="actions">
                <button type="button" class="plain" onClick={() => show(row)}>
                  Show
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Some records are numbered. */
const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The first cell leads to the page of the row's record, and the name of another record to that one's. */
function Linked({ list: { record }, row, column: { name, kind }, isFirst, pages, organization }: Pick<Drawn, 'list' | 'pages' | 'organization'> & { row: Row; column: Column; isFirst: boolean }) {
  const cell = (
    <Cell value={row[name]} reason={reasonOf(row, name)} kind={kind} zone={organization.time_zone} currency={typeof row.currency === 'string' ? row.currency : organization.currency} />
  )
  const own = record === null ? undefined : row[record.column]
  if (isFirst && record !== null && isId(own)) return <a href={appAddress(`/records/${record.id}`, { id: String(own) })}>{row[name] === null || row[name] === '' ? 'Open' : cell}</a>
  const id = namedIds(row, pages).get(name)
  return id === undefined ? (
    cell
  ) : (
    <RecordLink page={pages[id]!} id={row[id] as string}>
      {cell}
    </RecordLink>
  )
}

/** The id of what was created, in the answer itself or as the one row of a list in it. */
function idIn(answer: any, record: List['record']): string | null {
  if (record === null || typeof answer !== 'object' || answer === null) return null
  const id = answer[record.parameter] ?? answer.id
  if (isId(id)) return String(id)
  const [rows, ...others] = Object.values(answer).filter((value) => Array.isArray(value)) as any[][]
  return others.length === 0 && rows?.length === 1 ? idIn(rows[0], record) : null
}

const rowsInWords = (all: number, offset: number, here: number, isNarrowed: boolean): string =>
  all === 0
    ? isNarrowed
      ? 'No row matches.'
      : 'There are no rows yet.'
    : here === 0
      ? `There are ${all} rows, and none from ${offset + 1} on.`
      : all === here
        ? all === 1
          ? '1 row'
          : `${all} rows`
        : `${offset + 1} to ${offset + here} of ${all} rows`

const sortOf = (sort: string, name: string) => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined)

function Columns({ list, chosen, choose, close }: { list: List; chosen: string[]; choose: (names: string[]) => void; close: () => void }) {
  return (
    <Dialog title="Columns" close={close}>
      <form
        onSubmit={entered((entries) => {
          const names = entries.getAll('column').map(String)
          choose(names.length === 0 ? list.shown : names)
        })}
      >
        <ul class="plain-list">
          {list.columns.map(({ name, about }) => (
            <li key={name}>
              <label>
                <input type="checkbox" name="column" value={name} defaultChecked={chosen.includes(name)} /> {labelOf(name)}
              </label>{' '}
              <span class="quiet">{about}</span>
            </li>
          ))}
        </ul>
        <p class="buttons">
          <button type="submit" class="first">
            Show these
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  )
}

function WholeRow({ list, row, organization, close }: { list: List; row: Row; organization: Organization; close: () => void }) {
  return (
    <ReadDialog title="The whole row" close={close}>
      <dl>
        {list.columns
          .filter(({ name }) => name in row)
          .map(({ name, kind, about }) => (
            <div key={name}>
              <dt title={about}>{labelOf(name)}</dt>
              <dd>
                <Cell value={row[name]} reason={reasonOf(row, name)} kind={kind} zone={organization.time_zone} currency={typeof row.currency === 'string' ? row.currency : organization.currency} isWhole />
              </dd>
            </div>
          ))}
      </dl>
      <p class="quiet">
        <a href={list.reference}>Reference</a>
      </p>
    </ReadDialog>
  )
}

export const ListsScreen = ({ areas }: { areas: { tag: string; lists: Pick<List, 'id' | 'title' | 'about'>[] }[] }) => (
  <Frame title="Lists">
    {() =>
      areas.map(({ tag, lists }) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          <ul class="plain-list">
            {lists.map(({ id, title, about }) => (
              <li key={id}>
                <a href={appAddress(`/lists/${id}`)}>{title}</a> <span class="quiet">{about}</span>
              </li>
            ))}
          </ul>
        </section>
      ))
    }
  </Frame>
)
