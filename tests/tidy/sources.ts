/** The project's hand-written TypeScript, as the tidy tests read it. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['server', 'db', 'receiver-kit/src', 'tests']
const generated = /\.generated\.ts$|node_modules/

export interface Source {
  /** From the repository's root. */
  path: string
  text: string
}

export const sources: readonly Source[] = folders.flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !generated.test(file))
    .map((file) => `${folder}/${file}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') })),
)

const parsed = new WeakMap<Source, ts.SourceFile>()

/** Parses a file once for all tests of a process. */
export function parse(source: Source): ts.SourceFile {
  const file = parsed.get(source) ?? ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  parsed.set(source, file)
  return file
}

/** Calls `visit` for every node below `node`, itself included. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
