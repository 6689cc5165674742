/** A value that is created at its first use. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A value of each database, which is created at its first use there: tests have databases with tables of their own. */
export function oncePerDatabase<D extends { url: string }, T>(
  make: (database: D) => Promise<T>,
): (database: D) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (database) => {
    const found = made.get(database.url) ?? make(database)
    made.set(database.url, found)
    return found
  }
}
