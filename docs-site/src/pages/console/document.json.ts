/** The document of the console: the published one with the code samples. */
import { codeSamplesOf, openapi, operations } from '~/lib/document.ts'

export const GET = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, method, operation } of operations)
    (paths[path] ??= {})[method.toLowerCase()] = { ...operation, 'x-codeSamples': codeSamplesOf(operation) }
  // This site is the contact, and a link to it would have no text.
  return new Response(JSON.stringify({ ...openapi, info: { ...openapi.info, contact: undefined }, paths }))
}
