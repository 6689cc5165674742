/** What a TypeScript generator makes of the document of keys: few lines, and types under the names of the records. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'bun:test'
import ts from 'typescript'
import { publicOperations } from '../../../server/boot/operations.ts'
import { documents } from '../../../server/boot/published/document.ts'
import { testUnless } from '../../support/needs.ts'

const tool = (name: string) => fileURLToPath(new URL(`../../tools/node_modules/${name}`, import.meta.url))
const missing = existsSync(tool('openapi-typescript')) ? null : 'tests/tools is not installed'

const client = `import createClient from 'openapi-fetch'
import type { components, paths } from './keys.d.ts'

type Variant = components['schemas']['Variant']
type InventoryRow = components['schemas']['InventoryRow']

export const skuOf = (variant: Variant): string => variant.sku
export const cutRow = ({ sku, on_hand_qty }: Pick<InventoryRow, 'sku' | 'on_hand_qty'>) => [sku, on_hand_qty]

const client = createClient<paths>({ baseUrl: 'https://api.service.example' })

export async function allVariants(): Promise<components['schemas']['VariantRow'][]> {
  const { data, error } = await client.GET('/api/v1/variants/table', { params: { query: { limit: 100 } } })
  if (error !== undefined) throw new Error(error.message.desc)
  return data.data.rows
}

export async function inventoryFile(): Promise<string | null> {
  const { data } = await client.GET('/api/v1/inventory/table', { params: { query: { export: true } } })
  const rows: InventoryRow[] = data?.data.rows ?? []
  return rows.length > 0 ? null : (data?.data.export_url ?? null)
}
`

/** The faults that the compiler finds in the files of a folder. */
function faultsIn(folder: string, file: string): string[] {
  const program = ts.createProgram([join(folder, file)], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    paths: { 'openapi-fetch': [tool('openapi-fetch')] },
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, start }) => `${start}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

testUnless(
  missing,
  'the types of an operation stay below their number of lines, and a client of them compiles by the names of records',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-'))
    try {
      writeFileSync(join(folder, 'keys.json'), documents.keys())
      const generated = Bun.spawnSync(
        ['node', tool('openapi-typescript/bin/cli.js'), join(folder, 'keys.json'), '-o', join(folder, 'keys.d.ts')],
        { stdout: 'pipe', stderr: 'pipe' },
      )
      expect([generated.exitCode, generated.stderr.toString()]).toEqual([0, ''])
      // Fields of records are not counted: components.rules.test.ts has each record in the document once, however many fields it gains.
      const [components, operations] = ts.sys
        .readFile(join(folder, 'keys.d.ts'))!
        .split('\nexport interface operations {\n')
      expect(components!.split('\n').length).toBeGreaterThan(10_000)
      // 64 for each operation: a shape that is written out where it is used adds its fields here.
      expect(operations!.split('\n').length).toBeLessThan(64 * publicOperations.length)
      writeFileSync(join(folder, 'client.ts'), client)
      expect(faultsIn(folder, 'client.ts')).toEqual([])
      writeFileSync(join(folder, 'wrong.ts'), client.replace('variant.sku', 'variant.skew'))
      expect(faultsIn(folder, 'wrong.ts').join()).toContain("'skew' does not exist")
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  60_000,
)
