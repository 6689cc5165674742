/** Stops everything that a run started when it ends, fails or is interrupted. */
import process from 'node:process'

export interface Stoppable {
  stop: () => Promise<void>
}

/** Also registers what is still starting, so that a signal meanwhile waits for it and stops it too. */
export type Keep = <T extends Stoppable>(starting: Promise<T>) => Promise<T>

const stoppables: Promise<Stoppable>[] = []
let ending: Promise<void> | undefined

async function stopOne(starting: Promise<Stoppable>): Promise<void> {
  const started = await starting.catch(() => null)
  await started?.stop().catch((error: unknown) => console.error(`something did not stop: ${String(error)}`))
}

export const keep: Keep = (starting) => {
  stoppables.push(starting)
  // Too late for the ending to wait for it, but it is still stopped.
  if (ending) ending = ending.then(() => stopOne(starting))
  return starting
}

/** In reverse order: processes before the database that they use. */
export const endAll = (): Promise<void> =>
  (ending ??= stoppables
    .splice(0)
    .reduceRight<Promise<void>>((before, one) => before.then(() => stopOne(one)), Promise.resolve()))

export const isEnding = (): boolean => ending !== undefined

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export function endOnSignals(): void {
  for (const [name, status] of Object.entries(signals))
    process.on(name, () => {
      if (!isEnding()) console.error(`\n${name}: stopping what was started`)
      void endAll().then(() => process.exit(status))
    })
}
