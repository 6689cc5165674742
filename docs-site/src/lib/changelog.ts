/** The entries of the changelog, newest first, each with the operations that it covers. */
import changelog_json from '../data/changelog.json'
import { type Listed, operations } from './document.ts'

export interface Entry {
  id: string
  date: string
  train: string
  kind: 'additive' | 'breaking'
  areas: { area: string; word: string }[]
  title: string
  detail: string
  action_required: string | null
  covers: string[]
  /** Its place on the pages of the changelog. */
  href: string
}
export const entries = (changelog_json.entries as Omit<Entry, 'href'>[]).map((one): Entry => ({ ...one, href: `/changelog#${one.id}` }))

const pattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** The operations that an entry's patterns match. */
export const operationsOf = ({ covers }: Entry): Listed[] =>
  operations.filter(({ id }) => covers.some((one) => pattern(one.split(' ')[0]!).test(id)))
