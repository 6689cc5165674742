/** An organisation to which the files of a shop are brought as their headers say. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { openImporter } from '../rig.ts'

export const caseOf = (file: string) => readFileSync(join(import.meta.dir, '../cases', file), 'utf8')

export const sampleOf = (file: string) =>
  readFileSync(join(import.meta.dir, '../../../docs-site/public/samples/imports', file), 'utf8')

export async function openShop({ currency = 'USD', locations = ['Main warehouse'] } = {}) {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`update organizations set currency = ${currency} where organization_id = ${organization_id}`
  await setFixture(tenant, { locations, sales_channels: ['Online store'] })
  const importer = await openImporter(tenant)
  const created = async (content: string, body: object = {}) => {
    const file_key = await importer.upload(content, 'file.csv')
    return importer.session.post('/api/v1/imports', { file_key, ...body })
  }
  /** Previews and runs a file that needs no mapping. */
  const brought = async (content: string, body: object = {}) => {
    const made = await created(content, body)
    if (made.body.data.state !== 'ready') throw new Error(made.text.slice(0, 2_000))
    const { import_id } = made.body.data
    for (const step of ['preview', 'run'] as const) {
      await importer.step(import_id, step)
      await importer.work()
      const { state, questions, fault } = await importer.get(import_id)
      if (!['previewed', 'completed'].includes(state))
        throw new Error(`${state}: ${JSON.stringify(questions)} ${JSON.stringify(fault)}`)
    }
    return importer.get(import_id)
  }
  const undo = async (import_id: string) => {
    await importer.step(import_id, 'undo')
    await importer.work()
    return importer.get(import_id)
  }
  const faults = async (import_id: string) =>
    (await importer.report(import_id))
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row_number, field, value, rule }) => [row_number, field, value, rule])
  return { tenant, organization_id, importer, sql, created, brought, undo, faults }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
