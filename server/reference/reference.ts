/** Documentation routes: OpenAPI document, interactive reference, errors guide, and the docs site if it is built. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Elysia } from 'elysia'
import { addressedText } from '../contract/openapi/publish.ts'
import { current_train } from '../contract/trains.ts'
import type { Settings } from '../settings/settings.ts'
import { changelogPage } from './changelog_page.ts'
import { content, once, sendContent } from './content.ts'
import { errorsGuide } from './errors_guide.ts'
import { frontPage } from './front_page.ts'
import { quickStart } from './quick_start.ts'
import { openSite } from './site.ts'

const builtSite = fileURLToPath(new URL('../../docs-site/dist', import.meta.url))
const publicFiles = new URL('../../docs-site/public/', import.meta.url)
const html = 'text/html; charset=utf-8'
/** Relative to /docs, so that the page also works behind a path prefix. */
const referenceAddress = 'docs/document.json'
const consoleAddress = { Location: 'console' }
const hidden = { detail: { hide: true } }

/** Pages that are served without the docs site too; a built site replaces them. */
const plainPages: Record<string, (settings: Settings) => string> = {
  '/api/guides/errors': ({ DOCS_URL }) => errorsGuide(DOCS_URL),
  '/changelog': () => changelogPage(),
  '/quick-start': () => quickStart(),
}

/** The OpenAPI documents as text: of every operation, of those for API keys, and with code samples. */
export interface Documents {
  whole: () => string
  keys: () => string
  reference: () => string
}

export function mountReference(
  app: Elysia,
  settings: Settings,
  documents: Documents,
  siteFolder: string = builtSite,
): void {
  const { BASE_URL, DOCS_URL } = settings
  const site = openSite(siteFolder, (text) => addressedText(text, BASE_URL, DOCS_URL))
  const addresses = {
    [`/openapi/${current_train}.json`]: documents.whole,
    [`/openapi/${current_train}.keys.json`]: documents.keys,
    [`/${referenceAddress}`]: documents.reference,
  }
  // The plugin is loaded when the reference is first opened.
  const reference = once(async () => (await import('./scalar.ts')).scalarPage(BASE_URL, referenceAddress))
  const script = once(async () => (await import('./scalar.ts')).scalarScript())
  const icon = once(() => content(readFileSync(new URL('favicon.ico', publicFiles)), 'image/x-icon'))
  const front = once(() => content(frontPage(settings.BASE_URL), html))

  for (const [path, make] of Object.entries(addresses)) {
    const document = once(() => content(addressedText(make(), BASE_URL, DOCS_URL), 'application/json'))
    app.get(path, async ({ request }) => sendContent(request, await document()), hidden)
  }
  // The site's console is the same reference in the site's layout, loaded when it is opened.
  app.get(
    '/docs',
    async ({ request }) =>
      site === null
        ? sendContent(request, await reference())
        : new Response(null, { status: 302, headers: consoleAddress }),
    hidden,
  )
  app.get('/docs/scalar.js', async ({ request }) => sendContent(request, await script(), 86_400), hidden)
  for (const [path, make] of Object.entries(plainPages)) {
    const page = once(() => content(make(settings), html))
    app.get(path, async ({ request }) => (await site?.answer(request)) ?? sendContent(request, await page()), hidden)
  }
  if (site === null) {
    app.get('/', async ({ request }) => sendContent(request, await front()), hidden)
    app.get('/favicon.ico', async ({ request }) => sendContent(request, await icon(), 86_400), hidden)
    return
  }
  app.get('/*', async ({ request }) => (await site.answer(request)) ?? (await site.missing()), hidden)
}
