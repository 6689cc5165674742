/** Tests that need more than Node and npm are skipped if that is missing; the title then contains the reason. */
import { test } from 'bun:test'

/** Which of these programs are missing, as a reason; null if all are on the PATH. */
export function missingProgram(...programs: string[]): string | null {
  const missing = programs.find((program) => Bun.which(program) === null)
  return missing === undefined ? null : `${missing} is not installed`
}

/** Defines a test, or skips it with the reason in its title. */
export function testUnless(
  missing: string | null,
  title: string,
  run: () => void | Promise<unknown>,
  limitMs?: number,
): void {
  if (missing === null) test(title, run, limitMs)
  else test.skip(`${title} [${missing}]`, run, limitMs)
}

/** For tests that access the service's internals: with TEST_RUNTIME=deno it runs in a separate process. */
export const otherProcess = process.env.TEST_RUNTIME === 'deno' ? 'the service runs in another process' : null
