/** Names of lists of known values. The document publishes a named list once, as the component of that name. */
const names = new WeakMap<readonly string[], string>()

/** A list of known values, with the name of its component. */
export function named<const T extends readonly string[]>(name: string, values: T): T {
  names.set(values, name)
  return values
}

export const nameOf = (values: readonly string[]): string | undefined => names.get(values)
