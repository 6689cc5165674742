/**
 * The interactive reference at /docs: the swagger plugin's page with our own document and the script of the installed
 * package. The plugin's generator is not used; its page is rendered once and served like any other.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { swagger } from '@elysiajs/swagger'
import { info } from '../contract/openapi/words.ts'
import { type Content, content } from './content.ts'
import { consolePolicy } from './policy.ts'

const require = createRequire(import.meta.url)

/** Relative to /docs, so that the page also works behind a path prefix. */
const scriptAddress = 'docs/scalar.js'

type ScalarConfig = NonNullable<Parameters<typeof swagger>[0]>['scalarConfig']

/** Inserted into a single-quoted attribute, so it must not contain an apostrophe. */
const config = (base_url: string, documentAddress: string) => ({
  spec: { url: documentAddress },
  servers: [{ url: base_url, description: 'This service' }],
  customCss: 'body { margin: 0 }',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
})

export async function scalarPage(base_url: string, documentAddress: string): Promise<Content> {
  const plugin = swagger({
    path: '/docs',
    provider: 'scalar',
    scalarCDN: scriptAddress,
    scalarConfig: config(base_url, documentAddress) as unknown as ScalarConfig,
    documentation: { info: { title: info.title, description: info.summary, version: info.version } },
  })
  const page = await plugin.handle(new Request('http://localhost/docs'))
  const text = (await page.text()).replace(/<body>/, `<body>${banner}`)
  return content(text, 'text/html; charset=utf-8', consolePolicy)
}

/** A header with the name of the API and links to the other pages. */
const banner = `<nav aria-label="Merchant API" style="display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.6rem 1rem;background:#1d5347;font:1rem/1.5 system-ui,sans-serif">
<a href="." style="color:#fff;font-weight:600;text-decoration:none">${info.title}</a>
<a href="quick-start" style="color:#fff">Quick start</a>
<a href="api/guides/errors" style="color:#fff">Errors</a>
<a href="changelog" style="color:#fff">Changelog</a>
</nav>`

export function scalarScript(): Content {
  // The package exports its entry, dist/index.js, but not the script in the same folder.
  const entry = require.resolve('@scalar/api-reference')
  return content(
    new Uint8Array(readFileSync(join(dirname(entry), 'browser/standalone.js'))),
    'text/javascript; charset=utf-8',
  )
}
