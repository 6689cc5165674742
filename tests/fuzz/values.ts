/** Values for a published schema: mostly valid, often at its limits, and on request malicious. */
import { resolve } from '../../server/contract/openapi/examples.ts'
import type { JsonSchema } from '../../server/contract/openapi/json.ts'
import { openapi } from '../support/document/document_check.ts'
import { kindOf } from '../support/document/requests.ts'
import type { Random } from './random.ts'

/** Characters that reverse, hide or join adjacent ones, and some that are not valid text. */
const oddCharacters = [
  '\u202e',
  '\u202d',
  '\u202c',
  '\u2066',
  '\u2067',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\uffff',
  '\u{10ffff}',
  '\u0301',
  'א',
  'م',
  '𝒳',
  '🇵🇹',
] as const

export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '__proto__',
  'constructor',
  "'; drop table variants; --",
  "' or '1'='1",
  '" or ""="',
  '1); select pg_sleep(10); --',
  "$1'||(select version())||'",
  '\\',
  '%',
  '_%_',
  '%%%\\%',
  '../../../etc/passwd',
  '\r\nX-Injected: 1',
  '<script>alert(1)</script>',
  '{"$ne":null}',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '1e3',
  '0x10',
  '٣',
  '１２',
  '2023-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '2026-11-21T25:00:00Z',
  '2026-11-21T09:30:00',
  'infinity',
  '-infinity',
  'now',
  '\u202egnp.exe',
  'SKU\u2066\u202e-1\u2069',
  'مرحبا abc שלום 12',
  oddCharacters.join(''),
  oddCharacters.join('a'),
  'e\u0301'.repeat(130),
  '\u202e'.repeat(300),
  '\u001b[2J',
  '2026-11-21T09:30:00+16:00',
  '2026-11-21T09:30:00-23:59',
  '2026-11-21T09:30:00+99:99',
  '2026-11-21T09:30:60Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T09:30:00.1234567890Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+292278994-08-17T07:12:55.807Z',
  '-4713-11-24',
  '294277-01-01',
  '1900-01-01T00:00:00+15:59',
  '👩‍👩‍👧‍👦'.repeat(20),
  'İstanbul ß ﬁ',
  'a'.repeat(257),
  'ab,'.repeat(700),
  'z'.repeat(21_000),
  '長'.repeat(9_000),
  'word '.repeat(12_000),
] as const

export const hostileNumbers = [
  -1, 0, 1, -2_147_483_649, 2_147_483_646, 2_147_483_647, 2_147_483_648, 10_000, 10_001, 9_007_199_254_740_991,
  9_007_199_254_740_992, -9_007_199_254_740_992, 1e18, 1e19, 1e308, -1e308, 0.1, 1e-9, -0,
] as const

const hostileOthers = [null, true, false, [], {}, [[]], [null], { a: { b: {} } }, [{}], ['x', 1]] as const

export const hostileValue = (random: Random): unknown =>
  random.chance(0.5)
    ? random.pick(hostileTexts)
    : random.chance(0.5)
      ? random.pick(hostileNumbers)
      : structuredClone(random.pick(hostileOthers))

/** Real ids by kind: mostly the organisation's own, some of another one, some that do not exist. */
export type Ids = (kind: string, random: Random) => string | undefined

const dates = ['2026-11-21', '2026-11-01', '2025-11-20', '2024-02-29', '1999-12-31', '2026-12-31', '2900-01-01']
/** The limits of what is accepted, and values just beyond them. */
const edgeDates = ['1900-01-01', '1900-01-02', '2000-02-29', '2999-12-31', '2999-12-30', '1899-12-31', '3000-01-01']
const instants = [
  '2026-11-21T09:30:00+00:00',
  '2026-11-01T00:00:00Z',
  '2020-01-01T00:00:00-05:00',
  '2026-11-20T09:30:00.123456Z',
]
const edgeInstants = [
  '1900-01-01T00:00:00Z',
  '1900-01-01T00:00:00-15:59',
  '1900-01-01T00:00:00+15:59',
  '2999-12-31T23:59:59.999999Z',
  '2999-12-31T23:59:59+15:59',
  '2999-12-31T23:59:59-15:59',
  '2026-11-20T23:59:59.999999+15:59',
  '2026-11-20T00:00:00-15:59',
  '2024-02-29T00:00Z',
  '2026-11-20T09:30:00+16:00',
  '2026-11-20T09:30:60Z',
]
const dateFor = (random: Random) => random.pick(random.chance(0.3) ? edgeDates : dates)
const instantFor = (random: Random) => random.pick(random.chance(0.3) ? edgeInstants : instants)
const words = ['CARDIGAN', 'Coats', 'Main', 'a', 'merino', 'Quay', 'PO-1', 'é', 'summer']

function numberFor(schema: JsonSchema, whole: boolean, random: Random): number {
  const low = schema.minimum ?? -5
  const high = schema.maximum ?? low + 100
  const edge = random.pick([low, high, low + 1, high - 1, Math.min(high, Math.max(low, 8))])
  const inside = random.chance(0.4) ? edge : low + random.next() * Math.min(high - low, 200)
  return whole ? Math.round(inside) : inside
}

/** Text at the maximum length, one character longer, or with unusual characters. */
function oddText({ minLength = 0, maxLength = 2_000 }: JsonSchema, random: Random): string {
  const most = Math.min(maxLength, 25_000)
  const unit = random.pick(['x', 'é', 'word ', '長', '🧵', 'e\u0301', random.pick(oddCharacters)])
  if (random.chance(0.5))
    return unit.repeat(Math.ceil((most + 1) / unit.length)).slice(0, most + (random.chance(0.3) ? 1 : 0))
  const laced = Array.from({ length: 3 }, () => random.pick(words) + random.pick(oddCharacters)).join('')
  return laced.slice(0, most).padEnd(minLength, 'x')
}

function textFor(schema: JsonSchema, name: string, ids: Ids, random: Random): string {
  const kind = kindOf(name)
  const id = kind.endsWith('_id') || kind === 'file_key' ? ids(kind, random) : undefined
  if (id !== undefined) return id
  const own = schema.examples?.[0]
  if (schema.format === 'date') return dateFor(random)
  if (schema.format === 'date-time') return instantFor(random)
  if (random.chance(0.12)) return oddText(schema, random)
  if (typeof own === 'string' && random.chance(0.5)) return own
  const text = random.pick(words)
  return text.slice(0, schema.maxLength ?? text.length).padEnd(schema.minLength ?? 0, 'x')
}

/** A value that mostly matches the schema. */
export function fitting(given: JsonSchema, name: string, ids: Ids, random: Random): unknown {
  const schema = resolve(given, openapi.components.schemas)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.includes('null') && random.chance(0.2)) return null
  if (schema.anyOf) return fitting(random.pick(schema.anyOf), name, ids, random)
  if (schema.enum) return random.pick(schema.enum)
  if (types.includes('array')) {
    const most = Math.min(schema.maxItems ?? 3, 3)
    const count = Math.max(schema.minItems ?? 0, random.below(most + 1))
    return Array.from({ length: count }, () => fitting(schema.items ?? {}, name, ids, random))
  }
  if (types.includes('object') || schema.properties) {
    const required = schema.required ?? []
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([field]) => required.includes(field) || random.chance(0.4),
    )
    return Object.fromEntries(fields.map(([field, one]) => [field, fitting(one, field, ids, random)]))
  }
  if (types.includes('integer')) return numberFor(schema, true, random)
  if (types.includes('number')) return numberFor(schema, false, random)
  if (types.includes('boolean')) return random.chance(0.5)
  return textFor(schema, name, ids, random)
}

interface FilterKey {
  key: string
  type: string
  operations: string[]
  values?: string[]
}

function filterValue({ key, type, values }: FilterKey, operation: string, ids: Ids, random: Random): unknown {
  const one = (): unknown => {
    if (random.chance(0.25)) return hostileValue(random)
    if (values) return random.pick(values)
    if (type === 'id') return ids(key, random) ?? 'no-id'
    if (type === 'integer' || type === 'number') return random.pick(hostileNumbers)
    if (type === 'date') return dateFor(random)
    if (type === 'instant') return instantFor(random)
    return type === 'boolean' ? random.chance(0.5) : textFor({ maxLength: 200 }, '', ids, random)
  }
  if (operation.endsWith('in') && !operation.startsWith('contain'))
    return Array.from({ length: random.pick([0, 1, 2, 3, 1001]) }, one)
  return operation === 'between' ? [one(), one()] : one()
}

/** filter_args of a table: its own keys and operations, with occasional mutations. */
export function filterArgs(schema: JsonSchema, ids: Ids, random: Random): string {
  const keys = (schema['x-filter-keys'] ?? []) as FilterKey[]
  const filters = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3, 51]) }, () => {
    const key = random.pick(keys)
    const operation = random.pick(key.operations)
    const filter: Record<string, unknown> = { key: key.key, operation, value: filterValue(key, operation, ids, random) }
    if (random.chance(0.1)) filter.key = random.pick(hostileTexts)
    if (random.chance(0.1)) filter.operation = random.pick([...hostileTexts, 'eq', 'in', 'between'])
    if (random.chance(0.05)) filter[random.pick(hostileTexts)] = 1
    if (random.chance(0.05)) delete filter.value
    return filter
  })
  const text = JSON.stringify(random.chance(0.05) ? hostileValue(random) : filters) ?? ''
  return random.chance(0.05) ? text.slice(0, -1) : text
}

export function sortArgs(schema: JsonSchema, random: Random): string {
  const keys = (schema['x-sort-keys'] ?? []) as string[]
  const terms = Array.from({ length: 1 + random.below(3) }, () =>
    random.chance(0.15) ? random.pick(hostileTexts) : random.pick(['', '-', '+']) + random.pick(keys),
  )
  return terms.join(',')
}
