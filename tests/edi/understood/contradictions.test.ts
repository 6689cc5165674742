/** Values of an order that are understood each, and contradict each other. */
import { describe, expect, test } from 'bun:test'
import { contradictionsOf } from '../../../server/edi/understood/contradictions.ts'
import { readProblems } from '../../../server/edi/understood/read_problems.ts'

const problems = (...segments: string[]) =>
  contradictionsOf({ segments: segments.map((text) => text.split('*')) }).map(
    ({ segment, position, element, sentence }) => [
      `${segment}${element ?? ''}@${position}`,
      sentence.replace(/^.*? in segment \d+ /, ''),
    ],
  )
const order = (...segments: string[]) => problems('BEG*00*SA*P**20261120', ...segments)
const change = (...segments: string[]) => problems('BCH*04*SA*P***20261120', ...segments)
const line = 'PO1*1*10*EA*5.00*PE*SK*A'

describe('an allowance', () => {
  test('has an amount that is its percentage of the goods, to the cent', () => {
    expect(order('SAC*A*C310***500*3*10*****02', line)).toEqual([])
    expect(order('SAC*A*C310***501**10', line)).toEqual([])
    expect(order('SAC*A*C310***502*3*10', line)).toEqual([
      ['SAC5@3', 'is 5.02, and 10% (07) of 50.00 is 5.00; the amount counts'],
    ])
    expect(order(line, 'PO1*2*1*EA*50', 'SAC*C*D240***400*3*10')).toEqual([
      ['SAC5@5', 'is 4.00, and 10% (07) of 50.00 is 5.00; the amount counts'],
    ])
    expect(order('SAC*A*C310***900*3*10', line, 'PO1*2*1*EA*50')).toEqual([
      ['SAC5@3', 'is 9.00, and 10% (07) of 100.00 is 10.00; the amount counts'],
    ])
  })
  test('cannot be compared where the goods have no plain price, or are those of a change', () => {
    for (const other of ['PO1*1*10*EA', 'PO1*1*10*EA*5*HP', 'PO1*1*10*CA*5*PE', 'PO1*1**EA*5'])
      expect(order('SAC*A*C310***502*3*10', line, other.replace('*1*', '*2*'))).toEqual([])
    expect(change('SAC*A*C310***502*3*10', 'POC*1*CA*10**EA*5.00')).toEqual([])
    expect(change('POC*1*CA*10**EA*5.00', 'SAC*A*C310***502*3*10')).toHaveLength(1)
    expect(order('PO1*1*10*CA*5*UM', 'SAC*A*C310***502*3*10')).toHaveLength(1)
  })
  test('has an amount that is its rate times its quantity', () => {
    expect(order(line, 'SAC*A*C310***500***0.5*EA*10')).toEqual([])
    expect(order(line, 'SAC*A*C310***500***0.6*EA*10')).toEqual([
      ['SAC5@4', 'is 5.00, and the rate (08) times the quantity (10) is 6.00; the amount counts'],
    ])
    expect(order(line, 'SAC*A*C310***700*3*10*0.6*EA*10')).toHaveLength(2)
  })
  test('has the quantity of its goods where it states none of its own, and needs one', () => {
    expect(order(line, 'SAC*A*C310***500***0.5')).toEqual([])
    expect(order(line, 'SAC*A*C310***500***0.5*EA')).toEqual([])
    expect(order(line, 'SAC*A*C310***600***0.5*EA')).toEqual([
      ['SAC5@4', 'is 6.00, and the rate (08) times the quantity (10) is 5.00; the amount counts'],
    ])
    const unknown = [['SAC8@4', 'is a rate without a quantity (10)']]
    expect(order(line, 'SAC*A*C310***500***0.5*CA')).toEqual(unknown)
    expect(order('SAC*A*C310***750***0.5', line, 'PO1*2*5*EA*5.00')).toEqual([])
    expect(order('SAC*A*C310***750***0.5', line, 'PO1*2*5*CA*5.00')).toHaveLength(1)
    expect(order(line, 'SAC*A*C310***500*****10')).toEqual([['SAC10@4', 'is a quantity without a rate (08)']])
  })
  test('may be a rate with its quantity alone, which a percentage beside it must come to', () => {
    expect(order(line, 'SAC*A*C310******0.5*EA*10')).toEqual([])
    expect(order(line, 'SAC*A*C310******0.5')).toEqual([['SAC@4', 'states neither an amount nor a percentage']])
    expect(order(line, 'SAC*A*C310****3*10*0.5*EA*10')).toEqual([])
    expect(order(line, 'SAC*A*C310****3*10*0.6*EA*10')).toEqual([
      [
        'SAC7@4',
        'contradicts the rate (08): 10% (07) of 50.00 is 5.00, and the rate times the quantity is 6.00; the percentage counts',
      ],
    ])
    expect(order(line, 'SAC*A*C310******0.5*EA*10', 'SAC*A*C310******0.5*EA*9')).toEqual([])
    expect(order(line, 'SAC*A*C310******0.5*EA*10', 'SAC*A*C310******0.5*EA*10')).toHaveLength(1)
  })
  test('states an amount or a percentage, unless it is none', () => {
    expect(order('SAC*A*C310')).toEqual([['SAC@3', 'states neither an amount nor a percentage']])
    expect(order('SAC*N*C310')).toEqual([])
    expect(order('SAC*A*C310*****10', line)).toEqual([])
  })
})

describe('a pack', () => {
  const pack = (price: string, ...more: string[]) => order(`PO1*1*2*AS*${price}`, ...more)
  const items = ['SLN*1**I*2*EA*5.00*PE', 'SLN*2**I*1*DZ*24.00']
  test('costs what its items come to, where all have a price', () => {
    expect(pack('34', ...items)).toEqual([])
    expect(pack('34.02', ...items)).toEqual([['PO14@3', 'is the price of a pack whose items (SLN) come to 34.00']])
    expect(pack('30*PE', ...items)).toHaveLength(1)
    expect(pack('30*HP', ...items)).toEqual([])
    expect(pack('30', items[0]!, 'SLN*2**I*1*EA')).toEqual([])
    expect(pack('', ...items)).toEqual([])
    expect(pack('30', items[0]!, 'SLN*2**I*1*EA*5*QQ')).toEqual([])
    expect(pack('10', items[0]!, 'SLN*2**O*1*EA*5')).toEqual([])
    expect(pack('10', 'SLN*1**I*200*EA*5*HP')).toEqual([])
    expect(change('POC*1*CA*2**AS*30', ...items)).toEqual([
      ['POC6@3', 'is the price of a pack whose items (SLN) come to 34.00'],
    ])
  })
  test('holds as many units as PO4 packs', () => {
    expect(pack('', 'PO4*14', ...items)).toEqual([])
    expect(pack('', 'PO4*2*************7', ...items)).toEqual([])
    expect(pack('', 'PO4*1', ...items)).toEqual([])
    expect(pack('', 'PO4**1*EA', ...items)).toEqual([])
    expect(pack('', 'PO4*12', ...items)).toEqual([['PO4@4', 'packs 12 units, and its items (SLN) are 14']])
    expect(pack('', 'PO4**************6', ...items)).toHaveLength(1)
    expect(pack('', 'PO4*12', 'SLN*1**I*2*CA')).toEqual([])
    expect(pack('', 'PO4*12')).toEqual([])
  })
})

test('a price is more than nothing', () => {
  expect(order('PO1*1*10*EA*0.00')).toEqual([['PO14@3', 'is a price of nothing']])
  expect(order('PO1*1*10*EA*-1')).toEqual([['PO14@3', 'is a negative price']])
  expect(order('PO1*1*10*EA*0.00001')).toEqual([])
  expect(change('POC*1*PC***EA*0')).toEqual([['POC6@3', 'is a price of nothing']])
})

test('a total that is stated twice is one', () => {
  expect(order('AMT*TT*50', line, 'CTT*1', 'AMT*TT*50.00')).toEqual([])
  expect(order('AMT*TT*50', line, 'CTT*1', 'AMT*TT*51')).toEqual([['AMT2@6', 'differs from the total 50 in segment 3']])
  expect(order('AMT*1*50', line, 'CTT*1', 'AMT*TT*51')).toEqual([])
})

test('a number is that of one line', () => {
  expect(order('PO1*1*1*EA', 'PO1*2*1*EA', 'PO1**1*EA', 'PO1**1*EA')).toEqual([])
  expect(order('PO1*1*1*EA', 'PO1*2*1*EA', 'PO1*1*1*EA')).toEqual([
    ['PO11@5', 'is the number of the line in segment 3, too'],
  ])
  expect(change('POC*1*CA*1', 'POC*1*CA*1')).toEqual([])
})

describe('days', () => {
  const day = (code: string, on: string) => `DTM*${code}*${on}`
  test('of the header are in an order that can be', () => {
    const fine = ['010*20261202', '037*20261201', '038*20261210', '064*20261203', '063*20261212', '002*20261205']
    expect(order(...fine.map((one) => `DTM*${one}`), day('001', '20261211'))).toEqual([])
    expect(order(day('037', '20261201'), day('001', '20261130'))).toEqual([
      ['DTM2@4', 'is cancel after (001), before do not ship before (037) 2026-12-01'],
    ])
    expect(order(day('010', '20261201'), day('038', '20261130'))).toHaveLength(1)
    expect(order(day('064', '20261201'), day('063', '20261130'))).toHaveLength(1)
    expect(order(day('037', '20261201'), day('063', '20261130'))).toHaveLength(1)
    expect(order(day('037', '20261201'), day('010', '20261130'))).toHaveLength(1)
    expect(order(day('037', '20261201'), day('002', '20261130'))).toHaveLength(1)
    expect(order(day('064', '20261201'), day('002', '20261130'))).toHaveLength(1)
    expect(order(day('063', '20261201'), day('002', '20261202'))).toHaveLength(1)
    expect(order(day('010', '20261201'), day('002', '20261130'))).toHaveLength(1)
    expect(order(day('037', '20261201'), day('038', '20261201'))).toEqual([])
  })
  test('are not before that of the order, except those from which on something may be done', () => {
    for (const code of ['001', '002', '010', '038', '063'])
      expect(order(day(code, '20261119'))).toMatchObject([
        ['DTM2@3', expect.stringContaining('before the day of the order, 2026-11-20')],
      ])
    for (const code of ['037', '064']) expect(order(day(code, '20261119'))).toEqual([])
    expect(order(day('002', '20261120'))).toEqual([])
    expect(change(day('002', '20261119'))).toHaveLength(1)
    expect(problems('BEG*00*SA*P', day('002', '20261119'))).toEqual([])
  })
  test('of a line, or of its schedule, take the place of that of the order, and keep to its windows', () => {
    expect(order(day('002', '20261210'), line, day('002', '20261205'))).toEqual([])
    expect(order(day('063', '20261210'), line, day('002', '20261215'))).toEqual([
      ['DTM2@5', 'is delivery requested (002), after do not deliver after (063) 2026-12-10'],
    ])
    expect(order(day('001', '20261210'), line, day('010', '20261215'))).toEqual([
      ['DTM2@5', 'is ship on (010), after cancel after (001) 2026-12-10'],
    ])
    expect(order(day('037', '20261210'), line, 'SCH*5*EA***010*20261201')).toEqual([
      ['SCH6@5', 'is ship on (010), before do not ship before (037) 2026-12-10'],
    ])
    expect(order(line, 'SCH*5*EA***002*20261101')).toHaveLength(1)
    expect(order(line, day('010', '20261205'), day('002', '20261201'))).toHaveLength(1)
  })
  test('of other kinds, and texts that are none, say nothing', () => {
    expect(order(day('118', '20200101'), day('002', '2026113'), day('002', '20261341'))).toEqual([])
  })
})

test('the unit of a line is that of its stores and days, and one place gets what no stores split', () => {
  expect(order(line, 'SDQ*CA*92*1*10', 'SCH*10*CA***002*20261201')).toEqual([
    ['SDQ1@4', 'is not the unit of its line, EA'],
    ['SCH2@5', 'is not the unit of its line, EA'],
  ])
  expect(order(line, 'SDQ*EA*92*1*10', 'N1*ST*A*92*1')).toEqual([
    ['N1@5', 'names a place beside the stores that SDQ splits the line by'],
  ])
  expect(order(line, 'N1*ST*A*92*1', 'CTT*1')).toEqual([])
})

test('a line names a store once, and freight is collected or prepaid', () => {
  expect(order(line, 'SDQ*EA*92*1*5*2*5')).toEqual([])
  expect(order(line, 'SDQ*EA*92*A*5*2*5', 'SDQ*EA*92*3*1*a*1')).toEqual([
    ['SDQ5@5', 'is a store that the line has already'],
  ])
  expect(order(line, 'SDQ*EA*92*1*1*2*1', line.replace('*1*', '*2*'), 'SDQ*EA*92*1*1')).toEqual([])
  expect(order('FOB*CC', 'FOB*CC', line)).toEqual([])
  expect(order('FOB*CC', 'FOB*PP', line)).toEqual([['FOB1@4', 'differs from FOB01 in segment 3']])
})

describe('an allowance that is stated twice', () => {
  const twice = (one: string, other = one) => order(line, one, other)
  test('is the same in kind, code, amount, percentage and settlement', () => {
    expect(twice('SAC*A*C310***500')).toEqual([['SAC@5', 'is the same as segment 4']])
    expect(order('SAC*C*D240***500', line, 'SAC*C*D240***500')).toEqual([])
    expect(order('SAC*A*C310***500', line, 'SAC*A*C310***500')).toEqual([['SAC@5', 'is the same as segment 3']])
    expect(order('SAC*A*C310***500', line, 'SAC*A*C310***501')).toEqual([])
    expect(order('SAC*A*C310***500', line, 'SAC*A*F800***500')).toEqual([])
    expect(order('SAC*C*D240***500', 'SAC*C*D240***500.', 'SAC*C*D240***500', line)).toEqual([
      ['SAC@4', 'is the same as segment 3'],
      ['SAC@5', 'is the same as segment 3'],
    ])
    expect(change('POC*1*CA*10**EA*5.00', 'SAC*A*C310****3*10', 'SAC*A*C310****3*10.0')).toHaveLength(1)
    for (const other of [
      'SAC*C*C310***500',
      'SAC*A*C320***500',
      'SAC*A*C310***400',
      'SAC*A*C310***500*3*10',
      'SAC*A*C310***500*******02',
    ])
      expect(twice('SAC*A*C310***500', other)).toEqual([])
    expect(twice('SAC*N*C310***500')).toEqual([])
  })
})

test('an order that is not delivered by its last day is cancelled', () => {
  expect(order('DTM*061*20261201', 'DTM*010*20261202', line)).toHaveLength(1)
  expect(order('DTM*061*20261201', line, 'DTM*002*20261202')).toHaveLength(1)
  expect(order('DTM*061*20261202', 'DTM*010*20261202', line)).toEqual([])
})

describe('a report of sell-out', () => {
  const report = (...segments: string[]) =>
    readProblems({ type: '852', segments: ['XQ*H*20261109*20261115', ...segments].map((text) => text.split('*')) }).map(
      ({ sentence }) => sentence.replace(/^.*? in segment \d+ /, ''),
    )
  const item = ['LIN**SK*A', 'ZA*QS*5*EA']
  const split = 'SDQ*EA*92*0101*5'
  const says = (segment: number) =>
    `splits by stores what segment ${segment} says is of store 0199; the stores of SDQ count`
  test('names a store beside those that split a quantity, once for each', () => {
    expect(report('N1*ST**92*0199', ...item, split, ...item, split)).toEqual([says(3)])
    expect(report('LIN**SK*A', 'N1*BY**92*0199', 'ZA*QS*5*EA', split, split)).toEqual([says(4)])
    expect(report(...item, split, 'N1*RL**92*0199')).toEqual([says(6)])
    expect(report('N1*BY**92*0199', ...item, split)).toEqual([])
    expect(report('N1*ST**92*0199', ...item)).toEqual([])
    expect(report(...item, split)).toEqual([])
  })
})

test('what ordinary documents state beside the order is understood', () => {
  const ordinary = [
    'REF*DP*04',
    'REF*IA*1',
    'REF*VN*2',
    'REF*CO*3',
    'REF*PG*4',
    'REF*ZZ*8',
    'REF*CT*9',
    'CSH*N',
    'SAC*N*C310*********** NONE',
    'REF*19*5',
    'REF*VR*6',
    'PER*BD*Jane*TE*1',
    'FOB*PP*OR*ORIGIN',
    'TD5**2*UPSN*M*Ground',
    'TD5*O****Routing guide',
    'PKG*F*68***Hang',
    'NTE*GEN*Call before delivery',
    'PO1*1*10*EA*5',
    'PWK*AA',
    'MEA*PD*LN*10*IN',
    'PKG*F****Polybag',
    'PER*BD*Jane',
  ]
  const of = (type: string, first: string, segments: readonly string[]) =>
    readProblems({ type, segments: [first, ...segments].map((text) => text.split('*')) }).map(
      ({ sentence }) => sentence,
    )
  expect(of('850', 'BEG*00*SA*P**20261120', ordinary)).toEqual([])
  expect(
    of(
      '860',
      'BCH*04*SA*P***20261120',
      ordinary.map((one) => one.replace('PO1*1*10*EA', 'POC*1*CA*10**EA')),
    ),
  ).toEqual([])
  for (const ordinaryTerms of ['FOB*DE', 'FOB*PB', 'FOB*PS', 'CSH*Y', 'CSH*BK'])
    expect(of('850', 'BEG*00*SA*P**20261120', [ordinaryTerms, 'PO1*1*10*EA*5'])).toEqual([])
  for (const other of ['CSH*SC', 'REF*PD*SPRING', 'REF*ST*0101', 'FOB*PC', 'PKG*S', 'TD5**2*UPSN*M*Ground**DE*NYC'])
    expect(of('850', 'BEG*00*SA*P**20261120', [other, 'PO1*1*10*EA*5'])).not.toEqual([])
})

test('a change of a price states one', () => {
  const says = 'changes a price, and no price (06) is stated'
  expect(change('POC*1*PC*10**EA')).toEqual([['POC2@3', says]])
  expect(change('POC*1*PQ*10**EA')).toEqual([['POC2@3', says]])
  expect([...change('POC*1*PC*10**EA*5'), ...change('POC*1*QI*10**EA'), ...change('POC*1*CA')]).toEqual([])
})

test('words of payment terms state the numbers of their days and discount', () => {
  const terms = (text: string) => order(`ITD*01*3*2**10**30*****${text}`, line).map(([, why]) => why)
  expect(terms('2% 10 NET 30')).toEqual([])
  expect(terms('2.0 PCT 010 DAYS, NET 30')).toEqual([])
  expect(terms('NET')).toEqual([])
  expect(terms('NET 60')).toEqual(['states 60, which its days and its discount do not'])
  expect(terms('NET 60 OR 90')).toEqual(['states 60 and 90, which its days and its discount do not'])
  expect(order('ITD*05*********** NET 60', line)).toEqual([])
})
