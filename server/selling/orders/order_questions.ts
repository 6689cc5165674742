/**
 * What an account states in an order and the seller must look at: a reference that another order has, doors that are not
 * on file. They are the exceptions that an order over EDI opens.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/sql.ts'
import { openExceptions, resolveExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { exceptionsOf } from '../edi_orders/inbound/order_lines.ts'
import { readDoors } from '../edi_orders/edi_order.store.ts'
import { endDuplicates } from './ended_questions.ts'
import { orderSubject } from './order.store.ts'

interface StatedLine {
  line_number: number
  door_reference?: string | null
}

export interface Stated {
  order_id: string
  name: string
  trading_partner_id: string | null
  reference: string | null
  door_reference: string | null
  lines: readonly StatedLine[]
}

const questionKinds = ['duplicate_order', 'unknown_door'] as const

/** Name of another order of the account that has this reference and was not cancelled; null if there is none. */
export async function findDuplicate(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  reference: string | null,
  order_id: string | null = null,
): Promise<string | null> {
  if (reference === null) return null
  const [order] = await sql<{ name: string }[]>`
    select name from sales_orders
    where organization_id = ${organization_id} and reference = ${reference}
      and trading_partner_id = ${trading_partner_id} and lifecycle <> 'cancelled'
      and order_id is distinct from ${order_id}::uuid
    order by created_at limit 1`
  return order?.name ?? null
}

/** Doors that the order or a line names, with where it names them. */
async function unknownDoors(sql: Sql, organization_id: string, trading_partner_id: string, order: Stated) {
  const { door_reference, lines } = order
  const named = [
    { name: 'ship to', door: door_reference },
    ...lines.map((line) => ({ name: `line ${line.line_number}`, door: line.door_reference ?? null })),
  ].filter(({ door }) => door !== null)
  if (named.length === 0) return []
  const doors = await readDoors(sql, organization_id, trading_partner_id)
  return named.filter(({ door }) => !doors.has(door!.toLowerCase()))
}

type QuestionKind = (typeof questionKinds)[number]

/** Opens an exception for a repeated reference, and one for all doors that are unknown. */
export async function openQuestions(
  sql: Sql,
  { organization_id, now }: Pick<WriteContext, 'organization_id' | 'now'>,
  order: Stated,
  kinds: readonly QuestionKind[] = questionKinds,
): Promise<void> {
  const { order_id, name, trading_partner_id, reference } = order
  if (trading_partner_id === null) return
  const duplicate = kinds.includes('duplicate_order')
    ? await findDuplicate(sql, organization_id, trading_partner_id, reference, order_id)
    : null
  const doors = kinds.includes('unknown_door')
    ? await unknownDoors(sql, organization_id, trading_partner_id, order)
    : []
  await openExceptions(sql, organization_id, now, [
    ...(duplicate === null
      ? []
      : [
          {
            kind: 'duplicate_order' as const,
            severity: 'warning' as const,
            subject: { type: orderSubject, id: order_id },
            sentence: `${duplicate} of this account already has the reference ${reference}.`,
          },
        ]),
    ...exceptionsOf(
      { order_id, number: name },
      doors.map(({ name: at, door }) => ({ kind: 'unknown_door', name: at, sentence: `unknown door ${door}` })),
    ),
  ])
}

/** What an import states of an order. */
type Imported = Pick<Stated, 'order_id' | 'trading_partner_id' | 'reference'>

/** Opens an exception for each of these new orders whose reference an earlier order of the account has. */
export async function openDuplicates(
  sql: Sql,
  { organization_id, now }: Pick<WriteContext, 'organization_id' | 'now'>,
  orders: readonly Imported[],
): Promise<void> {
  const stated = orders.filter((one) => one.trading_partner_id !== null && one.reference !== null)
  if (stated.length === 0) return
  const rows = await sql<{ order_id: string; reference: string | null; name: string }[]>`
    select o.order_id, o.reference, b.name from sales_orders o
    cross join lateral (
      select s.name from sales_orders s
      where s.organization_id = ${organization_id} and s.reference = o.reference
        and s.trading_partner_id = o.trading_partner_id and s.lifecycle <> 'cancelled'
        and (s.created_at, s.order_id) < (o.created_at, o.order_id)
      order by s.created_at, s.order_id limit 1
    ) b
    where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(stated.map(({ order_id }) => order_id))}::uuid[])
    order by o.order_id`
  await openExceptions(
    sql,
    organization_id,
    now,
    rows.map(({ order_id, reference, name }) => ({
      kind: 'duplicate_order' as const,
      severity: 'warning' as const,
      subject: { type: orderSubject, id: order_id },
      sentence: `${name} of this account already has the reference ${reference}.`,
    })),
  )
}

/** Ends them with the decision on the order, or because what it stated has changed. */
export async function settleOrderQuestions(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: Pick<WriteContext, 'organization_id' | 'now' | 'actor'>,
  { order_id }: Pick<Stated, 'order_id'>,
  resolution: 'confirmed' | 'cancelled' | 'changed',
  kinds: readonly QuestionKind[] = questionKinds,
): Promise<void> {
  const subject = { type: orderSubject, id: order_id }
  for (const kind of kinds)
    await resolveExceptions(sql, organization_id, now, { kind, subject, resolution, resolved_by })
}

/** What each question is about. */
const statedIn: Record<QuestionKind, (order: Stated) => string> = {
  duplicate_order: ({ reference }) => JSON.stringify(reference),
  unknown_door: ({ door_reference, lines }) =>
    JSON.stringify([door_reference, lines.map((line) => line.door_reference ?? null)]),
}

/** Asks again what a change states otherwise: another reference, other doors. The other question stays as it is. */
export async function reviewQuestions(sql: Sql, context: WriteContext, before: Stated, after: Stated): Promise<void> {
  const kinds = questionKinds.filter((kind) => statedIn[kind](before) !== statedIn[kind](after))
  if (kinds.length === 0) return
  await settleOrderQuestions(sql, context, before, 'changed', kinds)
  await openQuestions(sql, context, after, kinds)
  await endDuplicates(sql, context, before)
}
