/** The tables of server/: what their declarations select, filter and sort by, as one statement each. */
import { readdirSync } from 'node:fs'
import { joinsFor } from '../../../server/tables/page.ts'
import type { Table } from '../../../server/tables/table.ts'
import { repository } from './program.ts'
import type { Form } from './statements.ts'

export interface TableStatement {
  /** `server/catalogue/products/products_table.ts productsTable` */
  place: string
  form: Form
}

type Module = Record<string, unknown>

export async function loadTableModules(): Promise<[file: string, module: Module][]> {
  const files = readdirSync(`${repository}/server`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /_tables?\.ts$/.test(name) && name !== 'tables/export_table.ts')
    .map((name) => `${repository}/server/${name}`)
  return Promise.all(files.map(async (file) => [file, (await import(file)) as Module] as [string, Module]))
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'base' in value && 'select' in value && 'columns' in value

export async function tableStatements(): Promise<TableStatement[]> {
  const modules = await loadTableModules()
  return modules.flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, value]) =>
      isTable(value) ? [{ place: `${file.slice(repository.length + 1)} ${name}`, form: formOf(value) }] : [],
    ),
  )
}

/** Every join, every field of a row, and whatever is filtered or sorted by. */
function formOf(table: Table): Form {
  const { base, columns, joins = {} } = table
  const expressions = Object.values(columns).map(({ expression }) => expression)
  return {
    text: `select ${[table.select, ...expressions].join(',\n  ')}
from ${base.table} ${base.alias}
${joinsFor({ table, within: new Map() }, Object.keys(joins))}
where ${base.alias}.organization_id = $1`,
    parameters: ['unknown'],
  }
}
