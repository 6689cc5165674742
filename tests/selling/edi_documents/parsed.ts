/** A queued document as its interchange states it, read by another parser. */
import { X12Parser, type X12Interchange } from 'node-x12'
import { interchangeOf } from '../../../server/interchanges/outbound/interchange_of.ts'

const envelope = {
  sender: { qualifier: 'ZZ', id: 'MERCHANT' },
  receiver: { qualifier: 'ZZ', id: 'NORDHAUS' },
  usage: 'P' as const,
  control_number: 7,
  now: '2026-11-21T09:30:00.000Z',
}

export function parsed(
  document_type: string,
  record: object,
  account: Parameters<typeof interchangeOf>[1]['account'] = { edi_group_id: null, version: '4010' },
): string[] {
  const { text } = interchangeOf({ document_type, record }, { ...envelope, account })
  const { functionalGroups } = new X12Parser(true).parse(text) as X12Interchange
  return functionalGroups[0]!.transactions[0]!.segments.map(({ tag, elements }) =>
    [tag, ...elements.map(({ value }) => value ?? '')].join('*').replace(/\*+$/, ''),
  )
}
