/** Why the service cannot start, as one sentence for the operator, who can fix it. */
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Shown without a stack. */
export class StartFault extends Error {}

/** The reason why the service cannot use its data directory, as one line; any other error is a bug and stays one. */
export function dataDirFault({ DATA_DIR }: Settings, error: unknown): unknown {
  const { code, path, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined || path === undefined || syscall?.startsWith('spawn')) return error
  const reason = message.replace(/^\w+: /, '')
  return new StartFault(
    `DATA_DIR ${resolve(DATA_DIR)} cannot be used: ${reason}. Make it writable, or set DATA_DIR to another directory.`,
  )
}
