/** Options as files write them in one cell, and texts with escapes. Pure. */

export type OptionPair = readonly [name: string, value: string]

/** `Type=Rectangle|Name=Size|Value=M` for each option; between two there is nothing, `|`, `||` or a comma. */
const typed = /Type=[^|]*\|Name=([^|]+)\|Value=(.*?)(?=\s*(?:\|{1,2}|,)?\s*Type=[^|]*\|Name=|$)/gs
/** `[S]Size=M` for each option; the letters say how a shop shows it. */
const lettered = /\[[A-Z]{1,3}\]([^=]+)=(.*?)(?=\s*,?\s*\[[A-Z]{1,3}\][^=]+=|$)/gs
/** Colours that a swatch shows, after the value: `Red[#FF0000]` or `Red:#FF0000`. */
const swatch = /(?:\[#[^\]]*\]|:#[0-9A-Fa-f]{3,8})$/

/** null where the text has neither form. */
export function readOptionTexts(text: string): OptionPair[] | null {
  for (const form of [typed, lettered]) {
    const found = [...text.matchAll(form)]
    const between = text.replaceAll(form, '').replaceAll(/[\s|,]/g, '')
    if (found.length === 0 || between !== '') continue
    return found.map(([, name, value]) => [name!.trim(), value!.replace(swatch, '').trim()] as const)
  }
  return null
}

/** Texts of a list in one cell; with escapes, `\,` is a comma within a text. */
export function splitList(text: string, escaped: boolean): string[] {
  const items = escaped ? text.split(/(?<!\\),/).map((item) => item.replaceAll('\\,', ',')) : text.split(',')
  return items.flatMap((item) => item.trim() || [])
}

/** Items that were split at an escaped comma, put together again. */
export const rejoin = (items: readonly string[]): string[] =>
  items.reduce<string[]>((joined, item) => {
    const last = joined.at(-1)
    if (last?.endsWith('\\')) joined[joined.length - 1] = `${last.slice(0, -1)}, ${item}`
    else joined.push(item)
    return joined
  }, [])

/** `\n` is a line break, and `\\n` a backslash before an n. */
export const unescapeLines = (text: string): string =>
  text.replaceAll(/\\\\n|\\n/g, (found) => (found === '\\n' ? '\n' : '\\n'))

/** The deepest of several paths: its first part, and the rest. */
export function deepestPath(text: string, escaped: boolean): { category: string; subcategory: string | null } | null {
  const paths = splitList(text, escaped).map((path) => path.split('>').flatMap((part) => part.trim() || []))
  const deepest = paths.reduce<string[]>((best, path) => (path.length > best.length ? path : best), [])
  const [category, ...rest] = deepest
  if (category === undefined) return null
  return { category, subcategory: rest.length === 0 ? null : rest.join(' > ') }
}
