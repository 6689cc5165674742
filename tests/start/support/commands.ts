/** Runs the server and its commands like an operator: as child processes with their own data directory. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyCluster, migratedCluster } from '../../support/cluster/migrated_cluster.ts'
import { builtFolder } from '../../support/built.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

const entries = {
  main: 'server/main.ts',
  deliver: 'server/deliver.ts',
  admin: 'server/admin.ts',
  import: 'server/import.ts',
  demo: 'db/demo/main.ts',
  verify: 'server/verify.ts',
  forecast: 'server/forecast.ts',
  'export-organization': 'server/export_organization.ts',
  'import-organization': 'server/import_organization.ts',
}
export type Command = keyof typeof entries
export const commands = Object.keys(entries) as Command[]

export type Runtime = 'bun' | 'deno'

/** Path of the Deno program; default `deno` on the PATH. */
const deno = process.env.DENO ?? 'deno'
const hasDeno = spawnSync(deno, ['--version'], { stdio: 'ignore' }).status === 0

export const runtimes: readonly Runtime[] = ['bun', 'deno']
/** Why a runtime cannot be tested on this machine; null if it can. */
export const missingRuntime = (runtime: Runtime): string | null =>
  runtime === 'deno' && !hasDeno ? 'deno is not installed; DENO names the program' : null

/** The server and the deliverer run on Bun as in production, from bundles; their options are read from the sources. */
function program(runtime: Runtime, name: Command, args: readonly string[], folder: string): [string, string[]] {
  const entry = join(folder, entries[name])
  if (runtime === 'deno') return [deno, ['run', '-A', '--no-prompt', entry]]
  if ((name !== 'main' && name !== 'deliver') || args.length > 0) return [process.execPath, [entry]]
  return [process.execPath, [join(folder === repository ? builtFolder() : join(folder, 'dist'), `${name}.js`)]]
}

export interface Started {
  child: ChildProcess
  /** Everything printed so far. */
  printed: () => { out: string; err: string }
  /** Resolves with standard output once the pattern matches either stream; rejects if the process ends first. */
  says: (pattern: RegExp) => Promise<string>
  ended: Promise<number | null>
}

const clean: Record<string, string> = { DATABASE_URL: '', SECRET_KEY: '', BASE_URL: '', LOG_LEVEL: 'error', PORT: '0' }

export function start(
  name: Command,
  environment: Record<string, string>,
  runtime: Runtime,
  args: string[] = [],
  /** The root folder of the service; another than this one has been built. */
  folder = repository,
): Started {
  const [command, first] = program(runtime, name, args, folder)
  const child = spawn(command, [...first, ...args], {
    env: { ...process.env, ...clean, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { out: '', err: '' }
  const waiting = new Set<() => void>()
  const hear = (stream: 'out' | 'err') => (chunk: Buffer) => {
    text[stream] += chunk.toString()
    for (const look of waiting) look()
  }
  child.stdout.on('data', hear('out'))
  child.stderr.on('data', hear('err'))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(text.out + text.err) && resolve(text.out)
      waiting.add(look)
      look()
      void ended.then((code) => reject(new Error(`ended with ${code}: ${text.out}${text.err}`)))
    })
  return { child, printed: () => text, says, ended }
}

/** The end of a ready server's output: on the first start the sample request, later how to set a password. */
export const serverIsReady = /variants\/table\?limit=\d+".*\n|set-password\.\n/

export interface Server extends Started {
  /** Resolves when the process has closed its output, with all of it in `out`. */
  ready: () => Promise<{ out: string; base_url: string }>
  /** Stops it like an operator; returns the exit code. */
  stop: () => Promise<number | null>
}

export function startServer(
  environment: Record<string, string>,
  { runtime = 'bun', folder }: { runtime?: Runtime; folder?: string } = {},
): Server {
  const started = start('main', environment, runtime, [], folder)
  return {
    ...started,
    ready: async () => {
      const out = await started.says(serverIsReady)
      return { out, base_url: printedValue(out, 'Base address') }
    },
    stop: () => {
      started.child.kill('SIGTERM')
      return started.ended
    },
  }
}

/** Runs a command to completion. */
export async function run(
  name: Command,
  environment: Record<string, string>,
  runtime: Runtime = 'bun',
  args: string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const started = start(name, environment, runtime, args)
  const code = await started.ended
  return { code, ...started.printed() }
}

export function newDataDir(): { DATA_DIR: string; remove: () => void } {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'merchant-start-'))
  return { DATA_DIR, remove: () => rmSync(DATA_DIR, { recursive: true, force: true }) }
}

/**
 * A data directory in which a server finds a cluster with empty tables, as one has after its first start. It is a copy:
 * creating a cluster and its tables takes longer than most of what is tested on them.
 */
export async function newMigratedDataDir(): Promise<ReturnType<typeof newDataDir>> {
  const from = await migratedCluster()
  const place = newDataDir()
  copyCluster(from, join(place.DATA_DIR, 'postgres'))
  return place
}

/** The value printed next to a name by the server. */
export function printedValue(out: string, name: string): string {
  const match = new RegExp(`^  ${name} +(\\S+)`, 'm').exec(out)
  if (match === null) throw new Error(`${name} was not printed:\n${out}`)
  return match[1]!
}
