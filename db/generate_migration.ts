/** `npm run migrations` writes the next migration from the schema, and keeps the one snapshot that the next needs. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readCommandLine } from '../server/boot/command_line.ts'

const usage = `Writes the next migration from the schema in db/schema.

  npm run migrations -- --name <name> [--custom]

  --name    what the migration does, in snake_case
  --custom  an empty file for statements that the schema does not declare, such as triggers
`

const { name, custom } = readCommandLine(usage, { name: { type: 'string' }, custom: { type: 'boolean' } })
const repository = fileURLToPath(new URL('..', import.meta.url))
const drizzleKit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs')
const options = [...(name === undefined ? [] : ['--name', name]), ...(custom ? ['--custom'] : [])]

const { status } = spawnSync(
  process.execPath,
  [drizzleKit, 'generate', '--config', 'db/drizzle.config.ts', ...options],
  { cwd: repository, stdio: 'inherit' },
)
if (status !== 0) process.exit(status ?? 1)

const folder = join(repository, 'db/migrations/meta')
const snapshots = readdirSync(folder)
  .filter((file) => file.endsWith('_snapshot.json'))
  .toSorted()
for (const file of snapshots.slice(0, -1)) rmSync(join(folder, file))
