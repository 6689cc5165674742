/**
 * Signed document URLs for recipients without a key. A URL names one document of one organisation and proves that we
 * issued it. Its expiry is stored with the document and checked by the database's clock.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface DocumentName {
  organization_id: string
  document_id: string
}

/** The secret also signs other things; a derived key prevents a signature for one purpose from being valid for another. */
const signingKey = (secret: string) => createHmac('sha256', secret).update('document addresses').digest()

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const toId = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export function openDocumentLinks(secret: string, base_url: string) {
  const key = signingKey(secret)
  const sign = (name: Uint8Array) => createHmac('sha256', key).update(name).digest()
  return {
    url(organization_id: string, document_id: string, file_name: string): string {
      const name = Buffer.concat([toBytes(organization_id), toBytes(document_id)])
      return `${base_url}/documents/${Buffer.concat([name, sign(name)]).toString('base64url')}/${file_name}`
    },
    read(token: string): DocumentName | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 64 || bytes.toString('base64url') !== token) return null
      const name = bytes.subarray(0, 32)
      if (!timingSafeEqual(bytes.subarray(32), sign(name))) return null
      return { organization_id: toId(name.subarray(0, 16)), document_id: toId(name.subarray(16)) }
    },
  }
}
