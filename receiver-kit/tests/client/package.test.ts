/** The published client: packed, unpacked and used. `npm test` builds it first. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import jsr from '../../client/jsr.json'
import manifest from '../../client/package.json'
import { compilerOptions, examplesOf, faultsOf, local, pack, run, unpack } from '../support/package.ts'
import { findDeno } from '../support/runtimes.ts'

setDefaultTimeout(180_000)

const kit = join(import.meta.dir, '../..')
const root = join(kit, 'client')
const folder = mkdtempSync(join(tmpdir(), 'client-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { tarball, paths } = pack(root, folder)

/** The package as npm would install it, beside its dependencies. */
const installed = join(folder, 'installed')
unpack(tarball, installed, 'client')
for (const name of Object.keys(manifest.dependencies))
  symlinkSync(join(kit, 'node_modules', name), join(installed, 'node_modules', name))

test('the package contains what its entry needs and no development files', () => {
  expect([...paths].sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      ...['cjs', 'd.cts', 'd.ts', 'js'].map((end) => `dist/index.${end}`),
    ].sort(),
  )
})

test('its only dependencies are openapi-fetch and the types of that', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['openapi-fetch', 'openapi-typescript-helpers'])
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const {
      version: here,
      license,
      dependencies = {},
    } = JSON.parse(readFileSync(join(kit, 'node_modules', name, 'package.json'), 'utf8'))
    expect([version, license]).toEqual([here, 'MIT'])
    for (const further of Object.keys(dependencies)) expect(Object.keys(manifest.dependencies)).toContain(further)
    expect(jsr.imports).toHaveProperty([name], `npm:${name}@${version}`)
  }
})

test('the client and its dependency are smaller than 8 kB, minified and gzipped', async () => {
  const built = await Bun.build({ entrypoints: [join(root, 'dist/index.js')], minify: true, target: 'browser' })
  const bytes = Bun.gzipSync(new Uint8Array(await (built.outputs[0] as Blob).arrayBuffer())).byteLength
  console.log(`the client is ${bytes} bytes, minified and gzipped`)
  expect(bytes).toBeLessThan(8000)
})

test('publint and are-the-types-wrong find nothing in the tarball', () => {
  run(local('publint'), ['--strict', tarball], root)
  run(local('attw'), [tarball], root)
})

test('JSR has the same version and entry', () => {
  expect([jsr.name, jsr.version, jsr.license]).toEqual([manifest.name, manifest.version, manifest.license])
})

const deno = findDeno()
if (!deno) console.log('Deno is not here (set DENO to its program): the dry run for JSR is left out')
test.skipIf(!deno)('the dry run for JSR finds no slow types and nothing missing', () => {
  run(deno as string, ['publish', '--dry-run', '--allow-dirty'], root)
})

test('installed from the tarball it is imported and required on Node', () => {
  writeFileSync(
    join(installed, 'main.mjs'),
    `import { createRequire } from 'node:module'
import * as imported from '@merchant-api/client'
const required = createRequire(import.meta.url)('@merchant-api/client')
console.log(JSON.stringify([Object.keys(imported).sort(), Object.keys(required).sort()]))`,
  )
  const names = ['ServiceConnectionError', 'ServiceError', 'createServiceClient']
  expect(JSON.parse(run('node', ['main.mjs'], installed))).toEqual([names, names])
})

/** The faults that the compiler finds in files that use the installed package. */
function faultsIn(texts: readonly string[]): string[] {
  const files = texts.map((text, i) => {
    const file = join(installed, `file-${i}.ts`)
    writeFileSync(file, text)
    return file
  })
  return faultsOf(ts.createProgram(files, compilerOptions))
}

const guide = join(kit, '../docs-site/src/content/docs/api/guides/typescript-client.md')

test('every example of the README and of the guide compiles against the built types', () => {
  const examples = [join(root, 'README.md'), guide].flatMap(examplesOf)
  expect(examples).toHaveLength(6)
  expect(faultsIn(examples)).toEqual([])
})

/** Each directive is a fault of its own if the compiler accepts the line after it. */
const wrong = `import { createServiceClient } from '@merchant-api/client'
const service = createServiceClient({ base_url: 'http://localhost', api_key: 'k' })
await service.GET('/api/v1/inventory/table')
// @ts-expect-error no such path
await service.GET('/api/v1/nothing', {})
// @ts-expect-error a body is required
await service.POST('/api/v1/stocktakes')
// @ts-expect-error no such parameter
await service.GET('/api/v1/inventory/table', { params: { query: { limits: 7 } } })
// @ts-expect-error a parameter of the path is required
await service.GET('/api/v1/stocktakes/{stocktake_id}')
// @ts-expect-error it is not read in pages
for await (const row of service.rows('/api/v1/sales/filters', {})) console.log(row)
// @ts-expect-error no such field
for await (const { skew } of service.rows('/api/v1/inventory/table')) console.log(skew)
// @ts-expect-error two kinds of credentials
createServiceClient({ base_url: 'http://localhost', api_key: 'k', user_token: 't', organization_id: 'o' })
`

test('the compiler refuses what the document does not have', () => {
  expect(faultsIn([wrong])).toEqual([])
})
