/** The writes that a person finds beside a list and a record, joined from the document at build time. */
import { openapi } from '~/lib/document.ts'
import { forms, type OperationForm } from './forms.ts'
import { type List, lists } from './lists.ts'
import { lookupOf } from './lookups.ts'
import { collectionOf, isAmbiguous, pathsOfRecord, type RecordPage, records } from './records.ts'

export interface Write {
  operation: string
  /** What the button says. */
  words: string
  effect: string
  needs: 'member' | 'admin'
  /** Whether the record is none any more afterwards. */
  ends: boolean
  /** Path that the current values are read from; null for a form that starts empty. */
  reads: string | null
  /** What it does to a record that can be archived. */
  state: 'archive' | 'restore' | null
  /** Whether the record goes, or what it says no longer holds. */
  is_grave: boolean
}

export interface Screen {
  path: string
  label: string
}

/** A list of what belongs to a record, and the parameter of its address that says so. */
export interface Related {
  title: string
  list: string
  query: Record<string, string>
}

/** Records with a screen of their own, where more is shown than a form, such as a secret. */
const screens: readonly (readonly [path: string, screen: Screen])[] = [
  ['/v1/developer/keys', { path: '/settings/developer/keys', label: 'API keys' }],
  ['/v1/webhooks', { path: '/settings/developer/webhooks', label: 'Webhooks' }],
  ['/v1/imports', { path: '/data/imports', label: 'Imports' }],
  ['/v1/organization-exports', { path: '/data/exports', label: 'Exports' }],
  ['/v1/files', { path: '/data/uploads', label: 'Uploads' }],
  ['/v1/exceptions', { path: '/exceptions', label: 'Exceptions' }],
  ['/v1/warehouse-connections', { path: '/settings/connections', label: 'Connections' }],
  ['/v1/accounting-connections', { path: '/settings/connections', label: 'Connections' }],
  ['/v1/finance/report-', { path: '/settings/schedules', label: 'Scheduled reports' }],
]

export const screenOf = (path: string): Screen | null => screens.find(([begins]) => path.startsWith(begins))?.[1] ?? null

/** Screens where one record is worked on, by the name of its id and the parameter of the address that takes it. */
const workplaces: Record<string, Screen & { takes: string }> = {
  order_id: { path: '/orders/sales', label: 'Steps of the order', takes: 'order' },
  purchase_order_id: { path: '/orders/purchases', label: 'Steps of the order', takes: 'order' },
  return_id: { path: '/orders/returns', label: 'Receive the return', takes: 'return' },
  stocktake_id: { path: '/stock/counts', label: 'Count', takes: 'stocktake' },
}

export const workplaceOf = (parameter: string): (Screen & { takes: string }) | null => workplaces[parameter] ?? null

const isRead = (path: string): boolean => openapi.paths[`/api${path}`]?.get !== undefined

const readsOf = ({ method, path }: OperationForm): string | null => (method !== 'POST' && method !== 'DELETE' && isRead(path) ? path : null)

const grave = new Set(['archive', 'void', 'cancel', 'discard', 'redact', 'revoke', 'reverse', 'undo'])

const writeOf = (form: OperationForm, words: string, record?: RecordPage): Write => ({
  operation: form.id,
  words,
  effect: readsOf(form) === null ? form.about : 'What you change is saved, and nothing else. A field that you empty is taken back.',
  needs: form.needs,
  ends: form.method === 'DELETE' && form.path === record?.path,
  reads: readsOf(form),
  state: form.path.endsWith('/archive') ? 'archive' : form.path.endsWith('/restore') ? 'restore' : null,
  is_grave: form.method === 'DELETE' || grave.has(form.path.split('/').at(-1)!),
})

/** Ids in the path that are not known have to be chosen among records that a form can show. */
function canBeChosen({ path_fields }: OperationForm, known: readonly string[]): boolean {
  const given = Object.fromEntries([...known, 'organization_id'].map((name) => [name, name]))
  return path_fields.every(({ name }) => {
    const isKnown = name in given || lookupOf(name, given) !== null
    given[name] = name
    return isKnown
  })
}

/** What creates a row of the list. */
export function createsOf({ path, record }: List): Write[] {
  if (screenOf(path) !== null) return []
  const own = records.find(({ id }) => id === record?.id)
  const paths = [collectionOf(path), ...(own === undefined ? [] : pathsOfRecord(own).map((one) => one.replace(/\/\{\w+\}$/, '')))]
  return forms.filter((form) => form.method === 'POST' && paths.includes(form.path) && canBeChosen(form, [])).map((form) => writeOf(form, form.title))
}

/** `Archive a product` → `Archive`; `Attach variants to a supplier` → `Attach variants` */
function wordsBeside(title: string, noun: string): string {
  const words = title.replace(new RegExp(` (of|to|from|on|for) (a|an|the) ${noun}$`, 'i'), '').replace(new RegExp(` (a|an|the) ${noun}$`, 'i'), '')
  return words.replace(/^Update\b/, 'Change')
}

/** What a person can do with the record: changes first, and at last what ends it. */
export function writesOf(record: RecordPage): Write[] {
  if (screenOf(record.path) !== null) return []
  const paths = pathsOfRecord(record)
  const noun = record.title.replace(/ for editing$/, '').toLowerCase()
  const rank = ({ reads, is_grave }: Write): number => (is_grave ? 2 : reads !== null ? 0 : 1)
  return forms
    .filter((form) => paths.some((path) => form.path === path || form.path.startsWith(`${path}/`)) && canBeChosen(form, [record.parameter]))
    .map((form) => writeOf(form, wordsBeside(form.title, noun), record))
    .toSorted((one, other) => rank(one) - rank(other))
}

/** Lists whose rows can be narrowed to those of the record. */
export function relatedTo({ parameter }: RecordPage): Related[] {
  if (isAmbiguous(parameter)) return []
  return lists
    .filter(({ record }) => record?.parameter !== parameter)
    .flatMap(({ id, title, filters, choices }) => {
      const query = filters.some(({ key, operations }) => key === parameter && operations.includes('eq'))
        ? { filters: JSON.stringify([{ key: parameter, operation: 'eq', value: `{${parameter}}` }]) }
        : choices.some(({ name }) => name === parameter)
          ? { [`with_${parameter}`]: `{${parameter}}` }
          : null
      return query === null ? [] : [{ title, list: id, query }]
    })
}

/** The list that the record is a row of: the one that is named after it, if several have such rows. */
export function listOfRecord({ id, parameter, title }: RecordPage): Screen | null {
  const plural = `${title.toLowerCase().replace(/y$/, 'ie')}s`
  const rows = lists.filter(({ record }) => record?.id === id || (record?.parameter === parameter && !isAmbiguous(parameter)))
  const own = rows.find((list) => list.title.toLowerCase() === plural) ?? rows[0]
  return own === undefined ? null : { path: `/lists/${own.id}`, label: own.title }
}
