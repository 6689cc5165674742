/** What becomes of changes that accounts send over EDI, and how they are answered. */
import type { ChangelogEntry } from '../entry.ts'

export const ediChanges: readonly ChangelogEntry[] = [
  {
    id: 'edi-accepted-deletions',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'The 865 accepts cancellations and deletions that were taken',
    detail: `BCA02 of the 865 is \`RD\` only where every line of a change is rejected. Lines that a change takes off (ACK \`ID\`) count as accepted: a cancellation that is applied is \`AD\`, and a change of which
    some lines are rejected is \`AC\`. An 860 that names no line is answered by all lines under \`NC\` (no change) instead of \`CA\`. Before, an accepted cancellation was answered as a rejection.`,
    action_required: null,
    covers: [],
  },
]
