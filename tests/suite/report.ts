/** The result of a run: Bun's report of every test, and files that the report does not mention. */

export interface TestCase {
  file: string
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
}

export interface Report {
  passed: number
  failures: string[]
  /** Skipped tests; the title contains the reason. */
  skipped: { file: string; name: string }[]
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, number?: string, name?: string) =>
    number === undefined ? (entities[name!] ?? whole) : String.fromCodePoint(Number(number)),
  )

/** The tests of a JUnit report as Bun writes it. */
export function testCases(xml: string): TestCase[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)].map(([, attributes, inside = '']) => {
    const attribute = (name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes!)?.[1] ?? '')
    const outcome = /<(failure|error)\b/.test(inside) ? 'failed' : inside.includes('<skipped') ? 'skipped' : 'passed'
    const name = [attribute('classname'), attribute('name')].filter(Boolean).join(' > ')
    return { file: attribute('file'), name, outcome }
  })
}

export interface Ended {
  files: readonly string[]
  /** Files that threw outside of a test. */
  crashed: ReadonlySet<string>
  /** Null if the run ended before writing its report. */
  xml: string | null
  /** Exit code or signal of the run. */
  ended: number | string
}

/** Files that a summary of a run names as failed. */
export const failedFiles = ({ failures }: Report, files: readonly string[]): string[] =>
  files.filter((file) => failures.some((failure) => failure.startsWith(`${file}: `)))

/** Summarises a run of these files. A file that crashed or ran no test counts as a failure, and so does an aborted run. */
export function judge({ files, crashed, xml, ended }: Ended): Report {
  if (xml === null)
    return { passed: 0, failures: [`the run died before its report was written (${ended})`], skipped: [] }
  const cases = testCases(xml).filter(({ file }) => files.includes(file))
  const reported = new Set(cases.map(({ file }) => file))
  const failures = [
    ...cases.filter(({ outcome }) => outcome === 'failed').map(({ file, name }) => `${file}: ${name}`),
    ...files.filter((file) => crashed.has(file)).map((file) => `${file}: threw outside a test`),
    ...files.filter((file) => !crashed.has(file) && !reported.has(file)).map((file) => `${file}: ran no test`),
  ]
  if (failures.length === 0 && ended !== 0) failures.push(`the run ended with ${ended}`)
  return {
    passed: cases.filter(({ outcome }) => outcome === 'passed').length,
    failures,
    skipped: cases.flatMap(({ file, name, outcome }) => (outcome === 'skipped' ? [{ file, name }] : [])),
  }
}
