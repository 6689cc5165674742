/** Exports and imports of tests, as the commands make them. */
import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../../db/client/database.ts'
import { importExport } from '../../../server/platform/organization_export/import_export.ts'
import { checkExport } from '../../../server/platform/organization_export/read_export.ts'
import { exportOrganization } from '../../../server/platform/organization_export/write_export.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { foldAll } from '../../../server/selling/sales_facts/fold_all.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export const newFolder = () => mkdtempSync(join(tmpdir(), 'merchant-export-'))

async function withDatabase<T>({ service }: Tenant, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(service.database.url, { autocommit_connections: 1, read_connections: 1, write_slots: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export const exportTo = (tenant: Tenant, path: string) =>
  withDatabase(tenant, (db) =>
    exportOrganization(
      db,
      tenant.organization_id,
      async (chunks) => {
        const handle = await open(path, 'w')
        try {
          for await (const chunk of chunks) await handle.writeFile(chunk)
        } finally {
          await handle.close()
        }
      },
      { seconds_max: 120 },
    ),
  )

export const importFrom = (tenant: Tenant, path: string) =>
  withDatabase(tenant, async (db) => {
    const { manifest } = await checkExport(path)
    const finish = (sql: Sql) => foldAll((fold) => fold(sql), tenant.organization_id)
    await importExport(db, tenant.organization_id, path, manifest, { seconds_max: 120, finish })
  })
