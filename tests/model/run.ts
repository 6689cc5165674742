/** `npm run model`: more and longer histories than the test's, with a seed of your choice. */
import { readCommandLine } from '../../server/boot/command_line.ts'
import { showProgress } from '../support/progress.ts'
import { endProcess } from '../support/at_end.ts'
import { playHistories } from './histories.ts'

const usage = `Plays random histories against a model in memory and compares after every step.

  npm run model -- [--seed <s>] [--histories <n>] [--steps <m>]
`
const values = readCommandLine(usage, {
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  histories: { type: 'string', default: '2000' },
  steps: { type: 'string', default: '50' },
})
const [seed, histories, steps] = [values.seed, values.histories, values.steps].map(Number) as [number, number, number]
console.log(`seed ${seed}: ${histories} histories of up to ${steps} steps`)
const started_ms = performance.now()
let status = 0
try {
  const played = await playHistories({
    seed,
    histories,
    steps_max: steps,
    seconds_max: 24 * 3_600,
    onHistory: (now) => {
      showProgress(`${now.histories} of ${histories}`)
    },
    onDivergence: (message) => console.error(`${message}\nLooking for a smaller history that diverges.`),
  })
  const seconds = Math.round((performance.now() - started_ms) / 1000)
  console.log(`${played.histories} histories, ${played.steps} steps in ${seconds} s: no divergence`)
  for (const [act, { taken, refused }] of [...played.acts].sort())
    console.log(`  ${act.padEnd(24)} ${taken} taken, ${refused} refused`)
} catch (error) {
  console.error((error as Error).message)
  status = 1
}
await endProcess()
process.exit(status)
