/** Idempotency keys of writes: one that may have been done, though its response was lost, is sent again under the same key. */
const prefix = 'write '

/** In memory, or over a reload where the browser hashes: a body can contain a secret, so it is not kept itself. */
const inMemory = new Map<string, string>()

async function nameOf(request: string): Promise<string | null> {
  // Browsers hash in secure contexts alone.
  if (globalThis.crypto.subtle === undefined) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request))
  return prefix + [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export interface Repeatable {
  key: string
  /** The write may have been done: the next one that is equal gets the same key. */
  keep: () => void
  /** The service has answered: the next one that is equal is another write. */
  forget: () => void
}

/** The key of a write; `request` states all that makes it the same write. */
export async function keyOfWrite(request: string): Promise<Repeatable> {
  const name = await nameOf(request)
  const key = (name === null ? inMemory.get(request) : sessionStorage.getItem(name)) ?? newKey()
  return {
    key,
    keep: () => (name === null ? inMemory.set(request, key) : sessionStorage.setItem(name, key)),
    forget: () => (name === null ? inMemory.delete(request) : sessionStorage.removeItem(name)),
  }
}
