/** What an account pays and deducts, in sentences, with what does not agree with our books. Pure. */
import type {
  Deduction,
  RemittanceAdvice820,
  RemittanceItem,
} from '../../../edi/documents/advices/remittance_advice_820.ts'

const [shownItems, shownUnread, shownLength] = [20, 3, 60]

export interface KnownInvoice {
  name: string
  currency: string
  is_void: boolean
  open_cents: number
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

function itemFacts(item: RemittanceItem, invoice: KnownInvoice | undefined, currency: string | null): string[] {
  const { paid, total, discount, deductions } = item
  const facts: string[] = []
  if (invoice === undefined) facts.push('no invoice of that number is on file')
  else if (invoice.is_void) facts.push('the invoice is void')
  else if (paid === null || centsOf(paid) !== BigInt(invoice.open_cents))
    facts.push(`open is ${moneyOf(BigInt(invoice.open_cents))}`)
  if (invoice !== undefined && currency !== null && invoice.currency !== currency)
    facts.push(`the invoice is in ${invoice.currency}`)
  if (total !== null && total !== paid) facts.push(`stated as ${money(total)}`)
  if (discount !== null && discount !== '0') facts.push(`discount ${money(discount)}`)
  return [...facts, ...deductions.map(deductionWords)]
}

const itemWords = ({ qualifier, reference, paid }: RemittanceItem, facts: readonly string[]): string => {
  const what = qualifier === null || qualifier === 'IV' ? reference : `${qualifier} ${reference}`
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
  return net === all || net + deducted === all ? [] : [`Its items and deductions add up to ${moneyOf(net)}.`]
}

/** Items that do not agree with the books come first; each is named up to a number, and the rest is counted. */
export function remittanceSentence(
  account: string,
  advice: RemittanceAdvice820,
  invoices: ReadonlyMap<string, KnownInvoice>,
): string {
  const { number, amount, day, currency, items, deductions, not_understood } = advice
  const spoken = items.map((item) => {
    const facts = itemFacts(item, invoices.get(item.reference), currency)
    return { words: itemWords(item, facts), is_plain: facts.length === 0 }
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
