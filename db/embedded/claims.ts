import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A process, identified by more than its id: ids are reused. */
interface Holder {
  pid: number
  started: string | null
}

export interface Claim {
  release(): void
}

export class AlreadyClaimed extends Error {
  readonly pid: number
  constructor(pid: number, message: string) {
    super(message)
    this.name = 'AlreadyClaimed'
    this.pid = pid
  }
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  if (!exists(pid)) return false
  const stat = readStat(pid)
  // No state: another system than Linux, or the process went between the two looks.
  return stat ? !/[ZX]/.test(stat.state) : exists(pid)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Start time of a process, as text to compare; null if the system does not provide it. */
export function startOf(pid: number): string | null {
  const stat = readStat(pid)
  if (stat) return `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${stat.started_ticks}`
  if (process.platform === 'linux' || process.platform === 'win32') return null
  try {
    const parsed = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return parsed.trim() || null
  } catch {
    return null
  }
}

/** Claims a data directory for one server; refuses while another live server has claimed it. */
export function claimDataDir(data_dir: string): Claim {
  const directory = resolve(data_dir)
  mkdirSync(directory, { recursive: true })
  return claimFile(
    join(directory, 'server.claim'),
    (pid) =>
      `another server (pid ${pid}) already uses this data directory (${directory}); stop it or set DATA_DIR to another one`,
  )
}

/**
 * A claim is a file that contains its process id. It is created atomically by link(2), which fails if
 * one exists; the file of an ended process is first renamed, which only one of several processes can do.
 */
export function claimFile(path: string, sentence: (pid: number) => string): Claim {
  const nonce = randomUUID()
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), nonce })
  const draft = `${path}.${nonce}`
  try {
    // Within the try: on a full disk the draft may be left empty.
    writeFileSync(draft, mine, { mode: 0o644 })
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryLink(draft, path)) return { release: () => releaseFile(path, mine) }
      const text = readText(path)
      if (text === null) continue
      const holder = parseHolder(text)
      if (holder && holds(holder)) throw new AlreadyClaimed(holder.pid, sentence(holder.pid))
      removeStale(path, text, `${draft}.stale`)
    }
    throw new Error(`${path} is taken and released repeatedly; try again`)
  } finally {
    unlinkQuietly(draft)
  }
}

function holds(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false
  const started = startOf(holder.pid)
  return holder.started === null || started === null || holder.started === started
}

function removeStale(path: string, stale: string, aside: string): void {
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  // Another process may have been faster: the renamed file is then its claim, and is restored.
  if (readText(aside) !== stale) tryLink(aside, path)
  unlinkQuietly(aside)
}

function releaseFile(path: string, mine: string): void {
  if (readText(path) === mine) unlinkQuietly(path)
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOTSUP') throw error
  }
  // Some mounted file systems have no hard links; an exclusive create is the fallback.
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('pid' in parsed)) return null
    const { pid } = parsed
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null
    const started = 'started' in parsed && typeof parsed.started === 'string' ? parsed.started : null
    return { pid, started }
  } catch {
    return null
  }
}

function readStat(pid: number): { state: string; started_ticks: string } | null {
  const text = readText(`/proc/${pid}/stat`)
  if (text === null) return null
  // The second field is the program's name in brackets and may itself contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', started_ticks: fields[19] ?? '' }
}

export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Already deleted.
  }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
