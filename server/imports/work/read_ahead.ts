/** Reads the records of the batch that follows while one is compared and written: the thread and the database work at once. */
import type { RowSource } from '../reading/source.ts'
import { type ReadRecord, readRecords, type RecordReading } from '../values/records.ts'
import { batchRows } from './apart.ts'
import type { BatchRow } from './store.ts'

export type ReadBatch = (batch: BatchRow, following: BatchRow | undefined) => Promise<readonly ReadRecord[]>

export function readingAhead(source: RowSource, reading: RecordReading): ReadBatch {
  const read = async (batch: BatchRow) => readRecords(await batchRows(source, batch), reading)
  let ahead: { batch_number: number; records: Promise<readonly ReadRecord[]> } | undefined
  return async (batch, following) => {
    const records = await (ahead?.batch_number === batch.batch_number ? ahead.records : read(batch))
    ahead = undefined
    if (following !== undefined) {
      ahead = { batch_number: following.batch_number, records: read(following) }
      // Its turn throws what was thrown; until then nobody waits for it.
      ahead.records.catch(() => {})
    }
    return records
  }
}
