/** The OpenAPI document of everything that is served, and the surface that is compared with the last release. */
import { buildDocument, printDocument } from '../contract/openapi/document.ts'
import { type Surface, surfaceOf } from '../contract/openapi/surface.ts'
import { published_limits } from '../contract/published_limits.ts'
import { refusals } from '../contract/refusals.ts'
import { events } from './events.ts'
import { every_operation } from './operations.ts'

const statuses = Object.fromEntries(Object.entries(refusals).map(([code, { status }]) => [code, status]))

export const documentText = (): string => printDocument(buildDocument(every_operation, events))

export const presentSurface = (): Surface =>
  surfaceOf(buildDocument(every_operation, events), statuses, published_limits)
