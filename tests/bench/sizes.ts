/** How the time for the first page of a filtered, sorted table grows with the catalogue. */
import { smallVariants } from './fixtures/data.ts'
import { runLoad } from './loader.ts'
import { type Column, targetLine, median, row } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Rig } from './rig.ts'
import { readFiltered } from './fixtures/fixtures.ts'

export async function measureSizes(rig: Rig): Promise<string[]> {
  const { rounds, seconds, variants } = rig.bounds
  const { port } = await rig.service()
  const catalogues = [
    { variants: smallVariants, next: readFiltered(rig.data.keys.service), times: [] as number[] },
    { variants, next: readFiltered(rig.data.keys.large), times: [] as number[] },
  ] as const
  for (let round = -1; round < rounds; round++) {
    showProgress(`first page of a filtered, sorted table: round ${round + 1} of ${rounds}`)
    for (const { next, times } of catalogues) {
      const one = await runLoad({ port, next, connections: 2, seconds: seconds / 2 })
      if (round >= 0) times.push(one.p50_ms)
    }
  }
  const columns = (times: readonly number[]): Column[] => [
    ['req/s', 2_000 / median(times), 0],
    ['p50 ms', median(times), 2],
  ]
  const [small, large] = catalogues
  return [
    ...catalogues.map((one) =>
      row(`filtered page, ${one.variants.toLocaleString('en-US')} variants`, columns(one.times)),
    ),
    targetLine({
      what: 'times that of the small one',
      value: median(large.times) / median(small.times),
      digits: 2,
      at_most: 3,
    }),
  ]
}
