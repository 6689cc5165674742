/**
 * Addresses of exports. An address carries the whole request, signed, so that a read can hand one out without
 * writing anything, and any process of the service can answer it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ExportRequest } from '../contract/call.ts'

/** The secret signs sessions too; a key of its own keeps one use from standing for another. */
const signingKey = (secret: string) => createHmac('sha256', secret).update('export addresses').digest()

const sign = (key: Uint8Array, payload: string) => createHmac('sha256', key).update(payload).digest()

export interface ExportLinks {
  url: (request: ExportRequest) => string
  /** The request in a token, or null if it is not one of ours; the database decides whether it is still valid. */
  read: (token: string) => ExportRequest | null
}

export function openExportLinks(secret: string, base_url: string): ExportLinks {
  const key = signingKey(secret)
  return {
    url(request) {
      const payload = deflateRawSync(JSON.stringify(request)).toString('base64url')
      return `${base_url}/exports/${payload}.${sign(key, payload).toString('base64url')}/${request.file_name ?? `${request.table}.csv`}`
    },
    read(token) {
      const [payload, signature, ...rest] = token.split('.')
      if (payload === undefined || signature === undefined || rest.length > 0) return null
      const signatureBytes = Buffer.from(signature, 'base64url')
      const right = sign(key, payload)
      if (signatureBytes.length !== right.length || !timingSafeEqual(signatureBytes, right)) return null
      return JSON.parse(inflateRawSync(Buffer.from(payload, 'base64url')).toString()) as ExportRequest
    },
  }
}
