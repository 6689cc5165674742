/** The surface as it stands, the one that was last released, and what lies between them untold. */
import { readFileSync } from 'node:fs'
import { public_operations, session_operations } from '../boot/operations.ts'
import { changelog } from '../contract/changelog.ts'
import { changesBetween, faultsOf } from '../contract/openapi/changes.ts'
import { buildDocument } from '../contract/openapi/document.ts'
import { parseSurface, printSurface, type Surface, surfaceOf } from '../contract/openapi/surface.ts'
import { published_limits } from '../contract/published_limits.ts'
import { refusals } from '../contract/refusals.ts'
import { current_train, is_train_public } from '../contract/trains.ts'
import { events } from '../outbox/events.ts'
import { sign_in_operations } from '../platform/sign_in/operations.ts'

export const released_path = `tests/contract/released/${current_train}.txt`
const released_file = new URL(`../../${released_path}`, import.meta.url)

const statuses = Object.fromEntries(Object.entries(refusals).map(([code, { status }]) => [code, status]))

/** What the document tells of: public operations, the app's own, and sign-in. */
export const every_operation = [...public_operations, ...session_operations, ...sign_in_operations]

export const presentSurface = (): Surface =>
  surfaceOf(buildDocument(every_operation, events), statuses, published_limits)

export interface Release {
  /** Entries of the changelog that went out with it. */
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

export const lastRelease = (): Release => parseRelease(readFileSync(released_file, 'utf8'))
export const presentRelease = (): Release => ({ entries: changelog.map(({ id }) => id), surface: presentSurface() })

/** Every change since the last release that no entry of its own tells of, or that breaks the published train. */
export function untoldChanges(): string[] {
  const released = lastRelease()
  const fresh = changelog.filter(({ id }) => !released.entries.includes(id))
  return faultsOf(changesBetween(released.surface, presentSurface()), fresh, current_train, is_train_public)
}
