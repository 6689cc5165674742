/**
 * The embedded PostgreSQL, used when DATABASE_URL is not set: the platform package provides the
 * programs, this file creates a cluster once and starts it on 127.0.0.1 with a password.
 *
 * PostgreSQL outlives a server that was killed. A start therefore first looks for a postmaster on
 * the data directory and attaches to it. A start takes a claim next to the data directory, so that
 * two commands started at the same time use the same postmaster.
 *
 * PostgreSQL refuses to run as root, so root runs it as uid 65534. If that user cannot access the
 * path of the data (a repository under root's home), the programs run inside the data directory and
 * use /proc/self/cwd, which needs no permission on the parent folders.
 *
 * Next to the data directory are <data>.password (0600), <data>.log and, while starting, <data>.starting.
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
import { prepareRole, rolePassword, serviceRole } from './role.ts'

export { claimDataDir } from './claims.ts'

export interface EmbeddedPostgres {
  /** For the service: a role that owns its database and nothing else. */
  url: string
  /** For tests and operators: the superuser of the cluster. */
  superuser_url: string
  version: string
  data_dir: string
  /** True when the postmaster was already running. */
  attached: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  data_dir: string
  /** False only in tests: a power failure may then lose or damage data. */
  durable?: boolean
  max_connections?: number
  /** Fixed port; by default the previous one if it is free. */
  port?: number
  /** For commands that may run while a server does: stop() leaves an attached postmaster running. */
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
    const attached = await attachTo(data_dir, binaries, options)
    if (attached) return await describe(attached, binaries, data_dir, options)
    if (!existsSync(join(data_dir, 'PG_VERSION'))) await createCluster(data_dir, binaries)
    checkMajor(data_dir, binaries)
    const started = await launch(data_dir, binaries, options)
    return await describe(started, binaries, data_dir, { ...options, attached: false })
  } finally {
    claim.release()
  }
}

async function describe(
  { pid, port }: Postmaster,
  binaries: Binaries,
  data_dir: string,
  options: EmbeddedOptions & { attached?: boolean },
): Promise<EmbeddedPostgres> {
  const attached = options.attached ?? true
  const password = readPassword(data_dir)
  const at = `127.0.0.1:${port}/postgres`
  const superuser_url = `postgres://postgres:${password}@${at}`
  await prepareRole(superuser_url, password)
  return {
    url: `postgres://${serviceRole}:${rolePassword(password)}@${at}`,
    superuser_url,
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
  const giveUpAt = performance.now() + CLAIM_SECONDS_MAX * 1000
  for (;;) {
    try {
      return claimFile(`${data_dir}.starting`, (pid) => `process ${pid} is starting ${data_dir}`)
    } catch (error) {
      if (!(error instanceof AlreadyClaimed) || performance.now() > giveUpAt) throw error
      await sleep(50)
    }
  }
}

// A postmaster left by a test run runs without fsync: a durable start does not attach to it.
async function attachTo(data_dir: string, binaries: Binaries, options: EmbeddedOptions): Promise<Postmaster | null> {
  const postmaster = await findPostmaster(data_dir)
  if (!postmaster) return null
  const isDurable = !readText(join(data_dir, 'postmaster.opts'))?.includes('fsync=off')
  if (isDurable || options.durable === false) return postmaster
  await stopPostmaster(postmaster.pid, data_dir, binaries)
  return null
}

// Created under another name and renamed, so that an interrupted start leaves no partial cluster.
async function createCluster(data_dir: string, binaries: Binaries): Promise<void> {
  if (existsSync(data_dir) && readdirSync(data_dir).length > 0) {
    throw new Error(`${data_dir} is not empty and contains no PostgreSQL cluster; choose another directory`)
  }
  const draft = `${data_dir}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const secret = mkdtempSync(join(openTempDir(), 'initdb-'))
  const pwfile = join(secret, 'password')
  try {
    writeFileSync(pwfile, password, { mode: 0o600 })
    for (const path of [draft, secret, pwfile]) if (isRoot) chownSync(path, NOBODY, NOBODY)
    await runInitdb(draft, binaries, pwfile, `${data_dir}.log`)
  } finally {
    rmSync(secret, { recursive: true, force: true })
  }
  writeFileSync(passwordFile(data_dir), password, { mode: 0o600 })
  chmodSync(passwordFile(data_dir), 0o600)
  rmSync(data_dir, { recursive: true, force: true })
  renameSync(draft, data_dir)
}

async function runInitdb(draft: string, binaries: Binaries, pwfile: string, log: string) {
  const context = openRunContext(draft)
  const who = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${pwfile}`]
  // Key stretching protects guessable passwords; this one is random, and stretching would slow each connect.
  // Text sorts by code point, and upper and lower case cover all of Unicode, on every machine.
  const locale = ['-E', 'UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const what = ['-D', context.data_dir_argument, ...locale, '-c', 'scram_iterations=16']
  const child = run(context, log, binaries.initdb, [...who, ...what])
  const code = await new Promise<number | null>((settle, fail) => {
    child.once('error', fail)
    child.once('exit', settle)
  })
  if (code !== 0) throw new Error(`initdb failed (${code}); the end of ${log}:\n${tailOf(log)}`)
}

function checkMajor(data_dir: string, binaries: Binaries): void {
  const created_by = readFileSync(join(data_dir, 'PG_VERSION'), 'utf8').trim()
  const major = binaries.version.split('.')[0]
  if (created_by === major) return
  throw new Error(
    `the data in ${data_dir} was created by PostgreSQL ${created_by}, this is ${binaries.version}; dump it with the old version or choose another directory`,
  )
}

async function launch(data_dir: string, binaries: Binaries, options: EmbeddedOptions): Promise<Postmaster> {
  const log = `${data_dir}.log`
  if (existsSync(log) && statSync(log).size > LOG_BYTES_MAX) renameSync(log, `${log}.1`)
  const giveUpAt = performance.now() + LEFTOVERS_SECONDS_MAX * 1000
  for (;;) {
    const port = options.port ?? (await choosePort(data_dir))
    const readFrom = existsSync(log) ? statSync(log).size : 0
    const context = openRunContext(data_dir)
    const args = ['-D', context.data_dir_argument, ...settings(port, options)]
    const child = run(context, log, binaries.postgres, args)
    child.unref()
    const ready = await waitUntilReady(child, data_dir)
    if (ready) return ready
    const logTail = tailOf(log, readFrom)
    // The port was taken meanwhile, or backends of a killed postmaster are still exiting.
    const isTemporary = /could not bind|already in use|shared memory block|lock file/.test(logTail)
    if (!isTemporary || performance.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start; the end of ${log}:\n${logTail}`)
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
    // JIT compilation of short statements costs more than it saves.
    jit: 'off',
    // Seconds. Until a new organisation's rows are analysed, its reads are planned as if it had none.
    autovacuum_naptime: 15,
    // Distinguishes a commit before a crash from one that got the same transaction id after it.
    track_commit_timestamp: 'on',
  }
  if (options.durable === false) {
    Object.assign(values, {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      // No checkpoint in the middle of the tests.
      checkpoint_timeout: '1h',
      max_wal_size: '8GB',
    })
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(child: ChildProcess, data_dir: string): Promise<Postmaster | null> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const giveUpAt = performance.now() + START_SECONDS_MAX * 1000
  while (performance.now() < giveUpAt) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) return null
    const postmaster = readPidFile(data_dir)
    if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return postmaster
    await sleep(POLL_MS)
  }
  child.kill('SIGQUIT')
  throw new Error(`PostgreSQL in ${data_dir} was not ready after ${START_SECONDS_MAX} s`)
}

/** How to run a program: working directory, data directory argument, and how to drop root. */
interface RunContext {
  cwd: string
  data_dir_argument: string
  privileges: 'unchanged' | 'by_spawn_option' | 'by_setpriv'
}

function openRunContext(directory: string): RunContext {
  chownToNobody(directory)
  if (!isRoot) return { cwd: directory, data_dir_argument: directory, privileges: 'unchanged' }
  if (canEnter(directory)) return { cwd: directory, data_dir_argument: directory, privileges: 'by_spawn_option' }
  for (const privileges of ['by_spawn_option', 'by_setpriv'] as const) {
    const context: RunContext = { cwd: directory, data_dir_argument: '/proc/self/cwd', privileges }
    if (canRunIn(context)) return context
  }
  throw new Error(
    `root runs PostgreSQL as uid ${NOBODY}, and that user cannot access ${directory}; choose a data directory whose parents it may enter`,
  )
}

// Runtimes differ in whether they change directory before or after they drop root.
function canRunIn(context: RunContext): boolean {
  const [command, args, options] = unprivileged(context, '/bin/ls', [context.data_dir_argument + '/'])
  try {
    execFileSync(command, args, { ...options, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function unprivileged(context: RunContext, program: string, args: string[]) {
  const { cwd, privileges } = context
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  if (privileges === 'by_setpriv') return ['setpriv', [...ids, program, ...args], { cwd }] as const
  const user = privileges === 'by_spawn_option' ? { uid: NOBODY, gid: NOBODY } : {}
  return [program, args, { cwd, ...user }] as const
}

function chownToNobody(directory: string): void {
  if (!isRoot || statSync(directory).uid === NOBODY) return
  chownSync(directory, NOBODY, NOBODY)
  for (const entry of readdirSync(directory, { recursive: true })) {
    chownSync(join(directory, String(entry)), NOBODY, NOBODY)
  }
}

// Detached, so that Ctrl-C in the terminal reaches only the server, which stops PostgreSQL last.
function run(context: RunContext, log: string, program: string, args: string[]): ChildProcess {
  const out = openSync(log, 'a', 0o600)
  try {
    const [command, dropped, options] = unprivileged(context, program, args)
    const stdio: ['ignore', number, number] = ['ignore', out, out]
    return spawn(command, dropped, { ...options, detached: true, env: cleanEnv(), stdio })
  } finally {
    closeSync(out)
  }
}

// PGDATA, PGPORT, PGOPTIONS and the caller's locale do not apply to this cluster.
function cleanEnv(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return Object.fromEntries(inherited)
}

// The previous port if it is free, so that clients can reconnect.
async function choosePort(data_dir: string): Promise<number> {
  const last = /port=(\d+)/.exec(readText(join(data_dir, 'postmaster.opts')) ?? '')?.[1]
  return await tryPort(Number(last ?? 0)).catch(() => tryPort(0))
}

function tryPort(preferredPort: number): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(preferredPort, '127.0.0.1', () => {
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
  throw new Error(`${passwordFile(data_dir)} is missing; it contains the password of ${data_dir}`)
}

function tailOf(log: string, from = 0): string {
  const text = readFileSync(log).subarray(from).toString('utf8')
  return text.trim().split('\n').slice(-12).join('\n')
}
