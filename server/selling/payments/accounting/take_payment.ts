/** Records a payment that the accounting system states, takes it back where it was withdrawn there, or says why not. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../../../db/client/database.ts'
import { limits } from '../../../contract/limits.ts'
import { amountIn } from '../../../contract/money.ts'
import { Refusal, refuse, refuseField } from '../../../contract/refusals.ts'
import { CalendarDate, Line, notBlank, Nullable, Shape, type Static, Type } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import { openExceptions, readOpenSentences, resolveExceptions } from '../../../exceptions/open.ts'
import { invalidField } from '../../../pipeline/explain.ts'
import { readInForce } from '../in_force.store.ts'
import { isSamePayer, isSameUse, type KnownPayment, lockKnown } from '../known_payment.store.ts'
import { checkMoney, recordNew } from '../new_payment.ts'
import { paymentContent } from '../payment.model.ts'
import { takeBack } from '../reverse_payment.ts'
import { aboutAccountingPayment, accountingService } from './exceptions.ts'
import { notRecorded, statedId } from './page.rules.ts'

const textMax = limits.payment_reference_length_max

/** A payment in its newest state, as a request would record it, with the day on which it was withdrawn. */
const StatedPayment = Shape({
  ...paymentContent,
  external_id: Line('Id of the payment in the accounting system.', { maxLength: textMax, ...notBlank }),
  withdrawn_on: Type.Optional(Nullable(CalendarDate('Day on which it was withdrawn; null while it is in force.'))),
  reason: Type.Optional(Nullable(Line('Why it was withdrawn.', { maxLength: textMax, ...notBlank }))),
})
type StatedPayment = Static<typeof StatedPayment>

interface Ledger {
  organization_id: string
  /** Name of the accounting system. */
  ledger: string
}

function checkStated(stated: unknown): StatedPayment {
  const fault = invalidField(StatedPayment, stated)
  if (fault !== null) refuseField(fault.field, fault.rule, fault.allowed)
  return stated as StatedPayment
}

/** The id names one payment for good; which invoices it pays may be changed here or there, and then is to be settled. */
async function checkKnown(sql: Sql, organization_id: string, known: KnownPayment, stated: StatedPayment) {
  const { amount_cents, currency, paid_on, reversed_on, recorded_again, customer_payment_id } = known
  const isSame = isDeepStrictEqual(
    [stated.amount_cents, stated.currency, stated.paid_on, isSamePayer(known, stated)],
    [amount_cents, currency, paid_on, true],
  )
  if (!isSame)
    refuse('conflict', {
      desc: `The payment on file with this external_id is ${amountIn(amount_cents, currency)} ${currency} on ${paid_on}; a payment of another amount, currency, day or payer needs an id of its own.`,
    })
  // A repeat of the withdrawal must not take back what a person recorded after it.
  if (stated.withdrawn_on != null && reversed_on === null && recorded_again > 0)
    refuse('conflict', {
      desc: 'It was recorded again here after it was reversed, and is stated as withdrawn; reverse it here if it was.',
    })
  if (stated.withdrawn_on != null) return
  if (reversed_on !== null)
    refuse('conflict', { desc: `It was reversed here on ${reversed_on}, and is stated as paid.` })
  if (isSameUse(known.recorded, stated)) return
  const inForce = await readInForce(sql, organization_id, sql`a.customer_payment_id = ${customer_payment_id}`)
  if (!isSameUse(inForce, stated))
    refuse('conflict', {
      desc: 'It is stated to pay other invoices or orders than it does here; apply it to the same.',
    })
}

async function take(sql: Sql, { organization_id, ledger }: Ledger, now: string, stated: unknown): Promise<void> {
  const { withdrawn_on = null, reason, ...payment } = checkStated(stated)
  const external_id = payment.external_id.trim()
  const author = { organization_id, actor: accountingService, now }
  checkMoney(payment)
  const known = await lockKnown(sql, organization_id, external_id, payment)
  if (known !== null) {
    await checkKnown(sql, organization_id, known, { ...payment, withdrawn_on })
    if (withdrawn_on !== null && known.reversed_on === null)
      await takeBack(sql, author, known.customer_payment_id, {
        reason: reason?.trim() ?? `Withdrawn in ${ledger}`,
        paid_on: withdrawn_on,
        field: 'withdrawn_on',
      })
  } else if (withdrawn_on === null) {
    // Resolves what was said about it too.
    await recordNew(sql, author, payment)
    return
  }
  await resolveExceptions(sql, organization_id, now, {
    ...aboutAccountingPayment(external_id),
    resolution: withdrawn_on === null ? 'payment_read' : 'payment_withdrawn',
    resolved_by: accountingService,
  })
}

/** Opens an exception that names the payment and the cause; an open one with another cause is resolved. */
async function report(sql: Sql, organization_id: string, now: string, external_id: string, sentence: string) {
  const about = aboutAccountingPayment(external_id)
  const { kind, subject } = about
  const open = await readOpenSentences(sql, organization_id, {
    kind,
    subject_type: subject.type,
    subject_ids: [subject.id],
  })
  if (open.some((one) => one.sentence === sentence)) return
  await resolveExceptions(sql, organization_id, now, {
    ...about,
    resolution: 'stated_anew',
    resolved_by: accountingService,
  })
  await openExceptions(sql, organization_id, now, [{ ...about, severity: 'warning', sentence }])
}

async function clockOf(sql: Sql): Promise<string> {
  const [clock] = await sql<{ now: string }[]>`select now() as now`
  return new Date(clock!.now).toISOString()
}

/** Tells apart what has no id. */
const digestOf = (stated: unknown) =>
  `sha256:${createHash('sha256').update(JSON.stringify(stated)).digest('hex').slice(0, 32)}`

/** Each in a transaction of its own; what is refused is reported, never dropped. A repeat changes nothing. */
export async function takePayment(db: Database, ledger: Ledger, stated: unknown): Promise<void> {
  try {
    await db.write(async (sql) => take(sql, ledger, await clockOf(sql), stated))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const id = statedId(stated) ?? digestOf(stated)
    const sentence = notRecorded(stated, id, ledger.ledger, error.desc)
    await db.write(async (sql) => report(sql, ledger.organization_id, await clockOf(sql), id, sentence))
  }
}
