/**
 * Lists of columns that statements repeat under several aliases, from the names written once:
 *
 *   const termNames = ['unit_cost', 'lead_time_days'] as const
 *   sql`insert into … on conflict on constraint … do update set ${assignments(termNames)}`
 */
import type { Fragment } from '../../server/contract/sql.ts'
import { textFragment } from './fragment.ts'

type Names = readonly string[]

/** `units, cost`, or the text that is made of each: `sum(units), sum(cost)`. */
export const list = (names: Names, text = (name: string) => name, separator = ', '): Fragment =>
  textFragment(names.map((name) => text(name)).join(separator))

/** `s.units, s.cost` */
export const named = (names: Names, alias: string): Fragment => list(names, (name) => `${alias}.${name}`)

/** `units = excluded.units, cost = excluded.cost`: for the set clause of an upsert, or of an update from rows. */
export const assignments = (names: Names, from = 'excluded'): Fragment =>
  list(names, (name) => `${name} = ${from}.${name}`)

/** `units = s.units + excluded.units`: the same where rows are added to sums. */
export const additions = (names: Names, to: string, from = 'excluded'): Fragment =>
  list(names, (name) => `${name} = ${to}.${name} + ${from}.${name}`)

/** `s.day = n.day and s.currency = n.currency`: for a join or a condition. */
export const matches = (names: Names, one: string, other: string): Fragment =>
  list(names, (name) => `${one}.${name} = ${other}.${name}`, ' and ')

/** `(s.units, s.cost) is distinct from (excluded.units, excluded.cost)`: whether an update changes anything. */
export const differences = (names: Names, one: string, other = 'excluded'): Fragment =>
  textFragment(
    `(${names.map((name) => `${one}.${name}`).join(', ')}) is distinct from (${names.map((name) => `${other}.${name}`).join(', ')})`,
  )
