/** Paths and links that guides and decision pages name. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const server = join(root, 'server')

/** `pipeline/pipeline.ts`, `files/`, `.oxlintrc.json`; neither routes nor names with a placeholder. */
export function pathsIn(guide: string): string[] {
  const quoted = [...guide.matchAll(/`([^`\s<>{}()…]+)`/g)].map(([, text]) => text!)
  return quoted.filter((text) => /^[\w./-]+(\/|\.(ts|md|json|sql))$/.test(text) && !text.startsWith('/'))
}

/** From `server/` or the root. A name without a folder stands for any file of that name, such as `rules.ts`. */
export function isThere(path: string): boolean {
  if ([server, root].some((folder) => existsSync(join(folder, path)))) return true
  if (path.includes('/')) return false
  return readdirSync(server, { recursive: true }).some((file) => String(file).endsWith(`/${path}`))
}

/** Targets of links in `text`, the text of `path`, that are neither addresses nor files of the repository. */
export function deadLinks(path: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets.filter(
    (target) => !/^https?:/.test(target) && !existsSync(join(dirname(path), target.replace(/#.*/, ''))),
  )
}
