/** Figures that two reports of an account state differently, in words. Pure. */

export interface DisputedFigure {
  figure: 'units_sold' | 'on_hand'
  stated: number
  /** On file, as the other report states it. */
  known: number
  sku: string
  /** null where the account reports as a whole. */
  door_reference: string | null
  /** The interchange in which the other report came. */
  control_number: number
  set_control_number: string | null
  sent_at: string | null
  is_same_interchange: boolean
}

const shownMax = 20

const words = { units_sold: 'units sold', on_hand: 'on hand' } as const

function reportOf({ is_same_interchange, control_number, set_control_number, sent_at }: DisputedFigure): string {
  const set = set_control_number === null ? '' : `set ${set_control_number} of `
  const sent = sent_at === null || is_same_interchange ? '' : `, sent ${sent_at.replace('T', ' ')}`
  return is_same_interchange ? `${set}the same interchange` : `${set}interchange ${control_number}${sent}`
}

/** `sent_at`: when the report at hand was sent. */
export function disputedSentence(figures: readonly DisputedFigure[], sent_at: string | null): string {
  const named = figures.slice(0, shownMax).map((one) => {
    const place = one.door_reference === null ? '' : `, store ${one.door_reference}`
    return `${words[one.figure]} of ${one.sku}${place} are ${one.stated} here and ${one.known} in ${reportOf(one)}`
  })
  const more = figures.length > shownMax ? '; and more' : ''
  const isSame = figures.every(({ is_same_interchange }) => is_same_interchange)
  const why = isSame
    ? 'Two sets of one interchange state a figure differently'
    : `A report that was sent later states a figure differently${sent_at === null ? '' : `; this one was sent ${sent_at.replace('T', ' ')}`}`
  return `${why}: ${named.join('; ')}${more}. Nothing was imported.`
}
