/** The code samples of the document with the ids of an organisation instead of the example ids. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleId } from '../../../server/contract/openapi/example_ids.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { openapi } from './document_check.ts'
import { idFor, kindIn } from './foreign.ts'
import { idPlaces } from './requests.ts'
import { type Label, runSamples, sampleLanguages, statusIn } from './sample_languages.ts'
import { sized } from '../long.ts'
import { testService } from '../service/service.ts'
import type { Tenant } from '../service/tenant.ts'

export const samplesOf = (operation: Operation) =>
  openapi.paths[operation.path]![operation.method.toLowerCase()]!['x-codeSamples'] as {
    label: string
    source: string
  }[]

export const sampleOf = (operation: Operation, label: Label): string =>
  samplesOf(operation).find((one) => one.label === label)!.source

/** Replaces the sample's example ids by those of an organisation. */
export function withRealIds(source: string, operation: Operation, tenant: Tenant, ids: Map<string, string>): string {
  let real = source.replaceAll(exampleId('organization_id'), tenant.organization_id)
  for (const { name, steps, where, integer } of idPlaces(operation)) {
    const id = idFor(ids, kindIn(operation, name))
    // A numeric id is identified by its place in the path.
    if (where === 'path' && integer && id !== undefined) {
      const example: string = operation.params?.properties[name]?.examples?.[0].toString()
      real = real.replaceAll(`/${example}`, `/${id}`).replaceAll(`${name}: ${example}`, `${name}: ${id}`)
    }
    const field = String(steps.findLast((step) => typeof step === 'string'))
    if (id !== undefined) for (const one of new Set([name, field])) real = real.replaceAll(exampleId(one), id)
    // A file's key is not an id; it is found as the value of its field.
    if (name === 'file_key') real = real.replaceAll(new RegExp(`(${field}['"]?(?::| =>) ['"])[^'"]*`, 'g'), `$1${id}`)
  }
  return real
}

export interface AskedSample {
  operation: Operation
  source: string
  variables: Record<string, string>
}

/** Languages with what is missing on this machine for each. */
export const runnable = (Object.keys(sampleLanguages) as Label[]).map((label) => ({
  label,
  missing: sampleLanguages[label].lacks(),
}))

const shapeOf = ({ method, params, query, body }: Operation): string =>
  [method, params !== undefined, query !== undefined, body === 'bytes' || body?.type].join()

/** Each curl sample is a process; the long run starts all of them. */
const runWhole: readonly Label[] = sized(['TypeScript', 'JavaScript'], ['TypeScript', 'JavaScript', 'curl'])

/**
 * The operations whose samples are run: all in the languages that run whole, and in the others the first of each shape
 * of request, since a language writes all requests of a shape alike.
 */
export function operationsFor(label: Label, operations: readonly Operation[]): readonly Operation[] {
  const shown = operations.filter((one) => samplesOf(one).some((sample) => sample.label === label))
  return runWhole.includes(label) ? shown : [...new Map(shown.toReversed().map((one) => [shapeOf(one), one])).values()]
}

/** Samples whose response was not the operation's success. */
export async function straySamples(label: Label, sampleRuns: readonly AskedSample[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  const printed = await runSamples(label, sampleRuns, folder, (await testService()).base_url)
  rmSync(folder, { recursive: true, force: true })
  return sampleRuns
    .map(({ operation }, i) => ({ operation, text: printed[i] ?? '' }))
    .filter(({ operation, text }) => statusIn(label, text) !== operation.status)
    .map(({ operation, text }) => `${operation.id}: ${text.slice(0, 400)}`)
}
