/** The records of the app, made from the document at build time: every GET of one record by its id, with the reads beside it. */
import { type Listed, operations, parametersOf, schemaOf, successesOf } from '~/lib/document.ts'
import { firstSentence } from '~/lib/text.ts'

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
  about: string
  area: string
  /** Below /app/api, with {organization_id} where the organisation is named, and the parameter of the record. */
  path: string
  parameter: string
  reference: string
  /** What each field means, by its name. */
  meanings: Record<string, string>
  beside: Beside[]
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

const besideOf = (record: Listed): Beside[] =>
  reads
    .filter((one) => one.path.startsWith(`${record.path}/`))
    .map((one) => ({ title: titled(one.operation.summary), path: one.path.replace('/api', ''), is_file: dataOf(one).properties?.export_url !== undefined }))

export const records: RecordPage[] = reads.flatMap((listed) => {
  const { properties } = dataOf(listed)
  if (!listed.path.endsWith('}') || properties === undefined || properties.export_url !== undefined) return []
  const [area = '', verb = ''] = listed.id.split('.')
  return [
    {
      id: `${area}/${verb}`,
      title: titled(listed.operation.summary),
      about: firstSentence(listed.operation.description ?? ''),
      area: listed.tag,
      path: listed.path.replace('/api', ''),
      parameter: parameterOf(listed.path)!,
      reference: listed.href,
      meanings: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, firstSentence(schemaOf(schema).description ?? '')])),
      beside: besideOf(listed),
    },
  ]
})

/** The page of the record that an id of this name is of: the first in the order of the document. */
export const recordPages: Record<string, string> = Object.fromEntries(records.toReversed().map(({ parameter, id }) => [parameter, id]))

/** The record that a row of a list is: of the same area, by the first id of the row. */
export const recordOfRow = (tag: string, columns: readonly { name: string; kind: string }[]): { id: string; parameter: string } | null => {
  const ids = columns.filter(({ kind }) => kind === 'id').map(({ name }) => name)
  const own = records.find(({ area, parameter }) => area === tag && parameter === ids[0])
  return own === undefined ? null : { id: own.id, parameter: own.parameter }
}
