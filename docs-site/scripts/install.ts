/** Installs what the site is built with, where it is not there yet or the lockfile has changed since. */
import { existsSync, statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const changedAt = (path: string) => (existsSync(folder + path) ? statSync(folder + path).mtimeMs : 0)

if (changedAt('node_modules') < changedAt('package-lock.json')) {
  const { exitCode } = Bun.spawnSync([process.execPath, 'install', '--no-save', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
  const now = new Date()
  utimesSync(`${folder}node_modules`, now, now)
}
