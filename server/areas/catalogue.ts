/** Every public operation, in the order of the scope matrix. What is not here is not public. */
import type { Operation } from '../contract/operation.ts'
import { getVariant } from './products/get_variant.ts'
import { seedSandbox } from './sandbox/seed.ts'

export const catalogue: readonly Operation[] = [getVariant, seedSandbox]
