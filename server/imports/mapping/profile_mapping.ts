/** The mapping that a built-in profile gives for the headers of one file, and the numberless fields that it names. */
import type { ImportFields } from '../field.ts'
import type { ImportKind } from '../kind.ts'
import type { ImportProfile, MappedColumn, Mapping } from '../profile.ts'
import { normalHeader as normal } from './headers.rules.ts'
import { fileHeaders, type FileHeaders } from './file_headers.ts'

type MappingProfile = Mapping & Pick<ImportProfile, 'patterns'>

/** The columns of a profile that the file has, with those of its patterns; systems leave some of them out. */
export function profileMapping(profile: MappingProfile, headers: readonly (string | null)[]): Mapping {
  const present = fileHeaders(headers)
  const columns = profile.columns.flatMap((column) => presentColumn(column, present))
  const named = new Set(profile.columns.flatMap(headersOf).map(normal))
  for (const header of headers) {
    if (header === null || named.has(normal(header))) continue
    const column = patternColumn(profile, header)
    if (column !== null) columns.push(column)
  }
  const { fixed_values, time_zone, joins_rows, blank_joins } = profile
  return {
    columns,
    ...(fixed_values === undefined ? {} : { fixed_values }),
    ...(time_zone === undefined ? {} : { time_zone }),
    ...(joins_rows === undefined ? {} : { joins_rows }),
    ...(blank_joins === undefined ? {} : { blank_joins }),
  }
}

const headersOf = ({ header, otherwise = [] }: MappedColumn) => [header, ...otherwise.map((one) => one.header)]

/** Where the first column is missing, the next one takes its place. */
function presentColumn(column: MappedColumn, present: FileHeaders): MappedColumn[] {
  const { header, otherwise = [], followed_by, ...plain } = column
  const has = (one: string) => present.places(one).length > 0
  const rest = followed_by !== undefined && has(followed_by) ? { ...plain, followed_by } : plain
  const there = otherwise.filter((one) => has(one.header))
  if (has(header)) return [{ header, ...rest, ...(there.length === 0 ? {} : { otherwise: there }) }]
  const [first, ...others] = there
  if (first === undefined) return []
  // A prefix belongs to a column that stands in for another; the first one of a column has none.
  if (first.prefix !== undefined) return [{ ...rest, header: first.header, otherwise: there }]
  return [{ header: first.header, ...rest, ...(others.length === 0 ? {} : { otherwise: others }) }]
}

function patternColumn({ patterns = [] }: MappingProfile, header: string): MappedColumn | null {
  for (const { headers, field, has_underscores = false, ...rest } of patterns) {
    const suffix = headers.exec(header.trim())?.[1]
    if (suffix === undefined) continue
    const name = has_underscores ? suffix.replaceAll('_', ' ') : suffix
    return { header, field: field.replace('$1', () => name), ...rest }
  }
  return null
}

/** Fields with those that the mapping names of the kind's families. */
export function withFamilies(kind: ImportKind, fields: ImportFields, mapping: Mapping | null): ImportFields {
  const families = Object.entries(kind.field_families ?? {})
  if (families.length === 0 || mapping === null) return fields
  const named = [...mapping.columns.map(({ field }) => field), ...Object.keys(mapping.fixed_values ?? {})]
  const columns = named.flatMap((name) => {
    const family = families.find(([prefix]) => name.length > prefix.length && name.startsWith(prefix))
    return family === undefined || fields[name] !== undefined ? [] : [[name, family[1]] as const]
  })
  return columns.length === 0 ? fields : { ...fields, ...Object.fromEntries(columns) }
}
