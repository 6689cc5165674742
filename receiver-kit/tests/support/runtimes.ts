/** Runs a bundle in the other runtimes, each in a separate process or workerd. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'

/** Bundles a source text that imports from tests/support into one ES module. */
export async function bundle(source: string, external: string[] = []): Promise<string> {
  const entry = join(import.meta.dir, `entry-${crypto.randomUUID()}.ts`)
  writeFileSync(entry, source)
  try {
    const built = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'esm', external })
    return await (built.outputs[0] as Blob).text()
  } finally {
    rmSync(entry)
  }
}

/** Path of the Deno program, or null if there is none: from DENO, by default `deno` on the PATH. */
export function findDeno(): string | null {
  const command = process.env.DENO ?? 'deno'
  return spawnSync(command, ['--version']).status === 0 ? command : null
}

/** Runs a module and returns the JSON on its last line. This process goes on meanwhile, so it can serve the other one. */
export async function runProcess(command: string, args: string[], source: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-kit-'))
  const file = join(folder, 'main.mjs')
  writeFileSync(file, source)
  try {
    const child = Bun.spawn([command, ...args, file], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    const status = await child.exited
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Path of a Chromium, or null if there is none: from CHROMIUM, by default the first that is installed. */
export function findChromium(): string | null {
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome']
  return process.env.CHROMIUM ?? names.map((name) => Bun.which(name)).find((path) => path !== null) ?? null
}

/** Opens an address in Chromium until `done` resolves. */
export async function runChromium<T>(program: string, address: string, done: Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = Bun.spawn([program, ...options, address], { stdout: 'ignore', stderr: 'ignore' })
  try {
    return await Promise.race([
      done,
      child.exited.then((status) => {
        throw new Error(`${program} ended with ${status}`)
      }),
    ])
  } finally {
    child.kill()
    await child.exited
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Runs a Worker module in workerd and returns the JSON of its response. */
export async function runWorkerd(source: string): Promise<unknown> {
  const miniflare = new Miniflare({
    modules: true,
    script: source,
    compatibilityDate: '2026-01-01',
    kvNamespaces: ['DELIVERIES'],
    d1Databases: ['DATABASE'],
  })
  try {
    const response = await miniflare.dispatchFetch('http://localhost/')
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text)
  } finally {
    await miniflare.dispose()
  }
}
