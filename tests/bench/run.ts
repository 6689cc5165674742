/**
 * `npm run bench -- [--quick] [--only variant,deliveries] [--variants N] [--orders N] [--requests N]`: what the service does,
 * beside something bare that does the same work without it; the loader and PostgreSQL run on the same machine. Ratios of
 * turns that lie side by side bear noise; figures alone do not. Targets are those of a machine that does nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { columns, compare } from './compare.ts'
import { comparisons } from './comparisons.ts'
import { large_variants } from './data.ts'
import { measureDeliveries } from './deliveries.ts'
import { endAll, endOnSignals, isEnding, keep } from '../support/ending.ts'
import { once } from '../support/once.ts'
import { measureMemory } from './memory.ts'
import { heading, say } from './report.ts'
import { type Bench, type Bounds, openRig, type Rig } from './rig.ts'
import { connections } from './fixtures.ts'
import { measureSizes } from './sizes.ts'
import { measureVerification } from './verification.ts'

type Run = (bench: Bench) => Promise<string[]>
const onData =
  (measure: (rig: Rig) => Promise<string[]>): Run =>
  async ({ rig }) =>
    measure(await rig())

const parts: { name: string; run: Run }[] = [
  ...comparisons.map((comparison) => ({ name: comparison.name, run: onData((rig) => compare(rig, comparison)) })),
  { name: 'sizes', run: onData(measureSizes) },
  { name: 'memory', run: onData(measureMemory) },
  { name: 'deliveries', run: measureDeliveries },
  { name: 'verification', run: measureVerification },
]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    variants: { type: 'string', default: String(large_variants) },
    orders: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '200000' },
  },
})
const asked = values.only?.split(',') ?? parts.map(({ name }) => name)
const unknown = asked.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const [variants, orders] = [Number(values.variants), Number(values.orders)]
const bounds: Bounds = values.quick
  ? {
      rounds: 3,
      seconds: 1.5,
      warm_requests: 3_000,
      memory_requests: 30_000,
      variants,
      orders,
      deliveries: 4_000,
      paced_seconds: 8,
    }
  : {
      rounds: 7,
      seconds: 2.5,
      warm_requests: 15_000,
      memory_requests: Number(values.requests),
      variants,
      orders,
      deliveries: 8_000,
      paced_seconds: 30,
    }
const load = () =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ')
const tell = (line: string) => {
  say('')
  console.log(line)
}

endOnSignals()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
void keep(Promise.resolve({ stop: async () => rmSync(folder, { recursive: true, force: true }) }))
const bench: Omit<Bench, 'rig'> = { bounds, keep, folder }
const rig = once(() => openRig(bench))

tell(`${new Date().toISOString()} on ${availableParallelism()} cores; load average ${load()}`)
tell(`${connections} connections, ${bounds.rounds} rounds of ${bounds.seconds} s for each side in turn; medians\n`)
tell(heading(columns))
try {
  for (const part of parts.filter(({ name }) => asked.includes(name)))
    for (const line of await part.run({ ...bench, rig })) tell(line)
  tell(`\nload average ${load()} after`)
} catch (error) {
  // After a signal everything fails, and the signal's own ending decides the status.
  if (isEnding()) await new Promise(() => {})
  console.error(error)
  process.exitCode = 1
} finally {
  await endAll()
}
process.exit()
