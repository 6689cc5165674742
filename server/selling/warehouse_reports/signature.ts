/**
 * The signature of a report, as of our own webhooks: `t=<unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>>`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

const form = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Whether the secret signed these bytes, at most the tolerance before or after `unix_seconds`. */
export function isSignedBy(secret: string, header: string | null, body: Uint8Array, unix_seconds: number): boolean {
  const [, t, digest] = form.exec(header ?? '') ?? []
  if (t === undefined || digest === undefined) return false
  if (Math.abs(unix_seconds - Number(t)) > limits.warehouse_report_tolerance_seconds) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(digest, 'hex'))
}
