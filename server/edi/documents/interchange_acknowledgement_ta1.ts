/** The acknowledgement of the envelope of an interchange, segment TA1. */
import type { Interchange } from '../x12/envelope.ts'
import { X12Error } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'

export interface InterchangeAcknowledgement {
  /** Control number of the acknowledged interchange. */
  control_number: number
  /** As in its ISA: YYMMDD and HHMM. */
  date: string
  time: string
  verdict: 'accepted' | 'accepted_with_errors' | 'rejected'
  /** Element I18: 000 without a fault. */
  note_code: string
}

const verdicts = { accepted: 'A', accepted_with_errors: 'E', rejected: 'R' } as const
const noFault = '000'

export function writeTa1({ control_number, date, time, verdict, note_code }: InterchangeAcknowledgement): Segment {
  return ['TA1', String(control_number).padStart(9, '0'), date, time, verdicts[verdict], note_code]
}

export function readTa1(segment: Segment): InterchangeAcknowledgement {
  const [tag = '', control = '', date = '', time = '', code = '', note_code = ''] = segment
  const verdict = (Object.keys(verdicts) as (keyof typeof verdicts)[]).find((name) => verdicts[name] === code)
  if (tag !== 'TA1' || !/^\d{9}$/.test(control) || !/^\d{6}$/.test(date) || !/^\d{4}(\d\d)?$/.test(time))
    throw new X12Error(`"${segment.join('*')}" is not a TA1 segment.`)
  if (verdict === undefined || !/^\d{3}$/.test(note_code))
    throw new X12Error(`TA1 has the code "${code}" and the note "${note_code}"; expected A, E or R and three digits.`)
  return { control_number: Number(control), date, time, verdict, note_code }
}

/** The acknowledgement of an interchange. Send it if the interchange requests it or has a fault. */
export function acknowledgeInterchange({ control_number, date, time, fault }: Interchange): InterchangeAcknowledgement {
  const verdict = fault === null ? 'accepted' : fault.accepted ? 'accepted_with_errors' : 'rejected'
  return {
    control_number,
    date: /^\d{6}$/.test(date) ? date : '000000',
    time: /^\d{4}$/.test(time) ? time : '0000',
    verdict,
    note_code: fault?.note_code ?? noFault,
  }
}
