/** Packs a package, unpacks what was packed, and compiles against it: what the tests of both packages share. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const kit = join(import.meta.dir, '../..')

export const local = (program: string): string => join(kit, 'node_modules/.bin', program)

export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}

/** The tarball of the package in `root`, and the paths in it. */
export function pack(root: string, folder: string): { tarball: string; paths: string[] } {
  const printed = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root)
  const [{ filename, files }] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }]
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path) }
}

/** Puts the package where npm would install it. */
export function unpack(tarball: string, folder: string, name: string): void {
  const scope = join(folder, 'node_modules/@merchant-api')
  mkdirSync(scope, { recursive: true })
  run('tar', ['-xzf', tarball, '-C', scope], scope)
  run('mv', ['package', name], scope)
}

/** The TypeScript examples of a page of Markdown. */
export const examplesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!)

export const compilerOptions: ts.CompilerOptions = {
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

/** What the compiler finds in a program, with the line of each fault. */
export const faultsOf = (program: ts.Program): string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file !== undefined && start !== undefined ? file.text.slice(start).split('\n')[0] : ''
    return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')} at: ${line}`
  })
