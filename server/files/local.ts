/** Uploaded files in a local folder, one folder an organisation. Nobody but the service's own user reads them. */
import { chmod, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteRange } from '../contract/call.ts'
import type { FileStore } from './files.ts'

const privateFolder = 0o700
const privateFile = 0o600

export function localFiles(folder: string): FileStore {
  const folderOf = (organization_id: string) => join(folder, encodeURIComponent(organization_id))
  // The prefix leaves no key that a folder reads as "here" or "above"; every slash is encoded.
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
    async stream(organization_id, file_key, range) {
      try {
        return readChunks(await open(place(organization_id, file_key), 'r'), range)
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

const chunkBytes = 65_536

/** Each chunk in memory of its own. The file is closed when its reader stops, wherever that is. */
async function* readChunks(handle: FileHandle, { start = 0, end = Infinity }: ByteRange): AsyncGenerator<Uint8Array> {
  try {
    for (let position = start; position < end;) {
      const length = Math.min(chunkBytes, end - position)
      const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** A folder that an earlier release made for everybody becomes private too. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  await chmod(folder, privateFolder)
}
