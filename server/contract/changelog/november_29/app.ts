/** What people open in a browser. */
import type { ChangelogEntry } from '../entry.ts'

export const app: readonly ChangelogEntry[] = [
  {
    id: 'the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'webhooks'],
    title: 'The app: keys, webhooks, exceptions and every table in a browser',
    detail: `\`/app\` of the base URL is the app: sign in with a second factor, create, replace and revoke API keys under Settings, Developer, subscribe
    to events and repeat deliveries, resolve exceptions, invite people, and search, filter and save every table as a list. Its session is a cookie that no script reads, and that the API does not read
    either: nothing changes for keys and user tokens. [The guide](/api/guides/app) shows its pages and how the session is kept.`,
    action_required: null,
    covers: [],
  },
]
