/** A value that is created at its first use. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A value of each database, which is created at its first use there: tests have databases with tables of their own. */
export function oncePerDatabase<S extends { database: { url: string } }, T>(
  make: (service: S) => Promise<T>,
): (service: S) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (service) => {
    const { url } = service.database
    const found = made.get(url) ?? make(service)
    made.set(url, found)
    return found
  }
}
