/**
 * Prints a TypeScript file with all its mutants, each behind a switch, and what they are, as JSON. Runs on Node: the
 * generator that the instrumenter uses is a CommonJS module whose default export Bun reads otherwise.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import process from 'node:process'

const [tools, file] = process.argv.slice(2)
const { Instrumenter } = await import(
  pathToFileURL(createRequire(`${tools}/package.json`).resolve('@stryker-mutator/instrumenter')).href
)
const silent = () => {}
const logger = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].flatMap((level) => [
    [level, silent],
    [`is${level[0].toUpperCase()}${level.slice(1)}Enabled`, () => false],
  ]),
)
const content = readFileSync(file, 'utf8')
// Texts are sentences that people read: tests compare those that matter, and an empty one tells nothing of a rule.
const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] }
const { files, mutants } = await new Instrumenter(logger).instrument([{ name: file, mutate: true, content }], options)
const lines = content.split('\n')
const original = ({ start, end }) =>
  start.line === end.line
    ? lines[start.line].slice(start.column, end.column)
    : [
        lines[start.line].slice(start.column),
        ...lines.slice(start.line + 1, end.line),
        lines[end.line].slice(0, end.column),
      ].join('\n')
process.stdout.write(
  JSON.stringify({
    source: files[0].content,
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, location, replacement }) => ({
        id,
        line: location.start.line + 1,
        original: original(location),
        replacement,
      })),
  }),
)
