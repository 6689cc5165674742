/**
 * Maps the columns of a file to the fields of a kind. A mapping belongs to one import. A profile is a mapping
 * under a name: built in, for the exports of a known system (declared by the domain, listed in boot/imports.ts), or
 * saved by an organisation in versions, and recognised by its headers.
 */
import type { DateFormat, DecimalMark } from './known_values.ts'

/** A column that is read where the one before it is blank. */
export interface OtherColumn {
  header: string
  /** Put before its text, e.g. `id:` before a number that is no SKU. */
  prefix?: string
}

export interface MappedColumn {
  /** As in the file; letter case and surrounding spaces do not matter. */
  header: string
  /** Columns that are read in turn where the cell is blank; those that the file does not have are left out. */
  otherwise?: readonly OtherColumn[]
  /** A column whose text is put behind, after a space: the time of a date, or the last name. */
  followed_by?: string
  /** A field is mapped once; one header may serve several fields. */
  field: string
  /** Texts of the column, in any letter case, and the texts that replace them, e.g. `{ "active": "true" }`. */
  replacements?: Readonly<Record<string, string>>
  /** Removed where the text begins with it, e.g. the apostrophe that some systems put before codes. */
  remove_prefix?: string
  /** Separator of a list; `,` by default. */
  separator?: string
  /** Found from the whole column unless stated. */
  date_format?: DateFormat
  /** Found from the whole column unless stated. */
  decimal_mark?: DecimalMark
}

export interface Mapping {
  columns: readonly MappedColumn[]
  /** Values of fields that the file does not carry, as text in canonical form: decimal point, YYYY-MM-DD, true. */
  fixed_values?: Readonly<Record<string, string>>
  /** IANA name, in which times without an offset are read; the organisation's unless stated. */
  time_zone?: string
  /** Whether rows are joined by the kind's `join_by`; true unless stated. */
  joins_rows?: boolean
  /** A row whose field for joining is blank belongs to the record above it. */
  blank_joins?: boolean
}

/** Columns whose headers contain a name of the business, such as a location or a metafield. */
export interface ColumnPattern extends Omit<MappedColumn, 'header' | 'otherwise'> {
  /** Matches a whole header that no column of the profile names; its first group is the name. */
  headers: RegExp
  /** With the name in place of `$1`, for example `on_hand_at.$1`. */
  field: string
  /** The system writes spaces of the name as underscores. */
  has_underscores?: boolean
}

export interface ImportProfile extends Mapping {
  /** Unique among built-in profiles, for example `shopify_products`. */
  name: string
  /** For people, for example `Shopify product export`. */
  title: string
  /** The kind's name. */
  kind: string
  /** A file with all of these headers is recognised; of several profiles, the one that asks for the most headers. */
  recognised_by: readonly string[]
  /** Each becomes mapped columns once the headers of a file are known. */
  patterns?: readonly ColumnPattern[]
  /** Options of the kind that go with such files. */
  options?: Readonly<Record<string, string>>
}
