/** The conformance suite for the stores of edge runtimes, run inside them. Bundled as one file. */
import { storeConformance } from '../../src/stores/conformance.ts'
import { createDenoKvStore, type DenoKv } from '../../src/stores/deno_kv.ts'
import { createWorkersKvStore, type WorkersKv } from '../../src/stores/workers_kv.ts'

export type Verdicts = Record<string, string>

let prefixes = 0

export const runWorkersKv = (kv: WorkersKv): Promise<Verdicts> =>
  verdicts((now) => createWorkersKvStore(kv, { prefix: `kit-${prefixes++}:`, now }), false)

export const runDenoKv = (kv: DenoKv): Promise<Verdicts> =>
  verdicts((now) => createDenoKvStore(kv, { prefix: `kit-${prefixes++}`, now }), true)

async function verdicts(
  create: (now: () => number) => ReturnType<typeof createDenoKvStore>,
  atomic: boolean,
): Promise<Verdicts> {
  const open = () => {
    let now = 1_793_613_600
    return { store: create(() => now), advance: (seconds: number) => void (now += seconds) }
  }
  const found: Verdicts = {}
  for (const { title, run } of storeConformance({ open, atomic })) {
    found[title] = await run().then(
      () => 'ok',
      (error: unknown) => String(error),
    )
  }
  return found
}
