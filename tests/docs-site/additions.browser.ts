/** What is added to the contract stands on the site with no other edit: tried on a copy of the repository. */
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'additions-'))
afterAll(() => rmSync(copy, { recursive: true }))

function run(command: string[], folder: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const output = `${stdout.toString()}${stderr.toString()}`
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${output.slice(-2000)}`)
  return output
}

/** Puts words after an anchor that stands in a file of the copy exactly once. */
function putAfter(path: string, anchor: string, words: string): void {
  const text = readFileSync(join(copy, path), 'utf8')
  expect([path, text.split(anchor).length]).toEqual([path, 2])
  writeFileSync(
    join(copy, path),
    text.replace(anchor, () => anchor + words),
  )
}

function copyRepository(): void {
  const { stdout } = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const path of stdout.toString().split('\0').filter(Boolean))
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  linkFolder('docs-site/node_modules')
}

/** What a build writes beside its packages. */
const isWritten = (path: string) => /node_modules[\\/]\.(vite|astro)$/.test(path)

/**
 * A folder of the same files. The site's build tells modules by their real path: a symbolic link to the folder would lead
 * it out of the copy, and half a gigabyte is long copied.
 */
function linkFolder(path: string): void {
  mkdirSync(join(copy, path))
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (isWritten(inside)) continue
    if (entry.isDirectory()) linkFolder(inside)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(root, inside)), join(copy, inside))
    else linkFile(inside)
  }
}

function linkFile(path: string): void {
  try {
    linkSync(join(root, path), join(copy, path))
  } catch {
    // The folder for temporary files may be on another disk.
    cpSync(join(root, path), join(copy, path))
  }
}

const code = 'shelf_is_full'
const entry = 'shelves'
const summary = 'Put a sample on the shelf'

function addToTheContract(): void {
  putAfter(
    'server/contract/refusals.ts',
    'export const refusals = facts({\n',
    `  ${code}: {
    status: 409,
    desc: 'The shelf is full.',
    cause: 'The shelf holds ninety samples already.',
    fix: 'Take a sample off the shelf.',
    retry: 'never',
  },\n`,
  )
  writeFileSync(
    join(copy, 'server/platform/sandbox/shelve.ts'),
    `import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'

export const shelve = operation({
  id: 'sandbox.shelve',
  route: 'POST /api/v1/sandbox/shelve',
  summary: '${summary}',
  description: 'Puts one sample on the shelf.',
  refusals: ['${code}'],
  status: 204,
  async run() {
    refuse('${code}')
  },
})
`,
  )
  putAfter(
    'server/platform/operations.ts',
    "import { seedSandbox } from './sandbox/seed.ts'\n",
    "import { shelve } from './sandbox/shelve.ts'\n",
  )
  putAfter('server/platform/operations.ts', '  seedSandbox,\n', '  shelve,\n')
  putAfter(
    'server/contract/changelog.ts',
    'const entries: readonly ChangelogEntry[] = [\n',
    `  {
    id: '${entry}',
    date: '2026-11-30',
    train: '2026-11',
    kind: 'additive',
    areas: ['sandbox'],
    title: 'Shelves for samples',
    detail: 'A sample can be put on a shelf.',
    action_required: null,
    covers: ['sandbox.shelve', 'code:${code}', 'session.read_key_usage in query.code'],
  },\n`,
  )
}

/**
 * Every operation's page is made alike, so the copy's site has those of two areas alone: the others take most of a build. The app
 * goes with them, since its screens name operations.
 */
function keepTwoAreas(): void {
  rmSync(join(copy, 'docs-site/src/pages/app'), { recursive: true })
  const path = join(copy, 'docs-site/public/openapi/2026-11.json')
  const document = JSON.parse(readFileSync(path, 'utf8')) as { paths: Record<string, unknown> }
  const keptPaths = Object.entries(document.paths).filter(([address]) =>
    /^\/api\/v1\/(sandbox|inventory)\//.test(address),
  )
  expect(keptPaths.length).toBeGreaterThan(1)
  writeFileSync(path, JSON.stringify({ ...document, paths: Object.fromEntries(keptPaths) }))
}

test('a code, an operation and a change that the contract gains stand on the built site with no other edit', () => {
  copyRepository()
  addToTheContract()
  const output = run([process.execPath, 'server/publish_contract.ts'], copy)
  for (const one of [code, 'sandbox.shelve', 'no entry of its own']) expect(output).not.toContain(one)
  keepTwoAreas()
  run([process.execPath, '--bun', 'run', 'build'], join(copy, 'docs-site'))

  const built = (path: string) => readFileSync(join(copy, 'docs-site/dist', path), 'utf8')
  const section = built('api/guides/errors/index.html').split(`id="${code}"`)[1]!.split('</section>')[0]!
  for (const words of ['409', 'ninety samples', 'Take a sample off', '/reference/sandbox/shelve'])
    expect(section).toContain(words)

  const page = built('reference/sandbox/shelve/index.html')
  for (const words of [
    summary,
    '/api/v1/sandbox/shelve',
    'sandbox:write',
    `/api/guides/errors#${code}`,
    'curl',
    'Ruby',
  ])
    expect(page).toContain(words)
  for (const path of ['reference/index.html', 'reference/scopes/index.html'])
    expect(built(path)).toContain('href="/reference/sandbox/shelve"')

  const changes = built('changelog/index.html')
  expect(changes).toContain(`id="${entry}"`)
  expect(changes).toContain('Shelves for samples')
  expect(built('changelog.xml')).toContain('<title>Shelves for samples</title>')

  for (const path of ['sitemap-0.xml', 'llms.txt']) expect(built(path)).toContain('/reference/sandbox/shelve')
  expect(built('llms/sandbox.txt')).toContain(summary)
  const texts = readdirSync(join(copy, 'docs-site/dist/llms'))
  expect(texts.filter((name) => built(`llms/${name}`).includes('ninety samples'))).not.toEqual([])
  for (const name of ['postman_collection', 'bruno'])
    expect(built(`collections/merchant-api.${name}.json`)).toContain(summary)
}, 180_000)
