/**
 * The search of the site, built to /pagefind/pagefind.js: what Pagefind's own dialog calls. Pages found by title come first, then
 * what Pagefind finds in the texts, whose index is in /pagefind/texts.
 */
import { nearMax, type Page, type SearchData, titleSearch } from './titles.ts'

interface Fragment {
  url: string
  excerpt: string
  meta: { title: string }
  sub_results: { url: string; title: string; excerpt: string }[]
}
interface Result {
  id: string
  score: number
  words: number[]
  data: () => Promise<Fragment>
}
interface Answer {
  results: Result[]
  unfilteredResultCount: number
}
interface Texts {
  init: () => Promise<void>
  options: (options: object) => Promise<void>
  search: (query: string | null, options?: object) => Promise<Answer>
  preload: (query: string, options?: object) => Promise<void>
  filters: () => Promise<object>
  destroy: () => Promise<void>
}

const textsPath = './texts/pagefind.js'
const texts: Texts = await import(textsPath)
export const { init, options, filters, destroy } = texts

let titles: Promise<ReturnType<typeof titleSearch>> | undefined
const load = () =>
  (titles ??= fetch(new URL('titles.json', import.meta.url))
    .then((answer) => answer.json() as Promise<SearchData>)
    .then(titleSearch))

export async function preload(query: string, more?: object): Promise<void> {
  await Promise.all([load(), texts.preload(query, more)])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page that the texts do not find for this query is shown with its description. */
const described = ({ url, title, description }: Page): Result => ({
  id: url,
  score: 1,
  words: [],
  data: async () => {
    const excerpt = escaped(description)
    return { url, excerpt, meta: { title }, sub_results: [{ url, title, excerpt }] }
  },
})

export async function search(query: string | null, more?: object): Promise<Answer> {
  if (query === null || query.trim() === '') return texts.search(query, more)
  const { asked, named, near } = (await load())(query)
  const answer = await texts.search(asked, more)
  const byFragment = new Map(answer.results.map((result) => [result.id, result]))
  const shown = new Set<string>()
  const resultOf = ({ fragment = '', ...page }: Page): Result => byFragment.get(fragment) ?? described(page)
  // Pages that have only most of the words take turns with texts that have them all.
  const turns = Array.from({ length: nearMax }, (_, at) => [near[at], answer.results[at]]).flat()
  const ordered = [
    ...named.map(resultOf),
    ...(named.length === 0 ? turns.flatMap((one) => one ?? []).map((one) => ('data' in one ? one : resultOf(one))) : []),
    ...answer.results,
    ...near.map(resultOf),
  ]
  const results = ordered.filter(({ id }) => !shown.has(id) && shown.add(id))
  return { ...answer, results, unfilteredResultCount: results.length }
}
export const debouncedSearch = search
