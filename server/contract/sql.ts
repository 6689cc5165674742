/** How statements are written: tagged templates, whatever the driver is. db/connection.ts makes the functions of this type. */

/** A part of a statement, to be put into another. */
export interface Fragment {
  execute(): unknown
}

/** Names, or rows with their columns, that the driver writes out. */
export interface Written {
  first: unknown
  rest: unknown
}

/** What stands in the place of a parameter; undefined is not one, null is. */
export type Parameter = string | number | boolean | null | Date | Uint8Array | Fragment | Written | readonly Parameter[]

/** What a statement answered. */
export type Rows<T> = T & { count: number; command: string }

/** Sent to the database when it is awaited. */
export interface Statement<T> extends Promise<Rows<T>>, Fragment {
  /** Sends it now. */
  execute(): this
}

type Row = Record<string, unknown>

/** A tagged template: the one way statements are written. */
export interface Sql {
  <T extends readonly (object | undefined)[] = Row[]>(
    template: TemplateStringsArray,
    ...parameters: readonly Parameter[]
  ): Statement<T>
  /** Names of tables and columns, values of a list, or rows to insert with their columns. */
  (written: string | object): Written
  /** A statement that a program put together; in tables/ and db/sql/ alone. */
  unsafe<T extends object[] = Row[]>(
    text: string,
    parameters?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Statement<T>
}
