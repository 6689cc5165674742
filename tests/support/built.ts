/**
 * Programs as production runs them: bundled, in a folder of their own until this process ends. The folder is within the
 * project's, for the packages.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from '../../server/build.ts'
import { afterAllTests } from './at_end.ts'
import { once } from './once.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const folders: string[] = []

function removeBuiltFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
process.on('exit', removeBuiltFolders)
afterAllTests(removeBuiltFolders)

function newFolder(): string {
  // Within that of the suite's run, which removes it: no exit is announced to its workers.
  const parent = process.env.TEST_BUILT_FOLDER ?? join(root, 'dist')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'tests-'))
  folders.push(folder)
  return folder
}

/** A folder for the bundles of a run of the suite. */
export const newBundlesFolder = newFolder

let built: string | undefined

/** The folder with what `npm run build` writes: that of the suite's whole run, or one of this process. */
export function builtFolder(): string {
  const ofRun = process.env.TEST_BUILT_FOLDER
  if (ofRun !== undefined && existsSync(join(ofRun, 'main.js'))) return ofRun
  return (built ??= buildInto(newFolder()))
}

export function buildInto(folder: string): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/build.ts'), '--into', folder])
  if (status !== 0) throw new Error(`The build ended with ${status}: ${stderr.toString()}`)
  return folder
}

/** The tests' own service and the deliverer, for rigs that restart them. */
export const rigPrograms = once(async () => {
  const entries = [join(root, 'tests/support/service/service_main.ts'), join(root, 'server/deliver.ts')]
  const [service, deliverer] = (await build(entries, newFolder())) as [string, string]
  return { service, deliverer }
})
