/** Packages that integrators call the service with. */
import type { ChangelogEntry } from '../entry.ts'

export const clients: readonly ChangelogEntry[] = [
  {
    id: 'typescript-client',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['client'],
    title: 'A TypeScript client with retries, paging and safe writes',
    detail: `\`@merchant-api/client\` calls the service from Node, Bun, Deno, workers and browsers. Paths, parameters, bodies and responses are
    typed from the document of API keys, or from one that you generate. It repeats what can succeed later, sends one \`Idempotency-Key\` with
    all attempts of a write, reads every row of a table with \`for await\`, and throws errors with \`code\`, \`doc_url\` and \`request_id\`.
    It is built from \`receiver-kit/client\`; [its guide](/api/guides/typescript-client) starts from a base URL and a key.`,
    action_required: null,
    covers: [],
  },
]
