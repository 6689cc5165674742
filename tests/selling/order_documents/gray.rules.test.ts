/** Grey images: scaled, turned, without shadow and straight; and a page found on a table. */
import { describe, expect, test } from 'bun:test'
import {
  densestBand,
  encodePgm,
  type Gray,
  grayOf,
  sampleAt,
  scaleTo,
  slopeOf,
  straightened,
  turned,
  withoutShadow,
} from '../../../server/selling/order_documents/reading/gray.rules.ts'
import { cornersOf, flattened } from '../../../server/selling/order_documents/reading/page_corners.rules.ts'

const image = (width: number, ...data: number[]): Gray => ({
  width,
  height: data.length / width,
  data: Uint8Array.from(data),
})
/** Brightness by place. */
function drawn(width: number, height: number, of: (x: number, y: number) => number): Gray {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = of(x, y)
  return { width, height, data }
}
const pixels = ({ width, data }: Gray) =>
  Array.from({ length: data.length / width }, (_, y) => Array.from(data.slice(y * width, (y + 1) * width)))

describe('brightness', () => {
  test('of a pixel is that of its channels, green most and blue least', () => {
    const one = (...channels: number[]) => grayOf(channels, 1, 1, channels.length).data[0]
    expect([one(255, 0, 0), one(0, 255, 0), one(0, 0, 255), one(255, 255, 255)]).toEqual([76, 150, 27, 255])
    expect([one(200), one(200, 0), one(0, 255, 0, 9)]).toEqual([200, 200, 150])
    expect(pixels(grayOf([1, 2, 3, 4, 5, 6], 3, 2, 1))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
    expect(pixels(grayOf([7, 255, 8, 255], 2, 1, 2))).toEqual([[7, 8]])
    const colour = [255, 0, 0, 255, 0, 255, 0, 255]
    expect(pixels(grayOf(colour, 2, 1, 4))).toEqual([[76, 150]])
  })

  test('between pixels is interpolated, at the edge that of the edge, and white outside', () => {
    const four = image(2, 0, 100, 200, 40)
    const at = (x: number, y: number) => sampleAt(four, x, y)
    expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]).toEqual([0, 100, 200, 40])
    expect([at(0.25, 0), at(0, 0.25), at(0.5, 0.5), at(1, 0.5)]).toEqual([25, 50, 85, 70])
    expect([at(-1, -1), at(-0.5, 0), at(2, 0), at(0, 2), at(2, 2), at(1.5, 1)]).toEqual([0, 0, 100, 200, 40, 40])
    expect([at(-1.01, 0), at(0, -1.01), at(2.01, 0), at(0, 2.01)]).toEqual([255, 255, 255, 255])
  })
})

describe('an image', () => {
  test('is averaged where it becomes smaller', () => {
    const four = image(4, 0, 100, 20, 40, 100, 200, 60, 80, 1, 3, 5, 7, 9, 11, 13, 15)
    expect(pixels(scaleTo(four, 2, 2))).toEqual([
      [100, 50],
      [6, 10],
    ])
    expect(pixels(scaleTo(four, 1, 1))).toEqual([[41]])
    expect(pixels(scaleTo(four, 4, 2))).toEqual([
      [50, 150, 40, 60],
      [5, 7, 9, 11],
    ])
    expect(pixels(scaleTo(image(3, 0, 30, 90), 2, 1))).toEqual([[0, 60]])
    expect(scaleTo(four, 4, 4)).toBe(four)
  })

  test('is interpolated where it becomes larger', () => {
    expect(pixels(scaleTo(image(2, 0, 100), 4, 1))).toEqual([[0, 25, 75, 100]])
    expect(pixels(scaleTo(image(1, 0, 100), 2, 4))).toEqual([
      [0, 0],
      [25, 25],
      [75, 75],
      [100, 100],
    ])
    expect(pixels(scaleTo(image(2, 10, 20, 30, 40), 2, 1))).toEqual([[20, 30]])
    expect(pixels(scaleTo(image(2, 0, 100), 2, 3))).toEqual([
      [0, 100],
      [0, 100],
      [0, 100],
    ])
  })

  test('is turned clockwise by quarters', () => {
    const six = image(3, 1, 2, 3, 4, 5, 6)
    expect(pixels(turned(six, 1))).toEqual([
      [4, 1],
      [5, 2],
      [6, 3],
    ])
    expect(pixels(turned(six, 2))).toEqual([
      [6, 5, 4],
      [3, 2, 1],
    ])
    expect(pixels(turned(six, 3))).toEqual([
      [3, 6],
      [2, 5],
      [1, 4],
    ])
    expect(turned(six, 4)).toBe(six)
    expect(turned(six, -1)).toEqual(turned(six, 3))
    expect([turned(six, 1).width, turned(six, 1).height]).toEqual([2, 3])
  })

  test('is written as a portable greymap', () => {
    expect([...encodePgm(image(2, 7, 8, 9, 10, 11, 12))]).toEqual([
      ...new TextEncoder().encode('P5\n2 3\n255\n\u0007\u0008\u0009\u000a\u000b\u000c'),
    ])
  })

  test('has its densest band of text, and no line or edge in it', () => {
    const rows = drawn(10, 12, (x, y) => {
      if (y === 2) return 0
      if (y === 6) return x < 4 ? 139 : 255
      if (y === 7) return x < 3 ? 0 : 255
      return y === 10 && x < 4 ? 0 : 255
    })
    const band = (height: number) => densestBand(rows, height)
    expect(band(2)).toEqual({ width: 10, height: 2, data: rows.data.slice(60, 80) })
    expect(band(1)).toEqual({ width: 10, height: 1, data: rows.data.slice(60, 70) })
    expect(band(5).data).toEqual(rows.data.slice(60, 110))
    expect([band(12), band(13)]).toEqual([rows, rows])
    const last = drawn(10, 4, (x, y) => (y === 3 && x < 2 ? 0 : 140))
    expect(densestBand(last, 1).data).toEqual(last.data.slice(30))
    const first = drawn(10, 4, (x, y) => (y === 0 && x < 2 ? 0 : 255))
    expect(densestBand(first, 2).data).toEqual(first.data.slice(0, 20))
  })
})

describe('a shadow', () => {
  /** Letters of four dark pixels on paper that darkens to the right. */
  const isInk = (x: number, y: number) => x % 16 < 4 && y % 16 < 4
  const shaded = drawn(128, 64, (x, y) => (isInk(x, y) ? 0.3 : 1) * (240 - x))

  test('disappears, and the text becomes darker than all paper', () => {
    const clear = withoutShadow(shaded)
    expect([clear.width, clear.height]).toEqual([128, 64])
    const values = { ink: [] as number[], paper: [] as number[] }
    for (let y = 8; y < 56; y++)
      for (let x = 16; x < 112; x++) values[isInk(x, y) ? 'ink' : 'paper'].push(clear.data[y * 128 + x]!)
    expect(Math.max(...values.ink)).toBeLessThan(60)
    expect(Math.min(...values.paper)).toBeGreaterThan(235)
  })

  test('of even paper is white, and of black nothing', () => {
    expect(new Set(withoutShadow(drawn(32, 32, () => 200)).data)).toEqual(new Set([255]))
    expect(new Set(withoutShadow(drawn(32, 32, () => 0)).data)).toEqual(new Set([0]))
  })
})

describe('lines of text', () => {
  /** Lines three high, every 20, that lean by the slope. */
  const leaning = (slope: number, width = 200, height = 120) =>
    drawn(width, height, (x, y) => ((((y - x * slope) % 20) + 20) % 20 < 3 && x % 9 < 6 ? 0 : 255))

  test('have the slope by which they lean', () => {
    for (const slope of [-0.1, 0.05]) expect(slopeOf(leaning(slope))).toBeCloseTo(slope, 2)
    expect(slopeOf(leaning(0))).toBe(0)
    expect(slopeOf(drawn(50, 50, () => 255))).toBe(0)
  })

  test('become straight', () => {
    const straight = straightened(leaning(0.06))
    expect([straight.width, straight.height]).toEqual([200, 120])
    expect(Math.abs(slopeOf(straight))).toBeLessThan(0.004)
    const level = leaning(0)
    expect(straightened(level)).toBe(level)
    // The middle stays where it was.
    const marked = leaning(0.06)
    expect(straight.data[60 * 200 + 100]).toBe(marked.data[60 * 200 + 100]!)
  })
})

describe('a page on a table', () => {
  /** Brighter inside of the corners, clockwise from the top left. */
  function photographed(
    corners: readonly (readonly [number, number])[],
    width = 200,
    height = 160,
    [left, right, table] = [230, 210, 40],
  ): Gray {
    const isInside = (x: number, y: number) =>
      corners.every(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 4]!
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
      })
    return drawn(width, height, (x, y) => (isInside(x, y) ? (x < width / 2 ? left! : right!) : table!))
  }
  const corners = [
    [30, 20],
    [170, 30],
    [160, 140],
    [20, 130],
  ] as const
  const near = (found: ReturnType<typeof cornersOf>, expected: readonly (readonly [number, number])[], within = 2) =>
    found!.forEach(({ x, y }, i) => {
      expect(Math.abs(x - expected[i]![0])).toBeLessThanOrEqual(within)
      expect(Math.abs(y - expected[i]![1])).toBeLessThanOrEqual(within)
    })

  test('is found by its corners', () => {
    near(cornersOf(photographed(corners)), corners)
    // In the dark, and on a bright table.
    near(cornersOf(photographed(corners, 200, 160, [110, 105, 60])), corners)
    near(cornersOf(photographed(corners, 200, 160, [250, 245, 190])), corners)
    const large = corners.map(([x, y]) => [x * 2.1, y * 2.1] as const)
    near(cornersOf(photographed(large, 420, 336)), large, 4)
  })

  test('is not found where it fills the image, is too small or too narrow', () => {
    expect(cornersOf(drawn(100, 100, () => 200))).toBeNull()
    const square = (from: number, to: number) =>
      photographed(
        [
          [from, from],
          [to, from],
          [to, to],
          [from, to],
        ],
        100,
        100,
      )
    expect(cornersOf(square(30, 70))).toBeNull()
    near(cornersOf(square(20, 80)), [
      [20, 20],
      [80, 20],
      [80, 80],
      [20, 80],
    ])
    const bordered = (border: number) => drawn(100, 100, (x) => (x < border ? 40 : 200))
    expect(cornersOf(bordered(2))).toBeNull()
    expect(cornersOf(bordered(4))).not.toBeNull()
    const strip = photographed(
      [
        [5, 40],
        [95, 40],
        [95, 65],
        [5, 65],
      ],
      100,
      100,
    )
    expect(cornersOf(strip)).toBeNull()
  })

  test('is the largest of several bright areas', () => {
    const spotted = photographed(corners)
    for (let y = 0; y < 10; y++)
      for (let x = 0; x < 10; x++) for (const from of [0, 150 * 200 + 190]) spotted.data[from + y * 200 + x] = 255
    near(cornersOf(spotted), corners)
  })

  test('becomes a rectangle of its longer sides, whose middle is where its diagonals meet', () => {
    const tilted = photographed([
      [50, 20],
      [150, 20],
      [180, 140],
      [20, 140],
    ])
    const [x, y] = [100, 66]
    for (let row = y - 2; row <= y + 2; row++)
      for (let column = x - 2; column <= x + 2; column++) tilted.data[row * 200 + column] = 0
    const flat = flattened(tilted)
    expect([Math.abs(flat.width - 160), Math.abs(flat.height - 124)].every((one) => one < 5)).toBe(true)
    const dark = [...flat.data.keys()].filter(
      (at) => flat.data[at]! < 60 && at % flat.width > 20 && at % flat.width < 140,
    )
    const middle = dark.filter((at) => at > 10 * flat.width && at < flat.data.length - 10 * flat.width)
    const mean = (of: (at: number) => number) => middle.reduce((sum, at) => sum + of(at), 0) / middle.length
    expect(Math.abs(mean((at) => at % flat.width) - flat.width / 2)).toBeLessThan(3)
    expect(Math.abs(mean((at) => Math.floor(at / flat.width)) - flat.height / 2)).toBeLessThan(3)
  })

  test('becomes a rectangle, with its left and its right', () => {
    const flat = flattened(photographed(corners))
    expect([Math.abs(flat.width - 140), Math.abs(flat.height - 110)].every((one) => one < 4)).toBe(true)
    const at = (x: number, y: number) =>
      flat.data[Math.round(y * (flat.height - 1)) * flat.width + Math.round(x * (flat.width - 1))]
    for (const y of [0.05, 0.5, 0.95])
      expect([at(0.05, y), at(0.3, y), at(0.7, y), at(0.95, y)]).toEqual([230, 230, 210, 210])
    const whole = drawn(100, 100, () => 200)
    expect(flattened(whole)).toBe(whole)
  })
})
