/** An import of a million rows takes the memory of a small one: counted in objects, which no other load changes. */
import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import type { ImportKind } from '../../server/imports/kind.ts'
import { itemKind } from './item_kind.ts'
import { openImporter, openWorker } from './rig.ts'

const rows = 16_000
const batch_rows = 500

interface Held {
  objects: number
  bytes: number
}

/** What is held when a batch is compared, in a preview and in a run alike. */
function heldNow(): Held {
  Bun.gc(true)
  const { objectCount, heapSize, extraMemorySize } = heapStats()
  return { objects: objectCount, bytes: heapSize + extraMemorySize }
}

/** Growth per row between measurements; the least, since what grows with the rows grows between any two. */
const growthOf = (held: readonly Held[], of: keyof Held, rowsBetween: number): number =>
  Math.min(...held.slice(1).map((one, i) => (one[of] - held[i]![of]) / rowsBetween))

test('an import holds no more in memory after all rows of its file than after a quarter of them', async () => {
  const importer = await openImporter()
  const lines = Array.from({ length: rows }, (_, i) => `A-${String(i).padStart(6, '0')},${i % 90},remark ${i}\n`)
  const { import_id } = await importer.create(`item,quantity,note\n${lines.join('')}`)
  lines.length = 0
  const batches = rows / batch_rows
  const quarter = batches / 4
  const held: Held[] = []
  let comparedBatches = 0
  const kind = itemKind({ batch_rows })
  const measured: ImportKind = {
    ...kind,
    diff: (...batch) => {
      comparedBatches++
      if (comparedBatches % quarter === 0) held.push(heldNow())
      return kind.diff(...batch)
    },
  }
  for (const step of ['preview', 'run'] as const) {
    await importer.step(import_id, step)
    comparedBatches = 0
    const { worker, stop } = await openWorker({ kinds: [measured], slice_seconds: 600 })
    await worker.settle()
    await stop()
    expect(comparedBatches).toBe(batches)
    const quarters = held.splice(0)
    expect(quarters).toHaveLength(4)
    const between = quarter * batch_rows
    // A record alone is ten objects. A preview keeps a hash of each key, in 24 to 48 bytes without objects.
    expect(growthOf(quarters, 'objects', between)).toBeLessThan(0.2)
    expect(growthOf(quarters, 'bytes', between)).toBeLessThan(150)
  }
  const { result } = await importer.get(import_id)
  expect(result.records.created).toBe(rows)
}, 120_000)
