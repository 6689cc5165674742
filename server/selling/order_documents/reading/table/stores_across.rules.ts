/** Headers that name a store each: "Store 0101", "Filiale 12", or bare numbers. Pure. */

const named =
  /^(?:store|shop|door|dc|branch|outlet|location|loc|warehouse|filiale|lager|magasin|boutique)\s*(?:no|nr|n°|#|:)?[.\s]*(\S.{0,39})$/i
const bare = /^\d{3,6}$/

/** The number of the store of each header; null where a header names none. */
export function storesAcross(headers: readonly string[]): (string | null)[] {
  const stores = headers.map((text) => named.exec(text.trim())?.[1] ?? null)
  if (stores.some((store) => store !== null)) return stores
  const numbers = headers.map((text) => (bare.test(text.trim()) ? text.trim() : null))
  return numbers
}
