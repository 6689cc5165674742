export interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(reason?: unknown): Promise<void>
}

/** All bytes, or null if there are more than `bytes_max`; nothing beyond that is kept in memory. */
export async function readLimited(reader: ChunkReader | null, bytes_max: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    if (!value) continue
    length += value.byteLength
    if (length > bytes_max) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  return joined(chunks, length)
}

export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
