/** The root page if no docs site is built: links to all pages, and a first request. */
import { info } from '../contract/openapi/words.ts'
import { current_train } from '../contract/trains.ts'
import { escapeHtml, htmlPage } from './html.ts'

export const frontPage = (base_url: string): string =>
  htmlPage(
    info.title,
    `<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.summary)}</p>
<ul>
<li><a href="/quick-start">Quick start</a>: from a first request to a verified webhook in ten minutes</li>
<li><a href="/docs">Reference</a>: every operation, with samples and a client to try them</li>
<li><a href="/openapi/${current_train}.json">OpenAPI document</a> of the train ${current_train}</li>
<li><a href="/api/guides/errors">Errors</a>: every code, its cause and its fix</li>
<li><a href="/changelog">Changelog</a>: every change to the API, newest first</li>
<li><a href="/healthz">Health</a> and <a href="/readyz">readiness</a></li>
</ul>
<h2>A first request</h2>
<pre tabindex="0"><code>curl "${escapeHtml(base_url)}/api/v1/variants/table?limit=2" \\
  --header "Authorization: Bearer $API_KEY"</code></pre>`,
  )
