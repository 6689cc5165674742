/** Exceptions of invoices: open while more is billed than came, or at a price that nobody accepted. */
import Big from 'big.js'
import type { Caller, Sql } from '../../contract/call.ts'
import { counted } from '../../contract/outcome.ts'
import { type NewException, openExceptions, resolveExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import type { LineMatch, Match } from './match.rules.ts'

interface MatchedInvoice {
  supplier_invoice_id: string
  invoice_number: string
  supplier: string
  state: string
  match: Match | null
  lines: readonly LineMatch[]
}

const subjectType = 'supplier_invoice'
const kinds = ['price_mismatch', 'quantity_short'] as const
type Kind = (typeof kinds)[number]

/** Why an invoice needs a person; null where it does not. */
function sentenceOf(kind: Kind, { invoice_number, supplier, lines }: MatchedInvoice): string | null {
  const of = `Invoice ${invoice_number} of ${supplier}`
  if (kind === 'price_mismatch') {
    const open = lines.filter(({ is_price_open }) => is_price_open)
    if (open.length === 0) return null
    const sum = open.reduce((total, { price_difference }) => total.plus(price_difference!), Big(0))
    return `${of} bills ${sum.abs().toFixed()} ${sum.lt(0) ? 'less' : 'more'} than the prices of its orders, on ${counted(open.length, 'line')}.`
  }
  const short = lines.filter(({ received_units, short_units }) => received_units > 0 && short_units > 0)
  if (short.length === 0) return null
  return `${of} bills ${counted(
    short.reduce((sum, { short_units }) => sum + short_units, 0),
    'unit',
  )} that did not come.`
}

interface OnFile {
  kind: string
  subject_id: string
  sentence: string
  is_open: boolean
  is_decided: boolean
}

const settled = 'settled'
const replaced = 'replaced'

/** What a person resolved stays resolved while the sentence is the same. */
export async function settleExceptions(
  sql: Sql,
  caller: Caller,
  now: string,
  invoices: readonly MatchedInvoice[],
): Promise<void> {
  const { organization_id } = caller
  const ids = invoices.map(({ supplier_invoice_id }) => supplier_invoice_id)
  const onFile = await sql<OnFile[]>`
    select kind, subject_id, sentence, resolved_at is null as is_open,
      resolved_at is not null and resolution not in (${settled}, ${replaced}) as is_decided
    from exceptions
    where organization_id = ${organization_id} and subject_type = ${subjectType}
      and subject_id = any(${ids}::text[]) and kind in ${sql([...kinds])}`
  const opened: NewException[] = []
  for (const invoice of invoices) {
    const subject = { type: subjectType, id: invoice.supplier_invoice_id }
    for (const kind of kinds) {
      const own = onFile.filter((one) => one.subject_id === subject.id && one.kind === kind)
      const open = own.find(({ is_open }) => is_open)
      const sentence = invoice.state === 'void' ? null : sentenceOf(kind, invoice)
      if (sentence === (open?.sentence ?? null)) continue
      if (open !== undefined) {
        const resolution = sentence === null ? settled : replaced
        await resolveExceptions(sql, organization_id, now, { kind, subject, resolution, resolved_by: actorOf(caller) })
      }
      const isDecided = own.some((one) => one.is_decided && one.sentence === sentence)
      if (sentence !== null && !isDecided) opened.push({ kind, severity: 'warning', subject, sentence })
    }
  }
  await openExceptions(sql, organization_id, now, opened)
}
