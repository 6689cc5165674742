/** The receiver kit's verification compared with the `stripe` package, by the kit's own bench, on Node. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { targetLine, row } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Bench } from './rig.ts'

const kit = fileURLToPath(new URL('../../receiver-kit', import.meta.url))
const benchMsMax = 60_000

interface Verdict {
  bytes: number
  ours_per_second: number
  stripe_per_second: number
  ratio: number
  ratio_quarter: number
  ratio_three_quarters: number
}

/** The published files are measured, so they must be built from the current sources. */
function isBuilt(): boolean {
  const built = join(kit, 'dist/index.js')
  if (!existsSync(built) || !existsSync(join(kit, 'node_modules/stripe'))) return false
  const madeMs = statSync(built).mtimeMs
  const sources = readdirSync(join(kit, 'src'), { recursive: true, withFileTypes: true })
  return sources.every((file) => !file.isFile() || statSync(join(file.parentPath, file.name)).mtimeMs <= madeMs)
}

async function runVerdict({ keep }: Bench): Promise<Verdict> {
  const child = spawn('node', [join(kit, 'bench/verdict.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  void keep(Promise.resolve({ stop: async () => void child.kill('SIGKILL') }))
  const timer = setTimeout(() => child.kill('SIGKILL'), benchMsMax)
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  const status = await new Promise((settle, fail) => {
    child.once('close', settle)
    child.once('error', fail)
  })
  clearTimeout(timer)
  if (status !== 0) throw new Error(`the bench of the receiver kit ended with ${String(status)}`)
  return JSON.parse(printed) as Verdict
}

export async function measureVerification(bench: Bench): Promise<string[]> {
  if (!isBuilt()) return ['verification: NOT MEASURED; first, in receiver-kit: npm install && npm run build']
  showProgress('verification: rounds of both in one Node process')
  const seen = await runVerdict(bench)
  const rowOf = (name: string, per_second: number) => `${row(name, [['req/s', per_second, 0]])}  a second`
  // If the middle half of the rounds includes 1, there is no measurable difference.
  const is_even = seen.ratio < 1 && seen.ratio_three_quarters >= 1
  const noise = `half of the rounds are within ${seen.ratio_quarter.toFixed(2)} to ${seen.ratio_three_quarters.toFixed(2)}`
  return [
    rowOf(`verification, ${seen.bytes} bytes, kit`, seen.ours_per_second),
    rowOf('verification, stripe constructEvent', seen.stripe_per_second),
    `${targetLine({ what: 'ratio', value: seen.ratio, digits: 3, at_least: 1, is_even })} (${noise})`,
  ]
}
