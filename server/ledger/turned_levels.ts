/**
 * Levels of which a transaction changes what orders can rely on: fewer units than orders hold, or no longer below zero. The
 * ledger knows no orders: it keeps the levels beside the transaction until its last work (boot/database.ts).
 */
import type { Sql } from '../contract/call.ts'
import { type Level, type MovementToBook, pairKey } from './rules.ts'

export interface TurnedLevel {
  organization_id: string
  variant_id: string
  location_id: string
  /** uncovered: orders hold more than is on hand. recovered: it was below zero and is not any more. */
  turn: 'uncovered' | 'recovered'
  /** The document whose movement came last. */
  document_name: string
}

const turnedOf = new WeakMap<Sql, Map<string, TurnedLevel>>()

/** What a level has turned to; null if orders rely on it as before. */
export function turnOf(
  before: Pick<Level, 'on_hand'>,
  { on_hand, committed }: Pick<Level, 'on_hand' | 'committed'>,
): TurnedLevel['turn'] | null {
  if (committed > Math.max(on_hand, 0)) return 'uncovered'
  return before.on_hand < 0 && on_hand >= 0 ? 'recovered' : null
}

/** Keeps which levels have turned, as movements leave them. */
export function keepTurned(
  sql: Sql,
  organization_id: string,
  { before, after }: { before: ReadonlyMap<string, Level>; after: readonly Level[] },
  movements: readonly MovementToBook[],
): void {
  const documents = new Map(movements.map((movement) => [pairKey(movement), movement.document.name]))
  for (const level of after) {
    const key = pairKey(level)
    const [document_name, turn] = [documents.get(key), turnOf(before.get(key)!, level)]
    if (document_name === undefined || turn === null) continue
    const all = turnedOf.get(sql) ?? new Map<string, TurnedLevel>()
    const { variant_id, location_id } = level
    all.set(`${turn} ${key}`, { organization_id, variant_id, location_id, turn, document_name })
    turnedOf.set(sql, all)
  }
}

/** The levels that turned in this transaction; each is handed out once. */
export function takeTurned(sql: Sql): TurnedLevel[] {
  const all = [...(turnedOf.get(sql)?.values() ?? [])]
  turnedOf.delete(sql)
  return all
}
