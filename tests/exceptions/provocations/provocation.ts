/** What provokes an exception through the public surface, and what ends it. */
import type { Session } from '../../support/service/session.ts'
import type { Answer } from '../../support/service/tenant.ts'

export interface Provoked {
  session: Session
  subject: { type: string; id: string | number }
  /** The operation that ends the cause, among those that the table of kinds names. */
  action: string
  /** What the action is to change, as a read answers it. */
  state: () => Promise<unknown>
  end: () => Promise<Answer>
  /** Does what waits for workers. */
  settle?: () => Promise<unknown>
}

export type Provocation = () => Promise<Provoked>
export type Provocations = Readonly<Record<string, Provocation>>
