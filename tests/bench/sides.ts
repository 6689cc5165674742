/** The two processes that are measured against each other. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Side {
  port: number
  /** Resident memory in megabytes. */
  memory_mb: () => number
  /** Processor time of the process so far, which a busy machine stretches far less than the time of day. */
  cpu_ms: () => number
  stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((settle) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => settle(port))
    })
  })

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`a process that was to be measured ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((settle) => setTimeout(settle, 50))
  }
  throw new Error('a process that was to be measured did not get ready')
}

/** How a process that was just started tells that it is ready. */
type Ready = (child: ChildProcess, port: number) => Promise<void>

async function start(program: string, environment: Record<string, string>, ready: Ready): Promise<Side> {
  const port = await freePort()
  const name = program.slice(program.lastIndexOf('/'))
  const profiling = process.env.BENCH_PROFILE?.endsWith(name) ? ['--cpu-prof', '--cpu-prof-dir', '.data/bench'] : []
  const child = spawn(process.execPath, [...profiling, program], {
    env: { ...process.env, ...environment, PORT: String(port) },
    // Lines are logged as in production and read by nobody.
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
    cpu_ms: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop,
  }
}

/** One that answers on its port, by its file beside this one. */
export const startSide = (file: string, environment: Record<string, string>): Promise<Side> =>
  start(fileURLToPath(new URL(file, import.meta.url)), environment, (child, port) => untilReady(port, child))

/** The deliverer as `npm run deliver` starts it; its first line says that it delivers. */
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
