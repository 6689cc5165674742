/** A payment that was recorded with an external_id before: the same content is the same payment. */
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import type { NewPayment } from './payment.model.ts'

export interface KnownPayment {
  customer_payment_id: string
  trading_partner_id: string | null
  order_id: string | null
  /** The account of the order that the request names; null without one. */
  order_account: string | null
  amount_cents: number
  currency: string
  paid_on: string
  method: string
  reference: string | null
  recorded: Use[]
  recorded_again: number
  reversed_on: string | null
}

interface Use {
  invoice_id: number | null
  order_id: string
  amount_cents: number
}

type Named = { invoice_id?: number | null | undefined; order_id?: string | undefined; amount_cents: number }

const sorted = (all: readonly Named[]) =>
  all.map(({ invoice_id, order_id, amount_cents }) => `${invoice_id ?? order_id!.toLowerCase()} ${amount_cents}`).sort()

export function isSamePayer(known: KnownPayment, { trading_partner_id, order_id }: NewPayment): boolean {
  if (order_id === undefined) return known.trading_partner_id === trading_partner_id?.toLowerCase()
  return known.trading_partner_id === null
    ? known.order_id === order_id.toLowerCase()
    : known.trading_partner_id === known.order_account
}

/** Whether these are what the payment is stated to pay. */
export function isSameUse(uses: readonly Use[], { order_id, amount_cents, allocations = [] }: NewPayment): boolean {
  if (order_id === undefined) return isDeepStrictEqual(sorted(uses), sorted(allocations))
  const sum = uses.reduce((cents, one) => cents + one.amount_cents, 0)
  return sum === amount_cents && uses.every((one) => one.order_id === order_id.toLowerCase())
}

const isSame = (known: KnownPayment, sent: NewPayment): boolean =>
  known.amount_cents === sent.amount_cents &&
  known.currency === sent.currency &&
  known.paid_on === sent.paid_on &&
  known.method === (sent.method ?? 'unknown') &&
  known.reference === (sent.reference?.trim() ?? null) &&
  isSamePayer(known, sent) &&
  isSameUse(known.recorded, sent)

/** The latest payment with the external_id; null if the id is new. Requests and readings of one id wait for each other. */
export async function lockKnown(
  sql: Sql,
  organization_id: string,
  external_id: string,
  sent: NewPayment,
): Promise<KnownPayment | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment id ${organization_id} ${external_id}`}, 0))`
  const [known] = await sql<KnownPayment[]>`
    select p.customer_payment_id, p.trading_partner_id, p.order_id, p.amount_cents::float8 as amount_cents, p.currency,
      p.paid_on::text as paid_on, p.method, p.reference, p.recorded_again, r.recorded, (
        select o.trading_partner_id from sales_orders o
        where o.organization_id = ${organization_id} and o.order_id::text = ${sent.order_id?.toLowerCase() ?? null}
      ) as order_account, (
        select c.paid_on::text from customer_payments c
        where c.organization_id = ${organization_id} and c.reverses_payment_id = p.customer_payment_id
      ) as reversed_on
    from customer_payments p
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('invoice_id', a.invoice_id, 'order_id', a.order_id,
        'amount_cents', a.amount_cents)), '[]') as recorded
      from payment_allocations a
      where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id and a.cause = 'recorded'
    ) r
    where p.organization_id = ${organization_id} and p.external_id = ${external_id}
    order by p.recorded_again desc limit 1`
  return known ?? null
}

interface OnFile {
  /** The payment with the external_id in force, recorded with the same content; null if there is none. */
  customer_payment_id: string | null
  /** How many payments of the id were recorded before, and reversed. */
  recorded_again: number
}

/** A payment of the id that was reversed is recorded again only if that is said: its sender may not know of the reversal. */
export async function findKnown(sql: Sql, organization_id: string, sent: NewPayment): Promise<OnFile> {
  const external_id = sent.external_id?.trim()
  const known = external_id === undefined ? null : await lockKnown(sql, organization_id, external_id, sent)
  if (known === null) return { customer_payment_id: null, recorded_again: 0 }
  const { customer_payment_id, recorded_again, reversed_on } = known
  if (reversed_on !== null && sent.record_again === true)
    return { customer_payment_id: null, recorded_again: recorded_again + 1 }
  if (reversed_on !== null)
    refuse('conflict', {
      desc: `The payment with the external_id ${external_id} was reversed on ${reversed_on}. Send record_again to record it as a new one.`,
      data: { reason: 'reversed', field: 'external_id', customer_payment_id, reversed_on },
    })
  if (!isSame(known, sent))
    refuse('conflict', {
      desc: `Another payment was recorded with the external_id ${external_id}.`,
      data: { reason: 'external_id', field: 'external_id', customer_payment_id },
    })
  return { customer_payment_id, recorded_again }
}
