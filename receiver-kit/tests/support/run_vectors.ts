/** Runs the vector file through both HMACs. Bundled as one file, so that Node, Deno and workerd run the same code. */
import vectors from '../../vectors/signature-vectors.json'
import { hmac, webHmac } from '../../src/hmac.ts'
import { verifyServiceSignature } from '../../src/verify.ts'

export interface VectorRun {
  count: number
  failures: string[]
  /** Whether the runtime's own HMAC or WebCrypto was used. */
  native: boolean
}

export async function runVectors(): Promise<VectorRun> {
  const failures: string[] = []
  for (const vector of vectors.vectors) {
    const { header, secrets, tolerance_seconds } = vector
    for (const body of bodiesOf(vector)) {
      const result = await verifyServiceSignature({
        body,
        header,
        secret: secrets,
        tolerance_seconds,
        now: () => vector.now,
      })
      const got = result.ok ? 'ok' : result.reason
      const wanted = vector.ok ? 'ok' : vector.reason
      if (got !== wanted) failures.push(`${vector.name}: wanted ${wanted}, got ${got}`)
    }
    failures.push(...(await differences(vector)))
  }
  return { count: vectors.vectors.length, failures, native: hmac !== webHmac }
}

type Vector = (typeof vectors.vectors)[number]

// As text, as bytes, as an ArrayBuffer and as a view into a longer buffer.
function bodiesOf(vector: Vector): (string | Uint8Array | ArrayBuffer)[] {
  const bytes = bytesOf(vector)
  const padded = new Uint8Array(bytes.length + 8)
  padded.set(bytes, 4)
  const text = vector.body_utf8 === undefined ? [] : [vector.body_utf8]
  return [...text, bytes, bytes.buffer, padded.subarray(4, 4 + bytes.length)]
}

function bytesOf(vector: Vector): Uint8Array<ArrayBuffer> {
  if (vector.body_utf8 !== undefined) return new TextEncoder().encode(vector.body_utf8)
  return Uint8Array.from(atob(vector.body_base64 ?? ''), (character) => character.charCodeAt(0))
}

async function differences(vector: Vector): Promise<string[]> {
  const [secret] = vector.secrets
  if (!secret) return []
  const bytes = bytesOf(vector)
  const [own, web] = [await hmac(secret, '1.', bytes), await webHmac(secret, '1.', bytes)]
  return String(Array.from(own)) === String(Array.from(web)) ? [] : [`${vector.name}: the two HMACs differ`]
}
