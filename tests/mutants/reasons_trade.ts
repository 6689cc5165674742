/** Reasons of survivors in the rules of selling, partners and interchanges. */
type Mutant = readonly [original: string, replacement: string]

const because = (file: string, why: string, ...mutants: readonly Mutant[]) =>
  mutants.map(([original, replacement]) => ({ file, original, replacement, why }))

const text = '["Stryker was here"]'

export const tradeReasons = [
  ...because(
    'server/selling/edi_orders/outbound/item_ids.rules.ts',
    'The text null is no GTIN, and null is its own plain text; the checks are for the types.',
    ['text !== null', 'true'],
    ['barcode !== null', 'true'],
  ),
  ...because(
    'server/selling/order_documents/matching.rules.ts',
    'A text that names no kind of identifier contradicts none.',
    ['[]', text],
  ),
  ...because(
    'server/selling/order_documents/matching.rules.ts',
    'Null is less than 1 as well; the check is for the type.',
    ['quantity === null', 'false'],
  ),
  ...because(
    'server/selling/order_documents/paper.rules.ts',
    'Nothing that is missing is a currency; the check is for the type.',
    ['currency !== null', 'true'],
  ),
  ...because(
    'server/selling/order_documents/paper.rules.ts',
    'Null is less than 1 as well; the check is for the type.',
    ['quantity === null', 'false'],
  ),
  ...because(
    'server/selling/order_documents/reading/columns.rules.ts',
    'A header that is near a word is not the word itself, so the two do not end together.',
    ['start < a.length', 'true'],
    ['start < a.length', 'start <= a.length'],
  ),
  ...because(
    'server/selling/order_documents/reading/read_grid.rules.ts',
    'No column of the table is called so, and the text is neither an amount nor a date.',
    ['[]', text],
  ),
  ...because(
    'server/selling/order_documents/reading/words.rules.ts',
    'Beyond the last edge there is no stretch, and no edge is in the middle between two neighbours.',
    ['k < edges.length', 'k <= edges.length'],
    ['word.left < middle', 'word.left <= middle'],
    ['word.right > middle', 'word.right >= middle'],
  ),
  ...because(
    'server/selling/order_documents/reading/words.rules.ts',
    'The words of a header stand in the columns that it makes.',
    ['i <= header', 'i < header'],
  ),
  ...because(
    'server/selling/sales_order_import/resolve_order.rules.ts',
    'Null is no time, and no time comes before it; the check is for the type.',
    ['at !== null', 'true'],
  ),
  ...because(
    'server/selling/sales_order_import/reading/order_progress.rules.ts',
    'Null is no time, and no time comes before it; the check is for the type.',
    ['at !== null', 'true'],
  ),
  ...because(
    'server/selling/sales_order_import/reading/order_money.rules.ts',
    'An order with a fault is refused whole, whatever its amounts would be.',
    ['false', 'true'],
  ),
  ...because(
    'server/selling/sales_order_import/reading/order_days.rules.ts',
    'A day alone begins its day, so nothing of that day is before it; the checks save a look at the calendar.',
    ['followed.filter((one): one is string => one !== null && Date.parse(one) > Date.parse(at))', 'followed'],
    ['one !== null && Date.parse(one) > Date.parse(at)', 'true'],
    ['one !== null && Date.parse(one) > Date.parse(at)', 'one !== null || Date.parse(one) > Date.parse(at)'],
    ['one !== null', 'true'],
    ['Date.parse(one) > Date.parse(at)', 'true'],
    ['Date.parse(one) > Date.parse(at)', 'Date.parse(one) >= Date.parse(at)'],
    ['later.length === 0', 'false'],
  ),
  ...because(
    'server/selling/returns/importing/import_rows.rules.ts',
    'Texts that differ by more than case differ in either case.',
    ['text.toLowerCase()', 'text.toUpperCase()'],
  ),
  ...because(
    'server/selling/returns/importing/import_rows.rules.ts',
    'The text null is no number; the check is for the type.',
    ['quantity !== null', 'true'],
  ),
  ...because(
    'server/selling/sales_facts/sales_figures.rules.ts',
    'Every figure is set below; the object is complete for the type.',
    ['{ ...noFigures }', '{}'],
  ),
  ...because(
    'server/selling/sales_facts/sales_figures.rules.ts',
    'The parts are the values of a map by these keys, so no two are equal.',
    ['keyText(one) < keyText(other)', 'keyText(one) <= keyText(other)'],
  ),
  ...because(
    'server/selling/sales_facts/sales_figures.rules.ts',
    'It follows from the conditions below; the list is that of the constraints of the table.',
    ['part.units >= 0', 'true'],
    ['part.priced_units >= 0', 'true'],
  ),
  ...because(
    'server/selling/sales_facts/verify_sales.rules.ts',
    'A day that nobody claimed is told in a sentence of its own.',
    ["['sales_daily', 'sales_channel_days']", '[]'],
  ),
  ...because(
    'server/partners/order_book/recording/new_revisions.rules.ts',
    'A day that is missing comes before no other; the checks are for the types.',
    ['ship_window_start !== null && ship_window_end !== null', 'true'],
    [
      'ship_window_start !== null && ship_window_end !== null',
      'ship_window_start !== null || ship_window_end !== null',
    ],
    ['ship_window_start !== null', 'true'],
    ['ship_window_end !== null', 'true'],
  ),
  ...because('server/partners/order_book/season.rules.ts', 'Of two equal days either is the same.', [
    'day < as_of',
    'day <= as_of',
  ]),
  ...because(
    'server/partners/order_book/size_curve.rules.ts',
    'The sizes are the keys of a map, so no two are equal.',
    ['a.size < b.size', 'a.size <= b.size'],
  ),
  ...because(
    'server/partners/sell_out/figures/period.rules.ts',
    'The periods are the values of a map by these keys, so no two are equal.',
    ['a < b', 'a <= b'],
  ),
  ...because('server/partners/sell_out/outcomes.rules.ts', 'The outcomes are the keys of a map, so no two are equal.', [
    'a < b',
    'a <= b',
  ]),
  ...because(
    'server/partners/sell_out/figures/doors.rules.ts',
    'It saves making again what is made already.',
    ['door !== undefined', 'false'],
    ['absent.length === 0', 'false'],
  ),
  ...because(
    'server/partners/sell_out/figures/doors.rules.ts',
    'Null adds nothing to a number, and the other check answers for two of them.',
    ['a === null', 'false'],
    ['b === null', 'false'],
  ),
  ...because('server/pipeline/browser/browser.rules.ts', 'The text null is no URL; the check is for the type.', [
    'origin === null',
    'false',
  ]),
  ...because('server/partners/retailers/domains.rules.ts', 'An empty domain is left out anyway.', [
    String.raw`/\s+/`,
    String.raw`/\s/`,
  ]),
  ...because(
    'server/partners/retailers/next_order.rules.ts',
    'Null is not above 0 either; the check is for the type.',
    ['units_per_day === null', 'false'],
  ),
  ...because('server/partners/retailers/next_order.rules.ts', 'Of two equal days either is the same.', [
    'expected < today',
    'expected <= today',
  ]),
  ...because(
    'server/partners/retailers/reasons.rules.ts',
    'Whether the shelf is empty is asked only where a count is known; the check is for the type.',
    ['facts.on_hand !== null', 'true'],
  ),
  ...because('server/partners/retailers/overview.rules.ts', 'A text arrives on no day, and in no week.', ['[]', text]),
  ...because('server/partners/retailers/replenishment.rules.ts', 'A text arrives on no day.', ['[]', text]),
  ...because(
    'server/partners/retailers/replenishment.rules.ts',
    'With every sign turned, the two polynomials have the same quotient.',
    ['sum * x + coefficient', 'sum * x - coefficient'],
  ),
  ...because(
    'server/partners/retailers/replenishment.rules.ts',
    'Both formulas agree where one takes over from the other.',
    ['share > 0.97575', 'share >= 0.97575'],
  ),
  ...because(
    'server/interchanges/transports/complete.rules.ts',
    'Of a shorter text there is no terminator, with which it could end; the check is for the types.',
    ['text.length < start + 106', 'false'],
    ['text.length < start + 106', 'text.length <= start + 106'],
    ['start + 106', 'start - 106'],
  ),
  ...because(
    'server/interchanges/inbound/reading/redaction.rules.ts',
    'Segments stand after the 106 characters of ISA, and none at the end of the text.',
    ['at < text.length', 'at <= text.length'],
    ['terminatorAt < 0', 'terminatorAt <= 0'],
  ),
  ...because(
    'server/interchanges/inbound/reading/redaction.rules.ts',
    'It saves work on segments that stay as they are.',
    ["first === 'N' || first === 'P'", 'true'],
    ['redactedElements === elements', 'false'],
  ),
  ...because(
    'server/interchanges/inbound/reading/split_file.rules.ts',
    'It skips empty segments at once, which are skipped one by one otherwise.',
    ['at + isaLength - 1', 'at + isaLength + 1'],
    ['at + isaLength', 'at - isaLength'],
  ),
  ...because('server/interchanges/inbound/reading/split_file.rules.ts', 'It saves the comparison of most segments.', [
    "text[start] === 'I'",
    'true',
  ]),
  ...because(
    'server/interchanges/inbound/reading/split_file.rules.ts',
    'What is looked for stands after the 106 characters of ISA.',
    ['end < 0', 'end <= 0'],
    ['next > 0', 'next >= 0'],
  ),
]
