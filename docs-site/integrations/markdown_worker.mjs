/** Reads its share of the built pages and returns each with its Markdown twin. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { twinOf } from '../src/lib/twin.mjs'
import { pageToMarkdown } from './markdown.mjs'

const { folder, site, paths } = workerData
const pages = []
for (const path of paths) {
  const html = await readFile(join(folder, path, 'index.html'), 'utf8')
  pages.push({ path, twin: twinOf(path), ...(await pageToMarkdown(html, site)) })
}
parentPort.postMessage(pages)
