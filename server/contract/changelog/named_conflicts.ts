/** Refusals that say more. */
import type { ChangelogEntry } from './entry.ts'

export const namedConflicts: readonly ChangelogEntry[] = [
  {
    id: 'named-conflicts',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Every conflict of an operation is listed',
    detail: `The 409 of each operation of the app lists the reasons for which it answers \`conflict\`, as those of the public API do. An XLSX file with a part
    that is cut off is refused as damaged; it was refused as empty. Members without the second factor that an organisation requires can leave
    it. An invitation can be accepted only while its sender is an administrator; otherwise it is refused with \`invitation_invalid\` and
    listed as revoked.`,
    action_required: null,
    covers: ['session.*', 'auth.*', 'code:invitation_invalid'],
  },
]
