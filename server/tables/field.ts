/**
 * The fields of a table. A field is declared once: its schema, the SQL that makes it, and whether rows can be filtered,
 * sorted and searched by it. Its type, known values, nullability and joins follow from these.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import { money, moneyFromDecimal, unitCost } from '../contract/money.ts'
import { Money, type Static, UnitCost } from '../contract/schema.ts'

export const filterOperations = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'is_empty',
  'is_not_empty',
] as const
export type FilterOperation = (typeof filterOperations)[number]

export type ColumnType = 'text' | 'integer' | 'number' | 'date' | 'instant' | 'boolean' | 'id' | 'text_list'

const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'is_empty', 'is_not_empty'] as const
/** The operations of a type, unless a field names fewer. */
const operationsOf: Record<ColumnType, readonly FilterOperation[]> = {
  text: ['eq', 'neq', 'in', 'not_in', 'contains', 'not_contains', 'starts_with', 'is_empty', 'is_not_empty'],
  integer: ordered,
  number: ordered,
  date: ordered,
  instant: ordered,
  boolean: ['eq'],
  id: ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  text_list: ['eq', 'in', 'not_in', 'is_empty', 'is_not_empty'],
}
const operationsOfKnownValues = ['eq', 'neq', 'in', 'not_in'] as const

/** Ways to query rows by a field. */
export interface FieldUse {
  /** true: every operation of its type, or `eq`, `neq`, `in` and `not_in` where its values are a known list. */
  filter?: true | readonly FilterOperation[]
  sort?: true
  search?: true
  /**
   * The value that filters compare, if it is not the selected one: the value that the row shows. `also` is a second
   * figure that it shows. `note` goes after the description of the key.
   */
  compare?: { sql?: string; also?: string; type?: ColumnType; note?: string }
  /** The value is never null here, although the schema allows null: an index can serve both directions. */
  not_null?: true
}

/** The usual uses. */
export const filterable = { filter: true } as const
export const sortable = { ...filterable, sort: true } as const
export const searchable = { ...sortable, search: true } as const

export interface Field<S extends TSchema = TSchema> {
  schema: S
  /** SQL over the table's base and joins, by the name under which `make` takes it; never taken from a request. */
  parts: Readonly<Record<string, string>>
  /** Makes a computed field of its parts; null where the one part is the field. */
  make: ((values: never) => unknown) | null
  use: FieldUse
}
/** A field whose value leaves as it was selected. */
type PlainField<S extends TSchema = TSchema> = Field<S> & { make: null }
export type Fields = Readonly<Record<string, Field>>

/** A field that SQL selects. Numbers are cast so that exact types leave as JSON numbers. */
export const field = <S extends TSchema>(schema: S, sql: string, use: FieldUse = {}): PlainField<S> => ({
  schema,
  parts: { value: sql },
  make: null,
  use,
})

/** A raw value of a computed field, and the type in which it arrives. */
export interface Part<T> {
  sql: string
  /** Type only; no part has this property. */
  arrives_as?: T
}
/** Exact numerics arrive as decimal text. */
export const textPart = (sql: string): Part<string | null> => ({ sql })
export const numberPart = (sql: string): Part<number | null> => ({ sql: asNumber(sql) })

type Parts = Record<string, Part<unknown>>
type Values<P extends Parts> = { [K in keyof P]: P[K] extends Part<infer T> ? T : never }

/** A field that code makes of raw values, where SQL alone does not. */
export const computed = <S extends TSchema, P extends Parts>(
  schema: S,
  parts: P,
  make: (values: Values<P>) => Static<S>,
  use: FieldUse = {},
): Field<S> => ({
  schema,
  parts: Object.fromEntries(Object.entries(parts).map(([name, { sql }]) => [name, sql])),
  make,
  use,
})

interface AmountUse extends FieldUse {
  currency: string
  /** Why the amount is missing, as a sentence. */
  reason: string
  /** SQL of a text, and the sentence where it is not null: a cause that only some rows have. */
  cause?: { sql: string; sentence: (cause: string) => string }
}

/** Money from whole cents. */
export const centsField = (description: string, cents: string, { currency, reason, ...use }: AmountUse) =>
  computed(
    Money(description),
    { cents: numberPart(cents), currency: textPart(currency) },
    (of) => money(of.cents, of.currency, reason),
    { compare: { sql: cents, type: 'integer', note: 'In cents.' }, ...use },
  )

/** An amount as rows show it: in cents, rounded as money is. */
const roundedToCents = (amount: string) => `round(${amount}, 2)`

/** Filters and sorts a decimal amount of money, in units of the currency. */
export const comparedAmount = (amount: string) =>
  ({ sql: roundedToCents(amount), type: 'number', note: 'In units of the currency, rounded to the cent.' }) as const

/** Money from a decimal amount. */
export const amountField = (description: string, amount: string, { currency, reason, cause, ...use }: AmountUse) =>
  computed(
    Money(description),
    { amount: textPart(amount), currency: textPart(currency), cause: textPart(cause?.sql ?? 'null::text') },
    (of) =>
      moneyFromDecimal(
        of.amount,
        of.currency,
        of.cause === null || cause === undefined ? reason : cause.sentence(of.cause),
      ),
    { compare: comparedAmount(amount), ...use },
  )

/** Cost of one unit, with four decimals. */
export const unitCostField = (description: string, amount: string, { currency, reason, ...use }: AmountUse) =>
  computed(
    UnitCost(description),
    { amount: textPart(amount), currency: textPart(currency) },
    (of) => unitCost(of.amount, of.currency, reason),
    {
      compare: {
        sql: amount,
        also: roundedToCents(amount),
        type: 'number',
        note: 'In units of the currency; a cost matches with its four decimals and rounded to the cent.',
      },
      ...use,
    },
  )

/** A column for filtering, sorting and searching, made of a field. */
export interface Column {
  type: ColumnType
  expression: string
  /** A second figure of the same value: a row matches by either. */
  also?: string
  /** Joins (by name) that the expression reads. */
  needs: readonly string[]
  /** Empty: rows cannot be filtered by it. */
  operations: readonly FilterOperation[]
  sort: boolean
  search: boolean
  not_null: boolean
  /** The values a text column takes, where they are a known list. */
  values?: readonly string[]
  description: string
}

const asNumber = (sql: string) => `(${sql})::float8`

/** The schema inside one that may also be null. */
function unwrap(schema: TSchema): { inner: TSchema; not_null: boolean } {
  const union = schema.anyOf as TSchema[] | undefined
  const inner = union?.find(({ type }) => type !== 'null')
  return inner === undefined ? { inner: schema, not_null: true } : { inner, not_null: false }
}

function typeOf({ type, format }: TSchema): ColumnType | null {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  if (type === 'array') return 'text_list'
  if (type !== 'string') return null
  return format === 'uuid' ? 'id' : format === 'date' ? 'date' : format === 'date-time' ? 'instant' : 'text'
}

/** The joins (by name) whose aliases an expression mentions outside its quoted texts. */
export function joinsIn(expression: string, joins: Readonly<Record<string, unknown>>): string[] {
  const aliases = expression.replaceAll(/'[^']*'/g, '').matchAll(/\b([a-z_]\w*)\./g)
  return [...new Set(Array.from(aliases, ([, alias]) => alias!))].filter((alias) => Object.hasOwn(joins, alias))
}

/** The column of a field, or null where it is only shown. */
export function columnOf(name: string, { schema, parts, make, use }: Field, joins: object): Column | null {
  if (!use.filter && !use.sort && !use.search) return null
  const { inner, not_null } = unwrap(schema)
  const type = use.compare?.type ?? typeOf(inner)
  const expression = use.compare?.sql ?? parts.value
  if (type === null || expression === undefined)
    throw new Error(`${name} can only be shown: it needs \`compare\` to be filtered, sorted or searched by`)
  const values = inner['x-extensible-enum'] as readonly string[] | undefined
  const everyOperation = values ? operationsOfKnownValues : operationsOf[type]
  const note = use.compare?.note ?? (type === 'text_list' ? '`eq` holds where the value is among them.' : undefined)
  return {
    type,
    expression,
    also: use.compare?.also,
    needs: joinsIn(expression, joins as Record<string, unknown>),
    operations: use.filter === true ? everyOperation : (use.filter ?? []),
    sort: use.sort ?? false,
    search: use.search ?? false,
    not_null: use.not_null ?? (not_null && make === null),
    ...(values ? { values } : {}),
    description: [String(schema.description ?? inner.description), note].filter(Boolean).join(' '),
  }
}

export type SelectedRow = Record<string, unknown>

/** Type of a selected row: the row itself, unless some of its fields are computed. */
export type SelectedFields<F extends Fields> = F[keyof F] extends PlainField ? Static<RowSchema<F>> : SelectedRow

/**
 * The select list of the fields, and what makes a row of it. A raw value that several computed fields read, or that is
 * a field itself, is selected once.
 */
export function selectionOf(fields: Fields): { select: string; shape: (selected: SelectedRow) => unknown } {
  const nameOf = new Map<string, string>()
  const list: string[] = []
  const selectAs = (name: string, sql: string) => {
    list.push(`${sql} as "${name}"`)
    if (!nameOf.has(sql)) nameOf.set(sql, name)
  }
  const plain = Object.entries(fields).filter(([, { make }]) => make === null)
  for (const [name, { schema, parts }] of plain) {
    const { type } = unwrap(schema).inner
    selectAs(name, type === 'integer' || type === 'number' ? asNumber(parts.value!) : parts.value!)
  }
  const computedFields = Object.entries(fields).filter(([, { make }]) => make !== null)
  for (const sql of new Set(computedFields.flatMap(([, { parts }]) => Object.values(parts))))
    if (!nameOf.has(sql)) selectAs(`raw_${nameOf.size}`, sql)
  return {
    select: list.join(',\n  '),
    shape: computedFields.length === 0 ? (selected) => selected : shapeOf(fields, nameOf),
  }
}

/**
 * Every row of every page and export goes through this. The function is generated once per table, with a literal of the
 * fields: filling a row name by name takes twice as long. Its text is made of declarations, never of a request.
 */
function shapeOf(fields: Fields, nameOf: ReadonlyMap<string, string>): (selected: SelectedRow) => unknown {
  const selected = (name: string) => `selected[${JSON.stringify(name)}]`
  const literal = (entries: string[][]) =>
    `({ ${entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')} })`
  const values = Object.entries(fields).map(([name, { parts, make }], i) => {
    const raw = Object.entries(parts).map(([part, sql]) => [part, selected(nameOf.get(sql)!)])
    return [name, make === null ? selected(name) : `makers[${i}]${literal(raw)}`]
  })
  const makers = Object.values(fields).map(({ make }) => make)
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('makers', `return (selected) => ${literal(values)}`)(makers)
}

/** The schema of a row of these fields. */
export type RowSchema<F extends Fields> = TObject<{ -readonly [K in keyof F]: F[K]['schema'] }>
