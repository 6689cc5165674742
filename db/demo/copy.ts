/** Loads rows into the database by COPY. */
import { once } from 'node:events'
import type postgres from 'postgres'

export type Cell = string | number | boolean | null | undefined

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export function copyCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  return special.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character]!) : cell
}

/** A text array in PostgreSQL's notation. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`

const chunkBytes = 256 * 1024

/** Buffered rows of one table. Every line begins with organization_id. */
export class CopyBuffer {
  row_count = 0
  readonly #table: string
  readonly #columns: readonly string[]
  #lines: string[] = []

  /** `columns` are separated by spaces, without organization_id. */
  constructor(table: string, columns: string) {
    this.#table = table
    this.#columns = ['organization_id', ...columns.split(' ')]
  }

  get table(): string {
    return this.#table
  }

  add(organization_id: string, cells: readonly Cell[]): void {
    let line = organization_id
    for (const cell of cells) line += `\t${copyCell(cell)}`
    this.addLine(`${line}\n`)
  }

  /** Adds a formatted line without escaping, for speed: ids, numbers and plain text only. */
  addLine(line: string): void {
    this.#lines.push(line)
    this.row_count++
  }

  /** Writes the rows added since the last call and returns their number. */
  async send(sql: postgres.TransactionSql): Promise<number> {
    const lines = this.#lines
    if (lines.length === 0) return 0
    this.#lines = []
    const writable = await sql`copy ${sql(this.#table)} (${sql(this.#columns)}) from stdin`.writable()
    const failed = new Promise<never>((_, fail) => writable.once('error', fail))
    failed.catch(() => undefined)
    let text = ''
    for (const line of lines) {
      text += line
      if (text.length < chunkBytes) continue
      if (!writable.write(text)) await Promise.race([once(writable, 'drain'), failed])
      text = ''
    }
    const finished = once(writable, 'finish')
    writable.end(text)
    await Promise.race([finished, failed])
    return lines.length
  }
}
