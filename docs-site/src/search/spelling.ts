/** Words as the search compares them, and the known word that a mistyped one is closest to. */

/** A text's words: lower case, without accents, punctuation and apostrophes. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** Words that questions are made of and that say nothing about their subject. */
const fillers = new Set(
  'a an the of to in on at by for from with and or as is are be do does did how what where which when why who can could should would will i im my me we our you your it its this that there get does via'.split(
    ' ',
  ),
)
/** The words that a query is about; all of them where it has no others. */
export function subjectOf(words: readonly string[]): string[] {
  const subject = words.filter((word) => !fillers.has(word))
  return subject.length === 0 ? [...words] : subject
}

const endings: [RegExp, string][] = [
  [/(ch|sh|ss|x|z)es$/, '$1'],
  [/ies$/, 'y'],
  [/([^aeiou]us|ss)$/, '$1'],
  [/s$/, ''],
]
/** A word in the singular, so that 'returns' and 'return' are one word. */
export function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const found = endings.find(([ending]) => ending.test(word))
  return found === undefined ? word : word.replace(...found)
}

/** Edits between two words, where swapping two neighbours is one edit; `most` + 1 if there are more than `most`. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      row[j] = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, before![j - 2]! + 1)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return last![other.length]!
}

/**
 * The known words closest to one that is not known, those on the most pages first; the word itself where it is known or none is
 * close. Short words and numbers stay.
 */
export function corrections(word: string, known: ReadonlyMap<string, number>): string[] {
  if (known.has(word) || known.has(singular(word)) || word.length < 4 || /\d/.test(word)) return [word]
  let least = word.length < 8 ? 1 : 2
  let closest: string[] = []
  for (const candidate of known.keys()) {
    if (candidate.length < 4) continue
    const edits = editsBetween(word, candidate, least)
    if (edits > least) continue
    if (edits < least) closest = []
    least = edits
    closest.push(candidate)
  }
  if (closest.length === 0) return [word]
  return closest.sort((one, other) => known.get(other)! - known.get(one)!)
}
