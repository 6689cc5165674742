/** Keys with which better-auth signs and encrypts: the current SECRET_KEY and the previous one, each under a number of its own. */
import { createHash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { secretKey } from '../../secrets/secret_key.ts'
import type { Settings } from '../../settings/settings.ts'

export interface AuthKey {
  version: number
  value: string
}

/** The number is derived from the key, so that every process gives a key the same one. */
const numbered = (value: string): AuthKey => ({
  version: createHash('sha256').update(`sign-in ${value}`).digest().readUInt32BE(),
  value,
})

/** The current key first. */
export function authKeys(settings: Settings): [AuthKey, ...AuthKey[]] {
  const current = numbered(secretKey(settings))
  const { SECRET_KEY_PREVIOUS: previous } = settings
  return previous === undefined || previous === current.value ? [current] : [current, numbered(previous)]
}

/** The text encrypted with the current key; null if it is already. Throws if no key fits. */
export async function movedToCurrent(keys: readonly AuthKey[], encrypted: string): Promise<string | null> {
  const [{ version }] = keys as [AuthKey]
  if (encrypted.startsWith(`$ba$${version}$`)) return null
  const key = { keys: new Map(keys.map((one) => [one.version, one.value])), currentVersion: version }
  return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: encrypted }) })
}
