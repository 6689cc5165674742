/** Compares the published sample response of an operation with the actual response to the published sample request. */
import type { ResponseObject } from '../../../server/contract/openapi/json.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { openapi } from './document_check.ts'
import { bytesOf } from './sample_bytes.ts'
import { sampleOf, withRealIds } from './sample_requests.ts'
import { call, type Tenant } from '../service/tenant.ts'

const publishedOf = ({ path, method }: Operation) => openapi.paths[path]![method.toLowerCase()]!

export function sampleAnswer(operation: Operation): any {
  const { responses } = publishedOf(operation)
  return (responses[operation.status] as ResponseObject).content?.['application/json']?.example
}

/** Sends the request of the operation's curl sample. */
export async function sendSample(
  operation: Operation,
  tenant: Tenant,
  ids: Map<string, string>,
  token: string,
  /** Names that exist only on a reader's own machine, each with its replacement. */
  exchanged: readonly (readonly [string, string])[] = [],
): Promise<{ status: number; live: unknown; body: unknown }> {
  const shown = withRealIds(sampleOf(operation, 'curl'), operation, tenant, ids)
  const names = exchanged.filter(([name]) => shown.includes(name))
  const source = names.reduce((text, [name, real]) => text.replaceAll(name, real), shown)
  const target = /\$BASE_URL([^"]+)"/.exec(source)![1]!.replaceAll('$ORGANIZATION_ID', tenant.organization_id)
  const headers = Object.fromEntries(
    [...source.matchAll(/--header "([\w-]+): ([^"]+)"/g)].map(([, name, value]) => [name!, value!]),
  )
  if ('Idempotency-Key' in headers) headers['Idempotency-Key'] = crypto.randomUUID()
  if ('X-Organization-ID' in headers) headers['X-Organization-ID'] = tenant.organization_id
  headers.Authorization = `Bearer ${token}`
  const data = /--data '([\s\S]*)'$/.exec(source)?.[1]?.replaceAll("'\\''", "'")
  const raw = operation.body === 'bytes' ? bytesOf(operation, 'Item code,Counted\nJUMPER-M,41\n') : data
  const answer = await call(tenant.service, operation.method, target, {
    headers,
    ...(raw === undefined ? {} : { raw }),
  })
  const back = (text: string) => JSON.parse(names.reduce((all, [name, real]) => all.replaceAll(real, name), text))
  return { status: answer.status, live: answer.text === '' ? undefined : back(answer.text), body: data && back(data) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'

/** A key that is a period, which moves with the day of the run. */
const period = /^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/

/** Each value of a response with its path; the items of a list share one path, and so do the periods of a record. */
function* valuesOf(value: unknown, path: string): Generator<[string, unknown]> {
  yield [path, value]
  if (Array.isArray(value)) for (const one of value) yield* valuesOf(one, `${path}[]`)
  else if (isRecord(value))
    for (const [name, one] of Object.entries(value))
      yield* valuesOf(one, `${path}.${period.test(name) ? '{period}' : name}`)
}

/** All values at each path. */
function byPath(value: unknown): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const [path, one] of valuesOf(value, '')) found.set(path, [...(found.get(path) ?? []), one])
  return found
}

const parentOf = (path: string) => path.replace(/(\[\]|\.[^.[]*)$/, '')

export interface Pair {
  operation: Operation
  sample: unknown
  live: unknown
  body: unknown
  /** Kinds of names (product titles, SKUs) in the starter data. */
  words: readonly ReadonlySet<unknown>[]
}

const state =
  /^(status|state|sandbox|plan|is_active|on_hold|include_all_variants|is_test|posted_at|\w*_names|((?!byte_)\w*_)?count)$/
/** A reason why a figure next to it is null; `hold_reason` is given by people instead. */
const explains = (name: string) => /(^|_)reason(_code)?$/.test(name) && name !== 'hold_reason'
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)

/** Differences between the sample response and the actual one, as `rule path: difference`. */
export function sampleFaults({ operation, sample, live, body, words }: Pair): string[] {
  const shown = byPath(sample)
  const found = byPath(live)
  const sent = [...byPath(body).values()].flat().filter((one) => one !== null && typeof one !== 'object')
  const faults: string[] = []
  for (const path of shown.keys()) {
    if (found.has(path) || !isComparable(found, path)) continue
    faults.push(`key ${path}: the live answer has none`)
  }
  for (const [path, values] of found) {
    const here = shown.get(path)
    if (here === undefined) {
      if (isComparable(shown, path)) faults.push(`key ${path}: the sample has none`)
      continue
    }
    const name = path.replaceAll('[]', '').split('.').at(-1)!
    const shownValue = JSON.stringify(here[0])
    const isNull = values.every((one) => one === null)
    if (isNull && here.some((one) => one !== null)) faults.push(`null ${path}: ${shownValue}`)
    else if (operation.verb === 'write' && here[0] === null && !values.includes(null) && !explains(name))
      faults.push(`unsaid ${path}: live ${JSON.stringify(values[0])}`)
    else if (operation.verb === 'write' && values.length === here.length && state.test(name)) {
      if (JSON.stringify(values.toSorted()) !== JSON.stringify(here.toSorted()) && !isInstant(values[0]))
        faults.push(`state ${path}: ${shownValue}, live ${JSON.stringify(values[0])}`)
    }
    const wordsHere = name === 'id' ? undefined : words.find((kind) => values.every((one) => kind.has(one)))
    if (wordsHere !== undefined && !here.every((one) => wordsHere.has(one))) faults.push(`name ${path}: ${shownValue}`)
    const repeats =
      operation.verb === 'write' && sent.includes(values[0]) && byPath(body).has(path.replace('.data', ''))
    if (repeats && !isId(values[0]) && !here.includes(values[0])) faults.push(`repeat ${path}: ${shownValue}`)
  }
  return faults.toSorted()
}

const isInstant = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)

/** Whether both responses can contain the path: its parent is present, and no list on the way is empty. */
function isComparable(other: ReadonlyMap<string, unknown[]>, path: string): boolean {
  if (path.endsWith('[]')) return false
  return (other.get(parentOf(path)) ?? []).some(isRecord)
}
