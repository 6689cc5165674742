/** The records of the app, made from the document at build time: every GET of one record by its id, with the reads beside it. */
import { type Listed, operations, parametersOf, type Schema, schemaOf, successesOf } from '~/lib/document.ts'
import { firstSentence } from '~/lib/text.ts'
import { areaOf } from './areas.ts'

/** A further read of the record, such as its timeline or its lines; a file is saved. */
export interface Beside {
  title: string
  path: string
  is_file: boolean
}

export interface RecordPage {
  /** Part of the record's address. */
  id: string
  title: string
  area: string
  /** Below /app/api, with {organization_id} where the organisation is named, and the parameter of the record. */
  path: string
  parameter: string
  reference: string
  /** What each field means, by its name. */
  meanings: Record<string, string>
  /** Names whose values are words that the service has a list of, such as a state. */
  coded: string[]
  beside: Beside[]
}

/** The page of the record that an id is of, and where its name is read. */
export interface PageOfId {
  id: string
  path: string
}

/** The one parameter that a path names besides the organisation; null where it has none or several. */
function parameterOf(path: string): string | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined || name === 'organization_id' ? [] : [name]))
  return names.length === 1 ? names[0]! : null
}

const readable = (listed: Listed): boolean =>
  listed.method === 'GET' && parametersOf(listed).every(({ in: place, required }) => place === 'path' || place === 'header' || required !== true)

const dataOf = (listed: Listed) => schemaOf(schemaOf(successesOf(listed)[0]?.schema ?? {}).properties?.data ?? {})

const titled = (summary: string): string => summary.replace(/^(Get|List) (the |an? )?/, '').replace(/^./, (letter) => letter.toUpperCase())

const reads = operations.filter((listed) => readable(listed) && parameterOf(listed.path) !== null)

/** Fills `found` with whether every field of a name, at any depth, has known values. */
function collectCodes(given: Schema, found: Map<string, boolean>): void {
  const schema = schemaOf(given)
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const own = schemaOf(one)
    found.set(name, (found.get(name) ?? true) && (own.enum ?? own['x-extensible-enum']) !== undefined)
    collectCodes(own, found)
  }
  if (schema.items !== undefined) collectCodes(schema.items, found)
}

function codesOf(schemas: readonly Schema[]): string[] {
  const found = new Map<string, boolean>()
  for (const schema of schemas) collectCodes(schema, found)
  return [...found].filter(([, isCode]) => isCode).map(([name]) => name)
}

const readsBeside = (record: Listed): Listed[] => reads.filter((one) => one.path.startsWith(`${record.path}/`))

const besideOf = (record: Listed): Beside[] =>
  readsBeside(record)
    .map((one) => ({ title: titled(one.operation.summary), path: one.path.replace('/api', ''), is_file: dataOf(one).properties?.export_url !== undefined }))

export const records: RecordPage[] = reads.flatMap((listed) => {
  const { properties } = dataOf(listed)
  if (!listed.path.endsWith('}') || properties === undefined || properties.export_url !== undefined) return []
  const [area = '', verb = ''] = listed.id.split('.')
  return [
    {
      id: `${area}/${verb}`,
      title: titled(listed.operation.summary),
      area: areaOf(listed),
      path: listed.path.replace('/api', ''),
      parameter: parameterOf(listed.path)!,
      reference: listed.href,
      meanings: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, firstSentence(schemaOf(schema).description ?? '')])),
      coded: codesOf([listed, ...readsBeside(listed)].map(dataOf)),
      beside: besideOf(listed),
    },
  ]
})

/** The page of the record that an id of this name is of: the first in the order of the document. */
export const recordPages: Record<string, PageOfId> = Object.fromEntries(records.toReversed().map(({ parameter, id, path }) => [parameter, { id, path }]))

/** Ids of this name are of several kinds of records. */
const ambiguous = new Set(['document_id'])
export const isAmbiguous = (parameter: string): boolean => ambiguous.has(parameter)

/** The paths under which the document has the same record. */
export const pathsOfRecord = ({ path, parameter }: Pick<RecordPage, 'path' | 'parameter'>): string[] =>
  isAmbiguous(parameter) ? [path] : records.filter((one) => one.parameter === parameter).map((one) => one.path)

/** `/v1/contacts/table` → `/v1/contacts` */
export const collectionOf = (path: string): string => path.replace(/\/table$/, '')

/** The record that a row of a list is: the one below the list's path, or of the same area by the first id of the row. */
export function recordOfRow(path: string, area: string, columns: readonly { name: string; kind: string }[]): { id: string; parameter: string; column: string } | null {
  const ids = columns.filter(({ kind }) => kind === 'id').map(({ name }) => name)
  const below = records.find((one) => one.path === `${collectionOf(path)}/{${one.parameter}}`)
  const own = below ?? records.find((one) => one.area === area && one.parameter === ids[0])
  if (own === undefined) return null
  const column = [own.parameter, 'id'].find((name) => ids.includes(name))
  return column === undefined ? null : { id: own.id, parameter: own.parameter, column }
}
