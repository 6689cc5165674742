/** The entries of the changelog, newest first, and the pages that list them: all, by area and by kind. */
import changelog_json from '../data/changelog.json'
import { type Listed, operations } from './document.ts'

export type Kind = 'additive' | 'correction' | 'breaking'
interface Stored {
  id: string
  date: string
  train: string
  kind: Kind
  corrects?: { figures: string; reach: 'every_period' | 'new_records' }
  areas: { area: string; word: string }[]
  title: string
  detail: string
  action_required: string | null
  covers: string[]
}
export interface Entry extends Stored {
  /** Its place on the pages of all entries. */
  href: string
}

export const kind_words: Record<Kind, string> = {
  additive: 'Additive',
  correction: 'Correction: figures change',
  breaking: 'Breaking',
}
const reach_words = {
  every_period: (date: string) => `Reads of every period answer the corrected figures since ${date}.`,
  new_records: (date: string) => `What was recorded before ${date} keeps its figures.`,
}
/** Which figures an entry corrects, and since when. */
export const correctionWords = ({ corrects, date }: Entry): string | undefined =>
  corrects && `${corrects.figures}. ${reach_words[corrects.reach](date)}`

const perPage = 30
export interface ChangelogPage<One> {
  /** Counted from the oldest; undefined on the newest page, so that older pages keep their addresses. */
  number: number | undefined
  entries: One[]
}
/** Pages of 30 from the oldest on. The newest has no number, and what the last whole page leaves. */
export function pagesOf<One>(newestFirst: readonly One[]): ChangelogPage<One>[] {
  const whole = Math.max(0, Math.ceil(newestFirst.length / perPage) - 1)
  const numbered = Array.from({ length: whole }, (_, i) => {
    const end = newestFirst.length - i * perPage
    return { number: i + 1, entries: newestFirst.slice(end - perPage, end) }
  })
  return [{ number: undefined, entries: newestFirst.slice(0, newestFirst.length - whole * perPage) }, ...numbered.reverse()]
}

const stored = changelog_json.entries as Stored[]
export const entries: Entry[] = pagesOf(stored).flatMap(({ number, entries: own }) =>
  own.map((one) => ({ ...one, href: `/changelog${number === undefined ? '' : `/${number}`}#${one.id}` })),
)

export interface View {
  /** Start of the addresses of its pages. */
  href: string
  title: string
  entries: Entry[]
  feed: string
}
export const all_entries: View = { href: '/changelog', title: 'Changelog', entries, feed: '/changelog.xml' }

const area_words = new Map(entries.flatMap(({ areas }) => areas.map(({ area, word }) => [area, word] as const)))
/** Areas by their words. */
export const area_views: (View & { name: string; word: string })[] = [...area_words]
  .sort(([, one], [, other]) => one.localeCompare(other))
  .map(([area, word]) => ({
    name: area,
    word,
    href: `/changelog/area/${area}`,
    title: `Changelog: ${word}`,
    entries: entries.filter(({ areas }) => areas.some((one) => one.area === area)),
    feed: `/changelog/${area}.xml`,
  }))
export const kind_views: (View & { name: Kind; word: string })[] = (Object.keys(kind_words) as Kind[])
  .map((kind) => ({
    name: kind,
    word: kind_words[kind],
    href: `/changelog/kind/${kind}`,
    title: `Changelog: ${kind_words[kind].toLowerCase()}`,
    entries: entries.filter((one) => one.kind === kind),
    feed: `/changelog/${kind}.xml`,
  }))
  .filter((view) => view.entries.length > 0)

/** The pages of views, as the paths of a route: `orders`, `orders-2`. */
export const viewPaths = (views: (View & { name: string })[]) =>
  views.flatMap((view) =>
    pagesOf(view.entries).map((page) => ({
      params: { view: page.number === undefined ? view.name : `${view.name}-${page.number}` },
      props: { view, page },
    })),
  )

const pattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** The operations that an entry's patterns match. */
export const operationsOf = ({ covers }: Entry): Listed[] =>
  operations.filter(({ id }) => covers.some((one) => pattern(one.split(' ')[0]!).test(id)))

const linksPerArea = 8

/** Links to the operations of an entry; an area with many of them is one link. */
export function operationLinks(entry: Entry): { href: string; text: string }[] {
  const own = operationsOf(entry)
  return [...new Set(own.map(({ tag }) => tag))].flatMap((tag) => {
    const ofArea = own.filter((one) => one.tag === tag)
    if (ofArea.length <= linksPerArea) return ofArea.map(({ href, operation }) => ({ href, text: operation.summary }))
    return [{ href: `/reference/${ofArea[0]!.area}`, text: `${tag}: ${ofArea.length} operations` }]
  })
}
