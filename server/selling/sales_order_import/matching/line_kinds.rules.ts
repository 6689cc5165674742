/** Lines of an order that are no goods: tips, gift cards, fees, shipping and custom items. Pure. */

import { kindsWithoutGoods } from '../../known_values.ts'

export const lineKinds = ['goods', ...kindsWithoutGoods] as const
export type LineKind = (typeof lineKinds)[number]
export type OtherKind = (typeof kindsWithoutGoods)[number]

/** Whole names, so that a `Gift card holder` or a `Tip-toe sock` stays goods. */
const names: readonly (readonly [OtherKind, RegExp])[] = [
  ['tip', /^(tips?|gratuity|trinkgeld|pourboire)( \(.*\))?$/i],
  ['gift_card', /^((e-?)?gift ?(card|certificate|voucher)|geschenkgutschein|carte cadeau)s?( ?[-–(:$€£\d].*)?$/i],
  [
    'fee',
    /^((payment|service|handling|processing|booking|convenience|transaction|restocking|rush|small order|credit card) )?(fee|surcharge)s?( \(.*\))?$/i,
  ],
  [
    'shipping',
    /^(shipping|delivery|postage|freight|versand|livraison)( (fee|cost|charge|protection|insurance|&|and|handling|label))*s?( \(.*\))?$/i,
  ],
  ['custom', /^custom (amount|item|sale)( \(.*\))?$/i],
]

export const kindOfName = (name: string): OtherKind | null =>
  names.find(([, matches]) => matches.test(name.trim()))?.[0] ?? null

export interface KindValues {
  line_kind?: LineKind | null | undefined
  line_state?: string | null | undefined
  sku?: string | null | undefined
  product_name?: string | null | undefined
}

/** `is_stated`: the file itself says that the line is no goods, so no variant is looked for. */
export interface OtherLine {
  kind: OtherKind
  is_stated: boolean
}

/** What a line is if no variant matches it; null for goods. */
export function otherLineOf({ line_kind, line_state, sku, product_name }: KindValues): OtherLine | null {
  if (line_kind === 'goods') return null
  if (line_kind != null) return { kind: line_kind, is_stated: true }
  const byName = product_name == null ? null : kindOfName(product_name)
  if (line_state === 'not_eligible') return { kind: byName ?? 'custom', is_stated: false }
  return sku == null && byName !== null ? { kind: byName, is_stated: false } : null
}
