/**
 * `npm run contract` generates the OpenAPI document, the golden list of operations and the docs site's data from the
 * declarations, so that interface changes show in a review, and lists changes that the changelog does not cover yet.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readCommandLine } from './boot/command_line.ts'
import { registryText } from './boot/derived/registry.ts'
import { codeSamplesText, documents, presentSurface } from './boot/published/document.ts'
import { importReferenceText } from './boot/published/import_reference.ts'
import { metricReferenceText } from './boot/published/metric_reference.ts'
import { publicOperations } from './boot/operations.ts'
import type { Operation } from './contract/operation.ts'
import { current_train } from './contract/trains.ts'
import { printRelease, releasedPath, releaseOf, uncoveredChanges } from './reference/released.ts'
import { siteFiles } from './reference/site_data.ts'
import { understoodPapersText } from './boot/published/understood_papers.ts'

const usage = `Generates the OpenAPI document, the golden lists and the docs site's data from the declarations.

  npm run contract -- [--check] [--release]

  --check    writes nothing; fails if a file differs or the changelog does not cover a change
  --release  also records the surface as released, once the changelog covers every change
`

const at = (path: string) => new URL(`../${path}`, import.meta.url)

const line = (operation: Operation): string =>
  [operation.id, operation.method, operation.path, operation.scope, operation.gate?.tier ?? operation.sold_with].join(
    ' ',
  )

const operationsText = (): string => `${publicOperations.map(line).join('\n')}\n`

export const contractFiles: Record<string, () => string> = {
  [`docs-site/public/openapi/${current_train}.json`]: documents.whole,
  [`docs-site/public/openapi/${current_train}.keys.json`]: documents.keys,
  'docs-site/src/data/code_samples.json': codeSamplesText,
  'tests/contract/operations.txt': operationsText,
  'server/DERIVED_FIGURES.md': registryText,
  'docs-site/src/data/import_fields.json': importReferenceText,
  'docs-site/src/data/metrics.json': metricReferenceText,
  'docs-site/src/data/understood_papers.json': understoodPapersText,
  ...siteFiles,
}

function readText(path: string): string {
  try {
    return readFileSync(at(path), 'utf8')
  } catch {
    return ''
  }
}

/** The files that differ from the declarations. */
export const staleFiles = (): string[] =>
  Object.entries(contractFiles)
    .filter(([path, make]) => readText(path) !== make())
    .map(([path]) => path)

function write(path: string, text: string): void {
  mkdirSync(new URL('./', at(path)), { recursive: true })
  writeFileSync(at(path), text)
  console.log(`wrote ${path}`)
}

function reportUncovered(): number {
  const uncovered = uncoveredChanges(presentSurface())
  for (const fault of uncovered) console.error(fault)
  if (uncovered.length > 0) console.error('add an entry to server/contract/changelog.ts')
  return uncovered.length
}

if (import.meta.main) {
  const { check, release } = readCommandLine(usage, { check: { type: 'boolean' }, release: { type: 'boolean' } })
  const stale = staleFiles()
  if (check) {
    for (const path of stale) console.error(`${path} differs from the declarations; run: npm run contract`)
    process.exit(stale.length + reportUncovered() === 0 ? 0 : 1)
  }
  for (const path of stale) write(path, contractFiles[path]!())
  const uncovered = reportUncovered()
  if (release) {
    if (uncovered > 0) process.exit(1)
    write(releasedPath, printRelease(releaseOf(presentSurface())))
  } else if (stale.length === 0) console.log('nothing has changed')
}
