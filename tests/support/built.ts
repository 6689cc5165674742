/** Programs as production runs them: bundled, in a folder of their own. Their folder is within this one, for the packages. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from '../../server/build.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function newFolder(): string {
  mkdirSync(join(root, 'dist'), { recursive: true })
  return mkdtempSync(join(root, 'dist/tests-'))
}

/** A new folder with what `npm run build` writes. */
export function newBuiltFolder(): string {
  const folder = newFolder()
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/build.ts'), '--into', folder])
  if (status !== 0) throw new Error(`The build ended with ${status}: ${stderr.toString()}`)
  return folder
}

/** A new folder with the tests' own service and the deliverer, for rigs that restart them. */
export async function newRigFolder(): Promise<{ folder: string; service: string; deliverer: string }> {
  const folder = newFolder()
  const entries = [join(root, 'tests/support/service/service_main.ts'), join(root, 'server/deliver.ts')]
  const [service, deliverer] = (await build(entries, folder)) as [string, string]
  return { folder, service, deliverer }
}
