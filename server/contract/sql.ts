/** Type of `sql`, independent of the driver: tagged templates. db/client/connection.ts implements it. */

/** A fragment of a statement, to be used in another. */
export interface Fragment {
  execute(): unknown
}

/** Identifiers, or rows with their columns, that the driver expands. */
export interface Written {
  first: unknown
  rest: unknown
}

/** A parameter of a statement; undefined is not allowed, null is. */
export type Parameter = string | number | boolean | null | Date | Uint8Array | Fragment | Written | readonly Parameter[]

/** Result of a statement. */
export type Rows<T> = T & { count: number; command: string }

/** Sent when it is awaited. */
export interface Statement<T> extends Promise<Rows<T>>, Fragment {
  /** Sends it now. */
  execute(): this
}

type Row = Record<string, unknown>

/** The tagged template with which every statement is written. */
export interface Sql {
  <T extends readonly (object | undefined)[] = Row[]>(
    template: TemplateStringsArray,
    ...parameters: readonly Parameter[]
  ): Statement<T>
  /** Names of tables and columns, values of a list, or rows to insert. */
  (written: string | object): Written
  /** A statement that a program put together; in tables/ and db/sql/ alone. */
  unsafe<T extends object[] = Row[]>(
    text: string,
    parameters?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Statement<T>
}
