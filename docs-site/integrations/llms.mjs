/**
 * llms.txt lists the Markdown twins by part of the site, and the files with the whole text of each part: none is longer than a
 * reader of it can take in at once. llms-full.txt lists the latter alone.
 */
import { areas } from '../src/lib/document.ts'
import { sectionsOf } from '../src/lib/sections.ts'

/** A longer part has several files. */
const bytesMax = 500_000
const startsWith = (start) => (path) => path === start || path.startsWith(`${start}/`)

/** Parts of the reference: its areas, and the sections of those with many operations. */
const referenceParts = areas.flatMap((area) => {
  const sections = sectionsOf(area)?.filter(({ operations }) => operations.length > 0)
  if (sections === undefined) return [{ slug: area.name.replaceAll('_', '-'), title: area.tag, holds: startsWith(area.href) }]
  const first = { slug: area.name, title: area.tag, holds: (path) => path === area.href }
  return [
    first,
    ...sections.map(({ title, slug, operations }) => {
      const own = new Set(operations.map(({ href }) => href))
      return { slug: `${area.name}-${slug}`, title: `${area.tag}: ${title}`, holds: (path) => own.has(path) }
    }),
  ]
})

/** The parts of the site in the order of llms.txt; the first that holds a page has it. */
const parts = [
  { slug: 'start', title: 'Start', holds: (path) => path === '/' || path.startsWith('/quick-start') },
  { slug: 'model', title: 'Domain model', holds: startsWith('/model') },
  { slug: 'recipes', title: 'Recipes', holds: startsWith('/api/guides/recipes') },
  { slug: 'guides', title: 'Guides', holds: startsWith('/api/guides') },
  { slug: 'webhooks', title: 'Webhooks', holds: startsWith('/webhooks') },
  { slug: 'receiver-kit', title: 'Receiver kit', holds: startsWith('/receivers') },
  { slug: 'operate', title: 'Operate', holds: startsWith('/operate') },
  ...referenceParts,
  { slug: 'reference', title: 'Reference', holds: startsWith('/reference') },
  { slug: 'changelog', title: 'Changelog', holds: startsWith('/changelog') },
  { slug: 'more', title: 'More', holds: () => true },
]

/** Lists of the changelog by area and kind repeat what its pages have. */
const isRepeated = ({ path }) => /^\/changelog\/(area|kind)\//.test(path)

const bytesOf = (text) => new TextEncoder().encode(text).length

/** The texts of pages in as few files as hold them. */
function filesOf(site, pages) {
  const files = []
  for (const { path, short } of pages) {
    const text = `<!-- ${site}${path} -->\n\n${short.trim()}\n`
    const last = files.at(-1)
    if (last === undefined || bytesOf(last) + bytesOf(text) + 10 > bytesMax) files.push(text)
    else files[files.length - 1] = `${last}\n---\n\n${text}`
  }
  return files
}

const line = (site, { title, description, twin }) => `- [${title}](${site}${twin})${description ? `: ${description}` : ''}`

/** The files, by path: llms.txt, llms-full.txt and llms/<part>.txt. */
export function llmsFiles(site, pages) {
  const left = new Set(pages.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
  const made = parts.flatMap((part) => {
    const own = [...left].filter(({ path }) => part.holds(path))
    for (const page of own) left.delete(page)
    const texts = filesOf(site, own.filter((page) => !isRepeated(page)))
    const files = texts.map((text, i) => ({ path: `llms/${part.slug}${i === 0 ? '' : `-${i + 1}`}.txt`, text }))
    return own.length === 0 ? [] : [{ ...part, pages: own, files }]
  })
  const fullLines = made.flatMap(({ title, files }) =>
    files.map(({ path, text }, i) => {
      const name = files.length === 1 ? title : `${title}, ${i + 1} of ${files.length}`
      return `- [${name}](${site}/${path}): ${Math.ceil(bytesOf(text) / 1000)} kB`
    }),
  )
  const full = `## Whole text by part\n\n${fullLines.join('\n')}`
  const home = pages.find(({ path }) => path === '/')
  const head = `# ${home.title}\n\n> ${home.description}`
  const lists = made.map(({ title, pages: own }) => `## ${title}\n\n${own.map((page) => line(site, page)).join('\n')}`)
  return [
    { path: 'llms.txt', text: `${[head, full, ...lists].join('\n\n')}\n` },
    { path: 'llms-full.txt', text: `${head}\n\n${full}\n` },
    ...made.flatMap(({ files }) => files),
  ]
}
