/** What is kept because reading it from the rows each time would take too long, and how it is proven. */
import type { Sql } from '../../contract/sql.ts'

export interface VerifyOptions {
  /** One organisation; all without it. */
  organization_id?: string | undefined
  /** Every row, instead of those that changed since the last verification. */
  is_full?: boolean
  onProgress?: (done: number, total: number) => void
}

/** A row of a derived table that does not follow from its sources. */
export interface Difference {
  table: string
  organization_id: string
  sentence: string
}

export interface Verified {
  differences: Difference[]
  /** What agrees and yet needs a person. */
  warnings?: Omit<Difference, 'table'>[]
  /** What was compared, and what cannot be and why. */
  notes?: Omit<Difference, 'table'>[]
}

/** Compares tables with their sources; several engines may share one. */
export type Verify = (sql: Sql, options: VerifyOptions) => Promise<Verified>

export interface Engine {
  /** What is kept. */
  keeps: string
  /** Where the code is, relative to `server/`. */
  code: string
  tables: readonly string[]
  /** What triggers note of changes until the job takes it; reads add it. */
  pending: readonly string[]
  sources: readonly string[]
  /** Functions of the triggers on the sources. */
  triggers: readonly string[]
  /** The job that folds; null if the write itself or the trigger keeps the tables. */
  job: string | null
  /** Or why no command can compare the tables with their sources. */
  verify: Verify | string
}

/** `{"units":3}` beside nothing: how verifiers show what is kept and what the rows have. */
export const inWords = (stored: string | null, expected: string | null): string =>
  `${stored ?? 'nothing'} is stored, and the rows have ${expected ?? 'nothing'}`

/** Runs a comparison of one organisation for each that is asked for. */
export const ofEach =
  (verify: (sql: Sql, organization_id: string) => Promise<Omit<Difference, 'organization_id'>[]>): Verify =>
  async (sql, { organization_id: only = null }) => {
    const organizations = await sql<{ organization_id: string }[]>`
      select organization_id from organizations
      where ${only}::uuid is null or organization_id = ${only}::uuid order by organization_id`
    const differences: Difference[] = []
    for (const { organization_id } of organizations)
      differences.push(...(await verify(sql, organization_id)).map((one) => ({ organization_id, ...one })))
    return { differences }
  }
