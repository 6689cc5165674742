/** Which variant each line of a paper orders, and how sure that is. */
import { describe, expect, test } from 'bun:test'
import {
  barcodeKey,
  barcodesAmong,
  foldSku,
  hasCheckDigit,
  matchLines,
  type Candidates,
} from '../../../../server/selling/order_documents/matching.rules.ts'
import type { Reading, ReadLine } from '../../../../server/selling/order_documents/reading/reading.ts'
import { gtin, variant, medium, large, candidates, cell, line, reading, match, found, type Texts } from './one_line.ts'

test('letters and digits that recognition takes for each other are one', () => {
  expect(foldSku('oqd-il z s g b_x7')).toBe('000112568X7')
})

describe('a barcode', () => {
  test('is its digits without leading zeros', () => {
    expect([barcodeKey('00 4006-381'), barcodeKey('n/a'), barcodeKey('97x')]).toEqual(['4006381', '', '97x'])
    expect(barcodesAmong(['012345', '0123456', 'J-M'])).toEqual(['123456'])
  })

  test('has a check digit that follows from the others', () => {
    const right = [gtin, '0 36000 29145 2', '96385074', `0${gtin}`]
    expect(right.map(hasCheckDigit)).toEqual([true, true, true, true])
    expect([gtin.replace(/1$/, '2'), '00000000', '', `11${gtin}`, '12'].map(hasCheckDigit)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    expect(hasCheckDigit('10000007')).toBe(true)
    expect(hasCheckDigit(`0${gtin}5`)).toBe(false)
  })
})

describe('a line is found', () => {
  test('by our SKU, that of the account or the barcode', () => {
    expect(found({ sku: ' J-M ' })).toBe('J-M sku')
    expect(found({ buyer_sku: ' B-M ' })).toBe('J-M buyer_sku')
    expect(found({ barcode: `0${gtin}` })).toBe('J-M barcode')
    expect(found({ sku: 'J-M', buyer_sku: 'B-M', barcode: gtin })).toBe('J-M sku buyer_sku barcode')
    expect(found({ sku: 'B-M' })).toBe('item_unknown')
    expect(found({ buyer_sku: 'J-M' })).toBe('item_unknown')
    expect(found({ barcode: 'J-M' })).toBe('item_unknown')
    expect(found({ sku: gtin })).toBe('item_unknown')
  })

  test('by a number that can be any of them, which counts once', () => {
    expect(found({ item: 'J-M' })).toBe('J-M sku')
    expect(found({ item: 'B-M' })).toBe('J-M buyer_sku')
    expect(found({ item: gtin })).toBe('J-M barcode')
    const same = candidates({ buyer_skus: new Map([['J-M', medium.variant_id]]) })
    expect(found({ item: 'J-M' }, same)).toBe('J-M sku')
    const coded = variant(gtin, { barcode: gtin })
    expect(found({ item: gtin }, candidates({ variants: [coded] }))).toBe(`${gtin} sku`)
    const twin = variant('J-T', { barcode: gtin })
    expect(found({ item: gtin }, candidates({ variants: [coded, twin] }))).toBe(`${gtin} sku`)
    const own = candidates({ buyer_skus: new Map([[gtin, medium.variant_id]]) })
    expect(found({ item: gtin }, own)).toBe('J-M buyer_sku')
  })

  test('not by a SKU of the account that names another variant than ours', () => {
    const other = candidates({ buyer_skus: new Map([['J-M', large.variant_id]]) })
    expect(found({ item: 'J-M' }, other)).toBe('identifiers_disagree')
    expect(found({ buyer_sku: 'gone' }, candidates({ buyer_skus: new Map([['gone', 'another id']]) }))).toBe(
      'item_unknown',
    )
  })

  test('by its style with colour and size, by title or handle', () => {
    expect(found({ style: 'JUMPER 1', color: 'navy', size: 'l' })).toBe('J-L style')
    expect(found({ style: 'Jumper', size: 'M' })).toBe('J-M style')
    expect(found({ style: 'Jumper', color: 'Navy' })).toBe('item_ambiguous')
    expect(found({ style: 'Jumper', color: 'Red', size: 'M' })).toBe('item_unknown')
    // A shop's handle is its title in other letters: the variant is one all the same.
    const slug = { handle: 'crew-tee', title: 'Crew tee' }
    const tees = candidates({
      variants: [variant('T-M', slug), variant('T-L', { ...slug, option_values: { Colour: 'Navy', Size: 'L' } })],
    })
    expect(found({ style: 'crew-tee', color: 'Navy', size: 'M' }, tees)).toBe('T-M style')
    expect(found({ style: 'Crew Tee', size: 'L' }, tees)).toBe('T-L style')
    for (const [Farbe, Größe] of [
      ['Farbe', 'Größe'],
      ['Couleur', 'Taille'],
      ['Kleur', 'Maat'],
    ] as const) {
      const shop = candidates({
        variants: ['M', 'L'].map((size) =>
          variant(`G-${size}`, { ...slug, option_values: { [Farbe]: 'Blau', [Größe]: size } }),
        ),
      })
      expect(found({ style: 'Crew tee', color: 'Blau', size: 'L' }, shop)).toBe('G-L style')
      expect(found({ style: 'Crew tee', color: 'Rot', size: 'L' }, shop)).toBe('item_unknown')
    }
    const plain = candidates({ variants: [variant('H-1', { title: 'Hat', option_values: {} })] })
    expect(found({ style: 'Hat', color: 'Red', size: 'One size' }, plain)).toBe('H-1 style')
    expect(found({ color: 'Navy', size: 'M' })).toBe('item_unknown')
  })

  test('by what its identifiers have in common', () => {
    const twins = candidates({ variants: [medium, { ...large, barcode: gtin }] })
    expect(found({ barcode: gtin }, twins)).toBe('item_ambiguous')
    expect(found({ barcode: gtin, style: 'Jumper', size: 'L' }, twins)).toBe('J-L barcode style')
    expect(found({ sku: 'J-L', barcode: gtin })).toBe('identifiers_disagree')
    expect(found({ sku: 'J-M', style: 'Jumper', size: 'L' })).toBe('identifiers_disagree')
  })

  test('not where its colour or size is that of another', () => {
    expect(found({ sku: 'J-M', size: 'L' })).toBe('identifiers_disagree')
    expect(found({ sku: 'J-M', color: 'Red' })).toBe('identifiers_disagree')
    expect(found({ sku: 'J-M', color: 'NAVY ', size: 'm' })).toBe('J-M sku')
    const dark = candidates({ variants: [variant('J-M', { option_values: { Colour: 'Dark navy' } })] })
    expect(found({ sku: 'J-M', color: 'Dark - Navy' }, dark)).toBe('J-M sku')
    const spelled = candidates({ variants: [variant('J-M', { option_values: { Color: 'Navy' } })] })
    expect([found({ sku: 'J-M', color: 'Red' }, spelled), found({ sku: 'J-M', size: 'L' }, spelled)]).toEqual([
      'identifiers_disagree',
      'J-M sku',
    ])
  })

  test('not where another identifier names nothing, unless the variant has none of its kind', () => {
    expect(found({ buyer_sku: 'B-M', sku: 'J-?' })).toBe('identifiers_disagree')
    expect(found({ buyer_sku: 'B-M', item: 'J-?' })).toBe('identifiers_disagree')
    expect(found({ sku: 'J-M', barcode: '99999999' })).toBe('identifiers_disagree')
    expect(found({ sku: 'J-L', barcode: '99999999' })).toBe('J-L sku')
    expect(found({ sku: 'J-M', buyer_sku: 'B-?' })).toBe('J-M sku')
    expect(found({ sku: 'J-L', barcode: '99999999', buyer_sku: 'B-?' })).toBe('J-L sku')
    expect(found({ sku: 'J-M', buyer_sku: 'B-?', barcode: gtin })).toBe('J-M sku barcode')
    expect(found({ sku: 'J-?', buyer_sku: 'B-?', barcode: gtin })).toBe('identifiers_disagree')
  })

  test('not where a further column names another item, by its SKU, its barcode, its number of the account or its product', () => {
    const shirt = variant('S-M', { title: 'Shirt', handle: 'shirt-1', barcode: '0012345678905', option_values: { Colour: 'Red', Size: 'S' } })
    const bare = variant('J-X', { title: 'ジャンパー', option_values: {} })
    const of = candidates({ variants: [medium, large, shirt, bare], buyer_skus: new Map([['B-S', shirt.variant_id], ['B-M', medium.variant_id]]) })
    for (const texts of [{ buyer_sku: 'J-L' }, { buyer_sku: '0012345678905' }, { buyer_sku: 'S-M' }, { description: 'S-M' }, { description: 'B-S' }, { description: 'Shirt' }, { style: 'SHIRT' }, { style: 'shirt-1' }, { style: 'J-L' }] as const)
      expect([texts, found({ sku: 'J-M', ...texts }, of)]).toEqual([texts, 'identifiers_disagree'])
    for (const texts of [{ buyer_sku: 'J-M' }, { buyer_sku: '99' }, { description: 'Jumper' }, { description: 'Jumper for a shirt' }, { description: 'B-M' }, { style: 'W-77' }, { description: '–' }] as const)
      expect([texts, found({ sku: 'J-M', ...texts }, of).split(' ')[0]]).toEqual([texts, 'J-M'])
    const [problem] = match({ sku: 'J-M', description: 'Shirt' }, of).problems
    expect(problem!.sentence).toBe('Line 1: its description “Shirt” names another item than J-M.')
    expect(match({ sku: 'J-M', description: `${'-'.repeat(80)}Shirt` }, of).problems[0]!.sentence).toContain(`“${'-'.repeat(80)}” names`)
  }) // prettier-ignore

  test('also by a description that names the product and every option', () => {
    expect(found({ sku: 'J-M', description: 'Jumper, navy / M' })).toBe('J-M sku description')
    expect(found({ sku: 'J-M', description: 'Jumper M' })).toBe('J-M sku')
    expect(found({ sku: 'J-M', description: 'Jumpers navy M' })).toBe('J-M sku')
    const plain = candidates({ variants: [variant('H-1', { title: 'Hat', option_values: {} })] })
    expect(found({ sku: 'H-1', description: 'Hat' }, plain)).toBe('H-1 sku')
  })

  test('and said to be archived', () => {
    const gone = candidates({ variants: [variant('J-M', { is_archived: true })] })
    expect(match({ sku: 'J-M' }, gone)).toMatchObject({
      variant: { sku: 'J-M' },
      problems: [{ code: 'item_archived', line_number: 1, sentence: 'Line 1: J-M is an archived variant.' }],
    })
  })

  test('or named in the problem', () => {
    const sentence = (texts: Texts) => match(texts).problems[0]!.sentence
    expect(sentence({ style: 'Coat', item: 'C-1' })).toBe('Line 1: no item of the account or the catalogue is C-1.')
    expect(sentence({ style: 'Coat' })).toBe('Line 1: no item of the account or the catalogue is Coat.')
    expect(sentence({ item: 'x'.repeat(81) })).toEndWith(` ${'x'.repeat(80)}.`)
    expect(sentence({})).toBe('Line 1: no item of the account or the catalogue is that.')
    expect(sentence({ style: 'Jumper' })).toBe('Line 1: 2 variants fit; its size or colour is missing.')
    expect(sentence({ sku: 'J-M', size: 'L' })).toBe('Line 1: its other values do not fit J-M.')
    expect(match({ sku: 'x' })).toMatchObject({ variant: null, matched_by: [], confidence: 0 })
  })
})

describe('the figures of a line', () => {
  const figures = (values: Partial<ReadLine>, texts: Texts = {}) =>
    match({ sku: 'J-M', ...texts }, candidates(), values).problems.map(({ code, sentence }) => `${code}: ${sentence}`)
  const noQuantity = (text: string) => `quantity_unreadable: Line 1: “${text}” is no quantity of at least 1.`

  test('have a quantity from 1 to 1,000,000', () => {
    expect([figures({ quantity: 1 }), figures({ quantity: 1_000_000 })]).toEqual([[], []])
    expect(figures({ quantity: 0 })).toEqual([noQuantity('4')])
    expect(figures({ quantity: 1_000_001 })).toEqual([noQuantity('4')])
    expect(figures({ quantity: null }, { quantity: 'x'.repeat(41) })).toEqual([noQuantity('x'.repeat(40))])
    expect(figures({ quantity: null, values: { sku: cell('J-M') } })).toEqual([noQuantity('')])
  })

  test('have a price where one is stated, of at most 1,000,000.00', () => {
    const rule = 'price_unreadable: Line 1: “a” is no price.'
    expect(figures({ unit_price_cents: null }, { unit_price: 'a' })).toEqual([rule])
    expect(figures({ unit_price_cents: 100_000_001 }, { unit_price: 'a' })).toEqual([rule])
    expect(figures({ unit_price_cents: 100_000_000 }, { unit_price: 'a' })).toEqual([])
    expect(figures({ unit_price_cents: null })).toEqual([])
    expect(figures({ unit_price_cents: null }, { unit_price: 'a'.repeat(41) })[0]).toContain(`“${'a'.repeat(40)}”`)
  })

  test('have an amount that is quantity times price, to the cent', () => {
    const differs = ['amount_differs: Line 1: its quantity times its price is not its amount.']
    const amount = (amount_cents: number) => figures({ unit_price_cents: 250, amount_cents })
    expect([998, 999, 1_000, 1_001, 1_002].map(amount)).toEqual([differs, [], [], [], differs])
    expect(figures({ amount_cents: 5 })).toEqual([])
  })
})

describe('how sure a line is', () => {
  const recognised = { is_recognised: true, total_units: 4 }
  const confidence = (
    texts: Texts,
    {
      of = candidates(),
      values = {},
      facts = recognised,
    }: { of?: Candidates; values?: Partial<ReadLine>; facts?: object } = {},
  ) => match(texts, of, values, facts).confidence

  test('is wholly so, where its text was not recognised from an image', () => {
    expect(confidence({ sku: 'J-M' }, { facts: {} })).toBe(1)
    expect(match({ sku: 'J-M' }).problems).toEqual([])
  })

  test('depends on whether a second value names the variant', () => {
    expect(confidence({ sku: 'J-M', barcode: gtin })).toBe(0.99)
    expect(confidence({ sku: 'J-M', description: 'Jumper navy M' })).toBe(0.99)
    expect(confidence({ sku: 'J-M' })).toBe(0.85)
    const unsure = { ...line({}).values, sku: cell('J-M', 0.5) }
    expect(confidence({}, { values: { values: unsure } })).toBe(0.5)
  })

  test('depends on whether the SKU looks like that of another variant', () => {
    const of = candidates({ confusable: new Set(['JM']) })
    expect(confidence({ sku: 'J-M' }, { of })).toBe(0.6)
    expect(confidence({ item: 'J-M' }, { of })).toBe(0.6)
    expect(confidence({ buyer_sku: 'B-M' }, { of: { ...of, confusable: new Set(['8M', '']) } })).toBe(0.85)
  })

  test('depends on the check digit of a barcode', () => {
    expect(confidence({ barcode: gtin })).toBe(0.95)
    const low = { ...line({}).values, barcode: cell(gtin, 0.5) }
    expect(confidence({}, { values: { values: low } })).toBe(0.9)
    const wrong = candidates({ variants: [{ ...medium, barcode: '4006381333932' }] })
    expect(confidence({ barcode: '4006381333932' }, { of: wrong })).toBe(0.85)
    expect(confidence({ sku: gtin }, { of: candidates({ variants: [variant(gtin)] }) })).toBe(0.85)
    const item = candidates({ variants: [{ ...medium, sku: 'x' }] })
    expect(confidence({ item: gtin }, { of: item })).toBe(0.95)
  })

  test('of a style is that of its least sure value', () => {
    const values = { ...line({}).values, style: cell('Jumper', 0.84), size: cell('M', 0.83) }
    expect(confidence({}, { values: { values } })).toBe(0.83)
    const one = candidates({ variants: [medium] })
    expect(confidence({}, { of: one, values: { values: { ...line({}).values, style: cell('Jumper', 0.84) } } })).toBe(
      0.84,
    )
  })

  const both = { sku: 'J-M', barcode: gtin }
  const sure = (values: Partial<ReadLine>, facts: object = recognised, texts: Texts = {}) =>
    confidence({ ...both, ...texts }, { values, facts })

  test('depends on its figures, which confirm each other, or are confirmed by the total', () => {
    const priced = { unit_price_cents: 250, amount_cents: 1_000 }
    expect(sure(priced, { is_recognised: true, total_units: 4 })).toBe(0.99)
    expect(sure({})).toBe(0.99)
    expect(sure({ amount_cents: 1_000 }, { is_recognised: true, total_cents: 1_000, total_units: null })).toBe(0.85)
    expect(sure({ unit_price_cents: 250 }, recognised, { unit_price: '2.50' })).toBe(0.85)
    expect(sure({ quantity: 0 })).toBe(0)
  })

  test('is no more than the recognition of its figures', () => {
    const values = { ...line(both).values, unit_price: cell('2.50', 0.7) }
    expect(sure({ unit_price_cents: 250, values })).toBe(0.7)
    const counted = { ...line(both).values, quantity: cell('4', 0.7) }
    expect(sure({ amount_cents: 9, values: counted }, { is_recognised: true, total_cents: 9, total_units: null })).toBe(
      0.7,
    )
    expect(sure({ values: counted })).toBe(0.99)
  })

  test('falls where a total differs, and the paper is not sure by itself below 0.9', () => {
    const differing = match(both, candidates(), {}, { total_units: 5 })
    expect(differing.confidence).toBe(0.8)
    expect(confidence(both, { facts: { is_recognised: true, total_units: 5 } })).toBe(0.68)
    expect(differing.problems.map(({ code }) => code)).toEqual(['total_differs'])
    const codes = (texts: Texts) => match(texts, candidates(), {}, recognised).problems.map(({ code }) => code)
    expect([codes(both), codes({ sku: 'J-M' })]).toEqual([[], ['confidence_low']])
    const low = { ...line({}).values, barcode: cell(gtin, 0.5) }
    expect(match({}, candidates(), { values: low }, recognised).problems).toEqual([])
  })
})

describe('the totals of a paper', () => {
  const totals = (lines: Partial<ReadLine>[], facts: Partial<Reading>) =>
    matchLines(
      reading(
        lines.map((values) => line({ sku: 'J-M' }, values)),
        facts,
      ),
      candidates(),
    )
      .problems.filter(({ line_number }) => line_number === null)
      .map(({ code, sentence }) => `${code}: ${sentence}`)

  test('are the units of the lines', () => {
    expect(totals([{}, { quantity: 2 }, { quantity: null }], { total_units: 6 })).toEqual([])
    expect(totals([{}], { total_units: 5 })).toEqual([
      'total_differs: The lines add up to 4 units, and the paper states 5.',
    ])
  })

  test('are their amounts, or quantities times prices, to a cent for each line', () => {
    const lines = [{ amount_cents: 1_000 }, { quantity: 2, unit_price_cents: 250 }]
    const codes = (total_cents: number) => totals(lines, { total_cents })
    expect([1_498, 1_500, 1_502].map(codes)).toEqual([[], [], []])
    expect(codes(1_503)).toEqual(['total_differs: The lines add up to 15, and the paper states 15.03.'])
    expect(codes(1_497)).toHaveLength(1)
  })

  test('cannot be compared where a line has no price, which is said', () => {
    const unpriced =
      'price_missing: The paper states a total of 0.09, and not every line has a price to compare it with.'
    expect(totals([{ amount_cents: 1_000 }, {}], { total_cents: 9 })).toEqual([unpriced])
    expect(totals([{ amount_cents: 1_000 }, {}], { total_cents: null })).toEqual([])
    const open = { code: 'price_ambiguous', line_number: 2, sentence: 'x' } as const
    expect(totals([{ amount_cents: 1_000 }, {}], { total_cents: 9, problems: [open] })).not.toContain(unpriced)
    expect(totals([{ amount_cents: 1_000 }], { total_units: 4 })).toEqual([])
    expect(totals([{ amount_cents: 1_000 }, { quantity: null, unit_price_cents: 5 }], { total_cents: 9 })).toEqual([])
  })

  test('must be stated where the text was recognised', () => {
    const missing = [
      'total_missing: The paper states no total, so that a line that was not recognised would be missed.',
    ]
    expect(totals([{}], { is_recognised: true })).toEqual(missing)
    expect(totals([{ amount_cents: 9 }], { is_recognised: true })).toEqual(missing)
    expect(totals([{}], { is_recognised: true, total_cents: 9 })).toEqual(missing)
    expect(totals([{}], { is_recognised: true, total_units: 4 })).toEqual([])
    expect(totals([{ amount_cents: 9 }], { is_recognised: true, total_cents: 9 })).toEqual([])
    expect(totals([{}], {})).toEqual([])
  })

  test('stand after the problems of the reading', () => {
    const before = { code: 'amount_ambiguous', line_number: null, sentence: 'x' } as const
    const { problems } = matchLines(reading([line({ sku: 'x' })], { problems: [before], total_units: 5 }), candidates())
    expect(problems.map(({ code }) => code)).toEqual(['amount_ambiguous', 'total_differs', 'item_unknown'])
  })
})
