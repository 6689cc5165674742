/** Payment terms are free text; terms that follow the trade's patterns are parsed. */
export interface PaymentTerms {
  /** Early payment discount in per cent, as decimal text; null without a discount. */
  discount_percent: string | null
  discount_days: number | null
  net_days: number
}

const net = String.raw`n(?:et)?[\s_/-]*(\d{1,3})(?:[\s_-]*days?)?`
const netPattern = new RegExp(`^${net}$`, 'i')
const discountPattern = new RegExp(
  String.raw`^(\d{1,2}(?:\.\d{1,3})?)(?:\s*%[\s_/-]*|[\s_/-]+)(\d{1,3})(?:[\s_-]*days?)?[\s_,;-]*${net}$`,
  'i',
)

/** net_30, NET 45, n/60; 2_10_net_30, 2/10 net 30, 1.5% 15 days, n/45. null for anything else. */
export function readPaymentTerms(text: string): PaymentTerms | null {
  const plain = netPattern.exec(text.trim())
  if (plain !== null) return { discount_percent: null, discount_days: null, net_days: Number(plain[1]) }
  const [, percent, days, due] = discountPattern.exec(text.trim()) ?? []
  if (percent === undefined || Number(percent) === 0 || Number(days) > Number(due)) return null
  return { discount_percent: String(Number(percent)), discount_days: Number(days), net_days: Number(due) }
}
