/** Operations with one record are batches of one: their faults become the response. */
import { refuse, refuseField } from '../contract/refusals.ts'
import type { RecordDiff } from '../imports/record_diff.ts'

/** The write of a record, or null if nothing changes; refuses a faulty record. */
export function writeOf<W>(diff: RecordDiff<W>): W | null {
  if (diff.outcome === 'unchanged') return null
  if (diff.outcome !== 'refused') return diff.write
  const { field, rule, allowed } = diff.faults[0]!
  return refuseField(field, rule, allowed)
}

/** The write of a record whose name must be new. */
export function newWriteOf<W>(diff: RecordDiff<W>, noun: string): W {
  const write = writeOf(diff)
  if (diff.outcome !== 'created' || write === null) return refuseField('name', `belongs to another ${noun}`)
  return write
}

/** Runs writes of named records; a name that another request has taken in the meantime is refused. */
export async function refusingTakenNames<T>(constraint: string, noun: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === constraint)
      refuseField('name', `belongs to another ${noun}`)
    throw error
  }
}

export const refuseUnknown = (noun: string): never =>
  refuse('not_found', { desc: `No ${noun} of this organisation has that id.` })
