/**
 * Signing secrets: shown once, kept encrypted. AES-256-GCM under a key derived from SECRET_KEY; the sealed form begins
 * with the id of that key, so that a secret sealed under another one is told apart from a damaged one.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const key_id_bytes = 4
const iv_bytes = 12
const tag_bytes = 16
const secret_bytes = 32

export interface SecretBox {
  seal: (secret: string, webhook_id: string) => Buffer
  /** Throws where the box was sealed under another key, for another webhook, or was changed. */
  open: (sealed: Uint8Array, webhook_id: string) => string
}

/** A fresh signing secret; its text as it stands is the HMAC's key. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secret_bytes).toString('base64url')}`

export function openSecretBox(secret_key: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret_key, '', 'webhook signing secrets', 32))
  const key_id = createHash('sha256').update(key).digest().subarray(0, key_id_bytes)
  return {
    seal: (secret, webhook_id) => {
      const iv = randomBytes(iv_bytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(webhook_id))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([key_id, iv, cipher.getAuthTag(), body])
    },
    open: (sealed, webhook_id) => {
      const box = Buffer.from(sealed)
      if (!box.subarray(0, key_id_bytes).equals(key_id))
        throw new Error('the secret was sealed under another SECRET_KEY')
      const iv = box.subarray(key_id_bytes, key_id_bytes + iv_bytes)
      const tag = box.subarray(key_id_bytes + iv_bytes, key_id_bytes + iv_bytes + tag_bytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(webhook_id)).setAuthTag(tag)
      const body = box.subarray(key_id_bytes + iv_bytes + tag_bytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
