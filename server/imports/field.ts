/**
 * The fields of a kind of import: what a file can say about a record. A column of the file is mapped to a field, and
 * the engine reads its text as the field's type. No value is changed silently: text that is not exactly of the type is
 * refused with its row and column. Blank text is null.
 */
import type { FieldType } from './known_values.ts'

interface FieldWords {
  /** A noun phrase, with the unit. */
  description: string
  /** A row, or the first row of a record, without a value is refused. */
  required?: boolean
  /** Headers under which files carry it, in lower case; the field's own name is always one. */
  synonyms?: readonly string[]
  examples?: readonly string[]
  /**
   * For records of several rows: `record` is stated on any of the rows, and two different values are refused.
   * `row` (the default) is read on each row.
   */
  per?: 'record' | 'row'
}

/** code: text such as SKUs, barcodes and order numbers; 1.23E+12 is refused. */
export interface TextField extends FieldWords {
  type: Extract<FieldType, 'text' | 'code'>
  /** A text of several lines, such as a description. In any other one, a line break is read as a space. */
  has_lines?: true
  /** In characters; 500 unless stated. */
  length_max?: number
  /** An id of this service: proposed only for a column whose values are such ids. */
  is_own_id?: true
  /** code only: the pattern that it must match, and the rule in words. */
  pattern?: { matches: RegExp; rule: string }
}

/** An absolute http or https URL. */
export interface UrlField extends FieldWords {
  type: 'url'
}

export interface WholeField extends FieldWords {
  type: 'whole'
  minimum?: number
  maximum?: number
}

/** Exact decimal text with a point and without superfluous signs, such as `-12.5`. */
export interface DecimalField extends FieldWords {
  type: 'decimal'
  decimals_max: number
  /** A cost in the organisation's currency: refused with decimals that the currency does not have. */
  is_cost?: true
  /** In per cent, with or without the sign. */
  is_percentage?: true
  minimum?: number
  maximum?: number
}

/** An amount in the organisation's currency, as whole cents. Its code or sign beside the amount is accepted. */
export interface MoneyField extends FieldWords {
  type: 'money'
  /** The field that says in which currency the amounts of a row are; the organisation's where that is blank. */
  in_currency_of?: string
  minimum_cents?: number
  maximum_cents?: number
}

/** date: `YYYY-MM-DD`. instant: ISO 8601 in UTC; a time without an offset is read in the import's time zone. */
export interface TimeField extends FieldWords {
  type: Extract<FieldType, 'date' | 'instant'>
}

export interface BooleanField extends FieldWords {
  type: 'boolean'
}

export interface ChoiceField extends FieldWords {
  type: 'choice'
  choices: readonly string[]
  /** Further texts of files, in lower case, and the choice that each stands for. */
  choice_synonyms?: Readonly<Record<string, string>>
}

/** Texts in one cell, separated by the mapping's separator (`,` unless it states another). */
export interface ListField extends FieldWords {
  type: 'list'
  items_max?: number
}

export type ImportField =
  | TextField
  | UrlField
  | WholeField
  | DecimalField
  | MoneyField
  | TimeField
  | BooleanField
  | ChoiceField
  | ListField

/** Fields by name. */
export type ImportFields = Readonly<Record<string, ImportField>>

export type FieldValue = string | number | boolean | readonly string[]

type ValueOf<F> = F extends { type: 'whole' | 'money' }
  ? number
  : F extends { type: 'boolean' }
    ? boolean
    : F extends { type: 'list' }
      ? readonly string[]
      : F extends { choices: readonly (infer C)[] }
        ? C
        : string

/** The values of a record; null where the file has none. */
export type Values<F extends ImportFields> = {
  readonly [K in keyof F]: F[K] extends { required: true } ? ValueOf<F[K]> : ValueOf<F[K]> | null
}

/** The values of one of several rows of a record: a later row need not repeat what the first one states. */
export type RowValues<F extends ImportFields> = { readonly [K in keyof F]: ValueOf<F[K]> | null }
