/**
 * `bun run bench [--quick] [--only variant,deliveries] [--variants N]`: what the service does, beside something bare
 * that does the same work without it; the loader and PostgreSQL run on the same machine. Ratios of turns that lie side
 * by side bear noise; figures alone do not. Targets are those of a machine that does nothing else.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { columns, compare } from './compare.ts'
import { comparisons } from './comparisons.ts'
import { large_variants } from './data.ts'
import { measureMemory } from './memory.ts'
import { heading, say } from './report.ts'
import { openRig, type Rig } from './rig.ts'
import { connections } from './scenes.ts'
import { measureSizes } from './sizes.ts'

const parts: { name: string; run: (rig: Rig) => Promise<string[]> }[] = [
  ...comparisons.map((comparison) => ({ name: comparison.name, run: (rig: Rig) => compare(rig, comparison) })),
  { name: 'sizes', run: measureSizes },
  { name: 'memory', run: measureMemory },
]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    variants: { type: 'string', default: String(large_variants) },
  },
})
const asked = values.only?.split(',') ?? parts.map(({ name }) => name)
const unknown = asked.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const [rounds, seconds, memory_requests] = values.quick ? [3, 1.5, 30_000] : [7, 2.5, 200_000]
const load = () =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ')
const tell = (line: string) => {
  say('')
  console.log(line)
}

tell(`${new Date().toISOString()} on ${availableParallelism()} cores; load average ${load()}`)
tell(`${connections} connections, ${rounds} rounds of ${seconds} s for each side in turn; medians\n`)
tell(heading(columns))
const rig = await openRig({ rounds, seconds, memory_requests, variants: Number(values.variants) })
try {
  for (const part of parts.filter(({ name }) => asked.includes(name)))
    for (const line of await part.run(rig)) tell(line)
  tell(`\nload average ${load()} after`)
} finally {
  await rig.stop()
}
process.exit(0)
