/**
 * `bun run contract` writes what the declarations promise: the document and the golden list of operations, so that a
 * change of the interface shows in a review. With --check it writes nothing and fails where a file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { catalogue } from '../areas/catalogue.ts'
import { buildDocument, printDocument } from '../contract/openapi/document.ts'
import type { Operation } from '../contract/operation.ts'
import { current_train } from '../contract/trains.ts'
import { events } from '../outbox/events.ts'
import { session_catalogue } from '../session/catalogue.ts'

const at = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Where the operation's declaration lives. */
export const fileOf = (id: string): string => `server/areas/${id.replace('.', '/')}.ts`

const line = (operation: Operation): string =>
  [
    operation.id,
    operation.method,
    operation.path,
    operation.scope,
    operation.gate?.tier ?? operation.sold_with,
    fileOf(operation.id),
  ].join(' ')

export const documentText = (): string => printDocument(buildDocument([...catalogue, ...session_catalogue], events))
export const operationsText = (): string => `${catalogue.map(line).join('\n')}\n`

export const contract_files: Record<string, () => string> = {
  [`docs-site/public/openapi/${current_train}.json`]: documentText,
  'tests/contract/operations.txt': operationsText,
}

function readText(path: string): string {
  try {
    return readFileSync(at(path), 'utf8')
  } catch {
    return ''
  }
}

/** The files that differ from what the declarations promise. */
export const staleFiles = (): string[] =>
  Object.entries(contract_files)
    .filter(([path, make]) => readText(path) !== make())
    .map(([path]) => path)

if (import.meta.main) {
  const stale = staleFiles()
  if (process.argv.includes('--check')) {
    for (const path of stale) console.error(`${path} differs from the declarations; run: bun run contract`)
    process.exit(stale.length === 0 ? 0 : 1)
  }
  for (const path of stale) {
    writeFileSync(at(path), contract_files[path]!())
    console.log(`wrote ${path}`)
  }
  if (stale.length === 0) console.log('nothing has changed')
}
