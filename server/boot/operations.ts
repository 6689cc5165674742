/** Every operation, from the domains that declare them. An operation that is missing here is not served. */
import { catalogueOperations } from '../catalogue/operations.ts'
import type { Operation } from '../contract/operation.ts'
import { resources } from '../contract/resources.ts'
import { insightOperations } from '../insight/operations.ts'
import { importOperations } from '../platform/imports/operations.ts'
import { imports } from './imports.ts'
import { partnersOperations } from '../partners/operations.ts'
import { planningOperations } from '../planning/operations.ts'
import { readScopes } from '../platform/keys/scopes.ts'
import { platformOperations } from '../platform/operations.ts'
import { signInOperations } from '../platform/sign_in/operations.ts'
import { purchasingOperations } from '../purchasing/operations.ts'
import { sellingOperations } from '../selling/operations.ts'
import { stockOperations } from '../stock/operations.ts'

const declared: readonly Operation[] = [
  ...platformOperations,
  ...importOperations(imports),
  readScopes(() => publicOperations),
  ...catalogueOperations,
  ...stockOperations,
  ...purchasingOperations,
  ...sellingOperations,
  ...partnersOperations,
  ...insightOperations,
  ...planningOperations,
]

/** Public operations in the order of the scope matrix. */
export const publicOperations: readonly Operation[] = Object.keys(resources).flatMap((resource) =>
  declared.filter((one) => one.surface === 'public' && one.resource === resource),
)

/** Operations of the app itself, on a user session. API keys are refused with not_public. */
export const sessionOperations: readonly Operation[] = declared.filter(({ surface }) => surface === 'session')

/** Everything in the document: public operations, the app's own, and the requests under /auth. */
export const everyOperation = [...publicOperations, ...sessionOperations, ...signInOperations]
