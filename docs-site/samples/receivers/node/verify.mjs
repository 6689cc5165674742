import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the service signed these bytes with one of these secrets, within the tolerance. `body` is the raw body: a Buffer. */
export function verify(body, header, secrets, { toleranceSeconds = 300, now = Date.now() / 1000 } = {}) {
  if (typeof header !== 'string' || header.length > 4096) return false
  const times = []
  const signatures = []
  for (const element of header.split(',')) {
    const [, key, value] = /^([\w-]+)=(.*\S|)$/.exec(element) ?? []
    if (key === undefined) return false
    if (key === 't') times.push(value)
    if (key === 'v1') {
      if (!/^[0-9a-f]{64}$/i.test(value)) return false
      signatures.push(Buffer.from(value, 'hex'))
    }
  }
  if (times.length !== 1 || !/^\d{1,15}$/.test(times[0])) return false
  if (Math.abs(Math.floor(now) - Number(times[0])) > toleranceSeconds) return false
  return secrets.some((secret) => {
    if (secret === '') return false
    const expected = createHmac('sha256', secret).update(`${times[0]}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(expected, signature))
  })
}
