/** What becomes of an interchange and its sets, and how they are acknowledged. */
import { describe, expect, test } from 'bun:test'
import type { FunctionalGroup, ReadTransaction } from '../../server/edi/x12/envelope.ts'
import type { Fault } from '../../server/edi/x12/faults.ts'
import { type Arrival, decideArrival } from '../../server/interchanges/inbound/arrival.rules.ts'
import { checkSet } from '../../server/interchanges/inbound/check_set.rules.ts'
import {
  acknowledgementsOf,
  keyedGroups,
  keyText,
  readSentence,
  type Rejection,
} from '../../server/interchanges/inbound/sets.rules.ts'

describe('an interchange that arrives', () => {
  const acme = { trading_partner_id: 'acme', name: 'Acme', takes_tests: false }
  const own = { qualifier: 'ZZ', id: 'SHOP' }
  const arrival = (values: Partial<Arrival> = {}) =>
    decideArrival({
      fault: null,
      refusal: null,
      sender: { qualifier: '12', id: 'ACME' },
      receiver: own,
      control_number: 7,
      usage: 'P',
      own,
      sandbox: false,
      account: acme,
      delivered_by: null,
      is_number_used: false,
      ...values,
    })

  test('of a known account waits to be read', () => {
    const received = { state: 'received', sentence: 'Received from Acme; waiting to be read.' } as const
    expect(arrival()).toEqual(received)
    expect(arrival({ delivered_by: acme })).toEqual(received)
    expect(arrival({ usage: 'T', sandbox: true })).toEqual(received)
    expect(arrival({ sandbox: true })).toEqual(received)
    expect(arrival({ usage: 'T', account: { ...acme, takes_tests: true } })).toEqual(received)
  })

  test('is rejected where it is refused or no interchange', () => {
    expect(arrival({ refusal: 'Too large.', fault: 'x' })).toEqual({ state: 'rejected', sentence: 'Too large.' })
    expect(arrival({ fault: 'It is empty.', account: null })).toEqual({
      state: 'rejected',
      sentence: 'This is not a complete X12 interchange. It is empty.',
    })
    const bare = { state: 'rejected', sentence: 'This is not a complete X12 interchange.' } as const
    expect([arrival({ sender: null }), arrival({ receiver: null })]).toEqual([bare, bare])
  })

  test('is held where its sender, receiver, purpose or number is in doubt', () => {
    const held = (values: Partial<Arrival>) => {
      const { state, sentence } = arrival(values)
      expect(state).toBe('held')
      return sentence.split(/[.;,]/)[0]
    }
    expect(held({ account: null })).toBe('No account has the EDI identity 12/ACME of its sender')
    expect(held({ delivered_by: { trading_partner_id: 'bolt', name: 'Bolt' } })).toBe('It states Acme as its sender')
    expect(held({ receiver: { ...own, id: 'OTHER' } })).toBe('It is addressed to ZZ/OTHER')
    expect(held({ receiver: { ...own, qualifier: '01' } })).toBe('It is addressed to 01/SHOP')
    expect(held({ usage: 'T' })).toBe('Acme marked it as a test')
    expect(held({ usage: 'I', account: { ...acme, takes_tests: true } })).toBe(
      'Acme marked it as information (ISA15 I)',
    )
    expect(held({ is_number_used: true })).toBe('Acme used the control number 7 before')
  })
})

const set = (control_number: string, values: Partial<ReadTransaction> = {}): ReadTransaction => ({
  type: '850',
  control_number,
  version: '004010',
  segments: [],
  position: 3,
  codes: [],
  ...values,
})
const group = (transactions: ReadTransaction[], values: Partial<FunctionalGroup> = {}): FunctionalGroup => ({
  code: 'PO',
  sender: 'ACME',
  receiver: 'SHOP',
  control_number: '5',
  version: '004010',
  sets_included: transactions.length,
  codes: [],
  transactions,
  ...values,
})

describe('the sets of an interchange', () => {
  const keys = (...groups: FunctionalGroup[]) =>
    keyedGroups({ groups }).flatMap(({ sets }) => sets.map(({ key, is_repeated }) => [keyText(key), is_repeated]))

  test('have keys of their own, also where numbers are repeated', () => {
    expect(
      keys(group([set('1'), set('2'), set('1'), set('1')]), group([set('1')]), group([], { control_number: '6' })),
    ).toEqual([
      ['5\n1', false],
      ['5\n2', false],
      ['5\n1 (2)', true],
      ['5\n1 (3)', true],
      ['5 (2)\n1', false],
    ])
  })

  test('are keyed by at most 60 characters that can be stored', () => {
    const [[key]] = keys(group([set(`\u0000${'9'.repeat(61)}`)])) as [[string, boolean]]
    expect(key).toBe(`5\n${'9'.repeat(60)}`)
  })
})

describe('a set is passed on', () => {
  const bak = 'BEG*00*SA*PO-1**20261101'.split('*')
  const line = 'PO1*1*4*EA*25*PE*SK*771-S'.split('*')
  const good = (values: Partial<ReadTransaction> = {}) => set('1', { segments: [bak, line, ['CTT', '1']], ...values })
  const check = (transaction: ReadTransaction, values: Partial<FunctionalGroup> = {}, isSupported = true) => {
    const { sets } = keyedGroups({ groups: [group([transaction], values)] })[0]!
    return checkSet(sets[0]!, isSupported)
  }

  test('where it and its group are whole, and it can be read', () => {
    expect(check(good())).toBeNull()
  })

  test('not where its envelope or that of its group is broken', () => {
    expect(check(good({ codes: ['3', '2'] }))).toEqual({
      state: 'rejected',
      sentence: 'The 850 was rejected: its SE repeats another control number.',
      rejection: { faults: [], codes: ['3', '2'] },
    })
    expect(check(good({ codes: ['99'] }))!.sentence).toBe('The 850 was rejected: its envelope is broken.')
    expect(check(good(), { codes: ['4'] })).toEqual({
      state: 'rejected',
      sentence: 'The 850 was rejected: the counts or control numbers of its group 5 disagree.',
      rejection: { faults: [], codes: [] },
    })
  })

  test('not in a group of another code or of a version that is not known', () => {
    expect(check(good(), { code: 'PC' })).toEqual({
      state: 'rejected',
      sentence: 'The 850 was rejected: its group 5 has the code (GS01) PC; PO is that of the type 850.',
      rejection: { faults: [], codes: ['6'] },
    })
    expect(check(good({ type: '940' }), { code: 'OW' }, false)!.state).toBe('unsupported')
    expect(check(good(), { codes: ['2', '5'], version: '003020' })).toEqual({
      state: 'rejected',
      sentence: 'The 850 was rejected: its group 5 has the version (GS08) "003020"; 004010 to 005010 are read.',
      rejection: { faults: [], codes: [] },
    })
  })

  test('not where its number is repeated, or its type is not processed', () => {
    const { sets } = keyedGroups({ groups: [group([good(), good()])] })[0]!
    expect(checkSet(sets[0]!, true)).toBeNull()
    expect(checkSet(sets[1]!, true)).toEqual({
      state: 'rejected',
      sentence: 'The 850 was rejected: its group has another set with the control number 1.',
      rejection: { faults: [], codes: ['23'] },
    })
    expect(check(good(), {}, false)).toEqual({
      state: 'unsupported',
      sentence: 'Documents of type 850 are not processed. It is kept as it arrived.',
      rejection: { faults: [], codes: ['1'] },
    })
  })

  test('not where it cannot be read, and the faults are kept', () => {
    const refused = check(good({ segments: [bak, ['PO1', '1', 'x', 'EA', '25'], ['CTT', '1']] }))!
    expect(refused.state).toBe('rejected')
    expect(refused.sentence).toStartWith('The 850 was rejected: Segment 3: PO102 is "x"')
    expect(refused.rejection.codes).toEqual([])
    expect(refused.rejection.faults.map(({ tag, element }) => [tag, element])).toEqual([['PO1', 2]])
  })

  test('not where reading fails otherwise, which is a fault of ours', () => {
    expect(() => check(good({ segments: null as never }))).toThrow(TypeError)
  })
})

const fault = (position: number, element: number | null, values: Partial<Fault> = {}): Fault => ({
  tag: 'PO1',
  position,
  element,
  reference: '330',
  code: '6',
  found: 'x',
  expected: 'a whole number',
  ...values,
})

describe('a 997', () => {
  const answer = (of: FunctionalGroup, rejections: Record<string, Partial<Rejection>> = {}) =>
    acknowledgementsOf({ groups: [of] }, ({ transaction: { control_number } }) => {
      const found = rejections[control_number]
      return found === undefined ? null : { faults: [], codes: [], ...found }
    })[0]!

  test('accepts the sets of a group', () => {
    expect(answer(group([set('1'), set('2')]))).toEqual({
      group_code: 'PO',
      group_control_number: '5',
      verdict: 'accepted',
      sets_included: 2,
      sets_received: 2,
      sets_accepted: 2,
      codes: [],
      sets: [
        { type: '850', control_number: '1', verdict: 'accepted', segments: [], codes: [] },
        { type: '850', control_number: '2', verdict: 'accepted', segments: [], codes: [] },
      ],
    })
  })

  test('accepts a group in part, or rejects it where no set is accepted', () => {
    const part = answer(group([set('1'), set('2')]), { 2: { codes: ['23'] } })
    expect([part.verdict, part.sets_accepted, part.sets[1]!.codes]).toEqual(['partially_accepted', 1, ['23']])
    const none = answer(group([set('1')]), { 1: { codes: ['23'] } })
    expect([none.verdict, none.sets_accepted]).toEqual(['rejected', 0])
    expect(answer(group([])).verdict).toBe('rejected')
  })

  test('rejects a group as a whole where its trailer disagrees', () => {
    const whole = answer(group([set('1'), set('2')], { codes: ['5'], sets_included: 3 }), { 1: {}, 2: {} })
    expect(whole).toMatchObject({
      verdict: 'rejected',
      sets_included: 3,
      sets_received: 2,
      sets_accepted: 0,
      codes: ['5'],
    })
    expect(whole.sets.map(({ verdict, codes }) => [verdict, codes])).toEqual([
      ['rejected', []],
      ['rejected', []],
    ])
    const accepted = answer(group([set('1')], { codes: ['5'] }))
    expect([accepted.verdict, accepted.sets_accepted]).toEqual(['rejected', 0])
    const faulty = answer(group([set('1')], { codes: ['5'] }), { 1: { faults: [fault(3, 2)] } })
    expect(faulty.sets[0]!.codes).toEqual(['5'])
  })

  test('names each segment once, with its elements at fault', () => {
    const faults = [
      fault(3, 2),
      fault(3, null, { code: '8' }),
      fault(3, 4, { found: null, reference: null }),
      fault(4, null, { tag: 'CTT', code: '2' }),
    ]
    const { segments, codes } = answer(group([set('1')]), { 1: { faults } }).sets[0]!
    expect(codes).toEqual(['5'])
    expect(segments).toEqual([
      {
        tag: 'PO1',
        position: 3,
        code: '8',
        elements: [
          { element: 2, component: null, reference: '330', code: '6', value: 'x' },
          { element: 4, component: null, reference: null, code: '6', value: null },
        ],
      },
      { tag: 'CTT', position: 4, code: '2', elements: [] },
    ])
    expect(answer(group([set('1')]), { 1: { faults: [fault(3, 2)] } }).sets[0]!.segments[0]!.code).toBeNull()
    expect(answer(group([set('1')]), { 1: {} }).sets[0]!.codes).toEqual(['5'])
  })

  test('names at most 100 segments, and 99 characters of what was found', () => {
    const faults = Array.from({ length: 101 }, (_, i) => fault(i, 1, { found: 'y'.repeat(100) }))
    const { segments } = answer(group([set('1')]), { 1: { faults } }).sets[0]!
    expect(segments).toHaveLength(100)
    expect(segments[0]!.elements[0]!.value).toHaveLength(99)
  })

  test('answers no group of 997s', () => {
    expect(acknowledgementsOf({ groups: [group([set('1')], { code: 'FA' }), group([])] }, () => null)).toHaveLength(1)
  })
})

test('a sentence counts the documents of an interchange by what became of them', () => {
  expect(readSentence('Acme', [])).toBe('Read; it has no documents of Acme.')
  expect(readSentence('Acme', ['rejected', 'processed', 'processed', 'other'])).toBe(
    'Read: of the documents of Acme, 2 processed, 1 rejected.',
  )
  expect(readSentence('Acme', ['unsupported', 'held'])).toBe('Read: of the documents of Acme, 1 held, 1 unsupported.')
})
