/** `npm run faults`: the fault program. Seeded, limited in time, on the loopback address only. */
import { readArguments } from '../../server/boot/command_line.ts'
import { endAll, endOnSignals, isEnding, keep } from '../support/ending.ts'
import { showProgress } from '../support/progress.ts'
import { startRig, type Figure, figure, type Rig } from './rig.ts'
import * as f01 from './f01_processes.ts'
import * as f02 from './f02_resends.ts'
import * as f03 from './f03_deliverer.ts'
import * as f04 from './f04_snapshots.ts'
import * as f05 from './f05_last_units.ts'
import * as f06 from './f06_postgres_ended.ts'
import * as f07 from './f07_backends.ts'
import * as f08 from './f08_receivers.ts'
import * as f08_isolation from './f08_isolation.ts'
import * as f09 from './f09_clocks.ts'
import * as f10 from './f10_disk_full.ts'
import * as f11 from './f11_slow_clients.ts'
import * as f12 from './f12_blocked_connections.ts'
import * as f14 from './f14_allowance.ts'
import * as f15 from './f15_revoke.ts'
import * as f17 from './races/f17_races.ts'
import * as f18 from './f18_imports.ts'
import * as f19 from './edi/f19_edi.ts'
import * as f20 from './f20_crowding.ts'
import * as f21 from './neighbours/f21_neighbours.ts'

const usage = `Causes faults under load, and prints what was measured beside what is required. Exits 1 if a requirement is not met.

  npm run faults -- [names] [--quick]

  names    such as F5 F7; all of them otherwise
  --quick  fewer and shorter rounds
`

const { values, positionals } = readArguments(usage, { quick: { type: 'boolean', default: false } }, 2)
const { quick } = values
const names = positionals.map((word) => word.toUpperCase())

type Progress = (share: number) => void
const faults: { name: string; title: string; run: (rig: Rig, progress: Progress) => Promise<Figure[]> }[] = [
  {
    name: 'F1',
    title: f01.title,
    run: (rig, progress) =>
      f01.run(rig, { seconds: quick ? 20 : 120, kill_ms: quick ? [4_000, 7_000] : [5_000, 15_000], progress }),
  },
  { name: 'F2', title: f02.title, run: (rig, progress) => f02.run(rig, { seconds: quick ? 10 : 60, progress }) },
  { name: 'F3', title: f03.title, run: (rig, progress) => f03.run(rig, { seconds: quick ? 8 : 30, progress }) },
  {
    name: 'F4',
    title: f04.title,
    run: (rig, progress) => f04.run(rig, { seconds: quick ? 20 : 120, every_ms: quick ? 2_000 : 10_000, progress }),
  },
  { name: 'F5', title: f05.title, run: (rig, progress) => f05.run(rig, { seeds: quick ? 5 : 100, progress }) },
  {
    name: 'F6',
    title: f06.title,
    run: (rig, progress) => f06.run(rig, { rounds: quick ? 6 : 20, share_of_load: quick ? 0.2 : 1, progress }),
  },
  { name: 'F7', title: f07.title, run: (rig, progress) => f07.run(rig, { rounds: quick ? 10 : 50, progress }) },
  { name: 'F8', title: f08.title, run: (rig, progress) => f08.run(rig, { progress }) },
  {
    name: 'F8',
    title: f08_isolation.title,
    run: (rig, progress) => f08_isolation.run(rig, { seconds: quick ? 10 : 70, progress }),
  },
  { name: 'F9', title: f09.title, run: (rig, progress) => f09.run(rig, { reads: quick ? 700 : 1_000, progress }) },
  { name: 'F10', title: f10.title, run: (rig, progress) => f10.run(rig, { rounds: quick ? 1 : 3, progress }) },
  { name: 'F11', title: f11.title, run: (rig, progress) => f11.run(rig, { waves: quick ? 1 : 4, progress }) },
  { name: 'F12', title: f12.title, run: (rig, progress) => f12.run(rig, { progress }) },
  { name: 'F14', title: f14.title, run: (rig, progress) => f14.run(rig, { progress }) },
  { name: 'F15', title: f15.title, run: (rig, progress) => f15.run(rig, { progress }) },
  {
    name: 'F17',
    title: f17.title,
    run: (rig, progress) =>
      f17.run(rig, { attempts: quick ? 2_000 : 100_000, seconds_max: quick ? 120 : 2_400, progress }),
  },
  {
    name: 'F18',
    title: f18.title,
    run: (rig, progress) => f18.run(rig, { rows: quick ? 10_000 : 200_000, progress }),
  },
  {
    name: 'F19',
    title: f19.title,
    run: (rig, progress) => f19.run(rig, { documents: 200, flood: quick ? 500 : 10_000, progress }),
  },
  { name: 'F20', title: f20.title, run: (rig, progress) => f20.run(rig, { seconds: quick ? 6 : 30, progress }) },
  {
    name: 'F21',
    title: f21.title,
    run: (rig, progress) => f21.run(rig, { seconds: quick ? 4 : 10, rounds: quick ? 1 : 3, progress }),
  },
]

const progressBar =
  (title: string): Progress =>
  (share) => {
    const filled = Math.round(share * 30)
    const bar = `${'#'.repeat(filled)}${'.'.repeat(30 - filled)}`
    showProgress(share >= 1 ? '' : `${title}  [${bar}] ${Math.round(share * 100)}%`)
  }

function print(title: string, figures: readonly Figure[], seconds: number): void {
  const width = Math.max(...figures.map(({ what }) => what.length))
  console.log(`\n${title}  (${seconds.toFixed(1)} s)`)
  for (const { what, value, bound, holds } of figures) {
    const verdict = bound === null ? '' : `${holds ? 'met' : 'NOT MET'}  ${bound}`
    console.log(`  ${what.padEnd(width)}  ${value.padEnd(12)} ${verdict}`.trimEnd())
  }
}

const unknown = names.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no fault ${unknown.join(', ')}; there are ${[...new Set(faults.map(({ name }) => name))].join(', ')}.`,
  )
  process.exit(2)
}

/** A fault that exceeds this time has found something that hangs; the races take longest. */
const secondsMax = ({ name }: { name: string }) => (quick ? 300 : name === 'F17' ? 2_700 : 900)

async function runWithin(fault: (typeof faults)[number], rig: Rig): Promise<Figure[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const seconds_max = secondsMax(fault)
  const late = new Promise<Figure[]>((settle) => {
    const figures = [figure('finished', 'no', `within ${seconds_max} s`, false)]
    timer = setTimeout(() => settle(figures), seconds_max * 1_000)
  })
  try {
    return await Promise.race([fault.run(rig, progressBar(fault.name)), late])
  } finally {
    clearTimeout(timer)
  }
}

endOnSignals()
// Work in progress when a signal arrives fails by itself; nothing may prevent the rest from being stopped.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => {
    if (isEnding()) return
    console.error(error)
    void endAll().then(() => process.exit(1))
  })
let broken = 0
try {
  for (const fault of faults.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const rig = await keep(startRig())
    const started = performance.now()
    const figures = await runWithin(fault, rig)
    print(fault.title, figures, (performance.now() - started) / 1000)
    broken += figures.filter(({ holds }) => !holds).length
    await rig.stop()
  }
} catch (error) {
  // After a signal everything fails; the signal handler sets the exit status.
  if (isEnding()) await new Promise(() => {})
  console.error(error)
  broken++
} finally {
  await endAll()
}
console.log(broken === 0 ? '\nAll requirements are met.' : `\n${broken} requirements are not met.`)
process.exit(broken === 0 ? 0 : 1)
