/** The service as a separate process on Bun or Deno: for the fault program and for tests on the other runtime. */
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
  /** A bundle of the service, in place of its sources. */
  bundle?: string | undefined
  /** Receives its standard error; without this it is passed on to ours. */
  hear?: (text: string) => void
}

/** DENO is the path of the Deno program, default `deno` on the PATH. Bun is the one running the tests. */
const command = ({ runtime, preload, bundle = entry }: ProcessOptions): [string, string[]] =>
  runtime === 'deno'
    ? [process.env.DENO ?? 'deno', ['run', '-A', '--no-prompt', entry]]
    : [process.execPath, [...(preload === undefined ? [] : ['--preload', preload]), bundle]]

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
