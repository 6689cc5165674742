/** Requests that the app's screens write out: each is an operation of the published document, and each query parameter is one of it. */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const document = JSON.parse(readFileSync(at('docs-site/public/openapi/2026-11.json'), 'utf8'))
const paths = Object.entries<Record<string, any>>(document.paths)

const folder = at('docs-site/src/app')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/[\\/]?service\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }))

interface Request {
  file: string
  method: string
  path: string
  query: string[]
}

const methods: Record<string, string> = {
  get: 'get',
  saveFile: 'get',
  post: 'post',
  put: 'put',
  patch: 'patch',
  remove: 'delete',
}
// A call with a path that is written out, and the query beside it.
const calls =
  /(?<!\.)\b(get|post|put|patch|remove|saveFile)(?:<[^()]*>)?\(\s*([`'])((?:\/|\$\{)[^`']*)\2(?:, \{([^{}]*)\})?/g
const sends = /\bsend(?:<[^()]*>)?\('([A-Z]+)', ([`'])\/v1([^`']*)\2/g

/** Names of an object that is written out in one line. */
const namesIn = (object = ''): string[] =>
  [...object.matchAll(/(?:^|[{,]\s*)(\w+)(?=\s*[:,}]|$)/g)].map((one) => one[1]!)

const requests: Request[] = sources.flatMap(({ file, text }) => [
  ...[...text.matchAll(calls)].map(([, call, , path, query]) => ({
    file,
    method: methods[call!]!,
    path: path!,
    query: call === 'get' ? namesIn(query?.trim()) : [],
  })),
  ...[...text.matchAll(sends)].map(([, method, , path]) => ({
    file,
    method: method!.toLowerCase(),
    path: path!,
    query: [],
  })),
])

/** What is put in is one segment; a `path`, and what comes first, can be several. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\?.*$/, '')
      .replaceAll(/[.+()]/g, String.raw`\$&`)
      .replace(/^\$\{[^}]*\}/, '.*')
      .replaceAll('${path}', '.+')
      .replaceAll(/\$\{[^}]*\}/g, '[^/]+')}$`,
  )

/** Parameters that many operations have stand once in the document. */
const nameOf = (parameter: { name: string } | { $ref: string }): string =>
  '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!].name : parameter.name

const operationsOf = ({ method, path }: Request) =>
  paths.flatMap(([named, operations]) =>
    patternOf(path).test(named.replace('/api/v1', '')) && operations[method] !== undefined ? [operations[method]] : [],
  )

test('every request of a screen is an operation of the document, with its query parameters', () => {
  expect(requests.length).toBeGreaterThan(50)
  const unknown = requests.flatMap((request) => {
    const operations = operationsOf(request)
    const named = new Set(operations.flatMap(({ parameters = [] }) => parameters.map(nameOf)))
    const others = request.query.filter((name) => !named.has(name))
    const what = `${request.file}: ${request.method} ${request.path}`
    return operations.length === 0 ? [what] : others.length === 0 ? [] : [`${what}?${others.join('&')}`]
  })
  expect(unknown).toEqual([])
})

test('every record that a form offers is read by an operation of the document', () => {
  const text = readFileSync(`${folder}/lookups.ts`, 'utf8')
  const constants = Object.fromEntries([...text.matchAll(/const (\w+) = '([^']+)'/g)].map((one) => [one[1]!, one[2]!]))
  const read = [...text.matchAll(/path: (?:([`'])([^`']+)\1|(?!string)(\w+))/g)].map(([, , literal, name]) =>
    (literal ?? constants[name!]!).replaceAll(/\$\{(\w+)\}/g, (_, one: string) => constants[one]!).replace(/\?.*$/, ''),
  )
  expect(read.length).toBeGreaterThan(20)
  const known = new Set(paths.flatMap(([path, { get }]) => (get === undefined ? [] : [path.replace('/api/v1', '')])))
  expect(read.filter((path) => !known.has(path))).toEqual([])
})
