import { execFileSync } from 'node:child_process'
import { readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { codeOf, isAlive, readText, startOf } from './claims.ts'

/** The contents of postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  status: string
}

const WAIT_SECONDS_MAX = 300
const FAST_STOP_SECONDS_MAX = 20
const POLL_MS = 10
/** Larger than any process id, so that PostgreSQL considers the process ended. */
const NO_SUCH_PID = 2_147_483_646

export function readPidFile(data_dir: string): Postmaster | null {
  const lines = readText(join(data_dir, 'postmaster.pid'))?.split('\n')
  if (!lines) return null
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return null
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** The running postmaster of this data directory, once it accepts connections; null if none is running. */
export async function findPostmaster(data_dir: string): Promise<Postmaster | null> {
  const giveUpAt = performance.now() + WAIT_SECONDS_MAX * 1000
  while (performance.now() < giveUpAt) {
    const pidFile = readPidFile(data_dir)
    if (!pidFile || !isAlive(pidFile.pid)) return null
    if (!isPostmaster(pidFile.pid, data_dir)) {
      disownPidFile(data_dir)
      return null
    }
    if (pidFile.status === 'ready') return pidFile
    await sleep(POLL_MS)
  }
  throw new Error(`a PostgreSQL is running on ${data_dir}, but it neither becomes ready nor exits`)
}

/** Whether a postmaster is running on this data directory; cheap enough to call several times a second. */
export function isPostmasterRunning(data_dir: string): boolean {
  const pidFile = readPidFile(data_dir)
  if (!pidFile || !isAlive(pidFile.pid)) return false
  return process.platform !== 'linux' || isPostmaster(pidFile.pid, data_dir)
}

/** Fast shutdown: sessions are ended, everything committed is on disk. */
export async function stopPostmaster(pid: number, data_dir: string, binaries: Binaries): Promise<void> {
  if (!isAlive(pid) || !isPostmaster(pid, data_dir)) return
  // An exiting process has no working directory any more, but is the same until it has ended.
  const started = startOf(pid)
  const isRunning = () => isAlive(pid) && startOf(pid) === started
  if (process.platform === 'win32') {
    execFileSync(binaries.pg_ctl, ['stop', '-m', 'fast', '-D', data_dir], { stdio: 'ignore' })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalQuietly(pid, signal)) return
    const giveUpAt = performance.now() + FAST_STOP_SECONDS_MAX * 1000
    while (performance.now() < giveUpAt) {
      if (!isRunning()) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) on ${data_dir} does not exit`)
}

function signalQuietly(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

// Process ids are reused, so the process must also be a postgres that runs in this directory.
function isPostmaster(pid: number, data_dir: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    return /postgres/.test(execQuietly('ps', ['-o', 'command=', '-p', String(pid)]))
  }
  if (readText(`/proc/${pid}/comm`)?.trim() !== 'postgres') return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data_dir)
  } catch (error) {
    // The directory of another user's process is not readable; its name must suffice.
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM'
  }
}

// The process id now belongs to another program. The file is kept, since PostgreSQL reads from it
// which shared memory to check for backends; only the id is replaced by an impossible one.
function disownPidFile(data_dir: string): void {
  const path = join(data_dir, 'postmaster.pid')
  const lines = readText(path)?.split('\n')
  if (lines) writeFileSync(path, [NO_SUCH_PID, ...lines.slice(1)].join('\n'))
}

function execQuietly(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' })
  } catch {
    return ''
  }
}
