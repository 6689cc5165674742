/**
 * How the columns of a file are read as the fields of a kind. A mapping belongs to one import. A profile is a mapping
 * under a name: built in, for the exports of a known system (declared by the domain, listed in boot/imports.ts), or
 * saved by an organisation in versions, and recognised by its headers.
 */
import type { DateFormat, DecimalMark } from './known_values.ts'

export interface MappedColumn {
  /** As in the file; letter case and surrounding spaces do not matter. */
  header: string
  /** A field is mapped once; one header may serve several fields. */
  field: string
  /** Texts of the column, in any letter case, and the texts that replace them, e.g. `{ "active": "true" }`. */
  replacements?: Readonly<Record<string, string>>
  /** Removed where the text begins with it, e.g. the apostrophe that some systems put before codes. */
  remove_prefix?: string
  /** Of a list; `,` unless stated. */
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
  /** Whether rows are joined by the kind's `join_by`; true unless stated. */
  joins_rows?: boolean
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
  /** Options of the kind that go with such files. */
  options?: Readonly<Record<string, string>>
}
