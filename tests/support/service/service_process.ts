/** The service as a process of its own, on Bun or Deno: what the faults kill and the other runtime runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('./service_main.ts', import.meta.url))

export interface ServiceProcess {
  base_url: string
  child: ChildProcess
  stop: () => Promise<void>
}

export interface ProcessOptions {
  runtime?: 'bun' | 'deno'
  /** Loaded before the service, on Bun. */
  preload?: string
  /** What it writes to standard error; passed on to ours without this. */
  hear?: (text: string) => void
}

/** DENO names the Deno program; `deno` on the path otherwise. Bun is the one this runs in. */
const command = ({ runtime, preload }: ProcessOptions): [string, string[]] =>
  runtime === 'deno'
    ? [process.env.DENO ?? 'deno', ['run', '-A', '--no-prompt', entry]]
    : [process.execPath, [...(preload === undefined ? [] : ['--preload', preload]), entry]]

export async function startServiceProcess(
  environment: Record<string, string>,
  options: ProcessOptions = {},
): Promise<ServiceProcess> {
  const [program, args] = command(options)
  const env = { ...process.env, ...environment }
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', options.hear ? 'pipe' : 'inherit'] })
  child.stderr?.on('data', (chunk: Buffer) => options.hear?.(chunk.toString()))
  const port = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const match = /listening on (\d+)/.exec(printed)
      if (match) resolve(match[1]!)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the service under ${options.runtime ?? 'bun'} ended with ${code}`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    base_url: `http://127.0.0.1:${port}`,
    child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
