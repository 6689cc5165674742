/** The samples of the TypeScript client compile against the types that its reader has: those of keys, or the whole document. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import ts from 'typescript'
import { everyOperation } from '../../../server/boot/operations.ts'
import { documents } from '../../../server/boot/published/document.ts'
import { tsLiteral } from '../../../server/contract/openapi/client_samples.ts'
import { samplesOf } from '../../support/document/sample_requests.ts'
import { testUnless } from '../../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const tool = (name: string) => at(`tests/tools/node_modules/${name}`)
const missing = existsSync(tool('openapi-typescript')) ? null : 'tests/tools is not installed'
const folder = mkdtempSync(join(tmpdir(), 'client-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As the client's build and its guide do: a field of a request with a default may be left out. */
function generateTypes(document: string, file: string): void {
  writeFileSync(join(folder, 'document.json'), document)
  const paths = [join(folder, 'document.json'), '-o', join(folder, file)]
  const command = [tool('openapi-typescript/bin/cli.js'), ...paths, '--default-non-nullable=false']
  const { status, stderr } = spawnSync('node', command, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

/** The folder of a reader: the client, its types, and `service.d.ts`, which its guide generates. */
function installClient(): void {
  const client = join(folder, 'node_modules/@merchant-api/client')
  mkdirSync(client, { recursive: true })
  cpSync(at('receiver-kit/client/src'), client, { recursive: true })
  generateTypes(documents.keys(), 'node_modules/@merchant-api/client/keys.generated.ts')
  generateTypes(documents.whole(), 'service.d.ts')
}

/** What the compiler finds in the files, after the name of each. */
function faultsIn(files: Record<string, string>): string[] {
  const paths = Object.entries(files).map(([name, source]) => {
    writeFileSync(join(folder, `${name}.ts`), source)
    return join(folder, `${name}.ts`)
  })
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['bun-types'],
    typeRoots: [at('node_modules')],
    paths: {
      '@merchant-api/client': [join(folder, 'node_modules/@merchant-api/client/index.ts')],
      'openapi-fetch': [tool('openapi-fetch')],
      'openapi-typescript-helpers': [tool('openapi-typescript-helpers')],
    },
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(folder.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}

testUnless(
  missing,
  'every sample of the client compiles, and none that names another parameter or another field',
  () => {
    installClient()
    const samples = everyOperation.flatMap((operation) => {
      const sample = samplesOf(operation).find(({ label }) => label === 'TypeScript')
      return sample === undefined ? [] : [[operation.id.replace('.', '-'), sample.source] as const]
    })
    expect(samples.length).toBeGreaterThan(400)
    const sources = Object.fromEntries(samples)
    const wrong = {
      'wrong-key': sources['stocktakes-create']!.replace('counted_on', 'counted_at'),
      'wrong-session': sources['session-create_webhook']!.replace('hook_url', 'hook'),
    }
    const faults = faultsIn({ ...sources, ...wrong })
    expect(faults.filter((fault) => !fault.startsWith('wrong-'))).toEqual([])
    expect(faults.filter((fault) => fault.startsWith('wrong-')).map((fault) => fault.split(':')[0])).toEqual([
      'wrong-key.ts',
      'wrong-session.ts',
    ])
  },
  240_000,
)

test('a literal is written as a person writes it', () => {
  expect(tsLiteral({ a: 'it is "his"', 'b-c': ["d'e", 1, true, null], f: {}, g: [] })).toBe(
    `{ a: 'it is "his"', 'b-c': ['d\\'e', 1, true, null], f: {}, g: [] }`,
  )
  expect(tsLiteral({ id: '$ORGANIZATION_ID', note: 'two\nlines \\ a tab\t' })).toBe(
    String.raw`{ id: process.env.ORGANIZATION_ID!, note: 'two\nlines \\ a tab\t' }`,
  )
  expect(tsLiteral({ list: [{ name: 'a'.repeat(60), other: 'b'.repeat(30) }] })).toBe(
    `{\n  list: [\n    {\n      name: '${'a'.repeat(60)}',\n      other: '${'b'.repeat(30)}',\n    },\n  ],\n}`,
  )
})
