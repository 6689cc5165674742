import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('start_and_wait.ts', import.meta.url))

export interface Message {
  pid?: number
  url?: string
  attached?: boolean
  refused?: string
}

/** Starts the helper on the runtime of the tests and waits for its message. */
export async function startProcess(
  what: 'start' | 'claim',
  data_dir: string,
): Promise<{ child: ChildProcess; message: Message }> {
  const child = spawn(process.execPath, ['run', script, what, data_dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const line = await new Promise<string>((settle, fail) => {
    lines.once('line', settle)
    child.once('exit', (code) => fail(new Error(`the helper ended (${code}) without a word`)))
  })
  return { child, message: JSON.parse(line) }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill(signal)
  await ended
}
