/** Starts the service under Deno as a process of its own. DENO names the program; `deno` on the path otherwise. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('./deno_main.ts', import.meta.url))

export async function startDenoService(
  environment: Record<string, string>,
): Promise<{ base_url: string; stop: () => Promise<void> }> {
  const child = spawn(process.env.DENO ?? 'deno', ['run', '-A', '--no-prompt', entry], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const match = /listening on (\d+)/.exec(printed)
      if (match) resolve(match[1]!)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the service under Deno ended with ${code}`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    base_url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
