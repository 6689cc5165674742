/** `npm run check` reports the findings of all its tools, and cannot leave the receiver kit out unnoticed in `.ci/run`. */
import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTools } from './tools.ts'

test('every tool runs after one has failed, and each that failed is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-check-'))
  const writes = (name: string, code: number) => ({
    name,
    command: [
      'bun',
      '-e',
      `require('fs').writeFileSync(${JSON.stringify(join(folder, name))}, ''); process.exit(${code})`,
    ],
  })
  try {
    expect(runTools([writes('one', 1), writes('two', 0), writes('three', 2)])).toEqual(['one', 'three'])
    expect(['one', 'two', 'three'].filter((name) => existsSync(join(folder, name)))).toHaveLength(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the check asks for the receiver kit where it must be checked, and says where it is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-check-'))
  try {
    for (const path of ['tests/check', 'server/boot/command_line.ts', 'server/settings/start_fault.ts'])
      cpSync(path, join(folder, path), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    const run = (...options: string[]) => {
      const { exitCode, stdout } = Bun.spawnSync(['bun', join(folder, 'tests/check/run.ts'), ...options], {
        cwd: folder,
        env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return { exitCode, text: stdout.toString() }
    }
    const { exitCode, text } = run('--code', '--with-kit')
    expect(exitCode).toBe(1)
    expect(text).toContain('== the types of receiver-kit are not checked, since its packages are not installed')
    expect(text).toMatch(/^Failed: .*\breceiver-kit$/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

test('.ci/run checks the code with the receiver kit', () => {
  expect(readFileSync('.ci/run', 'utf8')).toContain('npm run check -- --with-kit')
})
