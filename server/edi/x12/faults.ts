/** What is wrong in an interchange and where: as data for acknowledgements, and as sentences for people. */

export interface Fault {
  tag: string
  /** Number of the segment in its transaction set; ST is segment 1. */
  position: number
  /** From 1; null if the segment as a whole is invalid. */
  element: number | null
  /** Number of the data element in the X12 dictionary. */
  reference: string | null
  /** Element 723 for an element, 720 for a segment. */
  code: string
  /** The invalid value; null if there is none. */
  found: string | null
  expected: string
}

/** Codes of element 720 that are used. */
export const segmentCodes = { unrecognized: '1', unexpected: '2', missing: '3', element_faults: '8' } as const
/** Codes of element 723 that are used. */
export const elementCodes = {
  missing: '1',
  condition: '2',
  too_short: '4',
  too_long: '5',
  invalid_character: '6',
  invalid_code: '7',
  invalid_date: '8',
  invalid_time: '9',
} as const

export function sentence({ tag, position, element, found, expected }: Fault): string {
  const place = element === null ? tag : `${tag}${String(element).padStart(2, '0')}`
  return `Segment ${position}: ${place} is ${found === null ? 'missing' : `"${found}"`}; expected ${expected}.`
}

/** A document that cannot be read or written. */
export class X12Error extends Error {
  /** Empty if the fault is not in a transaction set. */
  readonly faults: readonly Fault[]
  constructor(message: string, faults: readonly Fault[] = []) {
    super(message)
    this.faults = faults
  }
}

export const refuseFaults = (faults: readonly Fault[]): never => {
  throw new X12Error(sentence(faults[0]!), faults)
}
