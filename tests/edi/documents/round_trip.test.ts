import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readEdiDocument } from '../../../server/edi/documents/read_document.ts'
import { readEnvelope } from '../../../server/edi/x12/read_envelope.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { documents } from './any_document.ts'
import { anyDelimiters } from './any_order.ts'

const envelope = {
  sender: { qualifier: 'ZZ', id: 'MERCHANT' },
  receiver: { qualifier: '01', id: '123456789' },
  usage: 'T' as const,
  control_number: 42,
  now: '2026-11-21T09:30:00.000Z',
}

/** The derived code of an answer is no part of what was written. */
const withoutHeaderCode = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'header_code'))

for (const { type, any } of documents)
  test(`any ${type} is read as it was written, in both versions and with any delimiters`, () => {
    const version = fc.constantFrom('004010', '005010', '004010VICS')
    const lineBreak = fc.constantFrom('', '\r\n', '\n')
    fc.assert(
      fc.property(any, anyDelimiters, version, lineBreak, ({ record, set }, delimiters, written, end) => {
        const once = writeInterchange({ ...envelope, delimiters, version: written, transactions: [set(), set()] })
        const text = once.split(delimiters.segment).join(delimiters.segment + end)
        const { interchanges, unread } = readEnvelope(text)
        expect([unread, interchanges[0]!.fault, interchanges[0]!.groups[0]!.codes]).toEqual([null, null, []])
        const sets = interchanges[0]!.groups[0]!.transactions
        expect(sets.map(({ codes }) => codes)).toEqual([[], []])
        for (const one of sets) expect(withoutHeaderCode(readEdiDocument(one)!.record)).toEqual(record)
      }),
      { numRuns: 60 },
    )
  })
