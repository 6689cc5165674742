/** Finds a bright page on a darker table and makes it a rectangle, as a photograph shows it at an angle. Pure. */
import { type Gray, sampleAt, scaleTo } from './gray.rules.ts'

interface Point {
  x: number
  y: number
}

/** The brightness that separates the two groups of pixels best (Otsu). */
function thresholdOf(image: Gray): number {
  const counts = new Float64Array(256)
  for (const value of image.data) counts[value]!++
  const total = image.data.length
  const sum = counts.reduce((all, count, value) => all + count * value, 0)
  let [below, sumBelow, best, threshold] = [0, 0, 0, 128]
  for (let value = 0; value < 256; value++) {
    below += counts[value]!
    sumBelow += counts[value]! * value
    const above = total - below
    if (below === 0 || above === 0) continue
    const between = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2
    if (between > best) [best, threshold] = [between, value]
  }
  return threshold
}

/** Pixels of the largest bright area that hangs together. */
function largestBright(image: Gray, threshold: number): number[] {
  const { width, height, data } = image
  const seen = new Uint8Array(data.length)
  let largest: number[] = []
  for (let start = 0; start < data.length; start++) {
    if (seen[start] === 1 || data[start]! <= threshold) continue
    const area = [start]
    seen[start] = 1
    for (let i = 0; i < area.length; i++) {
      const at = area[i]!
      const x = at % width
      const next = [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]
      for (const place of next) {
        if (place < 0 || place >= width * height || seen[place] === 1 || data[place]! <= threshold) continue
        seen[place] = 1
        area.push(place)
      }
    }
    if (area.length > largest.length) largest = area
  }
  return largest
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Top left, top right, bottom right, bottom left; null where the page fills the image or is not found. */
export function cornersOf(image: Gray): readonly [Point, Point, Point, Point] | null {
  const factor = Math.max(1, Math.max(image.width, image.height) / 400)
  const small = scaleTo(image, Math.round(image.width / factor), Math.round(image.height / factor))
  const area = largestBright(small, thresholdOf(small))
  if (area.length < small.data.length * 0.2 || area.length > small.data.length * 0.97) return null
  const points = area.map((at) => ({ x: at % small.width, y: Math.floor(at / small.width) }))
  const extreme = (of: (point: Point) => number) =>
    points.reduce((best, point) => (of(point) > of(best) ? point : best))
  const corners = [
    extreme(({ x, y }) => -x - y),
    extreme(({ x, y }) => x - y),
    extreme(({ x, y }) => x + y),
    extreme(({ x, y }) => y - x),
  ].map(({ x, y }) => ({ x: x * factor, y: y * factor }))
  const [a, b, c, d] = corners as [Point, Point, Point, Point]
  const shortest = Math.min(distance(a, b), distance(b, c), distance(c, d), distance(d, a))
  return shortest < Math.min(image.width, image.height) * 0.3 ? null : [a, b, c, d]
}

/** Solves the eight equations of the projection from the rectangle to the corners. */
function projection(width: number, height: number, corners: readonly Point[]): number[] {
  const from = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const rows = from.flatMap(({ x, y }, i) => {
    const to = corners[i]!
    return [
      [x, y, 1, 0, 0, 0, -x * to.x, -y * to.x, to.x],
      [0, 0, 0, x, y, 1, -x * to.y, -y * to.y, to.y],
    ]
  })
  for (let i = 0; i < 8; i++) {
    const pivot = rows.reduce((best, row, k) => (k >= i && Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? k : best), i)
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    for (let k = 0; k < 8; k++) {
      if (k === i) continue
      const share = rows[k]![i]! / rows[i]![i]!
      for (let j = i; j < 9; j++) rows[k]![j]! -= share * rows[i]![j]!
    }
  }
  return rows.map((row, i) => row[8]! / row[i]!)
}

/** The page alone, as a rectangle. */
export function flattened(image: Gray): Gray {
  const corners = cornersOf(image)
  if (corners === null) return image
  const [a, b, c, d] = corners
  const width = Math.round(Math.max(distance(a, b), distance(d, c)))
  const height = Math.round(Math.max(distance(a, d), distance(b, c)))
  const [h0, h1, h2, h3, h4, h5, h6, h7] = projection(width, height, corners) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const depth = h6 * x + h7 * y + 1
      data[y * width + x] = sampleAt(image, (h0 * x + h1 * y + h2) / depth, (h3 * x + h4 * y + h5) / depth)
    }
  return { width, height, data }
}
