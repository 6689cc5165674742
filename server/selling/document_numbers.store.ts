import type { Sql } from '../contract/sql.ts'
import type { numberedDocuments } from './known_values.ts'

export interface NumbersToTake {
  document_type: (typeof numberedDocuments)[number]
  /** 0 where numbers do not begin again each year. */
  year: number
  count: number
  /** The first number of all. */
  first?: number
}

/** The next numbers of a document. The counter stays locked until the transaction ends, so that no number is left out. */
export async function takeDocumentNumbers(
  sql: Sql,
  organization_id: string,
  { document_type, year, count, first = 1 }: NumbersToTake,
): Promise<number[]> {
  const [row] = await sql<{ last_number: number }[]>`
    insert into sales_document_numbers as d (organization_id, document_type, year, last_number)
    values (${organization_id}, ${document_type}, ${year}, ${first - 1 + count}::int)
    on conflict on constraint sales_document_numbers_pk do update set last_number = d.last_number + ${count}::int
    returning last_number`
  return Array.from({ length: count }, (_, i) => row!.last_number - count + 1 + i)
}
