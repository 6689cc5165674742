import type { ChangelogEntry } from './entry.ts'

export const timeZones: readonly ChangelogEntry[] = [
  {
    id: 'known-time-zones',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'reports'],
    title: 'Time zones must be known to the database',
    detail: `Organisations, report schedules and mappings of imports take a time zone only if the database lists it, too. Others are refused with
    400 by their field; \`US/Pacific-New\`, for example, was taken before and stopped the figures that are computed by day. Zones that were
    stored already became the present name of the same zone, or UTC.`,
    action_required: null,
    covers: [],
  },
]
