/** Why the service cannot start, as one sentence for the operator, who can fix it. */
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Shown without a stack. */
export class StartFault extends Error {}

/** What keeps the service out of its data directory, as one line; anything else stays the bug that it is. */
export function dataDirFault({ DATA_DIR }: Settings, error: unknown): unknown {
  const { code, path, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || path === undefined || syscall?.startsWith('spawn')) return error
  const reason = message.replace(/^\w+: /, '')
  return new StartFault(
    `DATA_DIR ${resolve(DATA_DIR)} cannot be used: ${reason}. Make it writable, or set DATA_DIR to another directory.`,
  )
}
