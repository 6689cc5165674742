/** Uploaded files in a local folder, one subfolder per organisation, readable only by the service's own user. */
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './files.ts'

const privateFolder = 0o700
const privateFile = 0o600

export function localFiles(folder: string): FileStore {
  const folderOf = (organization_id: string) => join(folder, encodeURIComponent(organization_id))
  // The prefix prevents the names "." and ".."; slashes are percent-encoded.
  const place = (organization_id: string, file_key: string) =>
    join(folderOf(organization_id), `key-${encodeURIComponent(file_key)}`)
  return {
    async put(organization_id, file_key, chunks) {
      await makePrivate(folder)
      await makePrivate(folderOf(organization_id))
      const whole = place(organization_id, file_key)
      const part = `${whole}.part`
      const handle = await open(part, 'w', privateFile)
      try {
        for await (const chunk of chunks) await handle.writeFile(chunk)
        await handle.sync()
        await handle.close()
        await rename(part, whole)
      } catch (error) {
        await handle.close().catch(() => {})
        await rm(part, { force: true })
        throw error
      }
    },
    async get(organization_id, file_key) {
      try {
        return new Uint8Array(await readFile(place(organization_id, file_key)))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(organization_id, file_key) {
      const whole = place(organization_id, file_key)
      await Promise.all([whole, `${whole}.part`].map((file) => rm(file, { force: true })))
    },
  }
}

/** Folders that an earlier release created world-readable become private too. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  await chmod(folder, privateFolder)
}
