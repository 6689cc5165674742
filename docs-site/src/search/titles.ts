/**
 * Finds pages by their titles, search terms and descriptions. Full text alone ranks a page with many mentions of a word above
 * the page that has it as its title; `pagefind.ts` puts what is found here before what Pagefind finds in the texts.
 */
import MiniSearch, { type Query } from 'minisearch'
import { corrections, singular, subjectOf, wordsOf } from './spelling.ts'
import { meaningsOf } from './synonyms.ts'

export interface Page {
  url: string
  title: string
  description: string
  /** Phrases that people search for. */
  terms: string[]
  /** The operation's id and path; absent on other pages. */
  operation?: string
  /** An entry of the changelog: after pages, and only for queries of several words. */
  is_change?: boolean
  /** The page's fragment in Pagefind's index. */
  fragment?: string
}
export interface SearchData {
  pages: Page[]
  /** Words of the texts, each with how many pages have it. */
  words: Record<string, number>
}
export interface Found {
  /** The query with its typing errors corrected. */
  asked: string
  /** Pages whose title or term is the query, then those that have all its words there. */
  named: Page[]
  /** Pages that have most of its words in title, terms or description. */
  near: Page[]
}

/** A mistyped word is more likely one of a title than one of the texts. */
const titleWeight = 50
/** So many words of equal closeness are tried. */
const correctionsMax = 6
const changeWordsMin = 3
const namedMax = 8
export const nearMax = 8
const key = (words: readonly string[]): string => words.map(singular).join(' ')

/** What a query says exactly: the title of an operation counts more than a term, a term more than another title. */
function exactPages(pages: readonly Page[]): Map<string, Map<Page, number>> {
  const exact = new Map<string, Map<Page, number>>()
  const putWords = (words: string[], page: Page, rank: number) => {
    const own = exact.get(key(words)) ?? new Map<Page, number>()
    exact.set(key(words), own.set(page, Math.max(own.get(page) ?? 0, rank)))
  }
  const put = (text: string, page: Page, rank: number) => {
    const words = wordsOf(text)
    putWords(words, page, rank)
    putWords(subjectOf(words), page, rank - 3)
  }
  for (const page of pages) {
    put(page.title, page, page.is_change ? 3.5 : page.operation === undefined ? 4 : 6)
    for (const term of page.terms) put(term, page, 5)
    for (const name of page.operation?.split(' ') ?? []) put(name, page, 6)
  }
  return exact
}

/** A word of the query, or one that means the same, with all the words of a phrase. */
const anyMeaning = (word: string): Query => ({
  combineWith: 'OR',
  queries: meaningsOf(word).map((meaning) => ({ combineWith: 'AND', queries: wordsOf(meaning) })),
})

export function titleSearch({ pages, words }: SearchData): (query: string) => Found {
  const index = new MiniSearch<Page & { id: string; phrases: string }>({
    fields: ['title', 'phrases', 'description', 'operation'],
    tokenize: wordsOf,
    processTerm: singular,
    searchOptions: { boost: { title: 3, phrases: 3, operation: 0.5, description: 0.3 } },
  })
  index.addAll(pages.map((page) => ({ ...page, id: page.url, phrases: page.terms.join(' ') })))
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  const exact = exactPages(pages)
  const known = new Map(Object.entries(words))
  for (const page of pages)
    for (const word of wordsOf(`${page.title} ${page.terms.join(' ')}`)) known.set(word, (known.get(word) ?? 0) + titleWeight)

  /** Pages with the words of a query: in how many of its parts, and with which score. */
  const matches = (parts: Query[], fields: string[]): Map<string, { parts: number; score: number }> => {
    const sums = new Map<string, { parts: number; score: number }>()
    for (const [at, part] of parts.entries())
      for (const { id, score } of index.search(part, { fields, prefix: at === parts.length - 1 })) {
        const before = sums.get(String(id)) ?? { parts: 0, score: 0 }
        sums.set(String(id), { parts: before.parts + 1, score: before.score + score })
      }
    return sums
  }
  const best = (found: Map<string, { parts: number; score: number }>, least: number): Page[] =>
    [...found]
      .filter(([url, { parts }]) => parts >= least && (parts >= changeWordsMin || !byUrl.get(url)!.is_change))
      .sort(([, one], [, other]) => other.parts - one.parts || other.score - one.score)
      .flatMap(([url]) => byUrl.get(url) ?? [])
      .toSorted((one, other) => Number(one.is_change ?? false) - Number(other.is_change ?? false))

  const wholeOf = (asked: readonly string[]): Page[] => {
    const parts = subjectOf(asked).map(anyMeaning)
    return best(matches(parts, ['title', 'phrases', 'operation']), parts.length)
  }
  /** The query's words; a mistyped one becomes the word with which a page has them all, or the most frequent. */
  const respelled = (words: readonly string[]): string[] => {
    const options = words.map((word) => (meaningsOf(word).length > 1 ? [word] : corrections(word, known)))
    const likely = options.map(([first]) => first!)
    const at = options.findIndex((one) => one.length > 1)
    if (at === -1) return likely
    const tries = options[at]!.slice(0, correctionsMax).map((word) => likely.with(at, word))
    return tries.find((asked) => wholeOf(asked).length > 0) ?? likely
  }

  return (query) => {
    const typed = wordsOf(query)
    // Names of code, such as error codes, are what they are; the texts have them.
    const isName = /[_./]/.test(query)
    const asked = isName ? typed : respelled(typed)
    const isRespelled = asked.some((word, i) => word !== typed[i])
    const same = exact.get(key(asked)) ?? exact.get(key(subjectOf(asked))) ?? new Map<Page, number>()
    const first = [...same].sort((one, other) => other[1] - one[1]).map(([page]) => page)
    if (isName) return { asked: query, named: first, near: [] }
    const named = [...new Set([...first, ...wholeOf(asked).slice(0, namedMax)])]
    // One word of three may be missing.
    const parts = subjectOf(asked).map(anyMeaning)
    const near = best(matches(parts, ['title', 'phrases', 'description']), Math.ceil((parts.length * 2) / 3))
    return {
      asked: isRespelled ? asked.join(' ') : query,
      named,
      near: near.filter((page) => !named.includes(page)).slice(0, nearMax),
    }
  }
}
