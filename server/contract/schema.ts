/** The few schema words that operations are written in. Plain TypeBox: what is published is what is checked. */
import { FormatRegistry, Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

const calendar_date = /^\d{4}-\d{2}-\d{2}$/
const days_of_month = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const instant =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Read in place: every answer's instants are checked, and cut-out texts would cost more than the check. */
function digitsOf(text: string, start: number, end: number): number {
  let figure = 0
  for (let i = start; i < end; i++) figure = figure * 10 + (text.charCodeAt(i) - 0x30)
  return figure
}

function isDayThere(text: string): boolean {
  const [year, month, day] = [digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10)]
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1) return false
  return day <= (month === 2 && isLeap(year) ? 29 : days_of_month[month - 1]!)
}

/** Whether a text is a day of the calendar: 2023-02-30 is not. Years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  return calendar_date.test(text) && isDayThere(text)
}

/** Whether a text is an ISO 8601 instant with its offset. */
export function isInstant(text: string): boolean {
  return instant.test(text) && isDayThere(text)
}

export const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Stands for every id that cannot be one of ours, so that it is looked up and simply not found. */
export const nil_id = '00000000-0000-0000-0000-000000000000'

FormatRegistry.Set('date', isCalendarDate)
FormatRegistry.Set('date-time', isInstant)
FormatRegistry.Set('uri', (text) => URL.canParse(text))
/** An id is opaque to callers; see door/decode for what becomes of one that cannot be ours. */
FormatRegistry.Set('id', () => true)

type Words = { description?: string; examples?: readonly unknown[]; default?: unknown }

export const example_id = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

/** An id in a request: any string; one that is not ours is unknown, never malformed. */
export const Id = (description: string, words: Words = {}) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', examples: [example_id], description, ...words })
/** An id in an answer. */
export const OwnId = (description: string) => Type.String({ format: 'uuid', description, examples: [example_id] })
FormatRegistry.Set('uuid', (text) => uuid_pattern.test(text))

export const CalendarDate = (description: string, words: Words = {}) =>
  Type.String({ format: 'date', examples: ['2026-11-21'], description, ...words })
export const Instant = (description: string, words: Words = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00+00:00'], description, ...words })
export const Text = (
  description: string,
  words: Words & { minLength?: number; maxLength?: number; pattern?: string } = {},
) => Type.String({ description, ...words })
export const Whole = (description: string, words: Words & { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, description, ...words })
export const Num = (description: string, words: Words & { minimum?: number; maximum?: number } = {}) =>
  Type.Number({ description, ...words })
export const Flag = (description: string, words: Words = {}) => Type.Boolean({ description, ...words })

/** A comma-separated list in a query, e.g. `a,b,c`; it reaches the operation as an array. */
export const CommaList = <T extends TSchema>(of: T, words: Words & { minItems?: number; maxItems?: number }) =>
  Type.Array(of, words)

/** A closed choice: another value is refused, and the refusal lists these. */
export const Choice = <const T extends readonly string[]>(values: T, description: string, words: Words = {}) =>
  Type.Unsafe<T[number]>({ [Kind]: 'Choice', type: 'string', enum: [...values], description, ...words })
TypeRegistry.Set<{ enum: string[] }>('Choice', (schema, value) => schema.enum.includes(value as string))
/** A value from a list that may grow: clients tolerate values they do not know. */
export const OpenChoice = (values: readonly string[], description: string) =>
  Type.String({
    description: `${description} One of ${values.join(', ')}; new values may be added.`,
    'x-extensible-enum': [...values],
    examples: [values[0]],
  })

/** null where there is no value. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()], pickWords(schema)))
const pickWords = (schema: TSchema) => (schema.description === undefined ? {} : { description: schema.description })

export const Shape = <T extends Record<string, TSchema>>(
  fields: T,
  words: { description?: string; $id?: string; examples?: readonly unknown[] } = {},
) => Type.Object(fields, { additionalProperties: false, ...words })

/** A word for why a figure is null: a code for programs beside a sentence for people. */
export const Reason = Nullable(Text('Why the figure is missing, as a sentence; null when it is there.'))

/** A sum of money as the specification shapes it. cents is an integer in `currency`. */
export const Money = (description: string) =>
  Shape(
    {
      cents: Nullable(Whole('The amount in hundredths of the currency.')),
      currency: Nullable(Text('ISO 4217 code.', { examples: ['USD'] })),
      reason: Reason,
      usd: Nullable(Num('The amount in US dollars; null when no rate is known.')),
    },
    { description },
  )
export type Money = { cents: number | null; currency: string | null; reason: string | null; usd: number | null }

export { type Static, type TSchema, Type }
