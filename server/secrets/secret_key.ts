/** The secret key shared by all processes: it signs sessions and links and encrypts stored secrets. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSecretBox, type SecretBox } from './secret_box.ts'
import { dataDirFault } from '../settings/start_fault.ts'
import type { Settings } from '../settings/settings.ts'

function makeKey(settings: Settings, file: string): string {
  try {
    mkdirSync(settings.DATA_DIR, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process created the key meanwhile; use that one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw dataDirFault(settings, error)
  }
  return readFileSync(file, 'utf8').trim()
}

/** The key that signs and encrypts: from the settings, else from the data directory. */
export function secretKey(settings: Settings): string {
  if (settings.SECRET_KEY !== undefined) return settings.SECRET_KEY
  const file = join(settings.DATA_DIR, 'secret.key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return makeKey(settings, file)
  }
}

/** Encrypts with the current key and decrypts with the current or the previous one. */
export const secretBox = (settings: Settings): SecretBox =>
  openSecretBox(secretKey(settings), settings.SECRET_KEY_PREVIOUS === undefined ? [] : [settings.SECRET_KEY_PREVIOUS])
