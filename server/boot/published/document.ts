/** The OpenAPI documents and the code samples as text, and the surface that is compared with the last release. */
import { buildDocument } from '../../contract/openapi/document.ts'
import {
  codeSamplesOf,
  keysDocument,
  printDocument,
  publishedDocument,
  referenceDocument,
} from '../../contract/openapi/publish.ts'
import { type Surface, surfaceOf } from '../../contract/openapi/surface.ts'
import { publishedLimits } from '../../contract/limits/published_limits.ts'
import { refusals } from '../../contract/refusals.ts'
import type { Documents } from '../../reference/reference.ts'
import { events } from '../events.ts'
import { everyOperation } from '../operations.ts'

const statuses = Object.fromEntries(Object.entries(refusals).map(([code, { status }]) => [code, status]))

const build = () => buildDocument(everyOperation, events)

/** The documents as text, made when they are asked for. */
export const documents: Documents = {
  whole: () => printDocument(publishedDocument(build())),
  keys: () => printDocument(keysDocument(build())),
  reference: () => printDocument(referenceDocument(build())),
}

/** The code samples of every operation, one operation a line. */
export const codeSamplesText = (): string => {
  const lines = Object.entries(codeSamplesOf(build())).map(
    ([id, samples]) => `${JSON.stringify(id)}: ${JSON.stringify(samples)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

export const presentSurface = (): Surface => surfaceOf(build(), statuses, publishedLimits)
