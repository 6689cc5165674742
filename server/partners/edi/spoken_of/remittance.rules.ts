/** What an account pays and deducts, in sentences, with what does not agree with our books. Pure. */
import type {
  Deduction,
  RemittanceAdvice820,
  RemittanceItem,
} from '../../../edi/documents/advices/remittance_advice_820.ts'

const [shownItems, shownUnread, shownEarlier, shownLength] = [20, 20, 3, 60]

export interface KnownInvoice {
  name: string
  currency: string
  is_void: boolean
  open_cents: number
}

export interface KnownCreditNote {
  name: string
  currency: string
  is_cancelled: boolean
  total_cents: number
  /** Name of the invoice that it credits. */
  invoice: string
}

/** What an advice says, as its document keeps it: later ones are compared with it. */
export interface AdviceFacts {
  number: string | null
  day: string | null
  items: { reference: string; paid: string | null }[]
}

export interface EarlierAdvice extends AdviceFacts {
  document_id: number
}

export const adviceFacts = ({ number, day, items }: RemittanceAdvice820): AdviceFacts => ({
  number,
  day,
  items: items.map(({ reference, paid }) => ({ reference, paid })),
})

/** What is on file of the numbers that an advice names, by number. */
export interface OnFile {
  /** Advices of the account that name one of its invoices, or its number, newest first. */
  earlier: readonly EarlierAdvice[]
  invoices: ReadonlyMap<string, KnownInvoice>
  credit_notes: ReadonlyMap<string, KnownCreditNote>
}

const decimals = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** null for an amount with more than two decimals. */
export function centsOf(amount: string): bigint | null {
  const [, sign, whole, fraction = ''] = decimals.exec(amount) ?? []
  if (whole === undefined) return null
  const cents = BigInt(`${whole}${fraction.padEnd(2, '0')}`)
  return sign === '-' ? -cents : cents
}

export function moneyOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const money = (amount: string): string => {
  const cents = centsOf(amount)
  return cents === null ? amount : moneyOf(cents)
}

const deductionWords = ({ amount, reason, reference }: Deduction): string =>
  [`deduction ${money(amount)}`, reason === null ? null : `reason ${reason}`, reference]
    .filter((one) => one !== null)
    .join(', ')

/** Credit notes that the items of an advice name, each once; cancelled ones count for nothing. */
function creditsIn({ items }: RemittanceAdvice820, { credit_notes }: OnFile): KnownCreditNote[] {
  const names = new Set(items.map(({ reference }) => reference))
  return [...names].flatMap((name) => credit_notes.get(name) ?? []).filter(({ is_cancelled }) => !is_cancelled)
}

/** What is open of an invoice before the credit notes that the same advice takes off apart. */
const openBefore = ({ name, open_cents }: KnownInvoice, credits: readonly KnownCreditNote[]): bigint =>
  credits.reduce(
    (sum, { invoice, total_cents }) => (invoice === name ? sum + BigInt(total_cents) : sum),
    BigInt(open_cents),
  )

const differs = (paid: string | null, cents: bigint): boolean => paid === null || centsOf(paid) !== cents

/** Several items of one advice for an invoice, and what all of them come to. */
function repeatedFacts(reference: string, { items }: RemittanceAdvice820): string[] {
  const own = items.filter((item) => item.reference === reference)
  if (own.length < 2) return []
  const all = sum(own.map(({ paid }) => paid))
  return [`named ${own.length} times${all === null ? '' : `, for ${moneyOf(all)} in all`}`]
}

const earlierFacts = (reference: string, { earlier }: OnFile): string[] =>
  earlier
    .filter(({ items }) => items.some((item) => item.reference === reference))
    .slice(0, shownEarlier)
    .map(({ number, day, items, document_id }) => {
      const paid = sum(items.flatMap((item) => (item.reference === reference ? [item.paid] : [])))
      const which = [number, day === null ? null : `of ${day}`, `(document ${document_id})`].filter(
        (one) => one !== null,
      )
      return `paid${paid === null ? '' : ` ${moneyOf(paid)}`} by the advice ${which.join(' ')}, too`
    })

function invoiceFacts(
  { reference, paid }: RemittanceItem,
  invoice: KnownInvoice,
  advice: RemittanceAdvice820,
  onFile: OnFile,
): string[] {
  if (invoice.is_void) return ['the invoice is void']
  const open = openBefore(invoice, creditsIn(advice, onFile))
  const all = sum(advice.items.flatMap((item) => (item.reference === reference ? [item.paid] : [])))
  return [
    ...(differs(paid, open) ? [`open is ${moneyOf(open)}`] : []),
    ...(all !== null && all > open && all > 0n ? [`${moneyOf(all - (open > 0n ? open : 0n))} more than is open`] : []),
  ]
}

/** The credit note has already reduced what is open of its invoice. */
function creditFacts(paid: string | null, note: KnownCreditNote, { items }: RemittanceAdvice820): string[] {
  if (note.is_cancelled) return ['the credit note is cancelled']
  const total = -BigInt(note.total_cents)
  const isTakenFromItsInvoice = items.some(({ reference }) => reference === note.invoice)
  return [
    ...(differs(paid, total) ? [`the credit note is ${moneyOf(total)}`] : []),
    ...(isTakenFromItsInvoice ? [] : [`it credits ${note.invoice}, of which the advice pays nothing`]),
  ]
}

function itemFacts(item: RemittanceItem, advice: RemittanceAdvice820, onFile: OnFile): string[] {
  const { reference, paid, total, discount, deductions } = item
  const invoice = onFile.invoices.get(reference)
  const note = onFile.credit_notes.get(reference)
  const facts: string[] = []
  if (invoice !== undefined) facts.push(...invoiceFacts(item, invoice, advice, onFile))
  else if (note !== undefined) facts.push(...creditFacts(paid, note, advice))
  else facts.push('no invoice of that number is on file')
  const known = invoice ?? note
  if (known !== undefined && advice.currency !== null && known.currency !== advice.currency)
    facts.push(`the ${invoice === undefined ? 'credit note' : 'invoice'} is in ${known.currency}`)
  facts.push(...repeatedFacts(reference, advice), ...earlierFacts(reference, onFile))
  if (total !== null && total !== paid) facts.push(`stated as ${money(total)}`)
  if (discount !== null && discount !== '0') facts.push(`discount ${money(discount)}`)
  return [...facts, ...deductions.map(deductionWords)]
}

function itemWords(
  { qualifier, reference, paid }: RemittanceItem,
  facts: readonly string[],
  { credit_notes }: OnFile,
): string {
  const own = qualifier === null || qualifier === 'IV' ? reference : `${qualifier} ${reference}`
  const what = credit_notes.has(reference) ? `credit note ${reference}` : own
  const amount = paid === null ? 'no amount' : money(paid)
  return `${amount} for ${what}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
}

const sum = (amounts: readonly (string | null)[]): bigint | null =>
  amounts.reduce<bigint | null>((total, one) => {
    const cents = one === null ? 0n : centsOf(one)
    return total === null || cents === null ? null : total + cents
  }, 0n)

/** Partners state what an item is paid after its deductions, or before: either may give what is paid in all. */
function sumFault({ amount, items, deductions }: RemittanceAdvice820): string[] {
  const net = sum([...items.map(({ paid }) => paid), ...deductions.map((one) => one.amount)])
  const deducted = sum(items.flatMap((item) => item.deductions.map((one) => one.amount)))
  const all = centsOf(amount)
  if (net === null || deducted === null || all === null) return ['Its amounts have more than two decimals.']
  if (net === all || net + deducted === all) return []
  const rest = all > net ? all - net : net - all
  return [
    `Its items and deductions add up to ${moneyOf(net)}, and ${moneyOf(all)} is paid: nothing explains the difference of ${moneyOf(rest)}.`,
  ]
}

/** The number of a payment (TRN) is that of one advice. */
const repeatedAdvice = ({ number }: RemittanceAdvice820, { earlier }: OnFile): string[] =>
  earlier
    .filter((one) => number !== null && one.number === number)
    .slice(0, 1)
    .map(({ document_id }) => `The payment ${number} was advised before (document ${document_id}).`)

/** Items that do not agree with the books come first; each is named up to a number, and the rest is counted. */
export function remittanceSentence(account: string, advice: RemittanceAdvice820, onFile: OnFile): string {
  const { number, amount, day, currency, items, deductions, not_understood } = advice
  const spoken = items.map((item) => {
    const facts = itemFacts(item, advice, onFile)
    return { words: itemWords(item, facts, onFile), is_plain: facts.length === 0 }
  })
  const parts = spoken.toSorted((a, b) => Number(a.is_plain) - Number(b.is_plain)).map(({ words }) => words)
  const all = [...deductions.map(deductionWords), ...parts]
  const more = all.length > shownItems ? `; and ${all.length - shownItems} more` : ''
  const what = [money(amount), currency].filter((one) => one !== null).join(' ')
  const when = day === null ? '' : ` on ${day}`
  const which = number === null ? '' : ` (${number})`
  const unread = not_understood.slice(0, shownUnread).map((one) => `“${one.slice(0, shownLength)}”`)
  const rest = not_understood.length > shownUnread ? ` and ${not_understood.length - shownUnread} more` : ''
  return [
    `${account} pays ${what}${when}${which}: ${all.length === 0 ? 'for nothing that it names' : all.slice(0, shownItems).join('; ')}${more}.`,
    ...sumFault(advice),
    ...repeatedAdvice(advice, onFile),
    ...(unread.length === 0 ? [] : [`Not understood: ${unread.join(', ')}${rest}.`]),
  ].join(' ')
}

/** What an invoice says once it is paid, by one item or several; unknown if one of them states no amount. */
export function paidSentence(account: string, { day, number, items }: RemittanceAdvice820, invoice: string): string {
  const amounts = items.flatMap(({ reference, paid }) => (reference === invoice ? [paid] : []))
  const total = amounts.includes(null) ? null : sum(amounts)
  const what = total !== null ? moneyOf(total) : ((amounts.length === 1 ? amounts[0] : null) ?? 'it')
  return `${account} pays ${what}${day === null ? '' : ` on ${day}`}${number === null ? '' : ` (${number})`}, as its remittance advice says.`
}
