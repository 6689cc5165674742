/** Uploaded files in a local folder, one folder an organisation. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './files.ts'

export function localFiles(folder: string): FileStore {
  // The prefix leaves no key that a folder reads as "here" or "above"; every slash is encoded.
  const place = (organization_id: string, file_key: string) =>
    join(folder, encodeURIComponent(organization_id), `key-${encodeURIComponent(file_key)}`)
  return {
    async put(organization_id, file_key, bytes) {
      await mkdir(join(folder, encodeURIComponent(organization_id)), { recursive: true })
      await writeFile(place(organization_id, file_key), bytes)
    },
    async get(organization_id, file_key) {
      try {
        return new Uint8Array(await readFile(place(organization_id, file_key)))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
