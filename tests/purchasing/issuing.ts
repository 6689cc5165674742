/** Orders on their way to a supplier: approved, issued, and what became of their papers. */
import type { Session } from '../support/session.ts'
import { newSession } from '../support/session.ts'
import type { Answer } from '../support/tenant.ts'
import type { Ordering } from './ordering.ts'

/** An approved order of 24 C-S at 17.25 and 6 C-M at 21 from Mill, in EUR. */
export async function approvedOrder(fixture: Ordering, body: Record<string, unknown> = {}): Promise<string> {
  const { variants } = fixture.ids
  const id = await fixture.order({
    line_items: [
      { variant_id: variants['C-S'], quantity: 24, unit_cost: 17.25 },
      { variant_id: variants['C-M'], quantity: 6, unit_cost: 21 },
    ],
    ...body,
  })
  const answer = await fixture.tenant.post(fixture.at(`/${id}/approve`))
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

/** With no body at all where none is named. */
export const issue = (fixture: Ordering, id: string, body?: unknown): Promise<Answer> =>
  fixture.tenant.post(fixture.at(`/${id}/issue`), body)

export async function setSupplier(fixture: Ordering, name: string, columns: Record<string, unknown>): Promise<void> {
  const { sql } = fixture.tenant.service.database
  await sql`update suppliers set ${sql(columns)} where supplier_id = ${fixture.ids.suppliers[name]!}`
}

export const person = (fixture: Ordering): Promise<Session> => newSession(fixture.tenant, { role: 'member' })

export const documents = async (session: Session, query = ''): Promise<any[]> =>
  (await session.get(`/api/v1/outbound/documents?limit=100${query}`)).body.data.rows

/** BASE_URL names another host than the one the tests listen on. */
export const here = (fixture: Ordering, address: string): string =>
  fixture.tenant.service.base_url + new URL(address).pathname

export async function fetchBytes(address: string) {
  const response = await fetch(address)
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The file of a paper, as the app fetches it. */
export async function documentFile(fixture: Ordering, session: Session, document_id: string) {
  const { body } = await session.get(`/api/v1/outbound/documents/${document_id}/file`)
  return { ...body.data, ...(await fetchBytes(here(fixture, body.data.export_url))) }
}
