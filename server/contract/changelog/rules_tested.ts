import type { ChangelogEntry } from './entry.ts'

export const rulesTested: readonly ChangelogEntry[] = [
  {
    id: 'countries-and-returns-read-right',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'returns'],
    title: 'Country names and the largest quantities of return files are read right',
    detail: `An import of orders reads United Kingdom, Russia, Serbia, Benin and Burkina Faso as their present codes; some were read as
    codes that are no longer in use. A return file may state the largest quantity that its message allows. Refusals of return lines name
    the field that was sent, and reasons join three currencies with commas.`,
    action_required: null,
    covers: [],
  },
]
