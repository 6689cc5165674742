/** The documentation: search, changelog and texts for programs. */
import type { ChangelogEntry } from '../entry.ts'

export const docs: readonly ChangelogEntry[] = [
  {
    id: 'guides-of-currencies-dates-taxes',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'Guides to currencies, dates, taxes, custom fields, backorders, webhooks and help',
    detail: `Seven pages are new: [currencies and exchange rates](/api/guides/currencies), [dates, time zones and fiscal
    calendars](/api/guides/dates-and-calendars), [taxes](/api/guides/taxes), [custom fields](/api/guides/custom-fields),
    [backorders](/api/guides/backorders), an [overview of webhooks](/webhooks) and [getting help](/api/guides/help). The search finds them by
    the words of other services too.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'console-requests-that-succeed',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'The console fills in values of your own organisation',
    detail: `[Try it](/console) begins each request with its required parameters and \`limit\`, and with the key that you enter it fills in ids of
    your own records. It has the operations that API keys can call, and loads their document alone.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'changelog-by-area-and-kind',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'The changelog by area and kind, and search by title',
    detail: `The [changelog](/changelog) has pages, a list and a feed for each area and kind, such as \`/changelog/orders.xml\`. Entries of the kind
    [correction](/changelog/kind/correction) say which figures change, and for which time. \`/llms.txt\` lists the whole text in files of at
    most 500 kB, by part; \`/llms-full.txt\` lists these files instead of being one of 8 MB. The search finds an operation by its title first,
    and copes with typing errors and other words.`,
    action_required: 'Read the files that `/llms-full.txt` lists, if a program of yours reads it.',
    covers: [],
  },
]
