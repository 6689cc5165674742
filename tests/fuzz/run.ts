/** `npm run fuzz`: a longer run than the test's, with a seed of your choice. */
import { readCommandLine } from '../../server/boot/command_line.ts'
import { endProcess } from '../support/at_end.ts'
import { fuzz } from './fuzz.ts'

const usage = `Sends random requests generated from the OpenAPI document to a running service.

  npm run fuzz -- [--seed <s>] [--requests <n>]
`
const values = readCommandLine(usage, {
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  requests: { type: 'string', default: '20000' },
})
const started_ms = performance.now()
const report = await fuzz(Number(values.seed), Number(values.requests))
console.log(`seed ${values.seed}: ${report.sent} requests in ${Math.round((performance.now() - started_ms) / 1000)} s`)
console.log(JSON.stringify(report.statuses))
for (const fault of report.faults.slice(0, 50)) console.log(fault)
console.log(`${report.faults.length} faults`)
await endProcess()
process.exit(report.faults.length === 0 ? 0 : 1)
