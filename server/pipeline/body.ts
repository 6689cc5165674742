/** Step 0: the body, counted as it arrives. It is read only after steps 2 to 12 have admitted the caller. */
import type { ByteStream } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuse, refuseField } from '../contract/refusals.ts'
import { collect } from '../files/collect.ts'

function refuseSize(bytesMax: number): never {
  refuse('body_too_large', {
    desc: `The request body is larger than ${bytesMax.toLocaleString('en-US')} bytes, the maximum for this operation.`,
    data: { field: 'body', rule: 'is too large', allowed: [`at most ${bytesMax} bytes`] },
  })
}

/** Reserved for sending the refusal, so that a slow connection is closed within the published time. */
const refusalMs = 700

/** The larger the maximum size of a body, the longer it may take. */
const patienceMs = (bytesMax: number) =>
  (limits.body_seconds_max + Math.max(0, bytesMax - limits.body_bytes_max) / limits.body_bytes_per_second_min) * 1000 -
  refusalMs

/** The Content-Length, or null without one. Refuses a length that is too large. */
function announcedLength(request: Request, bytesMax: number): number | null {
  const header = request.headers.get('content-length')
  const announced = header === null ? null : Number(header)
  if (announced !== null && announced > bytesMax) refuseSize(bytesMax)
  return announced
}

/** The client disconnected and reads no response; this is not a server error. */
const refuseBrokenOff = (): never => refuseField('body', 'broke off before its end')

/** Reads at most bytes_max bytes within the time limit, with or without a Content-Length. */
async function* readChunks(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (request.body === null) return
  const reader = request.body.getReader()
  let isLate = false
  // Cancelling ends the pending read. Promise.race against the whole body would keep every chunk in memory.
  const timer = setTimeout(
    () => {
      isLate = true
      reader.cancel().catch(() => {})
    },
    Math.max(0, patienceMs(bytesMax)),
  )
  let byte_count = 0
  try {
    for (;;) {
      const part = await reader.read().catch(refuseBrokenOff)
      if (isLate) refuse('body_too_slow')
      if (part.done) return
      byte_count += part.value.byteLength
      if (byte_count > bytesMax) refuseSize(bytesMax)
      yield part.value
    }
  } finally {
    clearTimeout(timer)
    // After a refusal the rest of the body is not needed.
    reader.cancel().catch(() => {})
  }
}

export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array> {
  announcedLength(request, bytesMax)
  return collect(readChunks(request, bytesMax))
}

/** A streamed body: the consumer controls how fast it is read. */
export function streamBody(request: Request, bytesMax: number): ByteStream {
  return {
    announced_bytes: announcedLength(request, bytesMax),
    chunks: () => readChunks(request, bytesMax),
  }
}

/** A body that was read already, as a stream. */
export const readStream = (bytes: Uint8Array): ByteStream => ({
  announced_bytes: bytes.byteLength,
  chunks: async function* () {
    yield bytes
  },
})
