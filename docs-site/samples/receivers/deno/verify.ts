const encoder = new TextEncoder()

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Whether the service signed these bytes with one of these secrets, within the tolerance. `body` is the raw body. */
export async function verify(
  body: Uint8Array,
  header: string | null,
  secrets: string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 } = {},
): Promise<boolean> {
  if (header === null || header.length > 4096) return false
  const times: string[] = []
  const signatures: Uint8Array<ArrayBuffer>[] = []
  for (const element of header.split(',')) {
    const [, key, value = ''] = /^([\w-]+)=(.*\S|)$/.exec(element) ?? []
    if (key === undefined) return false
    if (key === 't') times.push(value)
    if (key === 'v1') {
      if (!/^[0-9a-f]{64}$/i.test(value)) return false
      signatures.push(bytesOfHex(value))
    }
  }
  const [t = ''] = times
  if (times.length !== 1 || !/^\d{1,15}$/.test(t)) return false
  if (Math.abs(Math.floor(now) - Number(t)) > toleranceSeconds) return false
  const signed = new Uint8Array([...encoder.encode(`${t}.`), ...body])
  for (const secret of secrets) {
    if (secret === '') continue
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
    // subtle.verify compares in constant time.
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}
