/** The examples on the receiver kit's pages compile, and every entry point of the kit has a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import ts from 'typescript'
import { webhook_deliveries_ddl } from '../../receiver-kit/src/stores/postgres.ts'
import { testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const kit = at('receiver-kit')
const folder = at('docs-site/src/content/docs/receivers/kit')
/** The kit's own install provides the frameworks' types; its build provides its own types. */
const isBuilt = existsSync(join(kit, 'dist', 'index.d.ts')) && existsSync(join(kit, 'node_modules', 'fastify'))

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const textOf = (page: string) => readFileSync(join(folder, page), 'utf8')

/** The part of Deno that its page uses; Deno's own types are not in a package. */
const deno = `import type { DenoKv } from '@merchant-api/receiver-kit/stores/deno-kv'
declare global {
  const Deno: {
    env: { get(name: string): string | undefined }
    openKv(): Promise<DenoKv>
    serve(answer: (request: Request) => Promise<Response>): unknown
  }
}`

/** Each example as a virtual file in the kit's folder, where imports of the kit and the frameworks resolve. */
const examples = new Map(
  [...pages, '../../webhooks/index.md'].flatMap((page) =>
    [...textOf(page).matchAll(/^```ts\n([^]*?)^```$/gm)].map(
      ([, code], i) => [join(kit, `page-${page.replaceAll(/[^\w]/g, '-')}-${i}.ts`), code!] as const,
    ),
  ),
)

test('every framework and every store of the kit has a page, linked from the first one', () => {
  const manifest = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as { exports: Record<string, unknown> }
  const parts = Object.keys(manifest.exports)
    .map((entry) => entry.replace(/^\.\/?/, ''))
    .filter((entry) => /^(stores\/|fetch|node|express|fastify|elysia|lambda)/.test(entry))
  expect(pages.toSorted()).toEqual(['index.md', ...parts.map((part) => `${part}.md`)].sort())
  for (const part of parts) expect(textOf('index.md')).toContain(`(/receivers/kit/${part})`)
})

test('the table on the Postgres page is the one that the kit creates', () => {
  const [, shown] = /^```sql\n([^]*?)^```$/m.exec(textOf('stores/postgres.md'))!
  const plain = (sql: string) => sql.replaceAll(/[\s;]+/g, ' ').trim()
  expect(plain(shown!)).toBe(plain(webhook_deliveries_ddl))
})

testUnless(
  isBuilt ? null : 'the receiver kit is not built',
  'every example on the pages compiles against the built types',
  () => {
    const files = new Map([...examples, [join(kit, 'page-deno.ts'), deno]])
    expect(examples.size).toBeGreaterThanOrEqual(pages.length)
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      moduleDetection: ts.ModuleDetectionKind.Force,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['bun-types', 'node'],
      typeRoots: [join(kit, 'node_modules/@types'), join(kit, 'node_modules')],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      esModuleInterop: true,
    }
    const host = ts.createCompilerHost(options)
    const [exists, read, source] = [host.fileExists, host.readFile, host.getSourceFile].map((one) =>
      one.bind(host),
    ) as [typeof host.fileExists, typeof host.readFile, typeof host.getSourceFile]
    host.getCurrentDirectory = () => kit
    host.fileExists = (path) => files.has(path) || exists(path)
    host.readFile = (path) => files.get(path) ?? read(path)
    host.getSourceFile = (path, version) => {
      const code = files.get(path)
      return code === undefined ? source(path, version) : ts.createSourceFile(path, code, version, true)
    }
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host)).map((fault) => {
      const line = fault.file && fault.start !== undefined ? fault.file.text.slice(fault.start).split('\n')[0] : ''
      return `${fault.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')} at: ${line}`
    })
    expect(faults).toEqual([])
  },
  60_000,
)
