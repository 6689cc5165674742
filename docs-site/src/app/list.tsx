/** One list of the app. Everything that a person chose is in the address, so a reload and a link show the same. */
import { useEffect, useState } from 'preact/hooks'
import { Cell, reasonOf } from './cells'
import { Frame } from './frame'
import type { List, Choice } from './lists'
import { Dialog, entered, Field, Pages, ReadDialog, Trouble, useRead, useWrite, wordsOf } from './parts'
import { appAddress, get, type Organization, type Rows, saveFile } from './service'

export interface Filter {
  key: string
  operation: string
  value?: unknown
}

interface Chosen {
  offset: number
  search: string
  sort: string
  filters: Filter[]
  columns: string[]
  choices: Record<string, string>
}

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

export const ListScreen = ({ list }: { list: List }) => (
  <Frame title={list.title} within={list.area}>
    {(organization) => <Table list={list} organization={organization} />}
  </Frame>
)

type Row = Record<string, unknown>

function Table({ list, organization }: { list: List; organization: Organization }) {
  const [chosen, setChosen] = useState(() => readAddress(list))
  const [isChoosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<Row | null>(null)
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
  const path = list.path.replace('/v1', '').replace('{organization_id}', organization.organization_id)
  const query = queryOf(chosen)
  const { data, trouble, isLoading } = useRead(() => get<Rows<Row>>(path, { ...query, offset: chosen.offset, limit: list.size }), [JSON.stringify([query, chosen.offset])])
  const columns = chosen.columns.map((name) => list.columns.find((column) => column.name === name)!)
  const save = () => exporting.run(() => saveFile(path, { ...query, export: true }))
  return (
    <>
      <p>
        {list.about} <a href={list.reference}>Reference</a>
      </p>
      <Controls list={list} chosen={chosen} change={change} />
      <p class="buttons">
        <button type="button" onClick={() => setChoosing(true)}>
          Columns
        </button>
        {list.can_export && (
          <button type="button" disabled={exporting.isRunning} onClick={save}>
            Save every row as CSV
          </button>
        )}
      </p>
      <Trouble of={trouble ?? exporting.trouble} />
      <p role="status" class="quiet">
        {isLoading ? 'Loading…' : data === null || trouble !== null ? '' : rowsInWords(data.filtered_max_size, chosen.offset, data.rows.length)}
      </p>
      {trouble === null && data !== null && data.rows.length > 0 && (
        <div class="wide" tabIndex={0} role="region" aria-label={list.title} aria-busy={isLoading}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name, kind, about }) => (
                  <th scope="col" key={name} class={kind === 'money' || kind === 'number' ? 'figure' : undefined} title={about} aria-sort={sortOf(chosen.sort, name)}>
                    {list.sorts.includes(name) ? (
                      <button type="button" class="sort" onClick={() => change({ sort: chosen.sort === name ? `-${name}` : name })}>
                        {wordsOf(name)} <span aria-hidden="true">{chosen.sort === name ? '↑' : chosen.sort === `-${name}` ? '↓' : '↕'}</span>
                      </button>
                    ) : (
                      wordsOf(name)
                    )}
                  </th>
                ))}
                <th scope="col">
                  <span class="hidden">The whole row</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row, at) => (
                <tr key={at}>
                  {columns.map(({ name, kind }) => (
                    <td key={name} class={kind === 'money' || kind === 'number' ? 'figure' : undefined}>
                      <Cell value={row[name]} reason={reasonOf(row, name)} kind={kind} zone={organization.time_zone} />
                    </td>
                  ))}
                  <td class="actions">
                    <Whole list={list} row={row} show={setShown} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
      {shown !== null && <WholeRow list={list} row={shown} zone={organization.time_zone} close={() => setShown(null)} />}
    </>
  )
}

/** Some records are numbered. */
const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** The ways to the whole row: what the list has of it and, where there is one, the page of its record. */
function Whole({ list: { record }, row, show }: { list: List; row: Row; show: (row: Row) => void }) {
  const id = record === null ? undefined : row[record.parameter]
  return (
    <>
      <button type="button" onClick={() => show(row)}>
        Show
      </button>
      {record !== null && isId(id) && <a href={appAddress(`/records/${record.id}`, { id: String(id) })}>Open</a>}
    </>
  )
}

const rowsInWords = (all: number, offset: number, here: number): string =>
  all === 0 ? 'No row matches.' : here === 0 ? `There are ${all} rows, and none from ${offset + 1} on.` : all === here ? (all === 1 ? '1 row' : `${all} rows`) : `${offset + 1} to ${offset + here} of ${all} rows`

const sortOf = (sort: string, name: string) => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined)

function Controls({ list, chosen, change }: { list: List; chosen: Chosen; change: (part: Partial<Chosen>) => void }) {
  return (
    <div class="controls">
      {list.can_search && (
        <form
          role="search"
          onSubmit={entered((entries) => change({ search: String(entries.get('search')).trim() }))}
        >
          <Field label="Search">{({ id }) => <input id={id} key={chosen.search} name="search" type="search" defaultValue={chosen.search} />}</Field>
          <button type="submit">Search</button>
        </form>
      )}
      {list.choices.map((choice) => (
        <ChoiceField key={choice.name} choice={choice} value={chosen.choices[choice.name]} choose={(value) => change({ choices: withChoice(chosen.choices, choice.name, value) })} />
      ))}
      {list.filters.length > 0 && <Filters list={list} filters={chosen.filters} change={(filters) => change({ filters })} />}
    </div>
  )
}

function withChoice(choices: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...others } = choices
  return value === '' ? others : { ...others, [name]: value }
}

function ChoiceField({ choice: { name, about, values, is_flag }, value = '', choose }: { choice: Choice; value?: string; choose: (value: string) => void }) {
  const options = is_flag ? ['true', 'false'] : values
  return (
    <Field label={wordsOf(name)}>
      {({ id }) =>
        options === null ? (
          <input id={id} title={about} value={value} onChange={({ currentTarget }) => choose(currentTarget.value.trim())} />
        ) : (
          <select id={id} title={about} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="">Default</option>
            {options.map((one) => (
              <option value={one}>{is_flag ? (one === 'true' ? 'yes' : 'no') : wordsOf(one)}</option>
            ))}
          </select>
        )
      }
    </Field>
  )
}

const operationWords: Record<string, string> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  between: 'between',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
}
const needsNoValue = (operation: string) => operation === 'is_empty' || operation === 'is_not_empty'
const takesSeveral = (operation: string) => operation === 'in' || operation === 'not_in' || operation === 'between'

/** What a person typed, as the service takes it: numbers and flags by the type of the key, several values apart by commas. */
export function valueOf(text: string, type: string, operation: string): unknown {
  const one = (part: string): unknown => {
    const trimmed = part.trim()
    if ((type === 'integer' || type === 'number') && trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed)
    if (type === 'boolean') return trimmed === 'true' || trimmed === 'yes' ? true : trimmed === 'false' || trimmed === 'no' ? false : trimmed
    return trimmed
  }
  return takesSeveral(operation) ? text.split(',').map(one) : one(text)
}

const inWords = ({ key, operation, value }: Filter): string =>
  `${wordsOf(key)} ${operationWords[operation] ?? operation}${value === undefined ? '' : ` ${[value].flat().join(operation === 'between' ? ' and ' : ', ')}`}`

function Filters({ list, filters, change }: { list: List; filters: Filter[]; change: (filters: Filter[]) => void }) {
  const [key, setKey] = useState(list.filters[0]!.key)
  const filter = list.filters.find((one) => one.key === key)!
  const [operation, setOperation] = useState(filter.operations[0]!)
  const named = filter.operations.includes(operation) ? operation : filter.operations[0]!
  const add = (entries: FormData, form: HTMLFormElement) => {
    const text = String(entries.get('value') ?? '')
    change([...filters, { key, operation: named, ...(needsNoValue(named) ? {} : { value: valueOf(text, filter.type, named) }) }])
    form.reset()
  }
  return (
    <form class="filters" onSubmit={entered(add)}>
      <Field label="Filter by">
        {({ id }) => (
          <select id={id} title={filter.description} value={key} onChange={({ currentTarget }) => setKey(currentTarget.value)}>
            {list.filters.map((one) => (
              <option value={one.key}>{wordsOf(one.key)}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Condition">
        {({ id }) => (
          <select id={id} value={named} onChange={({ currentTarget }) => setOperation(currentTarget.value)}>
            {filter.operations.map((one) => (
              <option value={one}>{operationWords[one] ?? one}</option>
            ))}
          </select>
        )}
      </Field>
      {!needsNoValue(named) && (
        <Field label={takesSeveral(named) ? 'Values, separated by commas' : 'Value'}>
          {({ id }) =>
            filter.values === undefined || takesSeveral(named) ? (
              <input id={id} name="value" required placeholder={filter.type === 'date' ? '2026-11-29' : undefined} />
            ) : (
              <select id={id} name="value">
                {filter.values.map((one) => (
                  <option value={one}>{wordsOf(one)}</option>
                ))}
              </select>
            )
          }
        </Field>
      )}
      <button type="submit">Add</button>
      {filters.length > 0 && (
        <ul class="chips" aria-label="Filters">
          {filters.map((one, at) => (
            <li key={at}>
              {inWords(one)}{' '}
              <button type="button" class="plain" aria-label={`Remove the filter: ${inWords(one)}`} onClick={() => change(filters.filter((_, other) => other !== at))}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

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
                <input type="checkbox" name="column" value={name} defaultChecked={chosen.includes(name)} /> {wordsOf(name)}
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

function WholeRow({ list, row, zone, close }: { list: List; row: Row; zone: string; close: () => void }) {
  return (
    <ReadDialog title="The whole row" close={close}>
      <dl>
        {list.columns
          .filter(({ name }) => name in row)
          .map(({ name, kind, about }) => (
            <div key={name}>
              <dt title={about}>{wordsOf(name)}</dt>
              <dd>
                <Cell value={row[name]} reason={reasonOf(row, name)} kind={kind} zone={zone} isWhole />
              </dd>
            </div>
          ))}
      </dl>
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
