/**
 * Generates files from the built pages: the Markdown twin of each page, the texts of llms.mjs and the search by title. Also
 * copies the console's script.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { entries } from '../src/lib/changelog.ts'
import { operations } from '../src/lib/document.ts'
import { llmsFiles } from './llms.mjs'
import { writeSearch } from './search_index.mjs'

/** Reads the pages in one worker per core: converting HTML to Markdown is the longest part of a build. */
async function readPages(folder, site, paths) {
  const count = Math.min(availableParallelism(), 4)
  const shares = Array.from({ length: count }, (_, own) => paths.filter((_, at) => at % count === own))
  const read = shares.map(
    (share) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./markdown_worker.mjs', import.meta.url), {
          workerData: { folder, site, paths: share },
        })
        worker.once('message', resolve)
        worker.once('error', reject)
      }),
  )
  return (await Promise.all(read)).flat()
}

async function put(folder, path, text) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

export function afterBuild() {
  let site = ''
  return {
    name: 'after-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site.replace(/\/$/, '')
      },
      'astro:build:done': async ({ dir, pages, logger }) => {
        const folder = fileURLToPath(dir)
        const paths = pages.map(({ pathname }) => `/${pathname.replace(/\/$/, '')}`).filter((path) => path !== '/404' && !/^\/app(\/|$)/.test(path))
        const read = await readPages(folder, site, paths)
        await Promise.all(read.map(({ twin, whole }) => put(folder, twin, whole)))
        const listed = llmsFiles(site, read)
        await Promise.all(listed.map(({ path, text }) => put(folder, path, text)))
        await writeSearch(folder, read, operations, entries)
        // The script that the service serves: a dependency of the repository, not of this folder.
        const entry = createRequire(import.meta.url).resolve('@scalar/api-reference')
        await mkdir(join(folder, 'console'), { recursive: true })
        await copyFile(join(dirname(entry), 'browser/standalone.js'), join(folder, 'console/scalar.js'))
        logger.info(`${read.length} Markdown twins, llms.txt and ${listed.length - 1} texts that it lists`)
      },
    },
  }
}
