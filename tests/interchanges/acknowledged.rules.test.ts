/** What an account's acknowledgement says of each document. */
import { describe, expect, test } from 'bun:test'
import type { AcknowledgedSet } from '../../server/edi/documents/functional_acknowledgement_997.ts'
import { answersTo, answerToInterchange, unknownFaults } from '../../server/interchanges/inbound/acknowledged.rules.ts'

describe('the acknowledgement of an account', () => {
  const documents = [
    { document_id: 1, document_type: '846', set_control_number: '0001' },
    { document_id: 2, document_type: '846', set_control_number: '2' },
    { document_id: 3, document_type: '810', set_control_number: '1' },
    { document_id: 4, document_type: '846', set_control_number: null },
  ]
  const ofSet = (control_number: string, values: Partial<AcknowledgedSet> = {}): AcknowledgedSet => ({
    type: '846',
    control_number,
    verdict: 'rejected',
    segments: [],
    codes: [],
    ...values,
  })
  const answers = (values: object, of = documents) =>
    answersTo(
      {
        group_code: 'IB',
        group_control_number: '1',
        verdict: 'accepted',
        sets_included: 1,
        sets_received: 1,
        sets_accepted: 1,
        codes: [],
        sets: [],
        ...values,
      },
      of,
      'Acme',
    )
  const states = (values: object) => answers(values).map(({ document_id, state }) => `${document_id} ${state}`)
  const faulty = (values: object) =>
    answers(values).flatMap(({ document_id, has_faults }) => (has_faults ? document_id : []))

  test('states faults of the sets that it names, or of all where no set explains those of the group', () => {
    const inError = ofSet('1', { verdict: 'accepted_with_errors', codes: ['5'] })
    expect(faulty({ verdict: 'accepted_with_errors', sets: [inError] })).toEqual([1])
    expect(faulty({ verdict: 'accepted', sets: [inError] })).toEqual([1])
    expect(faulty({ verdict: 'accepted', codes: ['4'] })).toEqual([])
    expect(faulty({ verdict: 'accepted_with_errors', sets: [ofSet('1', { verdict: 'accepted' })] })).toEqual([1, 2, 4])
    expect(faulty({ verdict: 'partially_accepted', sets: [ofSet('2')] })).toEqual([2])
    const [first] = answers({ verdict: 'accepted_with_errors', codes: ['4'], sets: [inError] })
    expect(first).toEqual({
      document_id: 1,
      state: 'accepted',
      has_faults: true,
      sentence: 'Acme accepted with faults the inventory advice (846): fault 5 of the document.',
    })
    expect(answers({ verdict: 'accepted_with_errors', codes: ['4'] })[0]!.sentence).toBe(
      'Acme accepted with faults the inventory advice (846): fault 4 of its group.',
    )
  })

  test('names faults of what was not sent', () => {
    const unknown = (values: object) =>
      unknownFaults(
        {
          group_code: 'IB',
          group_control_number: '0012',
          verdict: 'rejected',
          codes: [],
          sets: [],
          ...values,
        } as never,
        documents,
        'Acme',
      )
    expect(unknown({})).toBeNull()
    expect(unknown({ group_code: 'PO', verdict: 'accepted' })).toBeNull()
    expect(unknown({ group_code: 'PO' })).toBe('Acme rejected the group PO 12, which was not sent to it.')
    expect(unknown({ group_code: 'PO', verdict: 'partially_accepted', group_control_number: '0' })).toBe(
      'Acme found faults in the group PO 0, which was not sent to it.',
    )
    expect(unknown({ sets: [ofSet('1'), ofSet('9', { verdict: 'accepted' })] })).toBeNull()
    const sets = (numbers: string[]) => unknown({ sets: numbers.map((one) => ofSet(one)) })
    expect(sets(['1', '9'])).toBe('Acme found faults in sets of the group IB 12 that were not sent to it: 846 9.')
    expect(sets(['7', '8', '9'])).toEndWith(': 846 7, 846 8, 846 9.')
    expect(sets(['6', '7', '8', '9'])).toEndWith(': 846 6, 846 7, 846 8 and 1 more.')
  })

  test('answers the documents of its group', () => {
    expect(answers({})).toEqual(
      [1, 2, 4].map((document_id) => ({
        document_id,
        state: 'accepted',
        has_faults: false,
        sentence: 'Acme accepted the inventory advice (846).',
      })),
    )
    expect(states({ group_code: 'PO' })).toEqual([])
    expect(states({ verdict: 'rejected' })).toEqual(['1 rejected', '2 rejected', '4 rejected'])
  })

  test('rejects the sets that it names by type and number', () => {
    const partly = { verdict: 'partially_accepted' }
    expect(states({ ...partly, sets: [ofSet('1')] })).toEqual(['1 rejected', '2 accepted', '4 accepted'])
    expect(states({ ...partly, sets: [ofSet('1', { type: '810' })] })[0]).toBe('1 accepted')
    expect(states({ ...partly, sets: [ofSet('1', { verdict: 'accepted' })] })[0]).toBe('1 accepted')
    expect(states({ ...partly, sets: [ofSet('0')] })).toEqual(['1 accepted', '2 accepted', '4 accepted'])
  })

  const sentence = (values: Partial<AcknowledgedSet>) =>
    answers({ sets: [ofSet('1', values)] }, documents.slice(0, 1))[0]!.sentence.replace(
      'Acme rejected the inventory advice (846)',
      '…',
    )
  const segment = (code: string | null, ...elements: [number, string, string | null][]) => ({
    tag: 'N1',
    position: 4,
    code,
    elements: elements.map(([element, of, value]) => ({ element, component: null, reference: null, code: of, value })),
  })

  test('is told with the places at fault', () => {
    expect(sentence({})).toBe('… without a reason.')
    expect(sentence({ codes: ['5', '7'] })).toBe('…: fault 5 of the document; fault 7 of the document.')
    expect(sentence({ codes: ['5'], segments: [segment('3')] })).toBe('…: segment 4 (N1) is missing.')
    expect(sentence({ segments: [segment('99')] })).toBe('…: segment 4 (N1) has the fault 99.')
    expect(sentence({ segments: [segment(null)] })).toBe('…: segment 4 (N1) has the fault unknown.')
    expect(sentence({ segments: [segment('8', [2, '1', null], [3, '7', 'ZZ'])] })).toBe(
      '…: segment 4 (N1), element 2 is missing; segment 4 (N1), element 3 has an unknown code: "ZZ".',
    )
    expect(sentence({ segments: [segment(null, [2, '99', null])] })).toBe(
      '…: segment 4 (N1), element 2 has the fault 99.',
    )
  })

  test('shows at most three places', () => {
    const codes = (count: number) => sentence({ codes: Array.from({ length: count }, (_, i) => String(i)) })
    expect(codes(3)).toEndWith('fault 2 of the document.')
    expect(codes(4)).toEndWith('fault 2 of the document and 1 more.')
  })

  test('of a whole group has the faults of the group', () => {
    const [found] = answers({ verdict: 'rejected', codes: ['4'] }, documents.slice(0, 1))
    expect(found!.sentence).toBe('Acme rejected the inventory advice (846): fault 4 of its group.')
  })

  test('of an interchange rejects the documents in it, and accepts none', () => {
    const ta1 = (verdict: 'accepted' | 'rejected') =>
      answerToInterchange({ control_number: 12, verdict, note_code: '024' } as never, documents.slice(0, 1), 'Acme')
    expect(ta1('accepted')).toEqual([])
    expect(ta1('rejected')).toEqual([
      {
        document_id: 1,
        state: 'rejected',
        has_faults: true,
        sentence: 'Acme rejected the interchange 12 with the inventory advice (846): its envelope has the fault 024.',
      },
    ])
  })
})
