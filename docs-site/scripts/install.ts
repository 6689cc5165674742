/** Installs what the site is built with, where it is not there yet or the lockfile has changed since. */
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const changedAt = (path: string) => (existsSync(folder + path) ? statSync(folder + path).mtimeMs : 0)

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  const { exitCode } = Bun.spawnSync(['npm', 'install', '--no-save', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  process.exit(exitCode)
}
