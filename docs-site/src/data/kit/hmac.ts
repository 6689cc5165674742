/**
 * HMAC-SHA256 with the runtime's own crypto; nothing is imported. WebCrypto is available everywhere. Node, Bun and Deno
 * also offer node:crypto, which is synchronous; WebCrypto goes through a thread pool, which costs five times as much as
 * the digest itself. The signature vectors test both.
 */
type Bytes = Uint8Array<ArrayBuffer>
export type Hmac = (secret: string, prefix: string, body: string | Bytes) => Uint8Array | Promise<Uint8Array>

interface NativeHmac {
  update(data: string | Uint8Array): NativeHmac
  digest(): Uint8Array
}
interface NativeCrypto {
  createHmac?(algorithm: 'sha256', key: string): NativeHmac
}

const encoder = new TextEncoder()

export const webHmac: Hmac = async (secret, prefix, body) => {
  const head = encoder.encode(prefix)
  const tail = typeof body === 'string' ? encoder.encode(body) : body
  const message = new Uint8Array(head.length + tail.length)
  message.set(head)
  message.set(tail, head.length)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

function findNativeHmac(): Hmac | null {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
    const native = process?.getBuiltinModule?.('node:crypto') as NativeCrypto | undefined
    const createHmac = native?.createHmac
    if (!createHmac) return null
    return (secret, prefix, body) => createHmac('sha256', secret).update(prefix).update(body).digest()
  } catch {
    return null
  }
}

export const hmac: Hmac = findNativeHmac() ?? webHmac

/** Takes the same time wherever the first difference is. Callers pass 32 bytes on both sides. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] ?? 0)
  return difference === 0
}
