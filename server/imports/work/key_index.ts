/**
 * The keys of a file's records by 64-bit hash, each with the row of the first record that has it. A million keys take
 * 16 MB. Two different keys with one hash are one in thirty million files of a million rows; the second is then refused.
 */

/** Both halves of a hash of the text (cyrb53's mixing, whole). */
function hashOf(text: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return [a >>> 0, b >>> 0]
}

/** Three numbers a key: both halves of its hash, and its row, which is never 0. */
const width = 3
const slotsFirst = 1_024
/** Share of the slots that are used at most, so that a key is found within a few of them. */
const fill = 0.75

export class KeyIndex {
  #slots: Uint32Array<ArrayBuffer>
  #count = 0
  /** Keys added since the last `taken`. */
  #added: number[] = []

  /** `keys`: how many are expected, so that it need not grow, which takes a tenth of a second at a million. */
  constructor(keys = 0) {
    this.#slots = new Uint32Array(Math.max(slotsFirst, Math.ceil(keys / fill) + 1) * width)
  }

  /** The row of the first record with this key, or null where `row` is the first. */
  add(key: string, row: number): number | null {
    const [a, b] = hashOf(key)
    const earlierRow = this.#put(a, b, row)
    if (earlierRow === null) this.#added.push(a, b, row)
    return earlierRow
  }

  /** The row of the first record with this key, or null. */
  find(key: string): number | null {
    const [a, b] = hashOf(key)
    return this.#slots[this.#placeOf(a, b) + 2] || null
  }

  #put(a: number, b: number, row: number): number | null {
    if (this.#count * width >= this.#slots.length * fill) this.#grow()
    const at = this.#placeOf(a, b)
    if (this.#slots[at + 2] !== 0) return this.#slots[at + 2]!
    this.#slots[at] = a
    this.#slots[at + 1] = b
    this.#slots[at + 2] = row
    this.#count++
    return null
  }

  /** The slot of the hash, or the free slot where it belongs. */
  #placeOf(a: number, b: number): number {
    const slots = this.#slots.length / width
    for (let slot = ((a ^ b) >>> 0) % slots; ; slot = (slot + 1) % slots) {
      const at = slot * width
      if (this.#slots[at + 2] === 0 || (this.#slots[at] === a && this.#slots[at + 1] === b)) return at
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(old.length * 2)
    this.#count = 0
    for (let at = 0; at < old.length; at += width)
      if (old[at + 2] !== 0) this.#put(old[at]!, old[at + 1]!, old[at + 2]!)
  }

  /** The keys added since, as bytes that `restore` reads. */
  taken(): Uint8Array {
    const added = new Uint8Array(Uint32Array.from(this.#added).buffer)
    this.#added = []
    return added
  }

  restore(bytes: Uint8Array): void {
    const numbers = new Uint32Array(bytes.slice().buffer)
    for (let at = 0; at < numbers.length; at += width) this.#put(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!)
  }
}
