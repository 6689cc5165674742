/** The processes that are compared. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free_port.ts'
import { processorTime } from './processor_time.ts'

export interface Side {
  port: number
  /** Resident memory in megabytes. */
  memory_mb: () => number
  /** Processor time of the process so far, in milliseconds. */
  cpu_ms: () => number
  stop: () => Promise<void>
}

/** Every 50 ms; a busy machine takes long to start a process. */
const readyAttemptsMax = 1_200

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < readyAttemptsMax; attempt++) {
    if (child.exitCode !== null) throw new Error(`a measured process ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((settle) => setTimeout(settle, 50))
  }
  throw new Error('a measured process did not become ready')
}

/** Resolves when a process that has just started is ready. */
type Ready = (child: ChildProcess, port: number) => Promise<void>

async function start(program: string, environment: Record<string, string>, ready: Ready): Promise<Side> {
  const port = await freePort()
  const name = program.slice(program.lastIndexOf('/'))
  const profiling = process.env.BENCH_PROFILE?.endsWith(name) ? ['--cpu-prof', '--cpu-prof-dir', '.data/bench'] : []
  const child = spawn(process.execPath, [...profiling, program], {
    env: { ...process.env, ...environment, PORT: String(port) },
    // The service logs as in production; nothing reads the lines.
    stdio: ['ignore', 'pipe', process.env.BENCH_LOGS ? 'inherit' : 'ignore'],
  })
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, new Promise((settle) => setTimeout(settle, 5_000))])
    child.kill('SIGKILL')
  }
  try {
    await ready(child, port)
  } catch (error) {
    await stop()
    throw error
  }
  child.stdout!.resume()
  return {
    port,
    memory_mb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    cpu_ms: () => processorTime(child.pid!),
    stop,
  }
}

/** Starts a process that listens on its port, from its file in this folder. */
export const startSide = (file: string, environment: Record<string, string>): Promise<Side> =>
  start(fileURLToPath(new URL(file, import.meta.url)), environment, (child, port) => untilReady(port, child))

/** Starts the deliverer as `npm run deliver` does; it is ready when it prints its first line. */
export const startDeliverer = (environment: Record<string, string>): Promise<Side> =>
  start(
    fileURLToPath(new URL('../../server/deliver.ts', import.meta.url)),
    environment,
    (child) =>
      new Promise((settle, fail) => {
        child.stdout!.once('data', () => settle())
        child.once('exit', (code) => fail(new Error(`the deliverer ended with ${code}`)))
      }),
  )
