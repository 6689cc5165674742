/** The last released surface, and the changes since then that no changelog entry covers. */
import { readFileSync } from 'node:fs'
import { changelog } from '../contract/changelog.ts'
import { changesBetween, faultsOf } from '../contract/openapi/changes.ts'
import { parseSurface, printSurface, type Surface } from '../contract/openapi/surface.ts'
import { current_train, isTrainPublic } from '../contract/trains.ts'

export const releasedPath = `tests/contract/released/${current_train}.txt`
const releasedFile = new URL(`../../${releasedPath}`, import.meta.url)

export interface Release {
  /** Changelog entries that were released with it. */
  entries: readonly string[]
  surface: Surface
}

const head = '# entries: '

export const printRelease = ({ entries, surface }: Release): string =>
  `# What was last released, one fact a line; written by: npm run contract -- --release\n${head}${entries.join(' ')}\n${printSurface(surface)}`

export function parseRelease(text: string): Release {
  const line = text.split('\n').find((one) => one.startsWith(head)) ?? head
  return { entries: line.slice(head.length).split(' ').filter(Boolean), surface: parseSurface(text) }
}

export const lastRelease = (): Release => parseRelease(readFileSync(releasedFile, 'utf8'))
export const releaseOf = (surface: Surface): Release => ({ entries: changelog.map(({ id }) => id), surface })

/** All changes since the last release that no new entry covers or that break the published train. */
export function uncoveredChanges(present: Surface): string[] {
  const released = lastRelease()
  const fresh = changelog.filter(({ id }) => !released.entries.includes(id))
  return faultsOf(changesBetween(released.surface, present), fresh, current_train, isTrainPublic)
}
