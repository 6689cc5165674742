/**
 * npm run faults -- [F5 F7 …] [--quick]: the fault programme. Seeded, bounded in time, on the loopback address only.
 * Prints what was measured against what must hold, and ends with 1 when something does not.
 */
import { startRig, type Figure, type Rig } from './rig.ts'
import * as f01 from './f01_processes.ts'
import * as f02 from './f02_resends.ts'
import * as f03 from './f03_deliverer.ts'
import * as f05 from './f05_takers.ts'
import * as f07 from './f07_backends.ts'
import * as f08 from './f08_receivers.ts'
import * as f08_isolation from './f08_isolation.ts'
import * as f12 from './f12_connections_held.ts'
import * as f14 from './f14_allowance.ts'
import * as f15 from './f15_revoke.ts'

const asked = process.argv.slice(2)
const quick = asked.includes('--quick')
const names = asked.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase())

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
  { name: 'F5', title: f05.title, run: (rig, progress) => f05.run(rig, { seeds: quick ? 5 : 100, progress }) },
  { name: 'F7', title: f07.title, run: (rig, progress) => f07.run(rig, { rounds: quick ? 10 : 50, progress }) },
  { name: 'F8', title: f08.title, run: (rig, progress) => f08.run(rig, { progress }) },
  {
    name: 'F8',
    title: f08_isolation.title,
    run: (rig, progress) => f08_isolation.run(rig, { seconds: quick ? 10 : 70, progress }),
  },
  { name: 'F12', title: f12.title, run: (rig, progress) => f12.run(rig, { progress }) },
  { name: 'F14', title: f14.title, run: (rig, progress) => f14.run(rig, { progress }) },
  { name: 'F15', title: f15.title, run: (rig, progress) => f15.run(rig, { progress }) },
]

const progressBar = (title: string): Progress => {
  if (!process.stderr.isTTY) return () => {}
  return (share) => {
    const filled = Math.round(share * 30)
    process.stderr.write(
      `\r${title}  [${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${Math.round(share * 100)}%${share >= 1 ? '\r\x1b[K' : ''}`,
    )
  }
}

function print(title: string, figures: readonly Figure[], seconds: number): void {
  const width = Math.max(...figures.map(({ what }) => what.length))
  console.log(`\n${title}  (${seconds.toFixed(1)} s)`)
  for (const { what, value, bound, holds } of figures) {
    const verdict = bound === null ? '' : `${holds ? 'holds' : 'BROKEN'}  ${bound}`
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

let broken = 0
for (const fault of faults.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const rig = await startRig()
  const started = performance.now()
  try {
    const figures = await fault.run(rig, progressBar(fault.name))
    print(fault.title, figures, (performance.now() - started) / 1000)
    broken += figures.filter(({ holds }) => !holds).length
  } finally {
    await rig.stop()
  }
}
console.log(broken === 0 ? '\nEverything holds.' : `\n${broken} figures do not hold.`)
process.exit(broken === 0 ? 0 : 1)
