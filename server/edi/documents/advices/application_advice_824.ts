/** What a partner's application says of documents that it received, transaction set 824. It is read alone. */
import { type Content, contentOf, type Placed, type Segments } from '../fields.ts'

/** Element 110, by what it says of the whole document, or of an item in it. */
const verdicts = {
  TA: 'accepted',
  IA: 'accepted',
  GA: 'accepted',
  TE: 'accepted_with_errors',
  IE: 'accepted_with_errors',
  TC: 'accepted_with_errors',
  IC: 'accepted_with_errors',
  TP: 'accepted_with_errors',
  GP: 'accepted_with_errors',
  TR: 'rejected',
  IR: 'rejected',
  GR: 'rejected',
} as const
export type AdviceVerdict = (typeof verdicts)[keyof typeof verdicts] | 'unknown'

export interface AdvisedFault {
  /** Element 647. */
  code: string
  text: string | null
  segment: string | null
  /** What stood there. */
  value: string | null
}

export interface Advice {
  verdict: AdviceVerdict
  /** Element 110, as it was sent. */
  code: string
  qualifier: string | null
  reference: string | null
  group_control_number: string | null
  set_control_number: string | null
  document_type: string | null
  faults: AdvisedFault[]
  notes: string[]
}

export interface ApplicationAdvice824 {
  reference: string | null
  advices: Advice[]
}

const readFault = (ted: Placed): AdvisedFault => ({
  code: ted.need(1),
  text: ted.text(2),
  segment: ted.text(3),
  value: ted.text(7),
})

const notesOf = (loop: Segments): string[] => [
  ...loop.filter('NTE').flatMap((nte) => nte.text(2) ?? []),
  ...loop.filter('RED').flatMap((red) => red.text(1) ?? []),
  ...loop.filter('MSG').flatMap((msg) => msg.text(1) ?? []),
]

function readAdvice(loop: Segments): Advice {
  const oti = loop.need('OTI')
  const code = oti.need(1)
  return {
    verdict: verdicts[code as keyof typeof verdicts] ?? 'unknown',
    code,
    qualifier: oti.text(2),
    reference: oti.text(3),
    group_control_number: oti.text(8),
    set_control_number: oti.text(9),
    document_type: oti.text(10),
    faults: loop.filter('TED').map(readFault),
    notes: notesOf(loop),
  }
}

export function read824(content: Content): ApplicationAdvice824 {
  const all = contentOf(content, '824')
  const bgn = all.need('BGN')
  all.need('OTI')
  const { loops } = all.loops('OTI', ['SE'])
  return { reference: bgn.text(2), advices: loops.map(readAdvice) }
}
