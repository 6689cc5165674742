/** The lists of the app, made from the document at build time: a new table of the API appears here by itself. */
import { areas, type FilterKey, isPublic, type Listed, operations, parametersOf, type Schema, schemaOf, successesOf } from '~/lib/document.ts'
import { firstSentence } from '~/lib/text.ts'
import { areaOf } from './areas.ts'
import { recordOfRow } from './records.ts'

/** How a value is drawn. */
export type Kind = 'money' | 'instant' | 'date' | 'number' | 'flag' | 'id' | 'text' | 'named' | 'texts' | 'code' | 'cents' | 'other'

export interface Column {
  name: string
  kind: Kind
  about: string
}

export interface Choice {
  name: string
  about: string
  /** Values to choose from; null takes any text. */
  values: string[] | null
  is_flag: boolean
  is_day: boolean
}

export interface List {
  /** Part of the list's address. */
  id: string
  title: string
  about: string
  area: string
  /** Below /app/api, with {organization_id} where the organisation is named. */
  path: string
  reference: string
  columns: Column[]
  /** Names of the columns that are shown at first. */
  shown: string[]
  filters: Pick<FilterKey, 'key' | 'type' | 'operations' | 'description' | 'values'>[]
  sorts: string[]
  can_search: boolean
  can_export: boolean
  choices: Choice[]
  /** The page of the record that a row is, and the column of its id; null where it has none. */
  record: { id: string; parameter: string; column: string } | null
  /** Rows of a page; some lists allow fewer than others. */
  size: number
}

/** Parameters that the list draws in a way of its own, or that would change what a row is. */
const own = new Set(['offset', 'limit', 'filter_args', 'sort_args', 'search', 'export', 'fields', 'counts_only', 'for_zapier', 'distinct', 'updated_since', 'bom_id'])

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat()

function kindOf(name: string, given: Schema): Kind {
  const schema = schemaOf(given)
  const names = Object.keys(schema.properties ?? {})
  if (names.includes('cents') && names.includes('currency')) return 'money'
  if (names.includes('amount') && names.includes('currency') && names.includes('reason')) return 'money'
  if (names.includes('name') || names.includes('title')) return 'named'
  if (schema.format === 'date-time') return 'instant'
  if (schema.format === 'date') return 'date'
  if (schema.format === 'uuid' || /(^|_)id$/.test(name)) return 'id'
  const types = typesOf(schema)
  if ((schema.enum ?? schema['x-extensible-enum']) !== undefined && types.includes('string')) return 'code'
  if (types.includes('integer') && name.endsWith('_cents')) return 'cents'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('string')) return 'text'
  if (types.includes('array') && typesOf(schemaOf(schema.items ?? {})).includes('string')) return 'texts'
  return 'other'
}

/** Columns that tell least of a row; they are shown where few others are. */
const laterShown = /(^|_)((updated|created)_at|position|barcode|shared_sku|address|website|external_id|image_url|handle|source_system)$/

/** 'Returns a page of variants with their prices.' → 'Variants with their prices.' */
const whatIsListed = (description: string): string =>
  firstSentence(description)
    .replaceAll('`', '')
    // How a request changes the rows is no matter of the screen.
    .replace(/[;:,] (ten|one|or with) .*$/, '.')
    .replace(/^(Returns|Lists) (a page of )?(the )?/, '')
    .replace(/^./, (letter) => letter.toUpperCase())

function listOf(listed: Listed): List | null {
  const parameters = parametersOf(listed)
  if (listed.method !== 'GET') return null
  // Its rows are those of one record, which a list of all cannot name.
  if (listed.operation['x-service-refusals'].some(({ code }) => code === 'filter_needs_a_pair_or_a_document')) return null
  if (parameters.some(({ in: place, name, required }) => required && !(place === 'path' && name === 'organization_id') && place !== 'header')) return null
  const answer = schemaOf(successesOf(listed)[0]?.schema ?? {})
  const data = schemaOf(answer.properties?.data ?? {})
  const rows = schemaOf(data.properties?.rows ?? {})
  if (data.properties?.filtered_max_size === undefined || rows.items === undefined) return null
  const row = schemaOf(rows.items)
  const query = parameters.filter(({ in: place }) => place === 'query')
  const find = (name: string) => query.find((one) => one.name === name)
  if (find('offset') === undefined || find('limit') === undefined || row.properties === undefined) return null
  const columns = Object.entries(row.properties).map(([name, schema]) => ({
    name,
    kind: kindOf(name, schema),
    about: firstSentence(schemaOf(schema).description ?? ''),
  }))
  const telling = columns.filter(({ kind }) => kind !== 'id' && kind !== 'other' && kind !== 'texts')
  const first = (telling.length === 0 ? columns : telling).toSorted((one, other) => Number(laterShown.test(one.name)) - Number(laterShown.test(other.name)))
  const [area = '', verb = ''] = listed.id.split('.')
  return {
    id: `${area}/${verb}`,
    title: listed.operation.summary.replace(/^(List|Get) (the )?/, '').replace(/^./, (letter) => letter.toUpperCase()),
    about: whatIsListed(listed.operation.description ?? ''),
    area: areaOf(listed),
    path: listed.path.replace('/api', ''),
    reference: listed.href,
    columns,
    shown: first.slice(0, 8).map(({ name }) => name),
    filters: (find('filter_args')?.schema['x-filter-keys'] ?? []).map(({ key, type, operations: allowed, description, values }) => ({ key, type, operations: allowed, description, ...(values === undefined ? {} : { values }) })),
    sorts: (find('sort_args')?.schema['x-sort-keys'] ?? []).map((one) => (typeof one === 'string' ? one : one.key)),
    can_search: find('search') !== undefined,
    can_export: find('export') !== undefined,
    choices: query
      .filter(({ name }) => !own.has(name))
      .map(({ name, description, schema }) => {
        const whole = schemaOf(schema)
        const values = whole.enum ?? whole['x-extensible-enum']
        return { name, about: firstSentence(description ?? ''), values: values === undefined ? null : values.map(String), is_flag: typesOf(whole).includes('boolean'), is_day: whole.format === 'date' }
      }),
    record: recordOfRow(listed.path.replace('/api', ''), areaOf(listed), columns),
    size: Math.min(50, schemaOf(find('limit')!.schema).maximum ?? 50),
  }
}

/** In the order of the document: those of the public API, then those of the app alone. */
export const lists: List[] = [...operations.filter(isPublic), ...operations.filter((listed) => !isPublic(listed))]
  .map(listOf)
  .filter((one) => one !== null)

const areaNames = [...new Set([...areas.map(({ tag }) => tag), ...lists.map(({ area }) => area)])]

export const listAreas = areaNames.map((tag) => ({ tag, lists: lists.filter(({ area }) => area === tag) })).filter((area) => area.lists.length > 0)
