/** Sizes and colours by which a line describes its item, against the options of the item that its numbers name. Pure. */
import type { ItemId, ItemIds } from '../../edi/documents/record.ts'

/** Options of a variant, and all values that its product has of each. */
export interface DescribedItem {
  values: Readonly<Record<string, string>>
  options: readonly { name: string; values: readonly string[] }[]
}

/** Element 235, with the names of options that it describes. */
const kinds = [
  { qualifiers: ['SZ', 'IZ'], word: 'size', names: /^(size|sizes|größe|groesse|taille|taglia)$/i },
  { qualifiers: ['BO', 'VE', 'CL'], word: 'colour', names: /^(colou?rs?|farbe|couleur|colore)$/i },
] as const

interface Described extends ItemId {
  kind: (typeof kinds)[number]
}

const isOf = ({ qualifiers }: Described['kind'], { qualifier }: ItemId): boolean =>
  (qualifiers as readonly string[]).includes(qualifier)

export const describesOf = ({ other_ids }: Pick<ItemIds, 'other_ids'>): Described[] =>
  kinds.flatMap((kind) => other_ids.filter((one) => isOf(kind, one)).map((one) => ({ ...one, kind })))

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, '')

/** Sizes in letters, which mean the same everywhere. */
const letterSize = /^(\d?x*[sl]|m)$/

/** Letters of the one in the order of the other, as in NVY and navy. */
function isShortFor(one: string, other: string): boolean {
  let from = 0
  for (const letter of one) {
    const at = other.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}

interface Said {
  text: string
  /** It is of another item; else it may be. */
  isOther: boolean
}

/** What a line says of its item against the options of the item; codes and other words for the same are left alone. */
function sayOf({ qualifier, id, kind }: Described, { values, options }: DescribedItem): Said | null {
  const option = Object.entries(values).find(([one]) => kind.names.test(one))
  if (option === undefined) return null
  const [name, value] = option
  const [stated, own] = [folded(id), folded(value)]
  if (stated === own) return null
  const others = options.find((one) => one.name === name)?.values ?? []
  const isOther =
    others.some((one) => folded(one) === stated) ||
    (kind.word === 'size' && letterSize.test(stated) && letterSize.test(own))
  const text = `the ${kind.word} ${id} (${qualifier}) is not that of the item, ${value}`
  if (isOther) return { text, isOther }
  const isWord =
    kind.word === 'colour' && /^\p{L}+$/u.test(stated) && !isShortFor(stated, own) && !isShortFor(own, stated)
  return isWord ? { text, isOther } : null
}

export interface Contradicted {
  /** The line describes another item; null if it does not. */
  fault: string | null
  /** Words that may mean another item. */
  doubts: string[]
}

export function describedOtherwise(ids: Pick<ItemIds, 'other_ids'>, item: DescribedItem | undefined): Contradicted {
  const all = item === undefined ? [] : describesOf(ids).flatMap((one) => sayOf(one, item) ?? [])
  const others = all.filter(({ isOther }) => isOther).map(({ text }) => text)
  return {
    fault: others.length === 0 ? null : others.join(', and '),
    doubts: all.filter(({ isOther }) => !isOther).map(({ text }) => text),
  }
}
