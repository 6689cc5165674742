/** The bytes of a file, wherever they are: an upload, or the body of a request. */
import type { Files } from '../../contract/call.ts'
import { FileFault } from '../../files/file_fault.ts'
import { fileRules } from './file_rules.ts'

export interface FileBytes {
  organization_id: string
  /** From `start` to before `end`, in chunks; null if there is no such file. */
  find(range?: { start?: number; end?: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** All of them, for the caller to keep; null if there is no such file. */
  findAll(): Promise<Uint8Array | null>
}

export const uploadedBytes = (files: Files, organization_id: string, file_key: string): FileBytes => ({
  organization_id,
  find: (range) => files.stream(organization_id, file_key, range),
  findAll: async () => (await files.read(organization_id, file_key))?.bytes ?? null,
})

const chunkBytes = 65_536

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

export const inlineBytes = (organization_id: string, bytes: Uint8Array): FileBytes => ({
  organization_id,
  find: async ({ start = 0, end = bytes.byteLength } = {}) => inChunks(bytes.subarray(start, end)),
  findAll: async () => new Uint8Array(bytes),
})

/** The bytes of a file that was there when it was opened. */
export async function streamOf(file: FileBytes, range?: { start?: number; end?: number }) {
  const chunks = await file.find(range)
  if (chunks === null) throw new FileFault(fileRules.deleted)
  return chunks
}
