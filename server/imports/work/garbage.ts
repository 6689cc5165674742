/**
 * Objects of a batch outlive the short collections that run while it is worked on, and then wait for a full one. Bun runs
 * that when the heap has reached three times what lives in it; asked for earlier, the process stays nearly as small as between
 * imports. In a server it stops the thread of imports alone. Other runtimes collect by themselves.
 */
const batchesBetween = 4

let batches = 0

export async function collectSometimes(): Promise<void> {
  if (++batches % batchesBetween !== 0 || !('Bun' in globalThis)) return
  const { fullGC } = await import('bun:jsc')
  fullGC()
}
