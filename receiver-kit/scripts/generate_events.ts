/**
 * Writes src/events.generated.ts and src/samples.generated.ts from the API's document.
 * `bun scripts/generate_events.ts [--document <path>] [--check]`; --check writes nothing and fails on a difference.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { eventsSource, type OpenApiDocument, samplesSource } from './events_source.ts'

const { values } = parseArgs({
  options: {
    document: {
      type: 'string',
      default: fileURLToPath(new URL('../../docs-site/public/openapi/2026-11.json', import.meta.url)),
    },
    check: { type: 'boolean', default: false },
  },
})
const document = JSON.parse(readFileSync(values.document, 'utf8')) as OpenApiDocument
const files = { 'events.generated.ts': eventsSource(document), 'samples.generated.ts': samplesSource(document) }

for (const [name, text] of Object.entries(files)) {
  const path = new URL(`../src/${name}`, import.meta.url)
  if (!values.check) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`src/${name} differs from the document: run npm run generate`)
    process.exitCode = 1
  }
}
