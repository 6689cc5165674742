/** Grey images: brightness of each pixel, row by row, and what makes their text easier to recognise. Pure. */

export interface Gray {
  width: number
  height: number
  data: Uint8Array
}

export function grayOf(pixels: ArrayLike<number>, width: number, height: number, channels: number): Gray {
  const data = new Uint8Array(width * height)
  if (channels < 3) for (let i = 0; i < data.length; i++) data[i] = pixels[i * channels]!
  else
    for (let i = 0, at = 0; i < data.length; i++, at += channels)
      data[i] = (pixels[at]! * 77 + pixels[at + 1]! * 151 + pixels[at + 2]! * 28) >> 8
  return { width, height, data }
}

/** Averages where it becomes smaller, interpolates where it becomes larger. */
export function scaleTo(image: Gray, width: number, height: number): Gray {
  if (width === image.width && height === image.height) return image
  const data = new Uint8Array(width * height)
  const [dx, dy] = [image.width / width, image.height / height]
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor(y * dy), Math.max(Math.floor(y * dy) + 1, Math.floor((y + 1) * dy))]
    for (let x = 0; x < width; x++) {
      if (dx < 1) {
        data[y * width + x] = sampleAt(image, (x + 0.5) * dx - 0.5, (y + 0.5) * dy - 0.5)
        continue
      }
      const [left, right] = [Math.floor(x * dx), Math.max(Math.floor(x * dx) + 1, Math.floor((x + 1) * dx))]
      let sum = 0
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) sum += image.data[row * image.width + column]!
      data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, data }
}

/** Brightness between pixels; white outside of the image. */
export function sampleAt({ width, height, data }: Gray, x: number, y: number): number {
  if (x < -1 || y < -1 || x > width || y > height) return 255
  const x0 = Math.min(Math.max(Math.floor(x), 0), width - 1)
  const y0 = Math.min(Math.max(Math.floor(y), 0), height - 1)
  const x1 = Math.min(x0 + 1, width - 1)
  const y1 = Math.min(y0 + 1, height - 1)
  const [fx, fy] = [Math.min(Math.max(x - x0, 0), 1), Math.min(Math.max(y - y0, 0), 1)]
  const above = data[y0 * width + x0]! * (1 - fx) + data[y0 * width + x1]! * fx
  const below = data[y1 * width + x0]! * (1 - fx) + data[y1 * width + x1]! * fx
  return above * (1 - fy) + below * fy
}

/** Turns clockwise by quarters. */
export function turned(image: Gray, quarters: number): Gray {
  const { width, height, data } = image
  const turns = ((quarters % 4) + 4) % 4
  if (turns === 0) return image
  if (turns === 2) return { width, height, data: data.toReversed() }
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = turns === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y
      out[place] = data[y * width + x]!
    }
  return { width: height, height: width, data: out }
}

/** Brightness of the paper around each pixel: the brightest of each small tile, smoothed. */
function background(image: Gray): Gray {
  const tile = Math.max(8, Math.round(Math.max(image.width, image.height) / 64))
  const [width, height] = [Math.ceil(image.width / tile), Math.ceil(image.height / tile)]
  const tiles = new Uint8Array(width * height)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const place = Math.floor(y / tile) * width + Math.floor(x / tile)
      tiles[place] = Math.max(tiles[place]!, image.data[y * image.width + x]!)
    }
  const smooth = new Uint8Array(tiles.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          sum += tiles[row * width + column]!
          count++
        }
      smooth[y * width + x] = sum / count
    }
  return { width, height, data: smooth }
}

/** Divides by the brightness of the paper, so that shadows disappear, and stretches the contrast. */
export function withoutShadow(image: Gray): Gray {
  const paper = scaleTo(background(image), image.width, image.height)
  const data = new Uint8Array(image.data.length)
  const counts = new Uint32Array(256)
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.min(255, (image.data[i]! * 255) / Math.max(paper.data[i]!, 1))
    counts[data[i]!]!++
  }
  let dark = 0
  for (let seen = 0; dark < 128 && seen < data.length * 0.005; dark++) seen += counts[dark]!
  const [low, high] = [dark, 235]
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, Math.max(0, ((data[i]! - low) * 255) / (high - low)))
  return { ...image, data }
}

/** Unevenness of dark pixels over rows of this slope: highest along the lines of text. */
function unevenness(points: readonly { x: number; y: number }[], slope: number, height: number): number {
  const rows = new Float64Array(height * 2 + 2)
  for (const { x, y } of points) {
    const row = Math.round(y - x * slope + height / 2)
    if (row >= 0 && row < rows.length) rows[row]!++
  }
  return rows.reduce((sum, count) => sum + count * count, 0)
}

/** Slope of the lines of text, between -0.2 and 0.2. */
export function slopeOf(image: Gray): number {
  const factor = Math.max(1, Math.max(image.width, image.height) / 900)
  const small = scaleTo(image, Math.round(image.width / factor), Math.round(image.height / factor))
  const points: { x: number; y: number }[] = []
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) if (small.data[y * small.width + x]! < 140) points.push({ x, y })
  const every = Math.max(1, Math.floor(points.length / 20_000))
  const sample = points.filter((_, i) => i % every === 0)
  let best = { slope: 0, score: unevenness(sample, 0, small.height) * 1.02 }
  const search = (from: number, to: number, step: number) => {
    for (let slope = from; slope <= to; slope += step) {
      const score = unevenness(sample, slope, small.height)
      if (score > best.score) best = { slope, score }
    }
  }
  search(-0.2, 0.2, 0.01)
  search(best.slope - 0.01, best.slope + 0.01, 0.001)
  return best.slope
}

export function straightened(image: Gray): Gray {
  const slope = slopeOf(image)
  if (Math.abs(slope) < 0.002) return image
  const { width, height } = image
  const size = Math.hypot(1, slope)
  const [cos, sin] = [1 / size, slope / size]
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = [x - width / 2, y - height / 2]
      data[y * width + x] = sampleAt(
        image,
        width / 2 + fromX * cos - fromY * sin,
        height / 2 + fromX * sin + fromY * cos,
      )
    }
  return { width, height, data }
}

/** The band across the image that has the most dark pixels. */
export function densestBand(image: Gray, height: number): Gray {
  const { width, data } = image
  if (height >= image.height) return image
  const dark = Array.from({ length: image.height }, (_, y) => {
    let count = 0
    for (let at = y * width; at < (y + 1) * width; at++) if (data[at]! < 140) count++
    // A line or the edge of the paper is no text.
    return count > width * 0.4 ? 0 : count
  })
  let sum = dark.slice(0, height).reduce((all, count) => all + count, 0)
  let best = { top: 0, sum }
  for (let top = 1; top + height <= image.height; top++) {
    sum += dark[top + height - 1]! - dark[top - 1]!
    if (sum > best.sum) best = { top, sum }
  }
  return { width, height, data: data.slice(best.top * width, (best.top + height) * width) }
}

/** As portable greymap. */
export function encodePgm({ width, height, data }: Gray): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])
}
