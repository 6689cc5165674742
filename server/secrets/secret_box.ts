/**
 * Signing secrets: shown once, stored encrypted. AES-256-GCM with a key derived from SECRET_KEY; the encrypted form begins
 * with the id of that key, to distinguish a secret encrypted with another key from a damaged one.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16
const secretBytes = 32

export interface SecretBox {
  encrypt: (secret: string, webhook_id: string) => Buffer
  /** Throws if the box was encrypted with another key or for another webhook, or was modified. */
  decrypt: (encrypted: Uint8Array, webhook_id: string) => string
  /** Whether the box was encrypted with the current key. */
  isCurrent: (encrypted: Uint8Array) => boolean
  /** A hash that nobody without the key can test guesses against; `belongsTo` keeps hashes of others apart. */
  keyedHash: (text: string, belongsTo: string) => string
}

/** A new signing secret; its text, not decoded, is the HMAC key. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64url')}`

/** Encrypts with `secret_key`; also decrypts with the previous key. */
export function openSecretBox(secretKey: string, previousKeys: readonly string[] = []): SecretBox {
  const [current, ...previous] = [secretKey, ...previousKeys].map(derivedKey) as [DerivedKey, ...DerivedKey[]]
  const keyOf = (encrypted: Uint8Array) =>
    [current, ...previous].find(({ id }) => id.equals(encrypted.subarray(0, keyIdBytes)))
  return {
    isCurrent: (encrypted) => keyOf(encrypted) === current,
    keyedHash: (text, belongsTo) =>
      createHmac('sha256', current.key)
        .update(JSON.stringify([belongsTo, text]))
        .digest('base64url'),
    encrypt: (secret, webhook_id) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(webhook_id))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), body])
    },
    decrypt: (encrypted, webhook_id) => {
      const box = Buffer.from(encrypted)
      const key = keyOf(box)
      if (!key) throw new Error('the secret was encrypted with another SECRET_KEY; set that key as SECRET_KEY_PREVIOUS')
      const iv = box.subarray(keyIdBytes, keyIdBytes + ivBytes)
      const tag = box.subarray(keyIdBytes + ivBytes, keyIdBytes + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key.key, iv).setAAD(Buffer.from(webhook_id)).setAuthTag(tag)
      const body = box.subarray(keyIdBytes + ivBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

interface DerivedKey {
  key: Buffer
  id: Buffer
}

function derivedKey(secretKey: string): DerivedKey {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'webhook signing secrets', 32))
  return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
}
