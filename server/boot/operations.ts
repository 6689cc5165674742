/** Every operation, from the domains that declare them. What is not here is not served. */
import { catalogue_operations } from '../catalogue/operations.ts'
import type { Operation } from '../contract/operation.ts'
import { resources } from '../contract/resources.ts'
import { readScopes } from '../platform/keys/scopes.ts'
import { platform_operations } from '../platform/operations.ts'
import { sign_in_operations } from '../platform/sign_in/operations.ts'
import { purchasing_operations } from '../purchasing/operations.ts'
import { stock_operations } from '../stock/operations.ts'

const declared: readonly Operation[] = [
  ...platform_operations,
  readScopes(() => public_operations),
  ...catalogue_operations,
  ...stock_operations,
  ...purchasing_operations,
]

/** Public operations in the order of the scope matrix. */
export const public_operations: readonly Operation[] = Object.keys(resources).flatMap((resource) =>
  declared.filter((one) => one.surface === 'public' && one.resource === resource),
)

/** Operations of the app itself, on a user session. To a key they are not_public. */
export const session_operations: readonly Operation[] = declared.filter(({ surface }) => surface === 'session')

/** Everything that the document describes: public operations, the app's own, and the requests under /auth. */
export const every_operation = [...public_operations, ...session_operations, ...sign_in_operations]
