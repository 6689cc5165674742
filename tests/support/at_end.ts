/** What modules of the tests do when tests end. A module registers itself, so a test loads only what it uses. */
type Work = () => unknown

const ofFiles: Work[] = []
const ofProcess: Work[] = []

/** After each test file in a worker of the suite. */
export const afterEachFile = (work: Work): void => void ofFiles.push(work)

/** Once at the end of a plain `bun test`, the last registered first: a service before its database. */
export const afterAllTests = (work: Work): void => void ofProcess.push(work)

export async function endFile(): Promise<void> {
  for (const work of ofFiles) await work()
}

export async function endProcess(): Promise<void> {
  for (const work of ofProcess.toReversed()) await work()
}
