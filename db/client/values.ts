/** Conversion of PostgreSQL's values: numbers that could lose digits, dates and instants are strings. */

type Scalar = string | number | boolean | null
type Nested = (Scalar | Nested)[]
type Parse = (text: string) => Scalar

const same: Parse = (text) => text
const toNumber: Parse = (text) => Number(text)
const toBoolean: Parse = (text) => text === 't'

/** '2026-11-21 09:18:40.123+00' becomes '2026-11-21T09:18:40.123+00:00'; infinity is unchanged. */
export function toInstant(text: string): string {
  if (text.charCodeAt(10) !== 32) return text
  const sign = text.charCodeAt(text.length - 3)
  const rest = text.slice(11)
  const minutes = sign === 43 || sign === 45 ? ':00' : ''
  return `${text.slice(0, 10)}T${rest}${minutes}`
}

// A timestamp without time zone is read as UTC, the zone of every session.
function toInstantUtc(text: string): string {
  return text.charCodeAt(10) === 32 ? `${text.slice(0, 10)}T${text.slice(11)}+00:00` : text
}

function fromInstant(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

// The driver reads array types from the catalogue at each connect, which costs a round trip and a
// scan each time; these are the ones that statements use.
const ARRAYS: [array: number, element: number, parse: Parse, write?: (value: unknown) => string][] = [
  [1000, 16, toBoolean, (value) => (value === true ? 't' : 'f')],
  [1005, 21, toNumber],
  [1007, 23, toNumber],
  [1016, 20, same],
  [1021, 700, toNumber],
  [1022, 701, toNumber],
  [1231, 1700, same],
  [1009, 25, same],
  [1015, 1043, same],
  [1014, 1042, same],
  [1003, 19, same],
  [2951, 2950, same],
  [1182, 1082, same],
  [1115, 1114, toInstantUtc, fromInstant],
  [1185, 1184, toInstant, fromInstant],
  [199, 114, (text) => JSON.parse(text), (value) => JSON.stringify(value)],
  [3807, 3802, (text) => JSON.parse(text), (value) => JSON.stringify(value)],
  [1041, 869, same],
  [651, 650, same],
]

interface ValueType {
  to: number
  from: number[]
  serialize: (value: unknown) => string
  parse: (text: string) => unknown
}

export function valueTypes(): Record<string, ValueType> {
  const types: Record<string, ValueType> = {
    date: { to: 1082, from: [1082], serialize: fromDate, parse: same },
    timestamp: { to: 1114, from: [1114], serialize: fromInstant, parse: toInstantUtc },
    timestamptz: { to: 1184, from: [1184], serialize: fromInstant, parse: toInstant },
  }
  for (const [array, , parse, write = String] of ARRAYS) {
    types[`array_${array}`] = {
      to: array,
      from: [array],
      serialize: (value) => (Array.isArray(value) ? writeArray(value, write) : String(value)),
      parse: (text) => parseArray(text, parse),
    }
  }
  return types
}

/** For `sql.array(values, elementType)`: which array an element's type belongs to. */
export function arrayOfElement(): Record<number, number> {
  return Object.fromEntries(ARRAYS.map(([array, element]) => [element, array]))
}

function fromDate(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

export function writeArray(values: unknown[], write: (value: unknown) => string): string {
  const parts = values.map((value) => {
    if (value === null) return 'null'
    if (value === undefined) throw new TypeError('an array parameter cannot contain undefined')
    if (Array.isArray(value)) return writeArray(value, write)
    return `"${write(value).replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}

export function parseArray(text: string, parse: Parse): Nested {
  // A leading '[2:4]=' gives array bounds, which JavaScript arrays do not have.
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  return parseLevel(text, start, parse).values
}

function parseLevel(text: string, at: number, parse: Parse): { values: Nested; at: number } {
  const values: Nested = []
  let index = at + 1
  while (text[index] !== '}') {
    if (text[index] === '{') {
      const inner = parseLevel(text, index, parse)
      values.push(inner.values)
      index = inner.at
    } else if (text[index] === '"') {
      const quoted = parseQuoted(text, index)
      values.push(parse(quoted.text))
      index = quoted.at
    } else {
      const end = endOfBare(text, index)
      const bare = text.slice(index, end)
      values.push(bare === 'NULL' ? null : parse(bare))
      index = end
    }
    if (text[index] === ',') index++
  }
  return { values, at: index + 1 }
}

function parseQuoted(text: string, at: number): { text: string; at: number } {
  let read = ''
  let index = at + 1
  for (; text[index] !== '"'; index++) {
    if (text[index] === '\\') index++
    read += text[index]
  }
  return { text: read, at: index + 1 }
}

function endOfBare(text: string, at: number): number {
  let index = at
  while (index < text.length && text[index] !== ',' && text[index] !== '}') index++
  return index
}
