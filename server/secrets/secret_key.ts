/** The one secret of the service, shared by its processes: it signs sessions and addresses and encrypts secrets. */
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
    // Another process made it in between; its key is the one that counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw dataDirFault(settings, error)
  }
  return readFileSync(file, 'utf8').trim()
}

/** The key that signs and encrypts: from the settings, else one of this data directory's own. */
export function secretKey(settings: Settings): string {
  if (settings.SECRET_KEY !== undefined) return settings.SECRET_KEY
  const file = join(settings.DATA_DIR, 'secret.key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return makeKey(settings, file)
  }
}

/** Encrypts with the current key and opens what a previous one encrypted. */
export const secretBox = (settings: Settings): SecretBox =>
  openSecretBox(secretKey(settings), settings.SECRET_KEY_PREVIOUS === undefined ? [] : [settings.SECRET_KEY_PREVIOUS])
