/** Matches the lines of a paper to variants, with a confidence. Pure. */
import { limits } from '../../contract/limits.ts'
import { bareBarcode } from '../../records/variant_names.rules.ts'
import { identityOf } from './learned.rules.ts'
import type { LineValue, Problem, Reading, ReadLine } from './reading/reading.ts'
import { totalWithoutPrices } from './reading/table/totals.rules.ts'

export const matchedBy = ['sku', 'buyer_sku', 'barcode', 'style', 'description', 'correction'] as const
export type MatchedBy = (typeof matchedBy)[number]

export interface Candidate {
  variant_id: string
  sku: string
  barcode: string | null
  handle: string | null
  title: string
  option_values: Record<string, string>
  is_archived: boolean
}

export interface Candidates {
  variants: readonly Candidate[]
  /** Items of the account. */
  buyer_skus: ReadonlyMap<string, string>
  /** Folded SKUs that several variants of the organisation share. */
  confusable: ReadonlySet<string>
  /** Prices of the account's list by variant, where lines need them. */
  list_prices?: ReadonlyMap<string, number>
  /** Variants that a person named on earlier papers of the layout, by what identifies a line. */
  learned?: ReadonlyMap<string, string>
}

export interface MatchedLine extends ReadLine {
  variant: Candidate | null
  matched_by: MatchedBy[]
  confidence: number
}

const threshold = limits.order_document_confidence_min
/** Confidence of a value that nothing else on the paper confirms. */
const unconfirmed = 0.85
const confirmed = 0.99

/** Letters and digits that recognition takes for each other become one. */
export const foldSku = (sku: string): string =>
  sku
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replaceAll(/[OQD]/g, '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('Z', '2')
    .replaceAll('S', '5')
    .replaceAll('G', '6')
    .replaceAll('B', '8')

/** The digits of a barcode. */
export const barcodeKey = (text: string): string => bareBarcode(text.replaceAll(/[^\dXx]/g, ''))

const barcodeDigitsMin = 6

/** Returns the texts of a paper that can be barcodes, without their leading zeros. */
export const barcodesAmong = (texts: readonly string[]): string[] =>
  texts.map(barcodeKey).filter((key) => key.length >= barcodeDigitsMin)

/** The last digit of a GTIN follows from the others. */
export function hasCheckDigit(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').padStart(14, '0')
  if (digits.length !== 14 || !/[1-9]/.test(digits)) return false
  const sum = Array.from(digits.slice(0, 13)).reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === Number(digits[13])
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const optionOf = ({ option_values }: Candidate, name: RegExp): string | null =>
  Object.entries(option_values).find(([key]) => name.test(key))?.[1] ?? null

const isSame = (text: string | undefined, option: string | null) =>
  text === undefined || option === null || plain(text) === plain(option)

/** Names that shops give to the options of colour and size. */
const colorOption = /colou?r|farbe|couleur|coloris|kleur/i
const sizeOption = /size|größe|grösse|groesse|taille|maat/i

const fitsOptions = (values: ReadLine['values'], variant: Candidate): boolean =>
  isSame(values.color?.text, optionOf(variant, colorOption)) && isSame(values.size?.text, optionOf(variant, sizeOption))

/** The description names the product and every option of the variant. */
function isDescribed(text: string, variant: Candidate): boolean {
  const words = ` ${plain(text)} `
  const options = Object.values(variant.option_values)
  return options.length > 0 && [variant.title, ...options].every((one) => words.includes(` ${plain(one)} `))
}

interface Found {
  by: MatchedBy
  /** Several where the value leaves it open. */
  variants: readonly Candidate[]
  confidence: number
}

class Finder {
  readonly #bySku: Map<string, Candidate>
  readonly #byId: Map<string, Candidate>
  readonly #byBarcode: Map<string, Candidate[]>
  readonly #byStyle: Map<string, Candidate[]>

  constructor(readonly candidates: Candidates) {
    const { variants } = candidates
    this.#bySku = new Map(variants.map((variant) => [variant.sku, variant]))
    this.#byId = new Map(variants.map((variant) => [variant.variant_id, variant]))
    this.#byBarcode = Map.groupBy(variants, ({ barcode }) => barcodeKey(barcode ?? ''))
    this.#byStyle = new Map()
    for (const variant of variants)
      // The handle is often the title in other letters, and names the variant once.
      for (const style of new Set([plain(variant.handle ?? variant.title), plain(variant.title)]))
        this.#byStyle.set(style, [...(this.#byStyle.get(style) ?? []), variant])
  }

  /** Whether a text is the SKU, the barcode or the product of others than a variant. */
  namesOther(text: string, { variant_id, title }: Candidate): boolean {
    const key = plain(text)
    const products = key === '' ? [] : (this.#byStyle.get(key) ?? [])
    const named = [this.bySku(text) ?? [], this.byBuyerSku(text) ?? [], this.byBarcode(text)].flat()
    const isOther = named.length > 0 && named.every((one) => one.variant_id !== variant_id)
    return isOther || (named.length === 0 && products.length > 0 && products.every((one) => one.title !== title))
  }

  bySku = (text: string) => this.#bySku.get(text.trim()) ?? null

  /** What a person said of the same words. */
  byCorrection({ values }: ReadLine): Candidate | null {
    const key = identityOf(values)
    return key === null ? null : (this.#byId.get(this.candidates.learned?.get(key) ?? '') ?? null)
  }

  byBuyerSku = (text: string) => this.#byId.get(this.candidates.buyer_skus.get(text.trim()) ?? '') ?? null

  byBarcode(text: string): readonly Candidate[] {
    const key = barcodeKey(text)
    return key === '' ? [] : (this.#byBarcode.get(key) ?? [])
  }

  /** Style with colour and size; what the product has no option for need not be stated. */
  byStyle(values: ReadLine['values']): readonly Candidate[] {
    const variants = values.style === undefined ? [] : (this.#byStyle.get(plain(values.style.text)) ?? [])
    return variants.filter((variant) => fitsOptions(values, variant))
  }
}

const identifying = ['sku', 'item', 'buyer_sku', 'barcode'] as const

/** The variant that each identifier of a line names; `unknown` are those that should name one and do not. */
function findEach({ values }: ReadLine, finder: Finder): { found: Found[]; unknown: LineValue[] } {
  const matches: Found[] = []
  const unknown: LineValue[] = []
  const add = (by: MatchedBy, variants: readonly Candidate[], confidence: number) =>
    matches.push({ by, variants, confidence })
  for (const name of identifying) {
    const cell = values[name]
    if (cell === undefined) continue
    const sku = name === 'sku' || name === 'item' ? finder.bySku(cell.text) : null
    const own = name === 'buyer_sku' || name === 'item' ? finder.byBuyerSku(cell.text) : null
    const coded = name === 'barcode' || name === 'item' ? finder.byBarcode(cell.text) : []
    // One number counts once, but may be the SKU of one variant here and the account's SKU of another.
    if (sku !== null) add('sku', [sku], cell.confidence)
    if (own !== null && own !== sku) add('buyer_sku', [own], cell.confidence)
    if (coded.length > 0 && !coded.some((one) => one === sku || one === own)) add('barcode', coded, cell.confidence)
    if (sku === null && own === null && coded.length === 0) unknown.push(name)
  }
  const styled = finder.byStyle(values)
  if (styled.length > 0)
    add('style', styled, Math.min(...[values.style, values.color, values.size].map((cell) => cell?.confidence ?? 1)))
  return { found: matches, unknown }
}

/** A number on the paper names others than the variant; a style with colour and size is only words, which a person may have settled. */
const isDenied = ({ variant_id }: Candidate, matches: readonly Found[]): boolean =>
  matches.some(({ by, variants }) => by !== 'style' && variants.every((one) => one.variant_id !== variant_id))

/** Columns that may name another item than the one by which a line was found. */
const naming = ['buyer_sku', 'barcode', 'style', 'description'] as const satisfies readonly LineValue[]

type Identity = Pick<MatchedLine, 'variant' | 'matched_by' | 'confidence'> & { problem: Problem | null }

function identify(line: ReadLine, finder: Finder, isRecognised: boolean): Identity {
  const problem = (code: Problem['code'], words: string): Problem => ({
    code,
    line_number: line.line_number,
    sentence: `Line ${line.line_number}: ${words}`,
  })
  const none = { variant: null, matched_by: [], confidence: 0 }
  const archived = ({ sku, is_archived }: Candidate) =>
    is_archived ? problem('item_archived', `${sku} is an archived variant.`) : null
  const { found, unknown } = findEach(line, finder)
  const learned = finder.byCorrection(line)
  if (learned !== null)
    return isDenied(learned, found)
      ? {
          ...none,
          problem: problem(
            'identifiers_disagree',
            `its identifiers do not name ${learned.sku}, as a person did for the same words before.`,
          ),
        }
      : { variant: learned, matched_by: ['correction'], confidence: 1, problem: archived(learned) }
  const named = identifying.flatMap((name) => line.values[name]?.text ?? [])[0] ?? line.values.style?.text ?? 'that'
  if (found.length === 0)
    return {
      ...none,
      problem: problem('item_unknown', `no item of the account or the catalogue is ${named.slice(0, 80)}.`),
    }
  const common = found
    .map(({ variants }) => new Set(variants.map(({ variant_id }) => variant_id)))
    .reduce((all, ids) => all.intersection(ids))
  const possible = found[0]!.variants.filter(({ variant_id }) => common.has(variant_id))
  if (possible.length === 0)
    return { ...none, problem: problem('identifiers_disagree', 'its identifiers name different variants.') }
  const [variant, other] = possible
  if (other !== undefined)
    return {
      ...none,
      problem: problem('item_ambiguous', `${possible.length} variants fit; its size or colour is missing.`),
    }
  if (!fitsOptions(line.values, variant!) || isContradicted(unknown, variant!))
    return { ...none, problem: problem('identifiers_disagree', `its other values do not fit ${variant!.sku}.`) }
  const otherName = naming.find((name) => finder.namesOther(line.values[name]?.text ?? '', variant!))
  if (otherName !== undefined)
    return {
      ...none,
      problem: problem(
        'identifiers_disagree',
        `its ${otherName} “${line.values[otherName]!.text.slice(0, 80)}” names another item than ${variant!.sku}.`,
      ),
    }
  const matched_by = [...new Set(found.map(({ by }) => by))]
  if (line.values.description !== undefined && isDescribed(line.values.description.text, variant!))
    matched_by.push('description')
  const confidence = sureness(line, found, matched_by, finder.candidates.confusable, isRecognised)
  return {
    variant: variant!,
    matched_by,
    confidence,
    problem: archived(variant!),
  }
}

/** An identifier that names nothing contradicts the others, unless the variant has none of its kind to compare. */
const isContradicted = (unknown: readonly LineValue[], { barcode }: Candidate): boolean =>
  unknown.some((name) => name === 'sku' || name === 'item' || (name === 'barcode' && barcode !== null))

function sureness(
  { values }: ReadLine,
  matches: readonly Found[],
  matched_by: readonly MatchedBy[],
  confusable: ReadonlySet<string>,
  isRecognised: boolean,
): number {
  if (!isRecognised) return 1
  if (matched_by.length > 1) return confirmed
  const [{ by, confidence }] = matches as [Found]
  const text = (values.sku ?? values.item ?? values.barcode)?.text ?? ''
  if (by === 'barcode' && hasCheckDigit(text)) return Math.max(confidence, threshold)
  return Math.min(confidence, by === 'sku' && confusable.has(foldSku(text)) ? 0.6 : unconfirmed)
}

/** Problems of a figure that say already why it is not known. */
const settledElsewhere: readonly Problem['code'][] = [
  'unit_unknown',
  'quantity_ambiguous',
  'price_ambiguous',
  'price_unreadable',
  'columns_disagree',
]

/** The amount of a line may be before or after its discount. */
const isAmount = ({ amount_cents, discount_cents }: ReadLine, gross: number) =>
  [gross, gross - discount_cents].some((cents) => Math.abs(cents - amount_cents!) <= 1)

/** Confidence of the figures of a line: they confirm each other, or the total confirms the quantities. */
function figures(
  line: ReadLine,
  isRecognised: boolean,
  isTotalRight: boolean,
  named: ReadonlySet<Problem['code']>,
): { confidence: number; problem: Problem | null } {
  const { quantity, unit_price_cents: price, amount_cents: amount, line_number, values } = line
  const isOpen = [...named].some((code) => settledElsewhere.includes(code))
  if (isOpen && (quantity === null || price === null)) return { confidence: 0, problem: null }
  const problem = (code: Problem['code'], words: string) => ({
    confidence: 0,
    problem: { code, line_number, sentence: `Line ${line_number}: ${words}` },
  })
  if (quantity === null || quantity < 1 || quantity > limits.sales_order_quantity_max)
    return problem(
      'quantity_unreadable',
      `“${(values.quantity?.text ?? '').slice(0, 40)}” is no quantity of at least 1.`,
    )
  if (values.unit_price !== undefined && (price === null || price > limits.sales_order_price_cents_max))
    return problem('price_unreadable', `“${values.unit_price.text.slice(0, 40)}” is no price.`)
  if (price !== null && amount !== null && !isAmount(line, quantity * price))
    return problem('amount_differs', 'its quantity times its price is not its amount.')
  const isDerived = line.derived.includes('unit_price_cents')
  if (!isRecognised || (price !== null && amount !== null && !isDerived))
    return { confidence: isRecognised ? confirmed : 1, problem: null }
  const stated = isDerived ? values.amount : values.unit_price
  const priceSure = price === null ? 1 : Math.min(stated!.confidence, unconfirmed)
  const quantitySure = isTotalRight ? confirmed : Math.min(values.quantity!.confidence, unconfirmed)
  return { confidence: Math.min(priceSure, quantitySure), problem: null }
}

function checkTotals(reading: Reading): { problems: Problem[]; isRight: boolean } {
  const { lines, total_units, total_cents, is_recognised } = reading
  const problems: Problem[] = []
  const add = (code: Problem['code'], sentence: string) => problems.push({ code, line_number: null, sentence })
  const units = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  if (total_units !== null && units !== total_units)
    add('total_differs', `The lines add up to ${units} units, and the paper states ${total_units}.`)
  const amounts = lines.map(
    ({ quantity, unit_price_cents: price, amount_cents }) =>
      amount_cents ?? (quantity === null || price === null ? null : quantity * price),
  )
  const isPriced = amounts.every((cents) => cents !== null)
  const cents = amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const off = lines.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  const isTotal = (sum: number) => Math.abs(sum - total_cents!) <= lines.length
  if (total_cents !== null && isPriced && !isTotal(cents) && !isTotal(cents - off))
    add('total_differs', `The lines add up to ${(cents - off) / 100}, and the paper states ${total_cents / 100}.`)
  const isOpen = reading.problems.some(({ code }) => settledElsewhere.includes(code))
  const isCounted = lines.every(({ quantity }) => quantity !== null)
  if (total_cents !== null && !isPriced && isCounted && !isOpen && !is_recognised)
    problems.push(totalWithoutPrices(total_cents))
  const isChecked = total_units !== null || (total_cents !== null && isPriced)
  if (is_recognised && !isChecked)
    add('total_missing', 'The paper states no total, so that a line that was not recognised would be missed.')
  return { problems, isRight: total_units !== null && problems.length === 0 }
}

export interface Matched {
  lines: MatchedLine[]
  problems: Problem[]
}

/** Of several prices that the paper can mean, the one that the account's list has. */
function settlePrice(line: ReadLine, variant: Candidate | null, prices: Candidates['list_prices']): ReadLine {
  if (line.price_readings.length === 0) return line
  const listed = variant === null ? undefined : prices?.get(variant.variant_id)
  const price = line.price_readings.find((one) => one === listed)
  return price === undefined ? line : { ...line, unit_price_cents: price, price_readings: [] }
}

function openPrice({ line_number, price_readings }: ReadLine): Problem | null {
  if (price_readings.length === 0) return null
  const readings = price_readings.map((cents) => (cents / 100).toFixed(2)).join(' or ')
  return {
    code: 'price_ambiguous',
    line_number,
    sentence: `Line ${line_number}: its price can be ${readings} for a single unit, and the price list has neither.`,
  }
}

export function matchLines(read: Reading, candidates: Candidates): Matched {
  const finder = new Finder(candidates)
  const identities = read.lines.map((line) => identify(line, finder, read.is_recognised))
  const priced = read.lines.map((line, i) => settlePrice(line, identities[i]!.variant, candidates.list_prices))
  const reading: Reading = { ...read, lines: priced }
  const totals = checkTotals(reading)
  const problems = [...reading.problems, ...totals.problems]
  const codes = Map.groupBy(reading.problems, ({ line_number }) => line_number)
  const lowered = totals.problems.length > 0 ? 0.8 : 1
  const lines = reading.lines.map((line, i): MatchedLine => {
    const { problem, ...identity } = identities[i]!
    const ambiguous = openPrice(line)
    const own = [...(codes.get(line.line_number) ?? []), ...(ambiguous === null ? [] : [ambiguous])]
    const named = new Set(own.map(({ code }) => code))
    const figured = figures(line, reading.is_recognised, totals.isRight, named)
    const open = [problem, ambiguous, figured.problem].filter((one) => one !== null)
    problems.push(...open)
    const confidence = Math.min(identity.confidence, figured.confidence)
    if (open.length === 0 && named.size === 0 && confidence < threshold)
      problems.push({
        code: 'confidence_low',
        line_number: line.line_number,
        sentence: `Line ${line.line_number}: nothing else on the paper confirms what was recognised.`,
      })
    return { ...line, ...identity, confidence: Math.round(confidence * lowered * 1_000) / 1_000 }
  })
  return { lines, problems }
}
