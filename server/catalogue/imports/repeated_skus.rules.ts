/** Unique SKUs for variants that share one in the system that they come from. Pure. */
import { normalText } from '../../records/texts.ts'
import { optionKey } from './derived_sku.rules.ts'

/** A variant of a file, in the order of the file. */
export interface SkuClaim {
  handle: string | null
  sku: string
  option_values: Readonly<Record<string, string>>
}

export interface StoredSku extends SkuClaim {
  shared_sku: string | null
}

export interface UniqueSku {
  sku: string
  /** The SKU of the file, where others have it too. */
  shared_sku?: string
}

const choiceOf = ({ handle, option_values }: SkuClaim) => `${normalText(handle ?? '')} ${optionKey(option_values)}`

/** With the option values, with the handle where that is not enough. */
function candidatesOf({ sku, handle, option_values }: SkuClaim): string[] {
  const values = Object.values(option_values).map(normalText)
  const own = handle === null ? [] : [normalText(handle)]
  return [...(values.length === 0 ? [] : [[sku, ...values].join('-')]), [sku, ...own, ...values].join('-')]
}

/** SKUs that a batch may give, to look up which of them are taken. */
export const possibleSkus = (claims: readonly SkuClaim[]): string[] => [
  ...new Set(claims.flatMap((claim) => [claim.sku, ...candidatesOf(claim)])),
]

/** A variant that is stored keeps the SKU that it was given, so that a file can be imported again. */
export function uniqueSkus(claims: readonly SkuClaim[], stored: readonly StoredSku[]): UniqueSku[] {
  const byChoice = new Map(stored.map((one) => [choiceOf(one), one]))
  const owners = new Map(stored.map((one) => [one.sku, choiceOf(one)]))
  const counts = new Map<string, number>()
  for (const { sku } of claims) counts.set(sku, (counts.get(sku) ?? 0) + 1)
  const shared = new Set(stored.flatMap(({ shared_sku }) => shared_sku ?? []))
  return claims.map((claim): UniqueSku => {
    const { sku } = claim
    const choice = choiceOf(claim)
    const own = byChoice.get(choice)
    if (own !== undefined && own.shared_sku === sku) return { sku: own.sku, shared_sku: sku }
    if (own !== undefined && own.sku === sku) return { sku }
    const isFree = (one: string) => (owners.get(one) ?? choice) === choice
    if (counts.get(sku) === 1 && isFree(sku) && !shared.has(sku)) {
      owners.set(sku, choice)
      return { sku }
    }
    const candidates = candidatesOf(claim)
    const given = candidates.find(isFree) ?? candidates.at(-1)!
    owners.set(given, choice)
    return { sku: given, shared_sku: sku }
  })
}
