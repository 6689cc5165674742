/** Packages that integrators call the service with. */
import type { ChangelogEntry } from '../entry.ts'

export const clients: readonly ChangelogEntry[] = [
  {
    id: 'quick-start-in-typescript',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs', 'client'],
    title: 'A quick start in TypeScript, and the client in browsers',
    detail: `[Quick start in TypeScript](/quick-start/typescript) leads from an empty folder to a verified webhook and a synced catalogue, with the
    client and the receiver kit. The client is now tested in browsers too; [its guide](/api/guides/typescript-client) says which credentials
    belong into a page.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'starter-category-and-account',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sandbox'],
    title: 'A seeded sandbox has a category and a trading account',
    detail: `[POST /api/v1/sandbox/seed](/reference/sandbox/seed) writes an empty category, Knitwear, and a trading account as well, and counts them in
    \`categories\` and \`accounts\` of \`written\`. Every read that the [console](/console) fills in now succeeds in a new sandbox. A category of the
    same name is kept; an account of the starter account's name is refused with \`conflict\`, as suppliers and locations are.`,
    action_required: null,
    covers: ['sandbox.seed'],
  },
  {
    id: 'samples-of-the-client',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'Samples begin with the TypeScript client',
    detail: `Every operation of the [reference](/reference) that the [TypeScript client](/api/guides/typescript-client) can call shows the call
    first: with a key, or with a session and the types of the whole document. Reads in pages use \`rows\`. Python, curl and plain HTTP in
    other languages follow. The client now sends files: a \`body\` of bytes goes out as it is.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'python-client-guide',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'A guide to a generated Python client',
    detail: `[Python client](/api/guides/python-client) generates a typed client from the document of API keys, adds retries that honour
    \`Retry-After\`, an \`Idempotency-Key\` on every write, errors with a code, and paging, and copies the catalogue into a database.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'guides-by-http',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'Guides start from a base URL and a key',
    detail: `The [quick start](/quick-start), [imports](/api/guides/import-data), [open-to-buy](/api/guides/open-to-buy) and all other guides need
    an address, a key and a session, and no copy of the repository: files are imported over HTTP with
    [a small script](/samples/import.sh). Starting the service is a section of its own. The pages say that the packages are not on npm yet.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'recipes-and-topic-guides',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'Five recipes and six guides',
    detail: `Recipes: [sync a shop](/api/guides/recipes/sync-a-shop), [extract for BI](/api/guides/recipes/bi-extract),
    [nightly stock feed](/api/guides/recipes/stock-feed), [replenishment loop](/api/guides/recipes/replenishment) and
    [EDI onboarding](/api/guides/recipes/edi-onboarding). Guides: [velocity and forecasts](/api/guides/velocity-and-forecasts),
    [planning cycles](/api/guides/planning-cycles), [exceptions](/api/guides/exceptions), [price lists](/api/guides/price-lists),
    [accounting](/api/guides/accounting) and [customers and privacy](/api/guides/customers-and-privacy).`,
    action_required: null,
    covers: [],
  },
  {
    id: 'domain-model-pages',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['docs'],
    title: 'The domain model on one page, and a page for each object',
    detail: `[Domain model](/model) draws how organisation, product, variant, location, account, door, channel, commitment, buy plan, orders,
    invoice and return refer to each other. Each object has a page, such as [The variant](/model/variant), with its fields, states,
    relations, operations and events, made from the OpenAPI document.`,
    action_required: null,
    covers: [],
  },
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
