/**
 * Objects of a batch outlive the short collections that run while it is worked on, and then wait for a full one. Bun runs
 * that when the heap has reached three times what lives in it; asked for earlier, the process stays nearly as small as between
 * imports. In a server it stops the thread of imports alone. Other runtimes collect by themselves.
 */
const rowsBetween = 4_000

let rows = 0

/** `count`: rows that were worked on since. */
export async function collectSometimes(count: number): Promise<void> {
  rows += count
  if (rows < rowsBetween || !('Bun' in globalThis)) return
  rows = 0
  const { fullGC } = await import('bun:jsc')
  fullGC()
}
