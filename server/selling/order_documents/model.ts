/** The filed order paper, shared by its operations. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { orderPaperFormats, orderPaperStates } from '../known_values.ts'
import { matchedBy } from './matching.rules.ts'
import { lineValues, paperValues, problemCodes } from './reading/reading.ts'

export const OrderPaperPath = Type.Object(
  { document_id: Id('Id of the filed order paper.') },
  { additionalProperties: false },
)

const Problem = Shape(
  {
    code: OpenChoice(problemCodes, 'Kind of problem.'),
    line_number: Nullable(
      Count('Number of the line as it was read; null for the paper as a whole.', { examples: [2] }),
    ),
    sentence: Text('What is wrong, as a sentence to display.', {
      examples: ['Line 2: no item of the account or the catalogue is HBR-100-NAV-9.'],
    }),
  },
  { $id: 'PaperProblem' },
)

type ValueName = (typeof lineValues)[number] | (typeof paperValues)[number]

const share = (description: string) => Num(description, { minimum: 0, maximum: 1, examples: [0.96] })
const edge = (description: string) => Num(description, { minimum: 0, maximum: 1, examples: [0.12] })

const Place = Shape(
  {
    page: Nullable(Whole('Page, from 1; null in a CSV file or a workbook.', { examples: [1] })),
    box: Nullable(
      Shape(
        {
          left: edge('Left edge, as a share of the width of the page.'),
          top: edge('Top edge, as a share of the height of the page.'),
          width: edge('Width, as a share of that of the page.'),
          height: edge('Height, as a share of that of the page.'),
        },
        {
          $id: 'PaperBox',
          description:
            'Where the value stands on the page; of a photograph, on the page as it was straightened. Null in a CSV file or a workbook.',
        },
      ),
    ),
    cell: Nullable(
      Text('Cell, with the name of its sheet unless it is the first one; null on a page.', { examples: ['B7'] }),
    ),
  },
  { $id: 'PaperPlace', description: 'Where the value stands.' },
)

const Value = Shape({
  text: Text('The text as it was read.', { examples: ['24'] }),
  confidence: share('How sure the reading of the text is, from 0 to 1; 1 unless it was recognised from an image.'),
  place: Place,
})

const valueExamples: Record<ValueName, string> = {
  item: 'JUMPER-M',
  sku: 'JUMPER-M',
  buyer_sku: '771-JMP-M',
  barcode: '4006381333931',
  style: 'Merino crew jumper',
  color: 'Navy',
  size: 'M',
  description: 'Merino crew jumper, M',
  quantity: '24',
  unit: 'DZ',
  packs: '2',
  pack_size: '12',
  total_quantity: '24',
  unit_price: '89.00',
  net_price: '80.10',
  list_price: '89.00',
  price_per: '100',
  discount_percent: '10',
  discount: '8.90',
  amount: '2,136.00',
  door: '0101',
  ship_date: '2027-01-11',
  reference: 'PO 77120',
  order_date: '2026-11-20',
  requested_ship_date: '2027-01-11',
  ship_window_start: '2027-01-11',
  ship_window_end: '2027-01-25',
  cancel_date: '2027-02-11',
  door_reference: 'DC-02',
  currency: 'USD',
  total_units: '24',
  total_amount: '2,136.00',
}

const valueWords: Record<ValueName, string> = {
  item: 'Item that is your SKU, the SKU of the account or a barcode',
  sku: 'Your SKU',
  buyer_sku: 'SKU of the account',
  barcode: 'Barcode',
  style: 'Style',
  color: 'Colour',
  size: 'Size',
  description: 'Description',
  quantity: 'Quantity, in the unit of the paper',
  unit: 'Unit of the quantity',
  packs: 'Quantity in cartons',
  pack_size: 'Units in a carton',
  total_quantity: 'Quantity in single units',
  unit_price: 'Price before discounts',
  net_price: 'Price after discounts',
  list_price: 'Price of our list',
  price_per: 'Units that the price is for',
  discount_percent: 'Discount in percent',
  discount: 'Discount',
  amount: 'Amount of the line',
  door: 'Store or warehouse that the line is for',
  ship_date: 'Requested ship date of the line',
  reference: 'Number of the order',
  order_date: 'Date of the order',
  requested_ship_date: 'Requested ship date',
  ship_window_start: 'First day of the ship window',
  ship_window_end: 'Last day of the ship window',
  cancel_date: 'Cancel date',
  door_reference: 'Door that the goods are for',
  currency: 'Currency',
  total_units: 'Total of the units',
  total_amount: 'Total of the amounts',
}

const valuesOf = <const T extends readonly (keyof typeof valueWords)[]>(names: T) =>
  Shape(
    Object.fromEntries(
      names.map((name) => [
        name,
        Nullable(
          Shape(
            { ...Value.properties, text: Text('The text as it was read.', { examples: [valueExamples[name]] }) },
            {
              $id: 'PaperValue',
              about: 'A value as it stands on a paper, and where.',
              description: `${valueWords[name]}; null if the paper has none.`,
            },
          ),
        ),
      ]),
    ) as unknown as Record<T[number], ReturnType<typeof Nullable<typeof Value>>>,
    { description: 'Values as they stand on the paper.' },
  )

const ReadLine = Shape(
  {
    line_number: Count('Number of the line, in the order of the paper.', { examples: [1] }),
    reference: Nullable(Text('Number that the paper gives the line; null if it gives none.', { examples: ['10'] })),
    values: valuesOf(lineValues),
    quantity: Nullable(
      Whole('Single units: dozens and cartons are converted. Null if they could not be read.', { examples: [24] }),
    ),
    unit_price_cents: Nullable(
      Whole(
        'Price of a single unit before the discount, in hundredths; null if there is none, or if it has several readings.',
        {
          examples: [8_900],
        },
      ),
    ),
    discount_cents: Whole('Discount of the line, in hundredths; 0 without one.', { examples: [0] }),
    amount_cents: Nullable(Whole('Amount, in hundredths; null if there is none.', { examples: [213_600] })),
    derived: Type.Array(Text('A field.', { examples: ['unit_price_cents'] }), {
      description:
        'Fields that the paper does not state and that follow from others: a price is the amount of the line for each of its units.',
    }),
    door_reference: Nullable(
      Text('Store or warehouse that the line is for; null if the line names none.', { examples: ['0101'] }),
    ),
    requested_ship_date: Nullable(CalendarDate('Requested ship date of the line; null if the line states none.')),
    cancel_date: Nullable(CalendarDate('Cancel date of the line; null if the line states none.')),
    corrected: Type.Array(Text('A field.', { examples: ['quantity'] }), {
      description: 'Fields that a person corrected; the values of the paper stay as they were read.',
    }),
    learned: Type.Array(Text('A field.', { examples: ['variant_id'] }), {
      description:
        'Fields that were read as a person corrected them on an earlier paper of the account with the same headers.',
    }),
    variant_id: Nullable(OwnId('Id of the variant that the line orders; null if none was found.')),
    sku: Nullable(Text('SKU of that variant.', { examples: ['JUMPER-M'] })),
    matched_by: Type.Array(OpenChoice(matchedBy, 'What identified the variant.'), {
      description: 'What identified the variant; several that agree make the match surer.',
    }),
    confidence: share(
      `How sure the line is as a whole, from 0 to 1. A line is taken over without a person from ${limits.order_document_confidence_min} on.`,
    ),
  },
  { $id: 'PaperLine' },
)

export const PaperReading = Shape(
  {
    confidence: share('Confidence of the least sure line.'),
    values: valuesOf(paperValues),
    order_date: Nullable(
      CalendarDate('Date of the order as the paper states it; the draft is placed on the day that it is created.'),
    ),
    requested_ship_date: Nullable(CalendarDate('Requested ship date.')),
    ship_window_start: Nullable(CalendarDate('First day of the ship window.')),
    ship_window_end: Nullable(CalendarDate('Last day of the ship window.')),
    cancel_date: Nullable(CalendarDate('Cancel date.')),
    total_units: Nullable(Whole('Total units that the paper states; null if it states none.', { examples: [24] })),
    total_cents: Nullable(
      Whole('Total amount that the paper states; null if it states none.', { examples: [213_600] }),
    ),
    corrected: Type.Array(Text('A field.', { examples: ['reference'] }), {
      description: 'Fields of the order that a person corrected.',
    }),
    learned: Type.Array(Text('A field.', { examples: ['requested_ship_date'] }), {
      description:
        'Dates of the order whose day and month were told apart as a person did on an earlier paper of the account with the same headers.',
    }),
    lines: Type.Array(ReadLine, { description: 'Lines of the paper, in its order.' }),
  },
  { $id: 'PaperReading', description: 'What was read of the paper.' },
)
export type PaperReading = Static<typeof PaperReading>

const row = {
  document_id: OwnId('Id of the filed paper.'),
  file_name: Text('File name.', { examples: ['po-77120.pdf'] }),
  format: OpenChoice(orderPaperFormats, 'Format of the file, found from its content.'),
  byte_count: Whole('Size of the file, in bytes.', { examples: [48_212] }),
  sha256: Text('SHA-256 of its bytes, in hex.', { pattern: '^[0-9a-f]{64}$', 'x-rule': 'must be 64 hex digits' }),
  state: OpenChoice(
    orderPaperStates,
    'State of the paper. queued: waiting to be read. reading: being read. read: every line was sure, and the draft order was created. refused: it was read, but not everything is sure; `problems` has the reasons, and a person can take it. failed: it could not be read because of a fault of the service; file it again. taken: a person took it as a draft order.',
  ),
  account: Shape(
    { name: Text('Name of the account.', { examples: ['Nordhaus'] }), trading_partner_id: OwnId('Id of the account.') },
    { description: 'The trading account for which it was filed.' },
  ),
  order: Nullable(
    Shape(
      { name: Text('Name of the order.', { examples: ['SO-2041'] }), order_id: OwnId('Id of the order.') },
      { description: 'The draft order that the paper became; null if there is none.' },
    ),
  ),
  part_of: Nullable(
    OwnId(
      'Id of the paper as it was filed, if its file has several orders: each further order is a paper of its own. Null otherwise.',
    ),
  ),
  page_count: Nullable(
    Count('Number of pages; null before it is read, and of CSV files and workbooks.', { examples: [1] }),
  ),
  line_count: Nullable(Count('Number of lines that were read; null before.', { examples: [12] })),
  matched_line_count: Nullable(Count('Number of lines whose variant was found; null before.', { examples: [12] })),
  problems: Type.Array(Problem, {
    description: 'Why the paper did not become a draft by itself; those that were open when it was taken stay listed.',
  }),
  filed_by: Text('Who filed the paper.', { examples: ['key:ERP'] }),
  filed_at: Instant('Time it was filed.'),
  read_at: Nullable(Instant('Time the reading ended; null before.')),
  taken_by: Nullable(
    Text('Who took the paper as a draft; null if it was not taken.', { examples: ['user:Ada Merchant'] }),
  ),
  taken_at: Nullable(Instant('Time it was taken; null if it was not.')),
}

export const OrderPaperRow = Shape(row, { $id: 'OrderDocumentRow', description: 'A filed order paper in a list.' })
export type OrderPaperRow = Static<typeof OrderPaperRow>

export const OrderPaper = Shape(
  {
    ...row,
    reading: Nullable(PaperReading),
    source: Shape(
      {
        url: Text('URL of the file: a plain GET without a key. Treat it as a secret.', {
          examples: ['https://api.example.com/exports/q1bK…/po-77120.pdf'],
        }),
        content_type: Text('Content type of the file.', { examples: ['application/pdf'] }),
        expires_at: Instant(
          'Time at which the URL stops working; it also stops working with the key that requested it.',
        ),
      },
      { description: 'The file as it was filed, to check the reading against.' },
    ),
  },
  { $id: 'OrderDocument', description: 'A filed order paper with its reading.' },
)
export type OrderPaper = Static<typeof OrderPaper>
