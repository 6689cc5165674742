import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openTempDir } from '../../../db/embedded/binaries.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../../db/embedded/start.ts'

/** A folder for one test file that PostgreSQL's own user can enter. */
export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(openTempDir(), 'db-test-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function startForTest(folder: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  return startEmbedded({ data_dir: join(folder, 'postgres'), durable: false, ...options })
}
