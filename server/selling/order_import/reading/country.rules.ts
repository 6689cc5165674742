/** ISO 3166-1 alpha-2 codes of countries by their English names. Pure. */

const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i))
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes of the past name their successor: DD is Germany too. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const codes = new Map(
  letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = names.of(first + second)
      return name === undefined || !isCurrent(first + second) ? [] : [[name.toLowerCase(), first + second]]
    }),
  ),
)

/** null where the text is neither a code nor the English name of a country. */
export function countryCode(text: string): string | null {
  const word = text.trim()
  return /^[A-Za-z]{2}$/.test(word) ? word.toUpperCase() : (codes.get(word.toLowerCase()) ?? null)
}
