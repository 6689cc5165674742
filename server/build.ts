/**
 * `npm run build`: bundles the programs that production runs into dist/, with their bytecode. A start then reads one file in
 * place of some two thousand, and compiles none of it. Run it again after each change of the sources or of Bun's version.
 */
import { readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BunPlugin } from 'bun'
import { endWith, readCommandLine } from './boot/command_line.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const usage = `Bundles the server and the deliverer for production: main.js and deliver.js, which run on Bun.

  npm run build -- [--into <folder>]

  --into <folder>  a folder within this one; dist otherwise
`

/** A bundle has one location; each of its modules keeps its own, which is where files are found and workers are started. */
const locations = (folder: string): BunPlugin => ({
  name: 'locations of modules',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const location = `new URL(${JSON.stringify(relative(folder, path))}, Bun.pathToFileURL(Bun.main)).href`
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', location)
      return { contents: contents.replaceAll('import.meta.main', 'false'), loader: 'ts' }
    })
  },
})

/** Writes a bundle for each entry, under its name, and returns their paths. The folder is within the project's. */
export async function build(entries: readonly string[], folder: string): Promise<string[]> {
  for (const entry of entries)
    await Bun.build({
      entrypoints: [entry],
      outdir: folder,
      target: 'bun',
      format: 'cjs',
      bytecode: true,
      // An optional native part of the SFTP client, which is not installed.
      external: ['cpu-features'],
      plugins: [locations(folder)],
    })
  return entries.map((entry) => join(folder, basename(entry).replace(/\.ts$/, '.js')))
}

async function main(): Promise<number> {
  const { into } = readCommandLine(usage, { into: { type: 'string', default: 'dist' } })
  const folder = resolve(root, into)
  if (relative(root, folder).startsWith('..'))
    throw new Error(`--into must be a folder within ${root}, where the bundles find packages; not ${folder}.`)
  const entries = ['main.ts', 'deliver.ts'].map((entry) => join(root, 'server', entry))
  const built = await build(entries, folder)
  process.stdout.write(`Wrote ${built.map((path) => relative(root, path)).join(' and ')}.\n`)
  return 0
}

if (import.meta.main) await endWith(main)
