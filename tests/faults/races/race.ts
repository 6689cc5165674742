/** What a race is: records, attempts that meet on them, and what must hold after. */
import type { ServiceProcess } from '../../support/service/service_process.ts'
import type { ask, Rig } from '../rig.ts'
import type { Needs, RaceShop, reportShipment, Stage } from './shop.ts'

type Answer = Awaited<ReturnType<typeof ask>>
export type Attempt = () => Promise<Answer | Awaited<ReturnType<typeof reportShipment>>>

export interface Meeting {
  /** Sent in this order, several at a time. */
  attempts: Attempt[]
  /** After all have been answered, by the codes of the answers: the number of violations. */
  check: (codes: readonly string[]) => Promise<number>
}

export interface Ground {
  rig: Rig
  shop: RaceShop
  /** One of two processes, in turn. */
  service: () => ServiceProcess
  post: (path: string, body?: unknown) => Promise<Answer>
  patch: (path: string, body: unknown) => Promise<Answer>
  untilAnswered: (attempt: Attempt) => ReturnType<Attempt>
  /** Keys of uploaded files: returns and orders. */
  files: { returns: string; orders: string }
}

export interface Race {
  name: string
  /** null for a race that makes its own records. */
  needs: Needs | null
  prepare: (ground: Ground, stage: Stage) => Promise<Meeting>
}

export const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
