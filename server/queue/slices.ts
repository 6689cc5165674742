/**
 * Long work in slices: requests, deliveries and other work of the process have their turns between them. A request needs
 * a few turns of the event loop, so it waits for a few slices at most. All long work of the process shares one clock.
 */
const sliceMs = 3

let sliceEndsAt = 0

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

export const isSliceOver = (): boolean => performance.now() >= sliceEndsAt

/** Waits for the next turn of the event loop, in which a new slice begins. */
export async function nextSlice(): Promise<void> {
  await nextTurn()
  sliceEndsAt = performance.now() + sliceMs
}

/** Maps a list of any length without keeping the event loop for longer than a slice and one element. */
export async function mapInSlices<T, R>(list: readonly T[], map: (one: T, at: number) => R): Promise<R[]> {
  const mapped: R[] = []
  for (let at = 0; at < list.length; at++) {
    if (isSliceOver()) await nextSlice()
    mapped.push(map(list[at]!, at))
  }
  return mapped
}
