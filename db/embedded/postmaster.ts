import { execFileSync } from 'node:child_process'
import { readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { codeOf, isAlive, readText } from './claims.ts'

/** What a postmaster writes about itself into postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  status: string
}

const WAIT_SECONDS_MAX = 300
const FAST_STOP_SECONDS_MAX = 20
const POLL_MS = 10
/** Above every system's largest process number: PostgreSQL reads it as a process that is gone. */
const NO_SUCH_PID = 2_147_483_646

export function readPidFile(data_dir: string): Postmaster | null {
  const lines = readText(join(data_dir, 'postmaster.pid'))?.split('\n')
  if (!lines) return null
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return null
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** The live postmaster of this data, once it takes connections; null where none lives. */
export async function findPostmaster(data_dir: string): Promise<Postmaster | null> {
  const give_up_at = performance.now() + WAIT_SECONDS_MAX * 1000
  while (performance.now() < give_up_at) {
    const told = readPidFile(data_dir)
    if (!told || !isAlive(told.pid)) return null
    if (!isPostmaster(told.pid, data_dir)) {
      disownPidFile(data_dir)
      return null
    }
    if (told.status === 'ready') return told
    await sleep(POLL_MS)
  }
  throw new Error(`a PostgreSQL runs on ${data_dir} but neither gets ready nor ends`)
}

/** Whether a postmaster lives on this data, cheap enough to be asked several times a second. */
export function isPostmasterRunning(data_dir: string): boolean {
  const told = readPidFile(data_dir)
  if (!told || !isAlive(told.pid)) return false
  return process.platform !== 'linux' || isPostmaster(told.pid, data_dir)
}

/** Fast shutdown: sessions are ended, everything committed is on disk. */
export async function stopPostmaster(pid: number, data_dir: string, binaries: Binaries): Promise<void> {
  const isRunning = () => isAlive(pid) && isPostmaster(pid, data_dir)
  if (!isRunning()) return
  if (process.platform === 'win32') {
    execFileSync(binaries.pg_ctl, ['stop', '-m', 'fast', '-D', data_dir], { stdio: 'ignore' })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalQuietly(pid, signal)) return
    const give_up_at = performance.now() + FAST_STOP_SECONDS_MAX * 1000
    while (performance.now() < give_up_at) {
      if (!isRunning()) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) on ${data_dir} does not end`)
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

// Numbers are reused, so the process must also be a postgres that works in this directory.
function isPostmaster(pid: number, data_dir: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    return /postgres/.test(execQuietly('ps', ['-o', 'command=', '-p', String(pid)]))
  }
  if (readText(`/proc/${pid}/comm`)?.trim() !== 'postgres') return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data_dir)
  } catch (error) {
    // Another user's process does not show its directory; being a postgres must do.
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM'
  }
}

// The number now belongs to something else. The file stays, since PostgreSQL reads from it
// which shared memory to look for backends in; only the number is made one nobody has.
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
