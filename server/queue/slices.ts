/**
 * Long work in slices: requests, deliveries and other work of the process have their turns between them. A request needs
 * a few turns of the event loop, so it waits for a few slices at most. All long work of the process shares one clock, and
 * its organisations take turns (loop_turns.ts).
 */
import type { Owner } from '../../db/client/fair_shares.ts'
import { loopTurns } from './loop_turns.ts'

let sliceEndsAt = 0

export const isSliceOver = (): boolean => performance.now() >= sliceEndsAt

/** Waits for the owner's next turn, in which a new slice begins; null is work of the service itself. */
export async function nextSlice(owner: Owner = null): Promise<void> {
  await loopTurns.slice(owner)
  sliceEndsAt = performance.now() + loopTurns.sliceMs
}

/** Maps a list of any length without keeping the event loop for longer than a slice and one element. */
export async function mapInSlices<T, R>(
  list: readonly T[],
  map: (one: T, at: number) => R,
  owner: Owner = null,
): Promise<R[]> {
  const mapped: R[] = []
  for (let at = 0; at < list.length; at++) {
    if (isSliceOver()) await nextSlice(owner)
    mapped.push(map(list[at]!, at))
  }
  return mapped
}

/** Work that yields where others may have their turn. */
export type Slices<T> = Generator<void, T>

/** Runs work to its end; where it yields, the owner waits for its next turn. */
export async function runInSlices<T>(slices: Slices<T>, owner: Owner): Promise<T> {
  for (;;) {
    const step = slices.next()
    if (step.done) return step.value
    await nextSlice(owner)
  }
}

/** Runs work to its end at once. */
export function runAtOnce<T>(slices: Slices<T>): T {
  for (;;) {
    const step = slices.next()
    if (step.done) return step.value
  }
}

/** Elements that are mapped at once where each takes microseconds. */
const rowsAtOnce = 200

/** Maps rows: few at once, many in slices. */
export const mapRows = async <T, R>(list: readonly T[], map: (one: T, at: number) => R, owner: Owner): Promise<R[]> =>
  list.length <= rowsAtOnce ? list.map(map) : mapInSlices(list, map, owner)
