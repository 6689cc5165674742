/** A file that is made whole when its signed address is fetched. */
import type { SecretTools, Sql } from '../contract/call.ts'

export interface ReadyFile {
  content_type: string
  /** Makes it of what was read; no transaction is open any more. */
  bytes: () => Promise<Uint8Array>
}

export interface MadeFile {
  /** Name of the file in its addresses. */
  name: string
  /** null where what the query names is not there. */
  make: (
    sql: Sql,
    organization_id: string,
    query: Record<string, unknown>,
    secrets: SecretTools,
  ) => Promise<ReadyFile | null>
}
