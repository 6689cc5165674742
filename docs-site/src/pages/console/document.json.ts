/** The document of the console: the one of the operations that API keys can call, with the code samples. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeSamplesOf, keys_document_address, openapi, type Operation } from '~/lib/document.ts'

const keyed = JSON.parse(readFileSync(join(process.cwd(), 'public', keys_document_address), 'utf8')) as typeof openapi

export const GET = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, methods] of Object.entries(keyed.paths))
    for (const [method, operation] of Object.entries<Operation>(methods))
      (paths[path] ??= {})[method] = { ...operation, 'x-codeSamples': codeSamplesOf(operation) }
  // This site is the contact, and a link to it would have no text.
  return new Response(JSON.stringify({ ...keyed, info: { ...keyed.info, contact: undefined }, paths }))
}
