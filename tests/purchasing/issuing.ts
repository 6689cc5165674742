/** Helpers for issuing: approved orders, issuing them, and reading their documents. */
import type { Session } from '../support/service/session.ts'
import { newSession } from '../support/service/session.ts'
import type { Answer } from '../support/service/tenant.ts'
import type { OrderFixture } from './order_fixture.ts'

/** An approved order of 24 C-S at 17.25 and 6 C-M at 21 from Mill, in EUR. */
export async function approvedOrder(fixture: OrderFixture, body: Record<string, unknown> = {}): Promise<string> {
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

/** Sends no body if none is given. */
export const issue = (fixture: OrderFixture, id: string, body?: unknown): Promise<Answer> =>
  fixture.tenant.post(fixture.at(`/${id}/issue`), body)

export async function setSupplier(
  fixture: OrderFixture,
  name: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const { sql } = fixture.tenant.service.database
  await sql`update suppliers set ${sql(columns)} where supplier_id = ${fixture.ids.suppliers[name]!}`
}

export const person = (fixture: OrderFixture): Promise<Session> => newSession(fixture.tenant, { role: 'member' })

export const documents = async (session: Session, query = ''): Promise<any[]> =>
  (await session.get(`/api/v1/outbound/documents?limit=100${query}`)).body.data.rows

/** The URL on the test server; BASE_URL has another host. */
export const here = (fixture: OrderFixture, address: string): string =>
  fixture.tenant.service.base_url + new URL(address).pathname

export async function fetchBytes(address: string) {
  const response = await fetch(address)
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The file of a document, as the app downloads it. */
export async function documentFile(fixture: OrderFixture, session: Session, document_id: string) {
  const { body } = await session.get(`/api/v1/outbound/documents/${document_id}/file`)
  return { ...body.data, ...(await fetchBytes(here(fixture, body.data.export_url))) }
}
