/** What holds when a server works on imports in a thread of their own. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../../db/client/database.ts'
import { openImportThread } from '../../../server/boot/import_thread/import_thread.ts'
import { startImportQueue } from '../../../server/imports/work/worker.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { type Importer, openImporter } from '../rig.ts'

const file = 'sku,title,price\nTHREAD-1,Linen shirt,49.00\nTHREAD-2,Linen shorts,39.00\nTHREAD-3,Linen cap,x\n'

const dataOf = ({ tenant }: Importer) => {
  const { url, data_dir } = tenant.service.database
  const settings = readSettings({ DATA_DIR: data_dir, SECRET_KEY: 'a secret key of the tests, thirty-two or more' })
  return { settings, database_url: url }
}

/** Works on what is due with a thread. */
async function workWith(importer: Importer, options: Parameters<typeof openImportThread>[1] = {}) {
  const data = dataOf(importer)
  const db = openDatabase(data.database_url, { autocommit_connections: 1 })
  const thread = openImportThread(data, options)
  const queue = startImportQueue({ db, organization_id: importer.tenant.organization_id }, thread.run)
  await queue.settle()
  await queue.stop()
  await thread.stop()
  await db.close()
}

const endLease = ({ tenant }: Importer) => tenant.service.database.sql`
  update imports set next_attempt_at = now() where organization_id = ${tenant.organization_id} and next_attempt_at is not null`

test('a thread previews and writes an import as the process itself does', async () => {
  const importer = await openImporter()
  const { import_id } = await importer.create(file, { kind: 'products' })
  await importer.step(import_id, 'preview')
  await workWith(importer)
  expect(await importer.get(import_id)).toMatchObject({
    state: 'previewed',
    preview: { rows: { created: 2, refused: 1 } },
  })
  await importer.step(import_id, 'run')
  await workWith(importer, { idle_ms: 1 })
  expect(await importer.get(import_id)).toMatchObject({
    state: 'completed',
    result: { rows: { created: 2, refused: 1 } },
  })
}, 120_000)

test('an import whose thread ends in the middle of it is tried again, and goes on in another one', async () => {
  const importer = await openImporter()
  const { import_id } = await importer.create(file, { kind: 'products' })
  await importer.step(import_id, 'preview')
  await workWith(importer, { program: new URL('./thread_that_ends.ts', import.meta.url) })
  expect(await importer.get(import_id)).toMatchObject({ state: 'previewing', progress: { is_queued: true } })
  await endLease(importer)
  await workWith(importer)
  expect(await importer.get(import_id)).toMatchObject({
    state: 'previewed',
    preview: { rows: { created: 2, refused: 1 } },
  })
}, 120_000)
