import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { read997, write997 } from '../../../server/edi/documents/functional_acknowledgement_997.ts'
import {
  acknowledgeInterchange,
  readTa1,
  writeTa1,
} from '../../../server/edi/documents/interchange_acknowledgement_ta1.ts'
import { groupCodes } from '../../../server/edi/x12/envelope.ts'
import { readEnvelope, readInterchanges } from '../../../server/edi/x12/read_envelope.ts'
import type { Segment } from '../../../server/edi/x12/segments.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { acknowledge, receive } from '../receive.ts'

const envelope = {
  sender: { qualifier: 'ZZ', id: 'BUYER' },
  receiver: { qualifier: '01', id: '123456789' },
  usage: 'T' as const,
  control_number: 42,
  now: '2026-11-21T09:30:00.000Z',
}
const order = (number: string, quantity = '12'): { type: string; segments: Segment[] } => ({
  type: '850',
  segments: [
    ['BEG', '00', 'SA', number, '', '20261121'],
    ['PO1', '1', quantity, 'EA', '10', 'PE', 'IN', 'A-1'],
    ['CTT', '1', quantity],
  ],
})
const write = (given: object = {}) =>
  writeInterchange({ ...envelope, version: '004010', transactions: [order('PO-1'), order('PO-2')], ...given })
const one = (text: string) => readEnvelope(text).interchanges[0]!

test('a broken set is rejected by its 997 with segment, element and code, and its neighbour is accepted', () => {
  const text = write()
    .replace('PO1*1*12*EA', 'PO1*1*1Z*EA')
    .replace('BEG*00*SA*PO-1**20261121', 'BEG*00*SA*PO-1**20261331')
  const [group] = receive(one(text))
  expect(group!.sets.map(({ document, faults }) => [document !== null, faults])).toEqual([
    [
      false,
      [
        'Segment 2: BEG05 is "20261331"; expected a date as CCYYMMDD.',
        'Segment 3: PO102 is "1Z"; expected a decimal number.',
      ],
    ],
    [true, []],
  ])
  const [answer] = acknowledge(one(text))
  expect(answer).toMatchObject({ verdict: 'partially_accepted', sets_included: 2, sets_received: 2, sets_accepted: 1 })
  expect(write997(answer!).segments).toEqual([
    ['AK1', 'PO', '42'],
    ['AK2', '850', '0001'],
    ['AK3', 'BEG', '2', '', '8'],
    ['AK4', '5', '373', '8', '20261331'],
    ['AK3', 'PO1', '3', '', '8'],
    ['AK4', '2', '330', '6', '1Z'],
    ['AK5', 'R', '5'],
    ['AK2', '850', '0002'],
    ['AK5', 'A'],
    ['AK9', 'P', '2', '2', '1'],
  ])
  expect(read997(write997(answer!))).toEqual(answer!)
})

test('each fault of a set or a group has its code in the 997', () => {
  const faults: [change: [from: string, to: string], set: string[], group: string[], verdict: string][] = [
    [['SE*5*0001', 'SE*6*0001'], ['4'], [], 'partially_accepted'],
    [['SE*5*0001', 'SE*5*0009'], ['3'], [], 'partially_accepted'],
    [['SE*5*0001~', ''], ['2'], [], 'partially_accepted'],
    [['GE*2*42', 'GE*3*42'], [], ['5'], 'rejected'],
    [['GE*2*42', 'GE*2*43'], [], ['4'], 'rejected'],
    [['GE*2*42~', ''], [], ['3'], 'rejected'],
    [['BEG*', 'BXG*'], ['5'], [], 'partially_accepted'],
    [['ST*850*0001', 'ST*899*0001'], ['1'], [], 'partially_accepted'],
  ]
  for (const [[from, to], set, group, verdict] of faults) {
    const [answer] = acknowledge(one(write().replace(from, to)))
    expect([from, answer!.sets[0]!.codes, answer!.codes, answer!.verdict]).toEqual([from, set, group, verdict])
  }
  const kinds: [from: string, to: string, segment: string | null, element: string | undefined][] = [
    ['PO1*1*12*EA*10*PE*IN*A-1', 'QQ1*1*12*EA*10*PE*IN*A-1', '1', undefined],
    ['BEG*00*SA*PO-1**20261121~', '', '3', undefined],
    ['BEG*00*SA*PO-1', 'BEG*00**PO-1', null, '1'],
    ['PO1*1*12*EA*10*PE*IN*A-1', 'PO1*1*12*EA*10*PE*IN', null, '2'],
    ['BEG*00', 'BEG*0', null, '4'],
    ['PO-1', 'P'.repeat(23), null, '5'],
    ['BEG*00', 'BEG*77', null, '7'],
    ['CTT*1*12', 'CTT*1*13', null, '7'],
  ]
  for (const [from, to, segment, element] of kinds) {
    const [fault] = acknowledge(
      one(
        write()
          .replace(from, to)
          .replace('SE*5*0001', to === '' ? 'SE*4*0001' : 'SE*5*0001'),
      ),
    )[0]!.sets[0]!.segments
    expect([to, fault!.code, fault!.elements[0]?.code]).toEqual([to, segment, element])
  }
})

test('each fault of an interchange has its note in the TA1, and nothing of it is processed', () => {
  const faults: [from: string, to: string, note: string][] = [
    ['IEA*1*000000042', 'IEA*1*000000043', '001'],
    ['IEA*1', 'IEA*2', '021'],
    ['IEA*1*000000042~', '', '023'],
    ['~GS*', '~XX*1~GS*', '022'],
    ['000000042*0*T', '00000004A*0*T', '018'],
    ['*00401*', '*ABCDE*', '017'],
    ['*ZZ*BUYER', '*z!*BUYER', '005'],
    ['*ZZ*BUYER          *', '*ZZ*               *', '006'],
    ['*01*1234', '*1!*1234', '007'],
    ['*0*T*>', '*5*T*>', '019'],
    ['*0*T*>', '*0*X*>', '020'],
    ['GS*PO', 'GS*po', '024'],
  ]
  for (const [from, to, note] of faults) {
    const interchange = one(write().replace(from, to))
    expect([to, acknowledgeInterchange(interchange).note_code]).toEqual([to, note])
    expect([to, receive(interchange)]).toEqual([to, []])
  }
  // A wrong day of sending is reported, and the orders are taken.
  const late = one(write().replace('*261121*0930*', '*261321*0930*'))
  expect(acknowledgeInterchange(late)).toMatchObject({ verdict: 'accepted_with_errors', note_code: '014' })
  expect(receive(late)[0]!.sets).toHaveLength(2)
  const unseparated = one(write({ version: '005010' }).replace('*^*00501', '*U*00501'))
  expect(acknowledgeInterchange(unseparated)).toMatchObject({ verdict: 'accepted_with_errors', note_code: '016' })
})

test('a TA1 is read as it was written, in an interchange without groups', () => {
  const answer = acknowledgeInterchange(one(write()))
  expect(answer).toEqual({ control_number: 42, date: '261121', time: '0930', verdict: 'accepted', note_code: '000' })
  const text = writeInterchange({ ...envelope, transactions: [], acknowledgements: [writeTa1(answer)] })
  expect(text).toContain('~TA1*000000042*261121*0930*A*000~IEA*0*')
  const [read] = readInterchanges(text)
  expect([read!.acknowledgements.map(readTa1), read!.groups, read!.fault]).toEqual([[answer], [], null])
})

test('a group of 997s is never acknowledged', () => {
  const answer = write997(acknowledge(one(write()))[0]!)
  const text = writeInterchange({ ...envelope, transactions: [answer] })
  expect([receive(one(text))[0]!.sets[0]!.document?.type, acknowledge(one(text))]).toEqual(['997', []])
})

test('what cannot be an interchange is refused with the reason, and the interchanges before it are read', () => {
  const whole = write()
  const unread: [text: string, words: string, note: string][] = [
    ['', 'The file is empty', '023'],
    ['UNA:+.? ', 'must begin with ISA', '022'],
    [whole.slice(0, 60), 'too short', '023'],
    [whole.replace('BUYER     ', 'BUYER '), 'ISA06 must have 15 characters', '022'],
    [whole.replace('*00401*', '*401*'), 'ISA12 must have 5 characters', '022'],
    [whole.replaceAll('*', 'A'), '"A" cannot separate elements', '026'],
    [whole.replaceAll('~', '0'), '"0" cannot end segments', '004'],
    [whole.replaceAll('>', 'x'), '"x" cannot separate components', '027'],
    [whole.replaceAll('>', '~'), 'three different delimiters', '022'],
  ]
  for (const [text, words, note] of unread) {
    const after = readEnvelope(`${whole}\r\n${text}`)
    if (text !== '')
      expect([words, after.interchanges.length, receive(after.interchanges[0]!)[0]!.sets.length]).toEqual([words, 1, 2])
    const { unread: reason } = readEnvelope(text)
    expect([words, reason?.note_code, reason?.message.includes(words)]).toEqual([words, note, true])
  }
})

test('a file cut off anywhere never yields an accepted interchange, nor an order that is not whole', () => {
  const text = write()
  const whole = receive(one(text))[0]!.sets.map(({ document }) => document)
  // Without its last terminator alone, the interchange is whole: its IEA repeats the control number.
  expect(receive(one(text.slice(0, -1)))[0]!.sets.map(({ document }) => document)).toEqual(whole)
  for (let length = 0; length < text.length - 1; length++) {
    const { interchanges, unread } = readEnvelope(text.slice(0, length))
    expect([length, unread !== null || interchanges[0]!.fault !== null]).toEqual([length, true])
    const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions))
    for (const [i, set] of sets.entries())
      expect([length, set.codes.length > 0 || set.segments.length === 3, whole[i] !== null]).toEqual([
        length,
        true,
        true,
      ])
  }
})

test('several interchanges and groups with other delimiters each, indented lines and unusual terminators are read', () => {
  const group = /GS\*.*GE\*2\*42~/.exec(write())![0]
  const two = write()
    .replace(group, group + group.replaceAll('42*X', '43*X').replace('GE*2*42', 'GE*2*43'))
    .replace('IEA*1', 'IEA*2')
  const other = write({ delimiters: { element: '\u001D', component: ':', repetition: null, segment: '\n' } })
  const indented = write().replaceAll('~', '~\r\n   ')
  const { interchanges, unread } = readEnvelope(`\uFEFF${two}\n${other}${indented}`)
  expect(unread).toBeNull()
  expect(
    interchanges.map((each) => receive(each).map(({ sets }) => sets.map(({ document }) => document?.type))),
  ).toEqual([
    [
      ['850', '850'],
      ['850', '850'],
    ],
    [['850', '850']],
    [['850', '850']],
  ])
})

test('each version writes its own repetition separator, and the ids of groups are those of the partner', () => {
  expect(write()).toContain('*0930*U*00401*')
  expect(write({ version: '005010' })).toContain('*0930*^*00501*')
  const text = write({ version: '004010VICS', group_sender: 'STORES', group_receiver: 'VENDOR1' })
  expect(text).toContain('GS*PO*STORES*VENDOR1*20261121*0930*42*X*004010VICS~')
  const wrong: [given: object, words: string][] = [
    [{ version: '003050' }, 'is not a version that is written'],
    [{ transactions: [order('1'), { type: '810', segments: [] }] }, 'one known functional group'],
    [{ delimiters: { element: '*', component: '*', repetition: '^', segment: '~' } }, 'different single characters'],
    [{ group_sender: '' }, 'is not the id of a group'],
    [{ transactions: [order('X'.repeat(23))] }, 'BEG03 is "XXXXXXXXXXXXXXXXXXXXXXX"; expected 1 to 22 characters'],
  ]
  for (const [given, words] of wrong) expect(() => write(given)).toThrow(words)
})

test('the basic character set takes capitals: descriptions follow, identifiers are refused', () => {
  const set = {
    type: '850',
    segments: [...order('PO-1').segments.slice(0, 2), ['PID', 'F', '', '', '', 'Größe_M'], ['CTT', '1']],
  }
  const plain = { ...set, segments: set.segments.map((segment) => segment.map((text) => text.replace('öß', 'os'))) }
  expect(write({ transactions: [plain], character_set: 'basic' })).toContain('PID*F****GROSE M~')
  expect(() => write({ transactions: [order('po-1')], character_set: 'basic' })).toThrow('BEG03 "po-1" contains "p"')
  expect(() => write({ transactions: [order('PO-é')] })).toThrow('BEG03 "PO-é" contains "é"')
})

test('whatever arrives, reading fails only with a description, and every answer to it can be sent', () => {
  const mangled = fc.tuple(fc.nat(700), fc.nat(40), fc.string({ maxLength: 20, unit: 'binary' }))
  fc.assert(
    fc.property(mangled, ([start, gone, put]) => {
      const text = write()
      const { interchanges } = readEnvelope(text.slice(0, start) + put + text.slice(start + gone))
      for (const each of interchanges) {
        const acknowledgements = [writeTa1(acknowledgeInterchange(each))]
        const transactions = acknowledge(each).map(write997)
        const [read] = readInterchanges(writeInterchange({ ...envelope, transactions, acknowledgements }))
        expect(read!.acknowledgements.map(readTa1)).toEqual([acknowledgeInterchange(each)])
        const answers = receive(read!).flatMap(({ sets }) => sets)
        expect(answers.map(({ faults }) => faults)).toEqual(transactions.map(() => []))
      }
    }),
    { numRuns: 400 },
  )
})

test('names beyond ASCII are read, and control characters in a set are rejected where they stand', () => {
  const named = (name: string) =>
    write().replace('PO1*1*', `N1*ST*${name}*92*1~PO1*1*`).replace('SE*5*0001', 'SE*6*0001')
  const [first] = receive(one(named('Größe Łódź')))[0]!.sets
  expect(first!.document).toMatchObject({ record: { ship_to: { name: 'Größe Łódź', code: '1' } } })
  for (const wrong of ['A\u0007B', 'A\uFFFDB']) {
    const [fault] = receive(one(named(wrong)))[0]!.sets[0]!.acknowledgement!.segments
    expect(fault).toMatchObject({ tag: 'N1', position: 3, elements: [{ element: 2, reference: '93', code: '6' }] })
  }
})

test('an order of 10,000 lines is read whole', () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => [
    'PO1',
    String(i + 1),
    '2',
    'EA',
    '9.5',
    'PE',
    'IN',
    `A-${i}`,
    'UP',
    '036000291452',
  ])
  const segments = [...order('PO-1').segments.slice(0, 1), ...lines, ['CTT', '10000', '20000']]
  const [group] = receive(one(write({ transactions: [{ type: '850', segments }] })))
  const { document } = group!.sets[0]!
  expect(document?.type === '850' && [document.record.lines.length, document.record.lines.at(-1)!.buyer_sku]).toEqual([
    10_000,
    'A-9999',
  ])
})

test('each transaction set goes out in its functional group of the standard', () => {
  // Element 479 of X12, by transaction set.
  expect(groupCodes).toEqual({
    810: 'IN',
    846: 'IB',
    850: 'PO',
    852: 'PD',
    855: 'PR',
    856: 'SH',
    860: 'PC',
    865: 'CA',
    997: 'FA',
  })
})
