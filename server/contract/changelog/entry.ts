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

/** Figures that were wrong and are others now. */
export interface Correction {
  figures: string
  /** every_period: reads of past periods answer the corrected figure too; new_records: only what is recorded from the date on. */
  reach: 'every_period' | 'new_records'
}

export interface ChangelogEntry {
  /** Permanent id of the entry: its anchor on the page and its guid in the feed. */
  id: string
  /** Date from which it can be used. */
  date: string
  train: Train
  /** breaking: only as part of a train that is not published yet. */
  kind: 'additive' | 'breaking'
  /** The figures that it corrects; absent if none. Those of earlier entries are in `corrections.ts`. */
  corrects?: Correction
  areas: readonly (Resource | keyof typeof changelogAreas)[]
  title: string
  /** Markdown. */
  detail: string
  /** What callers must do, as a sentence; null if nothing. */
  action_required: string | null
  covers: readonly string[]
}
