/**
 * Nothing passes silently: every segment of the sets, at every place, with generated values, is reported unless its list
 * says that it is read or why it may be passed over; and what a list says is read changes what is read.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readEdiDocument } from '../../../server/edi/documents/read_document.ts'
import { contradictionsOf } from '../../../server/edi/understood/contradictions.ts'
import { readProblems } from '../../../server/edi/understood/read_problems.ts'
import type { Area, SegmentRule, UnderstoodSet } from '../../../server/edi/understood/segments.ts'
import { understoodSets } from '../../../server/edi/understood/walk.ts'
import { X12Error } from '../../../server/edi/x12/faults.ts'
import type { Segment } from '../../../server/edi/x12/segments.ts'

/** Names of the segments that the four sets have in the standard, in 4010 to 5010. */
const segmentNames =
  `ACK ADV AMT BCH BEG CB1 CN1 CSH CTB CTP CTT CUR DD DIS DTM FA1 FA2 FOB G53 G95 IN2 INC IT3 IT8 ITD LDT LE LIN
  LM LQ LS MAN MEA MSG MTX N1 N2 N3 N4 N9 NM1 NTE NX1 NX2 PAM PCT PD PER PID PKG PO1 PO2 PO3 PO4 POC PRR PWK QTY REF RRA SAC SCH SDQ
  SI SLN SPI SSS TAX TC2 TD1 TD3 TD4 TD5 TXI UIT V1 W2 XPO XQ ZA ADX BPR ENT RMR TRN`.split(/\s+/)

const wide = 31

const base: Record<string, { area: Area; segments: string[] }[]> = {
  850: [
    { area: 'header', segments: ['BEG*00*SA*PO-1**20261120'] },
    { area: 'line', segments: ['PO1*1*10*CA*24**SK*J-S'] },
    { area: 'component', segments: ['SLN*1**I*2*EA****SK*J-S'] },
    { area: 'end', segments: ['CTT*1'] },
  ],
  860: [
    { area: 'header', segments: ['BCH*04*SA*PO-1***20261120'] },
    { area: 'line', segments: ['POC*1*CA*10**CA*24**SK*J-S'] },
    { area: 'component', segments: ['SLN*1**I*2*EA****SK*J-S'] },
    { area: 'end', segments: ['CTT*1'] },
  ],
  852: [
    { area: 'header', segments: ['XQ*H*20261109*20261115'] },
    { area: 'line', segments: ['LIN**SK*J-S', 'ZA*QS*5*EA'] },
    { area: 'end', segments: ['CTT*1'] },
  ],
  820: [
    { area: 'header', segments: ['BPR*I*100*C*ACH************20261128'] },
    { area: 'line', segments: ['RMR*IV*A-1**100'] },
  ],
}

const parsed = (text: string): Segment => text.split('*')

/** The base set with a segment more, as the last of an area; a first segment replaces that of the base. */
function withSegment(type: string, area: Area, segment: Segment): Segment[] {
  return base[type]!.flatMap((part) => {
    const own = part.segments.map(parsed)
    if (part.area !== area) return own
    return own.some(([tag]) => tag === segment[0] && isFirst(tag!))
      ? own.map((one) => (one[0] === segment[0] ? segment : one))
      : [...own, segment]
  })
}

const isFirst = (tag: string) => ['BEG', 'BCH', 'XQ', 'PO1', 'POC', 'LIN', 'CTT', 'BPR', 'RMR'].includes(tag)

const accepts = (codes: readonly string[] | null | undefined, value: string) =>
  codes === null || codes?.includes(value) === true

/** What the list of a set says about a value at a place, computed from the data alone. */
function isListed(rules: readonly SegmentRule[], segment: Segment, place: number): boolean {
  const value = segment[place]!
  const chosen = rules.find(({ when = {} }) =>
    Object.entries(when).every(([one, codes]) => {
      const text = segment[Number(one)] ?? ''
      return codes === null ? text !== '' : codes.includes(text)
    }),
  )
  if (chosen === undefined) return false
  const { when = {}, read = {}, ignored = {}, pairs, is_ignored } = chosen
  if (is_ignored || place in when || place in ignored) return true
  if (place in read) return accepts(read[place], value)
  if (pairs === undefined || place < pairs.from || place > pairs.to) return false
  return (place - pairs.from) % 2 === 1 || accepts(pairs.qualifiers, value)
}

const rulesOf = ({ rules }: UnderstoodSet, area: Area, tag: string) =>
  rules.filter(({ segment, areas }) => segment === tag && areas.includes(area))

const reported = (type: string, segments: readonly Segment[], tag: string) =>
  // Contradictions of what is listed have tests of their own.
  readProblems({ type, segments }).filter(
    ({ segment, sentence }) =>
      segment === tag && !contradictionsOf({ segments }).some((one) => sentence.startsWith(one.sentence)),
  )

test('every segment, element and generated value that is in no list is reported at its place', () => {
  let [reportedCount, passedCount] = [0, 0]
  for (const set of understoodSets)
    for (const { area } of base[set.document_type]!)
      for (const tag of segmentNames)
        for (let place = 1; place <= (rulesOf(set, area, tag).length > 0 ? wide : 6); place++)
          for (const value of ['QQ', '7', '20261231', 'I', 'ST', 'TT', '002']) {
            // From CTT on, everything stands at the end.
            if (tag === 'CTT' && area !== 'end') continue
            const segment = Array.from({ length: place + 1 }, (_, i) => (i === 0 ? tag : i === place ? value : ''))
            const where =
              area === 'line' && tag === 'SLN'
                ? 'component'
                : tag === set.line && area !== 'end'
                  ? 'line'
                  : tag === 'CTT'
                    ? 'end'
                    : area
            const rules = rulesOf(set, where, tag)
            const problems = reported(set.document_type, withSegment(set.document_type, area, segment), tag)
            const expected = !isListed(rules, segment, place)
            if (problems.length > 0 !== expected)
              throw new Error(`${set.document_type} ${area} ${segment.join('*')}: ${JSON.stringify(problems)}`)
            if (expected) reportedCount++
            else passedCount++
          }
  expect(reportedCount).toBeGreaterThan(20_000)
  expect(passedCount).toBeGreaterThan(300)
})

test('a code that is in no list is reported wherever a list names codes', () => {
  const code = fc.stringMatching(/^[A-Z0-9]{2,3}$/)
  for (const set of understoodSets)
    for (const rule of set.rules)
      for (const area of rule.areas)
        for (const [place, codes] of Object.entries({ ...rule.when, ...rule.read }))
          if (codes !== null)
            fc.assert(
              fc.property(code, (value) => {
                const others = set.rules.filter((one) => one.segment === rule.segment && one.areas.includes(area))
                if (others.some((one) => accepts({ ...one.when, ...one.read }[Number(place)], value))) return
                const segment: string[] = [rule.segment]
                for (const [one, all] of Object.entries(rule.when ?? {})) segment[Number(one)] = all?.[0] ?? '1'
                segment[Number(place)] = value
                const whole = Array.from(segment, (one) => one ?? '')
                expect(
                  reported(set.document_type, withSegment(set.document_type, area, whole), rule.segment),
                ).not.toEqual([])
              }),
              { numRuns: 20 },
            )
})

test('what may be passed over has a reason, and is no qualifier of price, quantity, date, place or currency', () => {
  const reasons = understoodSets.flatMap(({ rules }) =>
    rules.flatMap(({ meaning, ignored = {} }) => [meaning, ...Object.values(ignored)]),
  )
  for (const reason of reasons) expect(reason).toMatch(/^.{10,}\.$/)
})

/** A whole segment for each rule, with other values for the elements that it reads. */
const samples: Record<string, [segment: string, others: Record<number, string>][]> = {
  BEG: [['BEG*00*SA*PO-1*R1*20261120', { 3: 'PO-2', 4: 'R2', 5: '20261121' }]],
  BCH: [['BCH*04*SA*PO-1*R1*C1*20261120*****20261121', { 3: 'PO-2', 4: 'R2', 5: 'C2', 6: '20261119', 11: '20261122' }]],
  CUR: [['CUR*BY*USD', { 2: 'EUR' }]],
  REF: [
    ['REF*CO*A', { 2: 'B' }],
    ['REF*DP*A', { 2: 'B' }],
    ['REF*IA*A', { 2: 'B' }],
    ['REF*MR*A', { 2: 'B' }],
  ],
  SAC: [
    ['SAC*A*C310***5000', { 2: 'C320', 5: '5001' }],
    ['SAC*A*C310****3*5', { 7: '6' }],
    ['SAC*A*C310******0.5*EA*10', { 8: '0.6', 10: '11' }],
  ],
  ITD: [
    ['ITD*08*3*2**10**30', { 3: '3', 5: '11', 7: '31' }],
    ['ITD*05**********Net 30', { 12: 'Net 31' }],
  ],
  DTM: ['001', '002', '010', '037', '038', '063', '064'].map((code) => [`DTM*${code}*20261201`, { 2: '20261202' }]),
  MSG: [['MSG*Text', { 1: 'Other' }]],
  NTE: [['NTE*GEN*Text', { 2: 'Other' }]],
  PKG: [['PKG*F****Text', { 5: 'Other' }]],
  TD5: [['TD5*O*2*ABCD*M*Consolidator', { 3: 'EFGH', 4: 'A', 5: 'Other' }]],
  N1: ['BY', 'SE', 'ST', 'BT', 'RL'].map((code) => [`N1*${code}*Name*92*01`, { 2: 'Other', 4: '02' }]),
  N2: [['N2*Second name*Third', { 1: 'Other', 2: 'More' }]],
  N3: [['N3*Street*Floor 1', { 1: 'Road', 2: 'Floor 2' }]],
  N4: [
    ['N4*City*NJ*07001*US', { 1: 'Town', 2: 'NY', 3: '07002', 4: 'CA' }],
    ['N4*City**07001*PT*SP*Norte', { 6: 'Sul' }],
  ],
  PID: [['PID*F****Words', { 5: 'Others' }]],
  BPR: [['BPR*I*100*C*ACH************20261128', { 2: '101', 16: '20261129' }]],
  TRN: [['TRN*1*T-1', { 2: 'T-2' }]],
  RMR: [['RMR*IV*A-1**100*110*2*01*-5', { 1: 'CM', 2: 'A-2', 4: '99', 5: '111', 6: '3', 7: '02', 8: '-6' }]],
  ADX: [['ADX*-5*01*CM*CB-1', { 1: '-6', 2: '02', 4: 'CB-2' }]],
  AMT: [['AMT*TT*100', { 2: '101' }]],
  PO1: [
    [
      'PO1*1*10*CA*24*HP*SK*J-S*UP*036000291452',
      { 1: '2', 2: '11', 3: 'PK', 4: '25', 5: 'TP', 7: 'J-M', 9: '036000291469' },
    ],
  ],
  POC: [['POC*1*CA*10*5*CA*24*HP*SK*J-S', { 1: '2', 2: 'DI', 3: '11', 4: '6', 5: 'PK', 6: '25', 7: 'TP', 9: 'J-M' }]],
  PO4: [
    ['PO4*12*************2', { 1: '13', 14: '3' }],
    ['PO4*12*2*EA***********2', { 1: '13', 2: '3', 3: 'DZ', 14: '3' }],
    ['PO4*12*8*OZ***********2', { 1: '13', 14: '3' }],
  ],
  SDQ: [['SDQ*CA*92*0101*10', { 1: 'EA', 3: '0102', 4: '9' }]],
  SCH: [['SCH*10*CA***002*20261201', { 1: '9', 2: 'EA', 5: '010', 6: '20261202' }]],
  SLN: [['SLN*1**I*2*EA*24*PE**SK*J-S', { 4: '3', 5: 'DZ', 6: '25', 7: 'HP', 10: 'J-M' }]],
  CTT: [['CTT*1*10', { 1: '2', 2: '11' }]],
  XQ: [['XQ*H*20261109*20261115', { 2: '20261108', 3: '20261114' }]],
  N9: [
    ['N9*IA*1', { 2: '2' }],
    ['N9*DP*1', { 2: '2' }],
  ],
  LIN: [['LIN**SK*J-S', { 3: 'J-M' }]],
  ZA: ['QS', 'TS', 'Q1', 'QU', 'QA', 'OH'].map((code) => [`ZA*${code}*6*EA`, { 2: '8', 3: 'DZ' }]),
}

/** What is read of a set with this segment, or its faults. */
function outcome(type: string, area: Area, segment: Segment): string {
  const before: string[] = ['N2', 'N3', 'N4'].includes(segment[0]!) ? ['N1*ST*Name*92*01'] : []
  const segments = withSegment(type, area, segment).flatMap((one) =>
    one === segment ? [...before.map(parsed), one] : [one],
  )
  if (segment[0] === 'PO4') segments.forEach((one, i) => one[0] === 'ZA' && segments.splice(i, 1, parsed('ZA*QS*5*CA')))
  const problems = readProblems({ type, segments }).map(({ sentence }) => sentence)
  try {
    return JSON.stringify([readEdiDocument({ type, segments, version: '004010' })!.record, problems])
  } catch (error) {
    if (error instanceof X12Error) return error.message
    throw error
  }
}

test('an element that a list says is read changes what is read', () => {
  const untried: string[] = []
  for (const set of understoodSets)
    for (const rule of set.rules)
      for (const area of rule.areas) {
        const places = Object.entries(rule.read ?? {}).flatMap(([place, codes]) =>
          codes === null ? [Number(place)] : [],
        )
        for (const place of places) {
          const matching = (samples[rule.segment] ?? []).flatMap(([text, others]) =>
            others[place] !== undefined &&
            rulesOf(set, area, rule.segment).find(({ when = {} }) =>
              Object.entries(when).every(([one, codes]) => {
                const value = parsed(text)[Number(one)] ?? ''
                return codes === null ? value !== '' : codes.includes(value)
              }),
            ) === rule
              ? [[parsed(text), others[place]!] as const]
              : [],
          )
          if (matching.length === 0)
            untried.push(`${set.document_type} ${area} ${rule.segment}${place} ${rule.meaning}`)
          for (const [segment, other] of matching) {
            const changed = segment.map((value, i) => (i === place ? other : value))
            if (outcome(set.document_type, area, segment) === outcome(set.document_type, area, changed))
              untried.push(`${set.document_type} ${area} ${segment.join('*')} is the same with ${other} at ${place}`)
          }
        }
      }
  expect(untried).toEqual([])
})
