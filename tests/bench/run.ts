/**
 * `npm run bench`: compares the service with a reference that does only the necessary work; the loader and PostgreSQL run
 * on the same machine. Ratios of alternating turns are robust against noise; single figures are not. Targets are those of
 * an otherwise idle machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../../server/boot/command_line.ts'
import { columns, compare } from './compare.ts'
import { comparisons } from './comparisons.ts'
import { largeVariants } from './fixtures/data.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureImports } from './imports.ts'
import { endAll, endOnSignals, isEnding, keep } from '../support/ending.ts'
import { once } from '../support/once.ts'
import { measureMemory } from './memory.ts'
import { heading } from './report.ts'
import { showProgress } from '../support/progress.ts'
import { type Bench, type Bounds, openRig, type Rig } from './rig.ts'
import { connections } from './fixtures/fixtures.ts'
import { measureLoop } from './loop/measure_loop.ts'
import { measureReads } from './reads/measure_reads.ts'
import { measureSalesOrders } from './sales_orders.ts'
import { measureOrderBook } from './trading/order_book.ts'
import { measureSellOut } from './trading/sell_out.ts'
import { measureSizes } from './sizes.ts'
import { printStatements } from '../statements/measure.ts'
import { measureVerification } from './verification.ts'

type Run = (bench: Bench) => Promise<string[]>
const onData =
  (measure: (rig: Rig) => Promise<string[]>): Run =>
  async ({ rig }) =>
    measure(await rig())

/** A part that is not measured unless it is named. */
const parts: { name: string; run: Run; is_apart?: true }[] = [
  ...comparisons.map((comparison) => ({ name: comparison.name, run: onData((rig) => compare(rig, comparison)) })),
  { name: 'sizes', run: onData(measureSizes) },
  { name: 'sales_orders', run: onData(measureSalesOrders) },
  { name: 'memory', run: onData(measureMemory) },
  { name: 'deliveries', run: measureDeliveries },
  { name: 'imports', run: measureImports },
  { name: 'verification', run: measureVerification },
  { name: 'sell_out', is_apart: true, run: measureSellOut },
  { name: 'order_book', is_apart: true, run: measureOrderBook },
  { name: 'statements', is_apart: true, run: () => printStatements(values.matching, print) },
  {
    name: 'loop',
    is_apart: true,
    run: ({ keep: keeping, folder: temporary }) =>
      measureLoop({ keep: keeping, folder: temporary, kept: values.keep, matching: values.matching, print }),
  },
  {
    name: 'reads',
    is_apart: true,
    run: ({ keep: keeping, folder: temporary, bounds: { seconds, variants: large } }) =>
      measureReads({
        keep: keeping,
        folder: temporary,
        variants: large,
        kept: values.keep,
        seconds,
        matching: values.matching,
        print,
      }),
  },
]

const usage = `Compares the service with a reference that does only the necessary work. Exits 1 if a target is missed.

  npm run bench -- [--quick] [--only <parts>] [sizes] [--keep <folder>] [--matching <text>]

  --quick                fewer and shorter rounds
  --only <parts>         separated by commas:
                         ${parts.map(({ name }) => name).join(', ')}
  --variants <n>         variants of the large organisation; ${largeVariants} otherwise
  --orders <n>           purchase orders
  --sales_orders <n>     sales orders
  --requests <n>         requests while memory is measured
  --import-rows <n>      rows of an imported file
  --import-variants <n>  variants that the rows belong to
  --sell-out-weeks <n>   weeks of sell-out
  --keep <folder>        keeps the data of reads there for the next run
  --matching <text>      only reads whose name holds the text
`

const values = readCommandLine(
  usage,
  {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    variants: { type: 'string', default: String(largeVariants) },
    orders: { type: 'string', default: '100000' },
    sales_orders: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200000' },
    'import-rows': { type: 'string', default: '200000' },
    'import-variants': { type: 'string', default: '20000' },
    'sell-out-weeks': { type: 'string' },
    keep: { type: 'string' },
    matching: { type: 'string', default: '' },
  },
  2,
)
const chosenParts =
  values.only?.split(',') ?? parts.filter(({ is_apart }) => is_apart === undefined).map(({ name }) => name)
const unknown = chosenParts.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The parts are ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const [variants, orders, sales_orders] = [values.variants, values.orders, values.sales_orders].map(Number) as [
  number,
  number,
  number,
]
const bounds: Bounds = values.quick
  ? {
      rounds: 3,
      seconds: 1.5,
      warm_requests: 3_000,
      memory_requests: 30_000,
      variants,
      orders,
      sales_orders,
      deliveries: 4_000,
      paced_seconds: 8,
      import_rows: 40_000,
      import_variants: 4_000,
      order_book_lines: 20_000,
      sell_out_doors: 50,
      sell_out_weeks: Number(values['sell-out-weeks'] ?? 13),
    }
  : {
      rounds: 7,
      seconds: 2.5,
      warm_requests: 15_000,
      memory_requests: Number(values.requests),
      variants,
      orders,
      sales_orders,
      deliveries: 8_000,
      paced_seconds: 30,
      import_rows: Number(values['import-rows']),
      import_variants: Number(values['import-variants']),
      order_book_lines: 200_000,
      sell_out_doors: 500,
      sell_out_weeks: Number(values['sell-out-weeks'] ?? 104),
    }
const load = () =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ')
const print = (line: string) => {
  showProgress('')
  console.log(line)
}

endOnSignals()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
void keep(Promise.resolve({ stop: async () => rmSync(folder, { recursive: true, force: true }) }))
const bench: Omit<Bench, 'rig'> = { bounds, keep, folder }
const rig = once(() => openRig(bench))

print(`${new Date().toISOString()} on ${availableParallelism()} cores; load average ${load()}`)
print(
  `${connections} connections, ${bounds.rounds} rounds of ${bounds.seconds} s for each side, alternating; figures are medians\n`,
)
print(heading(columns))
try {
  for (const part of parts.filter(({ name }) => chosenParts.includes(name)))
    for (const line of await part.run({ ...bench, rig })) print(line)
  print(`\nload average ${load()} after`)
} catch (error) {
  // After a signal everything fails; the signal handler sets the exit status.
  if (isEnding()) await new Promise(() => {})
  console.error(error)
  process.exitCode = 1
} finally {
  await endAll()
}
process.exit()
