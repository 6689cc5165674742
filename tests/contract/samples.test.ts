/** Every code sample of the document is run as it stands: only the example ids in it are exchanged for real ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { exampleId } from '../../server/contract/openapi/examples.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { openapi } from '../support/document_check.ts'
import { idFor, idsOf } from '../support/foreign.ts'
import { furnish } from '../support/furnish.ts'
import { idPlaces } from '../support/requests.ts'
import { catalogue } from '../support/service.ts'
import { newTenant, type Tenant } from '../support/tenant.ts'

type Label = 'curl' | 'JavaScript' | 'Python'

function sampleOf(operation: Operation, label: Label): string {
  const published = openapi.paths[operation.path]![operation.method.toLowerCase()]!
  const samples = published['x-codeSamples'] as { label: string; source: string }[]
  return samples.find((one) => one.label === label)!.source
}

/** Puts an organisation's own ids where the sample has those of the examples. */
function withRealIds(source: string, operation: Operation, tenant: Tenant, ids: Map<string, string>): string {
  let real = source.replaceAll(exampleId('organization_id'), tenant.organization_id)
  for (const { name, steps, where, integer } of idPlaces(operation)) {
    const id = idFor(ids, name)
    // A number is told from other numbers by its place in the path.
    if (where === 'path' && integer && id !== undefined)
      real = real.replaceAll(`/${operation.params?.properties[name]?.examples?.[0]}`, `/${id}`)
    const field = String(steps.findLast((step) => typeof step === 'string'))
    if (id !== undefined) for (const one of new Set([name, field])) real = real.replaceAll(exampleId(one), id)
    // A file's key is no id: it stands as its field's value.
    if (name === 'file_key') real = real.replaceAll(new RegExp(`(${field}['"]?: ['"])[^'"]*`, 'g'), `$1${id}`)
  }
  return real
}

/** A driver runs all samples of a language in one process and prints, after each, a line `=== <number>`. */
const drivers: Record<Label, { command: string[]; extension: string; driver: string }> = {
  curl: {
    command: ['bash'],
    extension: 'sh',
    // curl tells the status only when asked to.
    driver: `curl() { command curl -sS -w " %{http_code}" "$@"; }
for i in $(seq 0 $((COUNT - 1))); do . ./sample_$i.sh 2>&1; echo; echo "=== $i"; done`,
  },
  JavaScript: {
    command: [process.execPath, 'run'],
    extension: 'mjs',
    driver: `for (let i = 0; i < Number(process.env.COUNT); i++) {
  process.env.API_KEY = process.env['API_KEY_' + i]
  try { await import('./sample_' + i + '.mjs') } catch (error) { console.log(String(error)) }
  console.log('=== ' + i)
}`,
  },
  Python: {
    command: ['python3'],
    extension: 'py',
    driver: `import os, urllib.error
for i in range(int(os.environ['COUNT'])):
    os.environ['API_KEY'] = os.environ['API_KEY_' + str(i)]
    try:
        exec(compile(open(f'sample_{i}.py').read(), f'sample_{i}.py', 'exec'), {})
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode())
    except Exception as error:
        print(repr(error))
    print(f'=== {i}')`,
  },
}

interface Asked {
  operation: Operation
  source: string
  tenant: Tenant
}

/** What each sample printed, in order. */
async function runAll(label: Label, asked: readonly Asked[], folder: string): Promise<string[]> {
  const { command, extension, driver } = drivers[label]
  for (const [i, { source, tenant }] of asked.entries()) {
    const key = label === 'curl' ? `API_KEY=${tenant.api_key}\n` : ''
    writeFileSync(join(folder, `sample_${i}.${extension}`), key + source)
  }
  writeFileSync(join(folder, `driver.${extension}`), driver)
  writeFileSync(join(folder, 'file.csv'), 'sku,counted_quantity\n')
  const keys = Object.fromEntries(asked.map(({ tenant }, i) => [`API_KEY_${i}`, tenant.api_key]))
  const child = Bun.spawn([...command, `driver.${extension}`], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
    env: {
      ...keys,
      PATH: process.env.PATH!,
      HOME: folder,
      COUNT: String(asked.length),
      BASE_URL: asked[0]!.tenant.service.base_url,
    },
  })
  const out = await new Response(child.stdout).text()
  return out.split(/^=== \d+$/m).map((part) => part.trim())
}

const statusIn = (label: Label, printed: string) =>
  Number((label === 'curl' ? /(\d{3})$/ : /^(\d{3})\b/).exec(printed)?.[1])

for (const label of ['curl', 'JavaScript', 'Python'] as const) {
  test.skipIf(Bun.which(drivers[label].command[0]!) === null)(
    `every ${label} sample runs as it stands, and its request is answered with success`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'samples-'))
      const asked: Asked[] = []
      const reader = await newTenant()
      await furnish(reader)
      for (const operation of catalogue) {
        // Writes change what they find: each has an organisation of its own.
        const tenant = operation.method === 'GET' ? reader : await newTenant()
        if (tenant !== reader) await furnish(tenant, operation.id)
        const source = withRealIds(sampleOf(operation, label), operation, tenant, await idsOf(tenant))
        asked.push({ operation, source, tenant })
      }
      const printed = await runAll(label, asked, folder)
      rmSync(folder, { recursive: true })
      const found = asked
        .map(({ operation }, i) => ({ operation, text: printed[i] ?? '' }))
        .filter(({ operation, text }) => statusIn(label, text) !== operation.status)
        .map(({ operation, text }) => `${operation.id}: ${text.slice(0, 400)}`)
      expect(found).toEqual([])
    },
    120_000,
  )
}
