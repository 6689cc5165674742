/** The keys that earlier batches of a file left, for a step that goes on in another turn. */
import { isSliceOver, nextSlice } from '../../queue/slices.ts'
import { KeyIndex } from './key_index.ts'
import { readKeyHashes } from './store.ts'
import type { Work } from './work.ts'

/** `rows`: how many keys to expect. */
export async function restoreKeys({ db, job }: Work, rows: number): Promise<KeyIndex> {
  const keys = new KeyIndex(rows)
  for (let after = 0; ;) {
    const batches = await readKeyHashes(db.reads, job, after)
    for (const { key_hashes } of batches) {
      if (isSliceOver()) await nextSlice()
      keys.restore(key_hashes)
    }
    if (batches.length === 0) return keys
    after = batches.at(-1)!.batch_number
  }
}
