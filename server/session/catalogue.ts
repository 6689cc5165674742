/** Operations of the app itself, on a user session. To a key they are not_public. */
import type { Operation } from '../contract/operation.ts'

export const session_catalogue: readonly Operation[] = []
