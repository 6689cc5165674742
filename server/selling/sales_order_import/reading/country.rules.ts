/** ISO 3166-1 alpha-2 codes of countries by their English names. Pure. */

const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i))
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes of the past name their successor: DD is Germany too, and SU Russia. Bun resolves them only as it adds subtags. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).maximize().region === code

const codes = new Map(
  letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = names.of(first + second)
      return name === undefined || !isCurrent(first + second) ? [] : [[name.toLowerCase(), first + second]]
    }),
  ),
)

/** null where the text is neither a code nor the English name of a country. A code that others replaced, or UK, becomes the current one. */
export function countryCode(text: string): string | null {
  const word = text.trim()
  if (!/^[A-Za-z]{2}$/.test(word)) return codes.get(word.toLowerCase()) ?? null
  const code = word.toUpperCase()
  return codes.get(names.of(code)?.toLowerCase() ?? '') ?? code
}
