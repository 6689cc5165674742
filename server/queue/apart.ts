import { isConnectionError } from '../../db/client/database.ts'

/**
 * Claims and outcomes of all organisations take one statement. If it fails, each organisation has one of its own, so that the
 * bad row of one holds up no other. Returns what was sent; `onFault` gets the rest.
 */
export async function sendOrApart<T, R>(
  all: readonly T[],
  ownerOf: (one: T) => string,
  send: (some: readonly T[]) => Promise<R>,
  onFault: (error: unknown, some: readonly T[]) => void,
): Promise<R[]> {
  try {
    return [await send(all)]
  } catch (error) {
    const owners = [...Map.groupBy(all, ownerOf).values()]
    if (owners.length === 1 || isConnectionError(error)) {
      onFault(error, all)
      return []
    }
    const sent: R[] = []
    for (const own of owners) {
      try {
        sent.push(await send(own))
      } catch (fault) {
        onFault(fault, own)
      }
    }
    return sent
  }
}
