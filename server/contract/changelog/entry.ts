/** An entry of the changelog. */
import type { Resource } from '../resources.ts'
import type { Train } from '../trains.ts'

export const changelogAreas = {
  platform: 'Every operation',
  developer: 'Keys and organisations',
  webhooks: 'Webhooks',
  receiver_kit: 'Receiver kit',
  client: 'TypeScript client',
  docs: 'Documentation',
} as const

export interface ChangelogEntry {
  /** Permanent id of the entry: its anchor on the page and its guid in the feed. */
  id: string
  /** Date from which it can be used. */
  date: string
  train: Train
  /** breaking: only as part of a train that is not published yet. */
  kind: 'additive' | 'breaking'
  areas: readonly (Resource | keyof typeof changelogAreas)[]
  title: string
  /** Markdown. */
  detail: string
  /** What callers must do, as a sentence; null if nothing. */
  action_required: string | null
  covers: readonly string[]
}
