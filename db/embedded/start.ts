/**
 * A real PostgreSQL of our own, for when no DATABASE_URL is set: the platform package brings the
 * programs, this file makes a cluster once and starts it on 127.0.0.1 with a password.
 *
 * PostgreSQL outlives a server that was killed. The next start therefore looks for a postmaster
 * on the data first and attaches to it; only where none lives is one started. A start is claimed
 * beside the data, so two commands that begin together end up on one and the same postmaster.
 *
 * PostgreSQL refuses to run as root, so root hands the cluster to uid 65534. Where that user
 * cannot walk to the data (a repository under root's own home), the programs are run from inside
 * the directory and told to use /proc/self/cwd, which asks nothing of the folders above.
 *
 * Beside the data lie <data>.password (0600), <data>.log and, while starting, <data>.starting.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, canEnter, findBinaries, isRoot, NOBODY, openTempDir } from './binaries.ts'
import { AlreadyClaimed, type Claim, claimFile, readText } from './claims.ts'
import { type Postmaster, findPostmaster, readPidFile, stopPostmaster } from './postmaster.ts'

export { claimDataDir } from './claims.ts'

export interface EmbeddedPostgres {
  url: string
  version: string
  data_dir: string
  /** True when the postmaster was already running and this call only found it. */
  attached: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  data_dir: string
  /** False is for tests alone: a power cut may then lose or damage data. */
  durable?: boolean
  max_connections?: number
  /** Must be this one; otherwise the port of last time where it is free. */
  port?: number
  /** For commands beside a running server: stop() then leaves a postmaster it only found. */
  leave_running_if_attached?: boolean
}

const START_SECONDS_MAX = 300
const CLAIM_SECONDS_MAX = 60
const LEFTOVERS_SECONDS_MAX = 20
const LOG_BYTES_MAX = 16 * 1024 * 1024
const POLL_MS = 10

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const data_dir = resolve(options.data_dir)
  mkdirSync(dirname(data_dir), { recursive: true })
  const binaries = findBinaries()
  const claim = await claimStart(data_dir)
  try {
    const found = await findFitting(data_dir, binaries, options)
    if (found) return describe(found, binaries, data_dir, options)
    if (!existsSync(join(data_dir, 'PG_VERSION'))) await createCluster(data_dir, binaries)
    checkMajor(data_dir, binaries)
    const started = await launch(data_dir, binaries, options)
    return describe(started, binaries, data_dir, { ...options, attached: false })
  } finally {
    claim.release()
  }
}

function describe(
  { pid, port }: Postmaster,
  binaries: Binaries,
  data_dir: string,
  options: EmbeddedOptions & { attached?: boolean },
): EmbeddedPostgres {
  const attached = options.attached ?? true
  const password = readPassword(data_dir)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    version: binaries.version,
    data_dir,
    attached,
    async stop() {
      if (attached && options.leave_running_if_attached) return
      await stopPostmaster(pid, data_dir, binaries)
    },
  }
}

async function claimStart(data_dir: string): Promise<Claim> {
  const give_up_at = performance.now() + CLAIM_SECONDS_MAX * 1000
  for (;;) {
    try {
      return claimFile(`${data_dir}.starting`, (pid) => `process ${pid} is starting ${data_dir}`)
    } catch (error) {
      if (!(error instanceof AlreadyClaimed) || performance.now() > give_up_at) throw error
      await sleep(50)
    }
  }
}

// A postmaster left by a test run keeps no promise to disk: a durable start does not attach to it.
async function findFitting(data_dir: string, binaries: Binaries, options: EmbeddedOptions): Promise<Postmaster | null> {
  const found = await findPostmaster(data_dir)
  if (!found) return null
  const is_durable = !readText(join(data_dir, 'postmaster.opts'))?.includes('fsync=off')
  if (is_durable || options.durable === false) return found
  await stopPostmaster(found.pid, data_dir, binaries)
  return null
}

// Made beside its place and renamed into it, so that a start cut short leaves no half cluster.
async function createCluster(data_dir: string, binaries: Binaries): Promise<void> {
  if (existsSync(data_dir) && readdirSync(data_dir).length > 0) {
    throw new Error(`${data_dir} is not empty and holds no PostgreSQL cluster; name another directory`)
  }
  const making = `${data_dir}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const secret = mkdtempSync(join(openTempDir(), 'initdb-'))
  const pwfile = join(secret, 'password')
  try {
    writeFileSync(pwfile, password, { mode: 0o600 })
    for (const path of [making, secret, pwfile]) if (isRoot) chownSync(path, NOBODY, NOBODY)
    await runInitdb(making, binaries, pwfile, `${data_dir}.log`)
  } finally {
    rmSync(secret, { recursive: true, force: true })
  }
  writeFileSync(passwordFile(data_dir), password, { mode: 0o600 })
  chmodSync(passwordFile(data_dir), 0o600)
  rmSync(data_dir, { recursive: true, force: true })
  renameSync(making, data_dir)
}

async function runInitdb(making: string, binaries: Binaries, pwfile: string, log: string) {
  const place = openPlace(making)
  const who = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${pwfile}`]
  // Stretching protects guessable passwords; ours is random, and every reconnect would pay for it.
  // Text sorts by its code points and case is known of every letter, on whatever machine.
  const locale = ['-E', 'UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const what = ['-D', place.spelled, ...locale, '-c', 'scram_iterations=16']
  const child = run(place, log, binaries.initdb, [...who, ...what])
  const code = await new Promise<number | null>((settle, fail) => {
    child.once('error', fail)
    child.once('exit', settle)
  })
  if (code !== 0) throw new Error(`initdb failed (${code}); the end of ${log}:\n${tailOf(log)}`)
}

function checkMajor(data_dir: string, binaries: Binaries): void {
  const made_by = readFileSync(join(data_dir, 'PG_VERSION'), 'utf8').trim()
  const major = binaries.version.split('.')[0]
  if (made_by === major) return
  throw new Error(
    `the data in ${data_dir} was made by PostgreSQL ${made_by}, this is ${binaries.version}; dump it with the old one or name another directory`,
  )
}

async function launch(data_dir: string, binaries: Binaries, options: EmbeddedOptions): Promise<Postmaster> {
  const log = `${data_dir}.log`
  if (existsSync(log) && statSync(log).size > LOG_BYTES_MAX) renameSync(log, `${log}.1`)
  const give_up_at = performance.now() + LEFTOVERS_SECONDS_MAX * 1000
  for (;;) {
    const port = options.port ?? (await choosePort(data_dir))
    const read_from = existsSync(log) ? statSync(log).size : 0
    const place = openPlace(data_dir)
    const args = ['-D', place.spelled, ...settings(port, options)]
    const child = run(place, log, binaries.postgres, args)
    child.unref()
    const ready = await waitUntilReady(child, data_dir)
    if (ready) return ready
    const said = tailOf(log, read_from)
    // The port was taken in between, or backends of a killed postmaster are still leaving.
    const will_pass = /could not bind|already in use|shared memory block|lock file/.test(said)
    if (!will_pass || performance.now() > give_up_at) {
      throw new Error(`PostgreSQL did not start; the end of ${log}:\n${said}`)
    }
    await sleep(100)
  }
}

function settings(port: number, options: EmbeddedOptions): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: options.max_connections ?? 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    scram_iterations: 4096,
    // Compiling short statements costs more than it saves.
    jit: 'off',
    // Seconds. Until the rows of a new organisation are analysed, its reads are planned as if it had none.
    autovacuum_naptime: 15,
    // Tells a commit from before a crash from one that was given the same number after it.
    track_commit_timestamp: 'on',
  }
  if (options.durable === false) {
    Object.assign(values, { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' })
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(child: ChildProcess, data_dir: string): Promise<Postmaster | null> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const give_up_at = performance.now() + START_SECONDS_MAX * 1000
  while (performance.now() < give_up_at) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) return null
    const told = readPidFile(data_dir)
    if (told && told.pid === child.pid && told.status === 'ready') return told
    await sleep(POLL_MS)
  }
  child.kill('SIGQUIT')
  throw new Error(`PostgreSQL in ${data_dir} was not ready after ${START_SECONDS_MAX} s`)
}

/** Where a program is started and how it spells its data directory from there. */
interface Place {
  cwd: string
  spelled: string
  drop: 'not_root' | 'by_option' | 'by_setpriv'
}

function openPlace(directory: string): Place {
  giveAway(directory)
  if (!isRoot) return { cwd: directory, spelled: directory, drop: 'not_root' }
  if (canEnter(directory)) return { cwd: directory, spelled: directory, drop: 'by_option' }
  for (const drop of ['by_option', 'by_setpriv'] as const) {
    const place: Place = { cwd: directory, spelled: '/proc/self/cwd', drop }
    if (canWorkIn(place)) return place
  }
  throw new Error(
    `root runs PostgreSQL as uid ${NOBODY}, and that user cannot reach ${directory}; name a data directory whose parents it may enter`,
  )
}

// Runtimes differ in whether they enter the directory before or after they give up root.
function canWorkIn(place: Place): boolean {
  const [command, args, options] = dropping(place, '/bin/ls', [place.spelled + '/'])
  try {
    execFileSync(command, args, { ...options, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function dropping(place: Place, program: string, args: string[]) {
  const { cwd, drop } = place
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  if (drop === 'by_setpriv') return ['setpriv', [...ids, program, ...args], { cwd }] as const
  const user = drop === 'by_option' ? { uid: NOBODY, gid: NOBODY } : {}
  return [program, args, { cwd, ...user }] as const
}

function giveAway(directory: string): void {
  if (!isRoot || statSync(directory).uid === NOBODY) return
  chownSync(directory, NOBODY, NOBODY)
  for (const entry of readdirSync(directory, { recursive: true })) {
    chownSync(join(directory, String(entry)), NOBODY, NOBODY)
  }
}

// Detached: a Ctrl-C at the terminal must reach the server alone, which stops PostgreSQL last.
function run(place: Place, log: string, program: string, args: string[]): ChildProcess {
  const out = openSync(log, 'a', 0o600)
  try {
    const [command, dropped, options] = dropping(place, program, args)
    const stdio: ['ignore', number, number] = ['ignore', out, out]
    return spawn(command, dropped, { ...options, detached: true, env: cleanEnv(), stdio })
  } finally {
    closeSync(out)
  }
}

// PGDATA, PGPORT, PGOPTIONS and the locale of whoever starts us are not this cluster's settings.
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return Object.fromEntries(kept)
}

// The port of last time where it is free: whoever is still connected then finds it again.
async function choosePort(data_dir: string): Promise<number> {
  const last = /port=(\d+)/.exec(readText(join(data_dir, 'postmaster.opts')) ?? '')?.[1]
  return await tryPort(Number(last ?? 0)).catch(() => tryPort(0))
}

function tryPort(wanted: number): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => settle(port))
    })
  })
}

function passwordFile(data_dir: string): string {
  return join(dirname(data_dir), `${basename(data_dir)}.password`)
}

function readPassword(data_dir: string): string {
  const password = readText(passwordFile(data_dir))?.trim()
  if (password) return password
  throw new Error(`${passwordFile(data_dir)} is missing: without it nobody can sign in to ${data_dir}`)
}

function tailOf(log: string, from = 0): string {
  const text = readFileSync(log).subarray(from).toString('utf8')
  return text.trim().split('\n').slice(-12).join('\n')
}
