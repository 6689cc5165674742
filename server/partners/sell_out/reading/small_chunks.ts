/**
 * Hands a file's bytes to the reader in small chunks. The rows of a chunk are in memory together; those of a large one
 * outlive many collections of short-lived memory, so that a million rows leave hundreds of megabytes to be collected at last.
 */
import type { Files } from '../../../contract/call.ts'

const chunkBytes = 4_096

async function* split(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength; at += chunkBytes) yield chunk.subarray(at, at + chunkBytes)
}

export const inSmallChunks = (files: Files): Files => ({
  ...files,
  async stream(organization_id, file_key, range) {
    const chunks = await files.stream(organization_id, file_key, range)
    return chunks === null ? null : split(chunks)
  },
})
