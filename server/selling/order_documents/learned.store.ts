/** Papers of an account with the same headers that a person corrected: what they teach is read from them. */
import { fingerprintOf } from '../../imports/mapping/fingerprint.ts'
import type { Sql } from '../../contract/sql.ts'
import { type CorrectedLine, type CorrectedPaper, type Learned, learnedOf } from './learned.rules.ts'
import type { Reading } from './reading/reading.ts'

/** Papers of one layout from which the next one learns, newest first. */
const papersMax = 50

/** By this, papers of one layout are found again. */
export const layoutOf = ({ layout }: Pick<Reading, 'layout'>): string => fingerprintOf(layout.split('|'))

const nothing: Learned = { variants: new Map(), formats: [] }

/** Only what was corrected is read of each paper. What was recognised from an image varies from paper to paper. */
export async function readLearned(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  reading: Pick<Reading, 'layout' | 'is_recognised'>,
): Promise<Learned> {
  if (reading.is_recognised) return nothing
  const rows = await sql<{ header: Omit<CorrectedPaper, 'lines'>; lines: CorrectedLine[] }[]>`
    select d.reading - 'lines' as header, (
        select coalesce(jsonb_agg(l.line), '[]')
        from jsonb_array_elements(d.reading -> 'lines') as l (line)
        where l.line -> 'corrected' <> '[]'
      ) as lines
    from order_documents d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
      and d.layout = ${layoutOf(reading)} and d.corrected_at is not null
    order by d.corrected_at desc
    limit ${papersMax}::int`
  return rows.length === 0 ? nothing : learnedOf(rows.map(({ header, lines }) => ({ ...header, lines })))
}
