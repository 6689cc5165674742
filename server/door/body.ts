/** Step 0: the body, counted as it arrives. It is read only for a caller who passed the door. */
import { limits } from '../contract/limits.ts'
import { refuse } from '../contract/refusals.ts'

const nothing = new Uint8Array(0)

function refuseSize(bytes_max: number): never {
  refuse('body_too_large', {
    desc: `The request body is larger than ${bytes_max.toLocaleString('en-US')} bytes, the most this operation takes.`,
    data: { field: 'body', rule: 'is too large', allowed: [`at most ${bytes_max} bytes`] },
  })
}

/** Left of the published time for the refusal itself, so that a slow connection is closed before that time is over. */
const refusal_ms = 700

/** The larger a body may be, the longer it may take. */
const patienceMs = (bytes_max: number) =>
  (limits.body_seconds_max + Math.max(0, bytes_max - limits.body_bytes_max) / limits.body_bytes_per_second_min) * 1000 -
  refusal_ms

/** Reads at most bytes_max bytes within the time limit; chunked and length-less bodies are counted alike. */
export async function readBody(request: Request, bytes_max: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > bytes_max) refuseSize(bytes_max)
  if (request.body === null) return nothing
  const reader = request.body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, patienceMs(bytes_max)))
  })
  const chunks: Uint8Array[] = []
  let byte_count = 0
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late])
      if (part === 'late') refuse('body_too_slow')
      if (part.done) break
      byte_count += part.value.byteLength
      if (byte_count > bytes_max) refuseSize(bytes_max)
      chunks.push(part.value)
    }
  } finally {
    clearTimeout(timer)
    // After a refusal the rest of the body is of no interest to anyone.
    reader.cancel().catch(() => {})
  }
  if (chunks.length === 1) return chunks[0]!
  const whole = new Uint8Array(byte_count)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
