/** Schema builders for operations. They are plain TypeBox: the published schema is the one that is checked. */
import { FormatRegistry, Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { limits } from './limits.ts'
import { nameOf } from './openapi/named.ts'

const calendarDate = /^\d{4}-\d{2}-\d{2}$/
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
/** PostgreSQL accepts offsets below 16 hours and six decimals, and reads second 60 as the next minute. */
const instant =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/
const [firstYear, lastYear] = [1900, 2999]
const firstInstantMs = Date.UTC(firstYear, 0, 1)
const endInstantMs = Date.UTC(lastYear + 1, 0, 1)

/** Reads digits in place: every instant in a response is checked, and slicing would cost more than the check. */
function digitsOf(text: string, start: number, end: number): number {
  let figure = 0
  for (let i = start; i < end; i++) figure = figure * 10 + (text.charCodeAt(i) - 0x30)
  return figure
}

function isExistingDay(text: string, fromYear: number, toYear: number): boolean {
  const [year, month, day] = [digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10)]
  if (year < fromYear || year > toYear || month < 1 || month > 12 || day < 1) return false
  return day <= (month === 2 && isLeap(year) ? 29 : daysOfMonth[month - 1]!)
}

/** Whether a text is an existing date (2023-02-30 is not) in the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  return calendarDate.test(text) && isExistingDay(text, firstYear, lastYear)
}

/** Whether a text is an ISO 8601 instant with offset, in the years 1900 to 2999 both locally and in UTC. */
export function isInstant(text: string): boolean {
  if (!instant.test(text) || !isExistingDay(text, firstYear, lastYear)) return false
  const year = digitsOf(text, 0, 4)
  if (year > firstYear && year < lastYear) return true
  const at_ms = Date.parse(text)
  return at_ms >= firstInstantMs && at_ms < endInstantMs
}

/** Dates in responses may be computed from those in requests, so they may be outside the accepted years. */
export const isAnsweredDate = (text: string): boolean => calendarDate.test(text) && isExistingDay(text, 1, 9999)
export const isAnsweredInstant = (text: string): boolean => instant.test(text) && isExistingDay(text, 1, 9999)

/** Rule and allowed values in the error for a text that is not a date or an instant. */
export const formatRules = {
  date: {
    rule: 'must be a date in the format YYYY-MM-DD',
    allowed: [`${firstYear}-01-01 to ${lastYear}-12-31`],
  },
  'date-time': {
    rule: 'must be an ISO 8601 instant with an offset, such as 2026-11-21T09:30:00+00:00',
    allowed: [
      `dates ${firstYear}-01-01 to ${lastYear}-12-31 in UTC`,
      'times 00:00:00 to 23:59:59 with up to 6 decimals',
      'offsets Z or -15:59 to +15:59',
    ],
  },
} as const

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Replaces every id that cannot exist, so that the lookup finds nothing. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** Control characters, line breaks of any kind, and bidirectional control characters. */
const notInALine = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text is one visible line: names appear next to other text and must not change how it is displayed. */
export const isLine = (text: string): boolean => visible.test(text) && !notInALine.test(text)
export const lineRuleText = 'on one line, without control characters or characters that change the text direction'

export const addressLinesMax = 7
/** Whether a text is a postal address as it is printed: a few visible lines. */
export const isAddress = (text: string): boolean => {
  const lines = text.split('\n')
  return lines.length <= addressLinesMax && lines.every(isLine)
}
export const addressRuleText = `1 to ${addressLinesMax} lines of visible text, without other control characters or characters that change the text direction`

FormatRegistry.Set('line', isLine)
FormatRegistry.Set('address', isAddress)
FormatRegistry.Set('date', isCalendarDate)
FormatRegistry.Set('date-time', isInstant)
FormatRegistry.Set('answered date', isAnsweredDate)
FormatRegistry.Set('answered date-time', isAnsweredInstant)
FormatRegistry.Set('uri', (text) => URL.canParse(text))
/** Ids are opaque to callers; pipeline/decode.ts replaces one that cannot exist by nilId. */
FormatRegistry.Set('id', () => true)

type Keywords = { description?: string; examples?: readonly unknown[]; default?: unknown }

export const sampleId = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

/** An id in a request: any string. One that does not exist is unknown, never malformed. */
export const Id = (description: string, words: Keywords = {}) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', examples: [sampleId], description, ...words })
/** An id in a response. */
export const OwnId = (description: string) => Type.String({ format: 'uuid', description, examples: [sampleId] })
FormatRegistry.Set('uuid', (text) => uuidPattern.test(text))

export const CalendarDate = (description: string, words: Keywords = {}) =>
  Type.String({ format: 'date', examples: ['2026-11-21'], description, ...words })
export const Instant = (description: string, words: Keywords = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00+00:00'], description, ...words })
/** A pattern needs its rule as text, which the error states instead of the pattern. */
type Patterned = { pattern?: undefined } | { pattern: string; 'x-rule': string }
export const Text = (
  description: string,
  words: Keywords & { minLength?: number; maxLength?: number } & Patterned = {},
) => Type.String({ description, ...words })

/** Patterns that several schemas share. */
export const notBlank = { pattern: '\\S', 'x-rule': 'must not be blank' } as const
export const currencyCode = { pattern: '^[A-Z]{3}$', 'x-rule': 'must be three capital letters, A to Z' } as const
export const edi_qualifier = {
  pattern: '^[A-Z0-9]{2}$',
  'x-rule': 'must be two characters, each A to Z or 0 to 9',
} as const
/** One plain address, the same rule for every field: no characters that start a second address or a display name. */
export const mailAddressPattern = '^[^\\s@<>",;]+@[^\\s@<>",;]+$'
const mailAddress = new RegExp(mailAddressPattern)
export const isMailAddress = (text: string): boolean => mailAddress.test(text)
/** An address with which people sign in: the library that signs them in takes no others. */
const signInAddress =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const isSignInAddress = (text: string): boolean => signInAddress.test(text)
export const signInAddressRule =
  "must be an e-mail address of letters, digits and . _ ' + - before the @, and a domain with a dot after it"
/** A name or a label: one line (see isLine). */
export const Line = (description: string, words: Keywords & { minLength?: number; maxLength: number }) =>
  Type.String({ description, minLength: 1, format: 'line', ...words })
/** A postal address as it is printed on documents (see isAddress). */
export const PostalAddress = (description: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: limits.address_length_max,
    format: 'address',
    examples: ['Rua do Cais 12\n4800-019 Guimarães\nPortugal'],
  })
/** The name of an organisation, a person, a key or a bill. */
export const Name = (description: string, words: { examples?: string[] } = {}) =>
  Line(description, { maxLength: limits.name_length_max, ...words })
export const Whole = (description: string, words: Keywords & { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, description, ...words })
/** A number of rows or records, counted by the database in 32 bits. */
export const Count = (description: string, words: Keywords = {}) =>
  Whole(description, { minimum: 0, maximum: 2_147_483_647, ...words })
/** A whole number with published bounds; a value outside them is clamped instead of refused. */
export const Clamped = (
  description: string,
  { minimum, maximum, ...words }: Keywords & { minimum: number; maximum: number },
) => Whole(description, { ...words, clamps_to: { minimum, maximum } } as Keywords)
export const Num = (description: string, words: Keywords & { minimum?: number; maximum?: number } = {}) =>
  Type.Number({ description, ...words })
export const Flag = (description: string, words: Keywords = {}) => Type.Boolean({ description, ...words })

/** A comma-separated list in a query, such as `a,b,c`; the operation receives an array. */
export const CommaList = <T extends TSchema>(of: T, words: Keywords & { minItems?: number; maxItems?: number }) =>
  Type.Array(of, words)

/** A closed enum: any other value is refused, and the error lists the allowed ones. */
export const Choice = <const T extends readonly string[]>(values: T, description: string, words: Keywords = {}) =>
  Type.Unsafe<T[number]>({
    [Kind]: 'Choice',
    type: 'string',
    enum: [...values],
    description,
    component: nameOf(values),
    ...words,
  })
TypeRegistry.Set<{ enum: string[] }>('Choice', (schema, value) => schema.enum.includes(value as string))
/** A value from a list that may grow: clients must tolerate unknown values. */
export const OpenChoice = (values: readonly string[], description: string) =>
  Type.String({
    description: `${description} One of ${values.join(', ')}; new values may be added.`,
    'x-extensible-enum': [...values],
    component: nameOf(values),
    examples: [values[0]],
  })

/** The schema or null. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()], pickWords(schema)))
const pickWords = (schema: TSchema) => (schema.description === undefined ? {} : { description: schema.description })

/**
 * An object. With `$id` the document publishes it once, as the component of that name, and refers to it wherever it
 * appears; `description` then says what it is in that place, and `about`, if that differs, what the component is.
 */
export const Shape = <T extends Record<string, TSchema>>(
  fields: T,
  words: { description?: string; $id?: string; about?: string; examples?: readonly unknown[] } = {},
) => Type.Object(fields, { additionalProperties: false, ...words })

/** Why a figure is null. */
export const Reason = Nullable(Text('Why the figure is missing, as a sentence; null if it is present.'))

const moneyShape = (usd: string, words: { $id: string; about: string; examples: unknown[] }) => (description: string) =>
  Shape(
    {
      cents: Nullable(Whole('Amount in hundredths of the currency.')),
      currency: Nullable(Text('ISO 4217 code.', { examples: ['USD'] })),
      reason: Reason,
      usd: Nullable(Num(usd)),
    },
    { ...words, description },
  )

/** An amount of money. `cents` is an integer in `currency`. */
export const Money = moneyShape(
  'Amount in US dollars. Amounts in other currencies are converted at the exchange rates in force on the current day of the organisation, rounded half up to the cent; null if there is no such rate.',
  {
    $id: 'Money',
    about: 'An amount of money, or the reason why it is missing.',
    examples: [{ cents: 8900, currency: 'USD', reason: null, usd: 89 }],
  },
)

/** The cost of one unit. `usd` has the decimals of the ledger, so that quantity times cost adds up. */
export const UnitCost = moneyShape(
  'Amount in US dollars: a cost in USD exactly as in the ledger, with four decimals and up to ten where its value needs them, a cost in another currency converted at the exchange rates in force on the current day of the organisation. `cents` is the cost in `currency`, rounded half up to the cent. Multiply quantities by `usd`, never by `cents`. null if there is no such rate.',
  {
    $id: 'UnitCost',
    about: 'The cost of one unit, or the reason why it is missing.',
    examples: [{ cents: 1725, currency: 'USD', reason: null, usd: 17.2463 }],
  },
)
/** The decimal amount of a unit cost in another currency than USD, for its conversion; JSON leaves it out. */
export const exactAmount = Symbol('exact amount')

export interface Money {
  cents: number | null
  currency: string | null
  reason: string | null
  usd: number | null
  [exactAmount]?: string
}

export { type Static, type TSchema, Type }
