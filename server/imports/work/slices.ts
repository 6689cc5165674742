/** Long work in slices: requests, deliveries and other work of the process have their turns between them. */
const sliceMs = 8
const looksEvery = 32

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Maps a list of any length without keeping the event loop for longer than a slice. */
export async function mapInSlices<T, R>(list: readonly T[], map: (one: T, at: number) => R): Promise<R[]> {
  const mapped: R[] = []
  let until = performance.now() + sliceMs
  for (const [at, one] of list.entries()) {
    mapped.push(map(one, at))
    if (at % looksEvery !== 0 || performance.now() < until) continue
    await nextTurn()
    until = performance.now() + sliceMs
  }
  return mapped
}
