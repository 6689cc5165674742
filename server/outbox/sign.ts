/** The signature of a delivery, computed for each attempt: HMAC-SHA256 over `<t>.<raw body>`, hex. */
import { createHmac } from 'node:crypto'

export const signatureHeader = (secret: string, body: string | Uint8Array, unix_seconds: number): string =>
  `t=${unix_seconds},v1=${createHmac('sha256', secret).update(`${unix_seconds}.`).update(body).digest('hex')}`
