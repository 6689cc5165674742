/** The figures of every read: numbers by a path of names and of what identifies rows, with the words around them. */
import { publicOperations, sessionOperations } from '../../../server/boot/operations.ts'
import { idFor, kindIn } from '../../support/document/foreign.ts'
import { planRequest, targetOf } from '../../support/document/requests.ts'
import type { Session } from '../../support/service/session.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export interface Figure {
  value: number | null
  /** Texts of the record that has the figure, and of those around it. */
  words: string
}
export type Figures = ReadonlyMap<string, Figure>

export interface Reader {
  tenant: Tenant
  session: Session
  ids: ReadonlyMap<string, string>
}

const reads = [...publicOperations, ...sessionOperations].filter(
  ({ method, answer, status }) => method === 'GET' && answer !== undefined && status === 200,
)

/** Names whose values say which row of a list it is: ids, names and days, and no figures. */
const identifies = /(^|_)(id|key|sku|name|label|month|week|day|date|period_start|currency)$/

function keyOf(row: unknown, position: number): string {
  if (row === null || typeof row !== 'object') return String(position)
  const known = Object.entries(row).filter(
    ([name, value]) => identifies.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return known.length === 0 ? String(position) : known.map(([, value]) => value).join('|')
}

const isWords = (value: unknown) => typeof value === 'string' || Array.isArray(value)
const wordsOf = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => isWords(value))
    .map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, 600)}`)
    .join('\n')

function collect(value: unknown, path: string, words: string, figures: Map<string, Figure>): void {
  if (typeof value === 'number' || value === null) figures.set(path, { value, words })
  else if (Array.isArray(value)) {
    const seen = new Map<string, number>()
    for (const [i, one] of value.entries()) {
      const key = keyOf(one, i)
      const times = seen.get(key) ?? 0
      seen.set(key, times + 1)
      collect(one, `${path}[${key}${times === 0 ? '' : `#${times}`}]`, words, figures)
    }
  } else if (typeof value === 'object') {
    const around = `${words}\n${wordsOf(value)}`
    for (const [name, one] of Object.entries(value)) collect(one, `${path}.${name}`, around, figures)
  }
}

/** Every figure of every read, by the id of its operation and its path; lists as long as a page may be. */
export async function readFigures({ tenant, session, ids }: Reader): Promise<Figures> {
  const figures = new Map<string, Figure>()
  await tenant.service.database.sql`delete from allowances`
  for (const operation of reads) {
    const fill = (name: string) => idFor(ids, kindIn(operation, name))
    const limit = (operation.query?.properties.limit as { maximum?: number } | undefined)?.maximum
    const whole: Record<string, string> = limit === undefined ? {} : { limit: String(limit) }
    const target = targetOf(planRequest(operation, tenant.organization_id, fill), whole)
    const { status, body } = await (operation.surface === 'session' ? session : tenant).get(target)
    if (status === 200) collect(body.data ?? body, operation.id, '', figures)
  }
  return figures
}
