/** The OpenAPI document of all operations, and the surface that is compared with the last release. */
import { buildDocument, printDocument } from '../../contract/openapi/document.ts'
import { type Surface, surfaceOf } from '../../contract/openapi/surface.ts'
import { publishedLimits } from '../../contract/published_limits.ts'
import { refusals } from '../../contract/refusals.ts'
import { events } from '../events.ts'
import { everyOperation } from '../operations.ts'

const statuses = Object.fromEntries(Object.entries(refusals).map(([code, { status }]) => [code, status]))

export const documentText = (): string => printDocument(buildDocument(everyOperation, events))

export const presentSurface = (): Surface => surfaceOf(buildDocument(everyOperation, events), statuses, publishedLimits)
