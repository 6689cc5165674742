/** The README's Next route in a real app, built by the installed Next, whose generated route types are strict. */
import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
// Inside the package, so that it uses the package's Next, React and TypeScript.
const app = mkdtempSync(join(root, '.next-app-'))
afterAll(() => rmSync(app, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(join(app, path, '..'), { recursive: true })
  writeFileSync(join(app, path), text)
}

/** The README's example for the route file. */
function readmeRoute(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const route = [...readme.matchAll(/```ts\n([^]*?)```/g)].find(([, code]) => code?.startsWith('// app/hooks/route.ts'))
  if (!route?.[1]) throw new Error('The README has no route of Next')
  return route[1]
}

test("Next builds the README's route, and its generated types accept it", () => {
  mkdirSync(join(app, 'node_modules/@merchant-api'), { recursive: true })
  symlinkSync(root, join(app, 'node_modules/@merchant-api/receiver-kit'))
  write('next.config.mjs', `export default { outputFileTracingRoot: ${JSON.stringify(root)} }\n`)
  write('app/layout.js', 'export default ({ children }) => children\n')
  write('app/hooks/route.ts', readmeRoute())
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', CI: '1' }
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: app,
    env,
    encoding: 'utf8',
  })
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
  expect(stdout).toContain('/hooks')
  expect(readFileSync(join(app, '.next/types/app/hooks/route.ts'), 'utf8')).toContain("if ('POST' in entry)")
}, 180_000)
