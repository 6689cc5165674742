/** The published package: packed, unpacked and used. `npm test` builds it first. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import manifest from '../package.json'
import jsr from '../jsr.json'
import { entries } from '../tsup.config.ts'
import { compilerOptions, examplesOf, faultsOf, local, pack, run, unpack } from './support/package.ts'
import { findDeno } from './support/runtimes.ts'

setDefaultTimeout(180_000)

const root = join(import.meta.dir, '..')
const folder = mkdtempSync(join(tmpdir(), 'receiver-kit-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { tarball, paths } = pack(root, folder)

test('the package contains what its entries need and no development files', () => {
  for (const path of paths) {
    expect(path).toMatch(
      /^(dist\/.*\.(js|cjs|d\.ts|d\.cts)|(LICENSE|README\.md|CHANGELOG\.md|package\.json)|sql\/\w+\.sql|vectors\/[\w-]+\.json)$/,
    )
  }
  for (const name of Object.keys(entries)) {
    for (const end of ['js', 'cjs', 'd.ts', 'd.cts']) expect(paths).toContain(`dist/${name}.${end}`)
  }
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/cli.js', 'sql/webhook_deliveries.sql']) {
    expect(paths).toContain(path)
  }
})

test('nothing of it runs where it is installed', () => {
  // `dependencies` runs in the folder of the package alone; npm asks people about each of the others.
  for (const script of ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'])
    expect([script, Object.keys(manifest.scripts).includes(script)]).toEqual([script, false])
})

test('it has no dependencies and no side effects, and types come first in every condition', () => {
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest.sideEffects).toBe(false)
  for (const target of Object.values(manifest.exports)) {
    if (typeof target === 'string') continue
    expect(Object.keys(target)).toEqual(['import', 'require'])
    for (const condition of Object.values(target)) expect(Object.keys(condition)).toEqual(['types', 'default'])
  }
  for (const peer of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta).toHaveProperty([peer], { optional: true })
  }
})

test('no file of the library imports anything but files of its own', () => {
  for (const file of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|cjs)$/.test(file) || file === 'cli.js') continue
    const text = readFileSync(join(root, 'dist', file), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g)) {
      expect([file, from]).toEqual([file, expect.stringMatching(/^\.{1,2}\//)])
    }
  }
})

test('the core is smaller than 6 kB, minified and gzipped', async () => {
  const built = await Bun.build({ entrypoints: [join(root, 'src/index.ts')], minify: true, target: 'browser' })
  const bytes = Bun.gzipSync(new Uint8Array(await (built.outputs[0] as Blob).arrayBuffer())).byteLength
  console.log(`the core is ${bytes} bytes, minified and gzipped`)
  expect(bytes).toBeLessThan(6000)
})

test('publint and are-the-types-wrong find nothing in the tarball', () => {
  run(local('publint'), ['--strict', tarball], root)
  run(local('attw'), [tarball], root)
})

test('JSR has the same version and entries', () => {
  expect([jsr.name, jsr.version, jsr.license]).toEqual([manifest.name, manifest.version, manifest.license])
  const entriesOf = (exports: Record<string, unknown>): string[] =>
    Object.entries(exports)
      .flatMap(([path, target]) => (typeof target === 'string' && !target.endsWith('.ts') ? [] : [path]))
      .sort((a, b) => a.localeCompare(b))
  expect(entriesOf(jsr.exports)).toEqual(entriesOf(manifest.exports))
})

const deno = findDeno()
if (!deno) console.log('Deno is not here (set DENO to its program): the dry run for JSR is left out')
test.skipIf(!deno)('the dry run for JSR finds no slow types and nothing missing', () => {
  run(deno as string, ['publish', '--dry-run', '--allow-dirty'], root)
})

test('installed from the tarball it works on Node: every entry by import and require, every adapter in its framework', () => {
  const there = join(folder, 'installed')
  unpack(tarball, there, 'receiver-kit')
  for (const name of ['express', 'express4', 'fastify']) {
    symlinkSync(join(root, 'node_modules', name), join(there, 'node_modules', name))
  }
  copyFileSync(join(import.meta.dir, 'support/packed.mjs'), join(there, 'packed.mjs'))
  const result = JSON.parse(run('node', ['packed.mjs'], there)) as Result
  expect(result.entries).toEqual(Object.fromEntries(Object.keys(jsr.exports).map((path) => [path, true])))
  expect(Object.keys(result.answers)).toEqual(result.names)
  for (const [first, retry, forged, too_large] of Object.values(result.answers)) {
    expect([first, retry, forged]).toEqual([204, 204, 400])
    // The response closes the connection; whether the sender can read it depends on how much it has sent.
    expect([413, 'cut']).toContain(too_large as number | string)
  }
  expect(result.names).toEqual(['node', 'express5', 'express4', 'fastify'])
})

interface Result {
  entries: Record<string, boolean>
  answers: Record<string, (number | string)[]>
  names: string[]
}

test('the program in the tarball prints its usage', () => {
  expect(run('node', ['dist/cli.js', 'help'], root)).toContain('receiver-kit')
  expect(readFileSync(join(root, 'dist/cli.js'), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
})

test('every example of the README compiles against the built types', () => {
  // Each a virtual file beside the kit, which it imports by its own name.
  const files = new Map(examplesOf(join(root, 'README.md')).map((code, i) => [join(root, `readme-${i}.ts`), code]))
  expect(files.size).toBeGreaterThan(10)
  const host = ts.createCompilerHost(compilerOptions)
  const read = host.readFile.bind(host)
  const exists = host.fileExists.bind(host)
  host.getCurrentDirectory = () => root
  host.fileExists = (path) => files.has(path) || exists(path)
  host.readFile = (path) => files.get(path) ?? read(path)
  const source = host.getSourceFile.bind(host)
  host.getSourceFile = (path, version) => {
    const code = files.get(path)
    return code === undefined ? source(path, version) : ts.createSourceFile(path, code, version, true)
  }
  expect(faultsOf(ts.createProgram([...files.keys()], compilerOptions, host))).toEqual([])
})
