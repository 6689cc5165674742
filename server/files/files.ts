/** Uploaded files: their rows are in the database, their bytes in a store that is either a folder or S3-compatible. */
import type { Files, Sql } from '../contract/call.ts'

export interface FileStore {
  put(organization_id: string, file_key: string, bytes: Uint8Array): Promise<void>
  get(organization_id: string, file_key: string): Promise<Uint8Array | null>
}

export const openFiles = (store: FileStore, reads: Sql): Files => ({
  async read(organization_id, file_key) {
    const [row] = await reads<{ file_name: string }[]>`
      select file_name from uploads where organization_id = ${organization_id} and file_key = ${file_key}`
    const bytes = row && (await store.get(organization_id, file_key))
    return bytes ? { bytes, file_name: row.file_name } : null
  },
  stage: (organization_id, file_key, bytes) => store.put(organization_id, file_key, bytes),
})
