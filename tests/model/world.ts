/** A service and a model that are compared, and what steps use of both. */
import type { Catalogue } from '../support/fixtures/catalogue.ts'
import type { Session } from '../support/service/session.ts'
import type { Answer, Tenant } from '../support/service/tenant.ts'
import type { Model } from './truth/model.ts'
import { places } from './setting.ts'

export interface World {
  tenant: Tenant
  ids: Catalogue
  model: Model
  /** A request with one of several keys, since rate limits apply per key. */
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** The organisation's administrator. */
  admin: Session
  /** The account that wholesale orders are of. */
  account_id: string
  /** Path after the prefix of the orders. */
  at: (path?: string) => string
  /** Records the action, and whether it succeeded. */
  note: (act: string, isTaken: boolean) => void
  /** Compares a read, and counts it. */
  compare: (read: string, comparison: Promise<void>) => Promise<void>
  /** The first day that the ledger covers. */
  beginsOn: () => string
}

/**
 * One of the latest few, so that steps affect each other; mostly one that the action applies to, since a history of
 * refusals would prove little.
 */
export function choose<T>(all: readonly T[], which: number, fits: (one: T) => boolean = () => true): T | undefined {
  const fitting = which % 4 === 0 ? [] : all.filter(fits)
  const among = fitting.length === 0 ? all : fitting
  return among.at(-1 - (which % Math.min(among.length, 4)))
}

/** Ends an act: what follows happens at a later moment. */
export function agree({ note, model }: World, act: string, answer: Answer, status: number): boolean {
  model.stock.begin()
  if (answer.status !== status)
    throw new Error(`${act}: the model says ${status}, the service ${answer.status}: ${answer.text.slice(0, 600)}`)
  note(act, status < 300)
  return status < 300
}

export const elsewhereThan = (place: string): string => places.find((one) => one !== place)!
