/** Starter data for a sandbox. */
import { seedSandbox } from './seed.ts'

export const sandbox_operations = [seedSandbox]
