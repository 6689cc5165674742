/** Words of pages laid out as rows of cells. */
import { describe, expect, test } from 'bun:test'
import { type Page, rowsOfPages, type Word } from '../../../server/selling/order_documents/reading/words.rules.ts'

/** Ten high, and five wide for each letter. */
const word = (text: string, left: number, top: number, values: Partial<Word> = {}): Word => ({
  text,
  left,
  right: left + text.length * 5,
  top,
  bottom: top + 10,
  confidence: 1,
  ...values,
})
const pageOf = (words: Word[], values: Partial<Page> = {}): Page => ({
  page: 1,
  width: 400,
  height: 800,
  words,
  ...values,
})
const texts = (...pages: Page[]) => rowsOfPages(pages).map((row) => row.map((cell) => cell?.text ?? null))
/** Words of a line at these places. */
const line = (top: number, ...words: [string, number][]) => words.map(([text, left]) => word(text, left, top))
const header = (top: number) => line(top, ['SKU', 0], ['Description', 80], ['Qty', 200], ['Price', 280])

describe('words of one height are a line', () => {
  test('from left to right, and lines from top to bottom', () => {
    expect(texts(pageOf([word('b', 0, 40), word('right', 200, 0), word('left', 0, 0)]))).toEqual([
      ['left', 'right'],
      ['b'],
    ])
    expect(texts(pageOf([]))).toEqual([])
    expect(texts(pageOf([word(' ', 0, 0), word('a', 0, 20)]))).toEqual([['a']])
  })

  test('also where the page is not quite straight', () => {
    const leaning = [0, 1, 2, 3, 4].map((i) => word(`w${i}`, i * 60, i * 5))
    expect(texts(pageOf(leaning))).toEqual([['w0', 'w1', 'w2', 'w3', 'w4']])
  })

  test('within about half a line of the last word', () => {
    expect(texts(pageOf([word('a', 0, 0), word('b', 100, 5)]))).toEqual([['a', 'b']])
    expect(texts(pageOf([word('a', 0, 0), word('b', 100, 5.5)]))).toEqual([['a'], ['b']])
    expect(texts(pageOf([word('a', 0, 0), word('b', 100, 6)]))).toEqual([['a'], ['b']])
  })

  test('and join the nearest of several', () => {
    expect(texts(pageOf([word('a', 0, 0), word('b', 5, 9), word('c', 100, 5)]))).toEqual([['a'], ['b', 'c']])
    expect(texts(pageOf([word('a', 0, 9), word('b', 5, 0), word('c', 100, 5)]))).toEqual([['b'], ['a', 'c']])
  })

  test('whose height is that of most words', () => {
    const tall = word('tall', 300, 100, { bottom: 140 })
    expect(texts(pageOf([word('a', 0, 0), tall, word('b', 100, 8)]))).toEqual([['a'], ['b'], ['tall']])
  })

  test('unless they cover each other', () => {
    expect(texts(pageOf([word('wide', 0, 0, { right: 200 }), word('in', 195, 0, { right: 198 })]))).toHaveLength(2)
    expect(texts(pageOf([word('a', 0, 0), word('b', 0, 1)]))).toHaveLength(2)
    expect(texts(pageOf([word('ab', 0, 0, { right: 20 }), word('c', 15, 0, { right: 20 })]))).toEqual([['abc']])
    const wide = word('wide', 0, 0, { right: 200 })
    expect(texts(pageOf([wide, word('in', 50, 1)]))).toEqual([['wide'], ['in']])
    expect(texts(pageOf([word('same', 0, 0), word('left', 0, 1)]))).toEqual([['same'], ['left']])
    expect(texts(pageOf([wide, word('over', 150, 0, { right: 260 })]))).toEqual([['wide'], ['over']])
    expect(texts(pageOf([word('touch', 0, 0), word('ing', 25, 0)]))).toEqual([['touching']])
    expect(texts(pageOf([word('a', 0, 0, { right: 20 }), word('b', 10, 0, { right: 40 })]))).toEqual([['ab']])
  })
})

describe('words of a line', () => {
  test('are one phrase where they stand closer than a letter is wide', () => {
    expect(texts(pageOf([word('unit', 0, 0), word('price', 27, 0), word('far', 59.5, 0), word('x', 83, 0)]))).toEqual([
      ['unit price far', 'x'],
    ])
    const tall = word('tall', 40, 0, { bottom: 16, top: -6 })
    expect(texts(pageOf([word('a', 0, 0, { right: 30 }), tall]))).toEqual([['a tall']])
  })

  test('are one word where nothing is between them', () => {
    expect(texts(pageOf([word('12', 0, 0), word('.50', 11, 0)]))).toEqual([['12.50']])
    expect(texts(pageOf([word('12', 0, 0), word('.50', 11.25, 0)]))).toEqual([['12 .50']])
    const large = [word('12', 0, 0, { bottom: 100 }), word('.50', 22, 0, { bottom: 100 })]
    expect(texts(pageOf(large))).toEqual([['12 .50']])
  })

  test('have their place as shares of the page, and the confidence of the least sure', () => {
    const [row] = rowsOfPages([
      pageOf([word('a', 40, 80, { confidence: 0.9 }), word('b', 47, 82, { right: 80, confidence: 0.8 })], { page: 3 }),
    ])
    expect(row).toEqual([
      {
        text: 'a b',
        confidence: 0.8,
        place: { page: 3, box: { left: 0.1, top: 0.1, width: 0.1, height: 0.015 }, cell: null },
      },
    ])
    const [out] = rowsOfPages([pageOf([word(' out ', -10, 790, { right: 500, bottom: 900 })])])
    expect(out![0]).toMatchObject({ text: 'out', place: { box: { left: 0, top: 0.9875, width: 1, height: 0.1375 } } })
    const [third] = rowsOfPages([pageOf([word('a', 1, 1, { right: 2 })], { width: 3, height: 3 })])
    expect(third![0]!.place.box!.left).toBe(0.3333)
  })
})

describe('a table', () => {
  test('has the columns of its header', () => {
    const words = [
      ...line(0, ['PO', 0], ['77120', 60]),
      ...header(40),
      ...line(60, ['J-M', 0], ['Jumper', 80], ['4', 205], ['2.50', 280]),
      ...line(80, ['J-L', 0], ['12', 200]),
    ]
    expect(texts(pageOf(words))).toEqual([
      ['PO', '77120'],
      ['SKU', 'Description', 'Qty', 'Price'],
      ['J-M', 'Jumper', '4', '2.50'],
      ['J-L', null, '12', null],
    ])
  })

  test('parts its columns where the fewest words of the table are', () => {
    // The descriptions reach below the header of the quantity, whose figures stand to the right.
    const words = [
      ...line(0, ['SKU', 0], ['Description', 80], ['Qty', 200]),
      ...line(20, ['J-M', 0], ['A long description of it', 80], ['4', 210]),
      ...line(40, ['J-L', 0], ['Another description of', 80], ['12', 208]),
    ]
    expect(texts(pageOf(words)).slice(1)).toEqual([
      ['J-M', 'A long description of it', '4'],
      ['J-L', 'Another description of', '12'],
    ])
    const right = [
      ...line(0, ['SKU', 0], ['Qty', 100], ['Amount', 200]),
      ...line(20, ['J-M', 0], ['4', 100], ['1000.00', 195]),
      ...line(40, ['J-L', 0], ['5', 100], ['99999999.00', 160]),
    ]
    expect(texts(pageOf(right)).slice(1)).toEqual([
      ['J-M', '4', '1000.00'],
      ['J-L', '5', '99999999.00'],
    ])
  })

  /** A word of the first or of the second column, by its edges. */
  const span = (text: string, left: number, right: number, top: number) => word(text, left, top, { right })
  const parted = (...words: Word[]) => texts(pageOf(words)).slice(-1)[0]

  test('parts where no word is rather than where the gap is wide', () => {
    const [sku, quantity] = [span('SKU', 0, 15, 20), span('Qty', 190, 205, 20)]
    const wide = span('wide', 0, 150, 40)
    const probe = (left: number, right: number) => parted(sku, quantity, wide, span('a1', left, right, 60))
    expect([probe(100, 150), probe(160, 178), probe(161, 179), probe(162, 182)]).toEqual([
      ['a1', null],
      ['a1', null],
      [null, 'a1'],
      [null, 'a1'],
    ])
    // What stands above the table has no say.
    const above = span('above', 140, 195, 0)
    expect(parted(above, sku, quantity, wide, span('a1', 100, 150, 60))).toEqual(['a1', null])
  })

  test('parts within a word where one is everywhere, and not where two of them touch', () => {
    const [sku, quantity] = [span('SKU', 0, 15, 0), span('Qty', 190, 205, 0)]
    expect(parted(sku, quantity, span('a1', 5, 200, 20))).toEqual([null, 'a1'])
    const touching = [span('a', 0, 150, 20), span('b', 150, 190, 40)]
    expect(parted(sku, quantity, ...touching, span('a1', 100, 130, 60))).toEqual([null, 'a1'])
  })

  test('may part within a header whose column is narrower', () => {
    const twice = (text: string, left: number, right: number) => [20, 40].map((top) => span(text, left, right, top))
    expect(parted(span('SKU', 0, 100, 0), span('Qty', 190, 205, 0), ...twice('a1', 90, 195))).toEqual([null, 'a1'])
    expect(parted(span('SKU', 0, 15, 0), span('Qty', 100, 200, 0), ...twice('a1', 8, 110))).toEqual(['a1', null])
  })

  test('parts in the widest of several gaps, and in the first of equal ones', () => {
    const probe = (left: number, right: number) =>
      parted(span('SKU', 0, 15, 0), span('Qty', 220, 235, 0), span('J-M', 0, 30, 20), span('a1', left, right, 40))
    expect(probe(90, 155)).toEqual(['a1', null])
    expect(probe(90, 160)).toEqual([null, 'a1'])
    expect(probe(95, 160)).toEqual([null, 'a1'])
  })

  test('parts two columns by what is between them alone', () => {
    const far = (left: number, ...columns: number[]) =>
      parted(
        ...columns.map((at, i) => word(['SKU', 'Qty', 'Price'][i]!, at, 0)),
        word('J-M', 0, 20),
        word('4', left, 20),
      )
    expect(far(100, 0, 100, 500)).toEqual(['J-M', '4', null])
    expect(far(400, 0, 400, 500)).toEqual(['J-M', '4', null])
    expect(far(505, 0, 400, 500)).toEqual(['J-M', null, '4'])
  })

  test('ends at its total, whose figures stand in its columns', () => {
    const words = [
      ...header(0),
      ...line(20, ['J-M', 0], ['4', 205], ['2.50', 280]),
      ...line(40, ['Total', 0], ['4', 205], ['10.00', 280]),
      ...line(60, ['Terms', 0], ['Net', 60], ['30', 82], ['x', 280]),
      ...line(80, ['Grand', 0], ['total', 27], ['4', 205]),
      ...line(100, ['Order', 0], ['total', 27], ['4', 205]),
    ]
    expect(texts(pageOf(words)).slice(2)).toEqual([
      ['Total', null, '4', '10.00'],
      ['Terms', 'Net 30', 'x'],
      ['Grand total', null, '4', null],
      ['Order total', null, '4', null],
    ])
    for (const words of [['Net', 'total'], ['Sub-total'], ['Subtotal']]) {
      const placed = words.map((text, i): [string, number] => [text, i * 17])
      const rows = pageOf([...header(0), ...line(20, ...placed, ['4', 205]), ...line(40, ['Terms', 0], ['x', 280])])
      expect(texts(rows).slice(1)).toEqual([
        [words.join(' '), null, '4', null],
        ['Terms', 'x'],
      ])
    }
    const named = [...header(0), ...line(20, ['A', 0], ['total', 7], ['x', 280]), ...line(40, ['J', 0], ['4', 205])]
    expect(texts(pageOf(named))[2]).toEqual(['J', null, '4', null])
  })

  test('ends after a gap of several lines', () => {
    const after = (top: number) =>
      texts(pageOf([...header(0), ...line(20, ['J-M', 0], ['4', 205]), ...line(top, ['Terms', 0], ['x', 280])])).at(-1)
    expect(after(80)).toEqual(['Terms', null, null, 'x'])
    expect(after(81)).toEqual(['Terms', 'x'])
    const below = texts(pageOf([...header(0), ...line(200, ['J-M', 0], ['4', 205])]))
    expect(below.at(-1)).toEqual(['J-M', null, '4', null])
  })

  test('begins at the line with the most columns', () => {
    const less = line(0, ['SKU', 0], ['Qty', 80], ['What', 140], ['Ever', 200], ['More', 260])
    const words = [...less, ...header(40), ...line(60, ['J-M', 0], ['4', 205])]
    expect(texts(pageOf(words))).toEqual([
      ['SKU', 'Qty', 'What', 'Ever', 'More'],
      ['SKU', 'Description', 'Qty', 'Price'],
      ['J-M', null, '4', null],
    ])
  })
})

describe('a table of several pages', () => {
  const first = pageOf([...header(0), ...line(20, ['J-M', 0], ['4', 205])])

  test('goes on on the next page, also of another width', () => {
    const next = pageOf(line(0, ['J-L', 0], ['2', 205]), { page: 2 })
    expect(texts(first, next).at(-1)).toEqual(['J-L', null, '2', null])
    const wide = pageOf(line(0, ['J-L', 0], ['2', 410]), { page: 2, width: 800 })
    expect(texts(first, wide).at(-1)).toEqual(['J-L', null, '2', null])
    const third = pageOf(line(0, ['J-X', 0], ['1', 205]), { page: 3 })
    expect(texts(first, next, third).at(-1)).toEqual(['J-X', null, '1', null])
  })

  test('is over after its total, and goes on after a gap', () => {
    const total = pageOf([...header(0), ...line(20, ['Total', 0], ['4', 205])])
    const terms = pageOf(line(0, ['Terms', 0], ['x', 280]), { page: 2 })
    expect(texts(total, terms).at(-1)).toEqual(['Terms', 'x'])
    const gap = pageOf([...header(0), ...line(20, ['J-M', 0], ['4', 205]), ...line(300, ['Page', 0])])
    expect(texts(gap, terms).at(-1)).toEqual(['Terms', null, null, 'x'])
    const again = pageOf([...header(0), ...line(20, ['J-L', 0], ['2', 205])], { page: 2 })
    expect(texts(total, again).at(-1)).toEqual(['J-L', null, '2', null])
  })

  test('has no columns before its header', () => {
    expect(texts(pageOf(line(0, ['Terms', 0], ['x', 280])), { ...first, page: 2 })).toEqual([
      ['Terms', 'x'],
      ['SKU', 'Description', 'Qty', 'Price'],
      ['J-M', null, '4', null],
    ])
  })
})
