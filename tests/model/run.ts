/** `npm run model`: random histories, each with a seed of its own, compared with the model after every step. */
import { readCommandLine } from '../../server/boot/command_line.ts'
import { showProgress } from '../support/progress.ts'
import { endProcess } from '../support/at_end.ts'
import { type Played, playHistories } from './histories.ts'

const usage = `Plays random histories against a model in memory and compares after every step. The history of a seed is always the same.

  npm run model -- [--seed <first>] [--histories <n>] [--steps <most>] [--at-once <n>] [--shrink <seconds>]

Prints the seed from which to go on if it is interrupted, and that of a history that diverges.
`
const values = readCommandLine(usage, {
  seed: { type: 'string', default: '1' },
  histories: { type: 'string', default: '400' },
  steps: { type: 'string', default: '60' },
  'at-once': { type: 'string', default: '2' },
  shrink: { type: 'string', default: '600' },
})
const [seed, histories, steps, atOnce] = [values.seed, values.histories, values.steps, values['at-once']].map(
  Number,
) as [number, number, number, number]

const table = (heading: string, rows: readonly (readonly [string, string])[]) =>
  [heading, ...rows.map(([name, figure]) => `  ${name.padEnd(32)} ${figure}`)].join('\n')

function summaryOf({ histories: ended, steps: played, acts, compared }: Played, seconds: number, isAgreed: boolean) {
  const sorted = [...acts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    table(`Histories from seed ${seed} on`, [
      ['histories', `${ended} of ${histories}`],
      ['steps', String(played)],
      ['seconds', String(seconds)],
      ['divergences', isAgreed ? '0' : '1'],
    ]),
    table(
      'Comparisons',
      [...compared].map(([read, count]) => [read, String(count)] as const),
    ),
    table(
      'Steps, taken and refused by both',
      sorted.map(([act, one]) => [act, `${one.taken}, ${one.refused}`] as const),
    ),
  ].join('\n')
}

const started_ms = performance.now()
const secondsPassed = () => Math.round((performance.now() - started_ms) / 1000)
let latest: Played = { histories: 0, steps: 0, acts: new Map(), compared: new Map() }
let status = 0
try {
  latest = await playHistories({
    seed,
    histories,
    steps_max: steps,
    at_once: atOnce,
    shrink_seconds_max: Number(values.shrink),
    onHistory: (now) => {
      latest = now
      showProgress(
        `${now.histories} of ${histories} histories, ${now.steps} steps, ${secondsPassed()} s; to go on, --seed ${seed + Math.max(now.histories - atOnce + 1, 0)}`,
      )
    },
    onDivergence: (message) => console.error(`${message}\nLooking for a smaller history that diverges.`),
  })
} catch (error) {
  console.error((error as Error).message)
  status = 1
}
console.log(summaryOf(latest, secondsPassed(), status === 0))
await endProcess()
process.exit(status)
