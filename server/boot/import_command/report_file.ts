/** Writes the report of an import to a local file, which takes the place of an earlier one only when it is complete. */
import { open, rename, rm } from 'node:fs/promises'
import type { Database } from '../../../db/client/database.ts'
import { limits } from '../../contract/limits.ts'
import { reportTable, type ReportStep } from '../../imports/report/report_table.ts'
import { writeRows } from '../../tables/exports.ts'

export async function writeReport(
  db: Database,
  { organization_id, import_id, step }: { organization_id: string; import_id: string; step: ReportStep },
  path: string,
): Promise<void> {
  const unfinished = `${path}.part`
  try {
    await db.snapshot(
      async (sql) => {
        const file = await open(unfinished, 'w')
        try {
          const query = { import_id, step }
          await writeRows(sql, { organization_id, query }, reportTable, (text) => file.appendFile(text))
        } finally {
          await file.close()
        }
      },
      { deadline_ms: limits.export_seconds_max * 1_000 },
    )
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
