/**
 * A kind of import: products, stock, orders. A domain declares it with `importKind`, and boot/imports.ts lists it. The
 * engine reads the file, types its values, joins rows, compares and writes in batches, and reports; the kind says what a
 * record is and how records are compared, written and undone (record_diff.ts), set-based.
 */
import type { Sql } from '../contract/sql.ts'
import type { SecretBox } from '../secrets/secret_box.ts'
import type { ImportField, ImportFields, RowValues, Values } from './field.ts'
import type { ImportProfile } from './profile.ts'
import type { RecordFault, RecordDiff, UndoOutcome, WriteContext } from './record_diff.ts'

/** The import as a kind's functions see it. `O` are the kind's options, read as its `options` declare them. */
export interface ImportContext<O = unknown> extends WriteContext {
  import_id: string
  options: O
  /** For keys that a kind stores encrypted. */
  secrets: SecretBox
}

export interface FileRow<F extends ImportFields> {
  /** As a spreadsheet numbers it: the header row is usually 1. */
  row_number: number
  values: RowValues<F>
}

/** The rows of one record: one row, or several with one value of the field by which rows are joined. */
export interface RowGroup<F extends ImportFields> {
  /** Number of its first row. */
  row_number: number
  /** Values of the first row; fields with `per: 'record'` have the value that any of the rows states. */
  values: Values<F>
  rows: readonly FileRow<F>[]
}

/**
 * A value besides the key that only one record of a file may have, such as the SKU of a variant or an e-mail address.
 */
export interface Claim {
  /** Equal for two records that claim the same. Of a personal kind it is stored as a keyed hash. */
  key: string
  field: string
  value: string | null
  row_number?: number
  /** In words that follow the field; by default it names both rows. */
  rule?: string
}

export interface MatrixDeclaration {
  /** The family whose fields the columns are, such as `on_hand_at.`. */
  family: string
  /** The field that says the same in a sheet with a row for each; where a file has it, headers must name a known one. */
  instead_of: string
  /** Whether a header is one of such columns, as reading/across.rules.ts tells. */
  isAcross: (header: string) => boolean
  /** Names that the organisation has, such as those of its locations. */
  findNames: (sql: Sql, organization_id: string) => Promise<readonly string[]>
}

export interface KindDeclaration<F extends ImportFields, O extends ImportFields, R, W, U extends object> {
  /** In requests and in the database, for example `inventory`. */
  name: string
  /** For people, for example `Stock on hand`. */
  title: string
  description: string
  fields: F
  /** Its files contain personal data: no text of a cell is stored with the import, neither samples nor faulty values. */
  is_personal?: true
  /** People are among what its files say, and are shown in previews: the file alone is deleted with the end of the import. */
  has_personal_files?: true
  /** Personal fields of a personal kind, all by default; faulty values of the others are shown. */
  personal_fields?: readonly (keyof F & string)[]
  /** What a person chooses for the whole import, in the words of fields; sent as text by name. */
  options?: O
  /** Fields that only some organisations have, such as custom fields; they are in `values` under their names. */
  findFields?: (sql: Sql, organization_id: string) => Promise<ImportFields>
  /**
   * Fields without number, by the beginning of their names: with `metafields.` here, a column may be mapped to
   * `metafields.custom.fabric`. They are in `values` under their whole names.
   */
  field_families?: Readonly<Record<string, ImportField>>
  /** A sheet with a column for each of something, such as a column of units for each location. */
  matrix?: MatrixDeclaration
  /** Fields, or beginnings of families, of which a mapping must have one: without any, nothing of a file would be imported. */
  needs_one_of?: readonly string[]
  /** Fields of which a column must have one for a file to be taken as of this kind, where nothing says which it is. */
  guessed_by?: readonly (keyof F & string)[]
  /** Consecutive rows with one value of this field are one record. Where it is blank or not mapped, each row is one. */
  join_by?: keyof F & string
  /** Rows that are not adjacent are joined too, wherever they are in the file. Then a repeat of the key is no other record. */
  joins_apart?: true
  /** Rows of a batch, which is one transaction; 1,000 unless stated. Larger ones hold their locks for longer. */
  batch_rows?: number
  /** A row that states nothing of the kind, as its options say: it need not have the required fields. */
  passesOver?(values: RowValues<F>, options: Values<O>): boolean
  toRecord(
    group: RowGroup<F>,
    options: Values<O>,
    context: Pick<WriteContext, 'currency' | 'time_zone'>,
  ): R | readonly RecordFault[]
  /** Name of the record in previews and reports, for example its SKU. */
  nameOf(record: R): string
  /** Equal for two records only when they are the same one: a repeat in the file is refused. null: never a repeat. */
  keyOf(record: R): string | null
  /**
   * A record that claims what a record of an earlier batch has is refused. Within a batch, `diff` refuses it: a batch is
   * compared before the batches ahead of it are written.
   */
  claimsOf?(record: R): readonly Claim[]
  diff(sql: Sql, context: ImportContext<Values<O>>, records: readonly R[]): Promise<readonly RecordDiff<W>[]>
  write(sql: Sql, context: ImportContext<Values<O>>, writes: readonly W[]): Promise<readonly { undo: U }[]>
  /** Analyses the tables that many records fill. Without it, reads that follow are planned for the tables as they were. */
  analyze?(sql: Sql): PromiseLike<unknown>
  /**
   * Takes back what was written, in reverse order within the transaction of a batch. A record on which something
   * depends is refused with its reasons and stays as it is. Absent: an import of this kind cannot be undone.
   */
  undo?(sql: Sql, context: ImportContext<Values<O>>, undos: readonly U[]): Promise<readonly UndoOutcome[]>
}

/** A kind as the engine uses it, whatever its records are. */
export type ImportKind = KindDeclaration<ImportFields, ImportFields, unknown, unknown, object>

/** Methods of a declaration are checked against each other here, and erased for the engine. */
export const importKind = <const F extends ImportFields, R, W, U extends object, const O extends ImportFields = {}>(
  declaration: KindDeclaration<F, O, R, W, U>,
): ImportKind => declaration as unknown as ImportKind

/** Kinds whose files are deleted when their import ends. */
export const personalKinds = (kinds: readonly ImportKind[]): string[] =>
  kinds.filter(({ is_personal, has_personal_files }) => is_personal ?? has_personal_files).map(({ name }) => name)

/** Every kind and every built-in profile; boot/imports.ts joins them. */
export interface ImportCatalogue {
  kinds: readonly ImportKind[]
  profiles: readonly ImportProfile[]
}
