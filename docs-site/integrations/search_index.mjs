/**
 * The site's own search beside Pagefind: moves Pagefind's files to pagefind/texts, and writes pagefind/titles.json and
 * pagefind/pagefind.js, the script of src/search that asks both.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { build } from 'esbuild'
import { wordsOf } from '../src/search/spelling.ts'
import { firstSentence, plain } from '../src/lib/text.ts'
import { searchTermsOf } from '../src/search_terms.ts'

/** The fragments of Pagefind's index by the address of their page. */
async function fragmentsIn(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pf_fragment'))
  const entries = await Promise.all(
    files.map(async (name) => {
      const text = (await promisify(gunzip)(await readFile(join(folder, name)))).toString('utf8')
      const { url } = JSON.parse(text.slice(text.indexOf('{')))
      return [url.replace(/(.)\/$/, '$1'), name.replace('.pf_fragment', '')]
    }),
  )
  return new Map(entries)
}

/** The words of the texts, each with the number of pages that have it. */
function wordsIn(pages) {
  const counts = new Map()
  for (const { short } of pages)
    for (const word of new Set(wordsOf(short))) if (/^[a-z]{4,20}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort())
}

/** `operations` are those of the document: { href, id, path }; `changes` those of the changelog: { href, title, detail }. */
export async function writeSearch(folder, pages, operations, changes) {
  const own = join(folder, 'pagefind')
  const texts = join(own, 'texts')
  await mkdir(texts)
  for (const name of await readdir(own)) if (name !== 'texts') await rename(join(own, name), join(texts, name))
  const fragments = await fragmentsIn(join(texts, 'fragment'))
  const byHref = new Map(operations.map((one) => [one.href, `${one.id} ${one.path}`]))
  const listed = pages.map(({ path, title, description }) => ({
    url: path,
    title,
    description,
    terms: searchTermsOf(path),
    operation: byHref.get(path),
    fragment: fragments.get(path),
  }))
  const listedChanges = changes.map(({ href, title, detail }) => ({
    url: href,
    title,
    description: plain(firstSentence(detail)),
    terms: [],
    is_change: true,
  }))
  await writeFile(join(own, 'titles.json'), JSON.stringify({ pages: [...listed, ...listedChanges], words: wordsIn(pages) }))
  await build({
    entryPoints: [fileURLToPath(new URL('../src/search/pagefind.ts', import.meta.url))],
    outfile: join(own, 'pagefind.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
}
