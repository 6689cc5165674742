/** What narrows a list: its search, its own choices, and filters on its columns. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Choice, List } from './lists'
import { lookupOf } from './lookups'
import { LookupSelect } from './operation_fields'
import { entered, Field, labelOf, wordOf, wordsOf } from './parts'

export interface Filter {
  key: string
  operation: string
  value?: unknown
}

export interface Chosen {
  offset: number
  search: string
  sort: string
  filters: Filter[]
  columns: string[]
  choices: Record<string, string>
}

interface Shown {
  list: List
  chosen: Chosen
  change: (part: Partial<Chosen>) => void
  /** What else is done with the list. */
  children: ComponentChildren
}

export function Controls({ list, chosen, change, children }: Shown) {
  const count = chosen.filters.length + Object.keys(chosen.choices).length
  const [isOpen, setOpen] = useState(count > 0)
  const canFilter = list.choices.length > 0 || list.filters.length > 0
  return (
    <>
      <div class="controls">
        {list.can_search && (
          <form role="search" onSubmit={entered((entries) => change({ search: String(entries.get('search')).trim() }))}>
            <Field label="Search">{({ id }) => <input id={id} key={chosen.search} name="search" type="search" defaultValue={chosen.search} />}</Field>
            <button type="submit">Search</button>
          </form>
        )}
        {canFilter && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Filters{count === 0 ? '' : ` (${count})`}
          </button>
        )}
        {children}
      </div>
      {canFilter && isOpen && (
        <div class="narrow-by">
          {list.choices.map((choice) => (
            <ChoiceField key={choice.name} choice={choice} value={chosen.choices[choice.name]} choose={(value) => change({ choices: withChoice(chosen.choices, choice.name, value) })} />
          ))}
          {list.filters.length > 0 && <Filters list={list} filters={chosen.filters} change={(filters) => change({ filters })} />}
        </div>
      )}
    </>
  )
}

function withChoice(choices: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...others } = choices
  return value === '' ? others : { ...others, [name]: value }
}

function ChoiceField({ choice: { name, about, values, is_flag, is_day }, value = '', choose }: { choice: Choice; value?: string; choose: (value: string) => void }) {
  const options = is_flag ? ['true', 'false'] : values
  const lookup = lookupOf(name, {})
  return (
    <Field label={lookup === null ? labelOf(name) : labelOf(name.replace(/_id$/, ''))}>
      {({ id }) =>
        lookup !== null ? (
          <LookupSelect id={id} lookup={lookup} value={value} choose={choose} />
        ) :
        options === null ? (
          <input id={id} type={is_day ? 'date' : 'text'} title={about} value={value} onChange={({ currentTarget }) => choose(currentTarget.value.trim())} />
        ) : (
          <select id={id} title={about} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="">Default</option>
            {options.map((one) => (
              <option value={one}>{is_flag ? (one === 'true' ? 'yes' : 'no') : wordOf(one)}</option>
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
              <option value={one.key}>{labelOf(one.key)}</option>
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
                  <option value={one}>{wordOf(one)}</option>
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

