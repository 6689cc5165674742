/** Headers as a framework provides them: a Headers object, or a plain object whose names may have any case. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The value of a header, or an array if it was sent more than once. `name` must be lower-case. */
export function readHeader(headers: ReceivedHeaders, name: string): string | readonly string[] | null | undefined {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name)
  const named = headers as { readonly [name: string]: string | readonly string[] | undefined }
  const values = Object.keys(named).flatMap((key) => (key.toLowerCase() === name ? (named[key] ?? []) : []))
  return values.length > 1 ? values : values[0]
}

// The event name and the delivery id are not signed and become keys in stores: accept only a single short token.
export function singleToken(value: string | readonly string[] | null | undefined): string | null {
  return typeof value === 'string' && /^[\w.:~-]{1,200}$/.test(value) ? value : null
}

export const isTest = (headers: ReceivedHeaders): boolean => readHeader(headers, 'x-service-test') === 'true'
