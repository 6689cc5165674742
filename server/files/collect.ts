/** All bytes of a stream. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}
