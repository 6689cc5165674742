/** The entries of the changelog, newest first, each with the operations that it tells of. */
import changelog_json from '~/data/changelog.json'
import { type Listed, operations } from './document.ts'

export interface Entry {
  id: string
  date: string
  train: string
  kind: 'additive' | 'breaking' | 'withdrawal'
  areas: { area: string; word: string }[]
  title: string
  detail: string
  action_required: string | null
  covers: string[]
}
export const entries = changelog_json.entries as Entry[]

const pattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** An operation that an earlier entry launched is not the news of a later, wider one. */
export const operationsOf = ({ covers }: Entry): Listed[] =>
  operations.filter(({ id }) => covers.some((one) => pattern(one.split(' ')[0]!).test(id)))
