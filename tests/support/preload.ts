/** Runs before the tests. PostgreSQL and the service start at their first use: tests of rules need neither. */
import { afterAll } from 'bun:test'
import { plugin } from 'bun'
import { endFile, endProcess } from './at_end.ts'

// Bun forgets a default set here after the first file, so each file sets it.
const limit = "import { setDefaultTimeout as setTestLimit } from 'bun:test'; setTestLimit(30_000);"
plugin({
  name: 'time limit of tests',
  setup(build) {
    build.onLoad({ filter: /\.(test|browser)\.ts$/ }, async ({ path }) => ({
      contents: limit + (await Bun.file(path).text()),
      loader: 'ts',
    }))
  },
})

// In a worker of the suite this runs after each file, otherwise once at the end.
afterAll(() => (process.env.TEST_RUN_FOLDER === undefined ? endProcess() : endFile()), 60_000)
