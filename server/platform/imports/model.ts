/** The import resource. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Count,
  Flag,
  Id,
  Instant,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { dateFormats, decimalMarks, fieldTypes, importStates, importTasks } from '../../imports/known_values.ts'
import { confidences } from '../../imports/mapping/propose.ts'
import { FileKey } from '../files/model.ts'

export const service = 'imports'

export const ImportId = Shape({ import_id: Id('The import.') })

const FieldName = Text('Name of a field of the kind.', { minLength: 1, maxLength: 200, examples: ['sku'] })
const Header = Text('Header of the column. Letter case, punctuation and surrounding spaces do not matter.', {
  minLength: 1,
  maxLength: 500,
  examples: ['Variant SKU'],
})

export const MappedColumnShape = Shape(
  {
    header: Header,
    field: FieldName,
    otherwise: Type.Optional(
      Type.Array(
        Shape({
          header: Header,
          prefix: Type.Optional(
            Text('Text to put before the value.', { minLength: 1, maxLength: 20, examples: ['id:'] }),
          ),
        }),
        {
          description: 'Columns that are read in turn where the cell of the column is blank.',
          maxItems: 10,
          examples: [[{ header: 'Item number' }]],
        },
      ),
    ),
    followed_by: Type.Optional({
      ...Header,
      description:
        'Header of a column whose text is put behind that of the column, after a space, e.g. the time of a date.',
      examples: ['Time'],
    }),
    replacements: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
        description: 'Values of the column, in any letter case, and the values to read instead of them.',
        examples: [{ active: 'true', draft: 'false' }],
      }),
    ),
    remove_prefix: Type.Optional(
      Text('Text to remove from the beginning of each value that begins with it.', {
        minLength: 1,
        maxLength: 20,
        examples: ["'"],
      }),
    ),
    separator: Type.Optional(
      Text('Separator of the items of a list; a comma if omitted.', { minLength: 1, maxLength: 5, examples: [','] }),
    ),
    date_format: Type.Optional(
      Choice(dateFormats, 'Format of the dates of the column. If omitted, it is found from all values of the column.'),
    ),
    decimal_mark: Type.Optional(
      Choice(decimalMarks, 'Decimal mark of the column. If omitted, it is found from all values of the column.'),
    ),
  },
  { $id: 'MappedColumn', description: 'A column of the file and the field that it is read as.' },
)

export const MappingShape = Shape(
  {
    columns: Type.Array(MappedColumnShape, {
      description: 'Columns to import; the other columns of the file are ignored. Each field can be mapped once.',
      maxItems: limits.import_columns_max,
    }),
    fixed_values: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
        description:
          'Values by field, used for every row, or where the column of the field is blank. Numbers have a decimal point, dates the format YYYY-MM-DD.',
        examples: [{ location: 'Main warehouse' }],
      }),
    ),
    time_zone: Type.Optional(
      Text('IANA name of the time zone of times without an offset; that of the organisation if omitted.', {
        maxLength: 60,
        examples: ['Europe/Berlin'],
      }),
    ),
    joins_rows: Type.Optional(
      Flag(
        'Whether consecutive rows with the same value of the join field of the kind are one record; true if omitted.',
      ),
    ),
    blank_joins: Type.Optional(
      Flag('Whether a row with a blank join field belongs to the record above it; false if omitted.'),
    ),
  },
  { $id: 'ImportMapping', description: 'How the columns of the file are read.' },
)

export const OptionsShape = Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
  description: 'Options of the kind by name, as text. The list of kinds describes them.',
  examples: [{}],
})

const Detail = Shape(
  {
    field: Text('Field that is invalid or changes; `row` and `record` mean the whole row and the whole record.', {
      examples: ['on_hand'],
    }),
    row_number: Whole('Row of the file; the header row is usually 1.', { examples: [2] }),
    previous_value: Nullable(Text('Value before the change; null if there was none.', { examples: ['10'] })),
    value: Nullable(Text('Value in the file; null if it is blank.', { examples: ['12'] })),
    rule: Nullable(Text('Rule that the value violates; null for a change.', { examples: ['must be a whole number'] })),
    allowed: Nullable(
      Type.Array(Text('An allowed value, or a range.', { examples: ['0 to 1000000000'] }), {
        description: 'Allowed values; null if not applicable.',
      }),
    ),
  },
  { $id: 'ImportDetail' },
)

const Sample = Shape(
  {
    row_number: Whole('First row of the record.', { examples: [2] }),
    row_count: Count('Number of rows of the record.', { examples: [1] }),
    record: Nullable(Text('Name of the record; null if it could not be read.', { examples: ['TEE-NAVY-M'] })),
    details: Type.Array(Detail, { description: 'Changes of the record, or reasons for its refusal.' }),
  },
  { $id: 'ImportedRecord', description: 'A record of the file.' },
)

const counts = (of: string) =>
  Shape(
    {
      created: Whole('Number created.', { examples: [120] }),
      changed: Whole('Number changed.', { examples: [3] }),
      unchanged: Whole('Number that already have these values.', { examples: [0] }),
      refused: Whole('Number refused.', { examples: [2] }),
      undone: Whole('Number undone; 0 except in the result of an undo.', { examples: [0] }),
    },
    {
      $id: 'ImportCounts',
      about: 'Numbers of records or rows by outcome.',
      description: `Numbers of ${of} by outcome.`,
    },
  )

const samples = (outcome: string) =>
  Type.Array(Sample, { description: `The first records with the outcome ${outcome}, at most 10.` })

export const OutcomesShape = Shape(
  {
    sentence: Text('Summary for people.', { examples: ['120 records created, 3 changed, 2 refused.'] }),
    records: counts('records'),
    rows: counts('rows'),
    first: Shape(
      {
        created: samples('created'),
        changed: samples('changed'),
        unchanged: samples('unchanged'),
        refused: samples('refused'),
        undone: samples('undone'),
      },
      { $id: 'ImportExamples', description: 'The first records of each outcome. The report contains all of them.' },
    ),
  },
  { $id: 'ImportOutcomes' },
)
export type OutcomesShape = Static<typeof OutcomesShape>

const Proposal = Shape(
  {
    position: Whole('Position of the column in the file, from 1.', { minimum: 1, examples: [1] }),
    header: Text('Header of the column; empty if it has none.', { examples: ['Variant SKU'] }),
    samples: Type.Array(Text('A value of the column.', { examples: ['TEE-NAVY-M'] }), {
      description: 'The first values of the column, at most 5.',
      examples: [['TEE-NAVY-M']],
    }),
    field: Nullable(Text('Proposed field; null if the column is not imported.', { examples: ['sku'] })),
    confidence: OpenChoice(confidences, 'Confidence of the proposal.'),
    reason: Text('Reason for the proposal.', { examples: ['The header is a usual name of sku.'] }),
  },
  { $id: 'ProposedColumn', description: 'A column of the file with its proposed field.' },
)

const RowAbove = Shape(
  {
    row_number: Whole('Row of the file.', { examples: [1] }),
    text: Nullable(Text('Its cells; null if they may name people.', { examples: ['Catalog export of 29 November'] })),
  },
  { $id: 'RowAboveHeaders', description: 'A row above the headers of a file.' },
)

const QuestionShape = Shape(
  {
    field: FieldName,
    header: Header,
    setting: Choice(['date_format', 'decimal_mark'], 'What to answer.'),
    choices: Type.Array(Text('A possible answer.', { examples: ['DD/MM/YYYY'] }), { description: 'Possible answers.' }),
    samples: Type.Array(
      Shape({
        row_number: Whole('Row of the file.', { examples: [2] }),
        value: Text('Value of the column.', { examples: ['03/04/2026'] }),
      }),
      { description: 'Values that have two readings, at most 5.' },
    ),
  },
  { $id: 'ImportQuestion', description: 'A column whose values have two readings.' },
)

const Fault = Shape(
  {
    rule: Text('Why the file is refused; follows the words "The file".', { examples: ['has no header row'] }),
    row_number: Nullable(Whole('Row or line of the file; null if it does not apply.', { examples: [7] })),
    column: Nullable(Text('Header of the column; null if it does not apply.', { examples: ['Price'] })),
    value: Nullable(Text('Value; null if it does not apply.', { examples: ['12,50'] })),
  },
  { description: 'Why the file as a whole is refused.' },
)

const Progress = Shape(
  {
    task: Choice(importTasks, 'The current task, or the last one.'),
    is_queued: Flag('Whether the task is waiting or in progress.'),
    rows_total: Whole('Rows found so far, without blank rows; final after the first pass over the file.', {
      examples: [125],
    }),
    batches_total: Whole('Batches found so far; each is processed in one transaction.', { examples: [1] }),
    batches_done: Whole('Batches that the task has processed.', { examples: [1] }),
  },
  { $id: 'ImportProgress', description: 'Progress of the current task, or of the last one.' },
)

const summary = {
  import_id: OwnId('Id of the import.'),
  kind: Text('Kind of the records.', { examples: ['inventory'] }),
  state: OpenChoice(
    importStates,
    'State of the import. needs_mapping: confirm the mapping. ready: can be previewed. needs_answer: answer the questions. previewed: can be run. partly_undone: some records were kept because something depends on them.',
  ),
  file_key: FileKey,
  file_name: Text('Name of the file.', { examples: ['stock.csv'] }),
  byte_count: Whole('Size of the file, in bytes.', { examples: [20_480] }),
  profile: Nullable(
    Text(
      'Profile that recognised the file or that the request named, with its version if it is a saved one; null if none.',
      {
        examples: ['Warehouse export (version 2)'],
      },
    ),
  ),
  progress: Progress,
  created_at: Instant('Time of creation.'),
  updated_at: Instant('Time of the last change.'),
  expires_at: Instant(
    `Time at which the import and its report are deleted: ${limits.import_days} days after the last change.`,
  ),
}

export const ImportSummary = Shape(summary, { $id: 'ImportRow', description: 'An import of a file.' })
export type ImportSummary = Static<typeof ImportSummary>

export const ImportShape = Shape(
  {
    ...summary,
    sha256: Text('SHA-256 of the file, in hex.', { pattern: '^[0-9a-f]{64}$', 'x-rule': 'must be 64 hex digits' }),
    kind_options: OptionsShape,
    columns: Type.Array(Proposal, { description: 'Columns of the file with the proposed field of each.' }),
    rows_above: Type.Array(RowAbove, {
      description:
        'Titles and instructions above the headers, which are not read; empty if the headers are in the first row.',
    }),
    mapping: Nullable(MappingShape),
    questions: Type.Array(QuestionShape, { description: 'Open questions about the values of columns.' }),
    fault: Nullable(Fault),
    preview: Nullable(OutcomesShape),
    result: Nullable(OutcomesShape),
    undo_result: Nullable(OutcomesShape),
  },
  {
    $id: 'Import',
    description:
      'An import of a file. `preview`, `result` and `undo_result` are null until the task has processed its first batch.',
  },
)
export type ImportShape = Static<typeof ImportShape>

const FieldShape = Shape(
  {
    name: FieldName,
    type: OpenChoice(fieldTypes, 'Type of the values.'),
    description: Text('Meaning of the field.', { examples: ['SKU of the variant.'] }),
    is_required: Flag('Whether every record needs a value.'),
    choices: Nullable(
      Type.Array(Text('An allowed value.', { examples: ['opening'] }), {
        description: 'Allowed values; null if the field is not a choice.',
      }),
    ),
    headers: Type.Array(Text('A header.', { examples: ['sku'] }), {
      description: 'Usual headers, from which mappings are proposed.',
    }),
    examples: Type.Array(Text('A value.', { examples: ['TEE-NAVY-M'] }), { description: 'Examples.' }),
  },
  { $id: 'ImportField', description: 'A field that a column can be mapped to.' },
)

export const KindShape = Shape(
  {
    kind: Text('Name of the kind.', { examples: ['inventory'] }),
    title: Text('Title for people.', { examples: ['Stock on hand'] }),
    description: Text('What an import of the kind does.', { examples: ['Sets the stock on hand.'] }),
    can_be_undone: Flag('Whether an import of the kind can be undone.'),
    join_field: Nullable(
      Text('Field by which consecutive rows are joined to one record; null if each row is one record.', {
        examples: ['handle'],
      }),
    ),
    fields: Type.Array(FieldShape, { description: 'Fields that columns can be mapped to.' }),
    options: Type.Array(FieldShape, { description: 'Options of the whole import.' }),
  },
  { $id: 'ImportKind', description: 'A kind of records that can be imported.' },
)
export type KindShape = Static<typeof KindShape>

export const ProfileName = Line('Name of the profile.', {
  maxLength: limits.name_length_max,
  examples: ['Warehouse export'],
})

export const ProfileSummary = Shape(
  {
    profile_id: Nullable(OwnId('Id of the saved profile; null if it is built in.')),
    name: Text('Name of the profile.', { examples: ['Warehouse export'] }),
    title: Text('Title for people.', { examples: ['Warehouse export'] }),
    version: Nullable(Whole('Version; null if it is built in.', { examples: [2] })),
    kind: Text('Kind of the records.', { examples: ['inventory'] }),
    headers: Type.Array(Text('A header.', { examples: ['Item code'] }), {
      description: 'Headers by which files are recognised.',
    }),
  },
  { $id: 'ImportProfileRow', description: 'A named mapping.' },
)
export type ProfileSummary = Static<typeof ProfileSummary>

export const ProfileShape = Shape(
  { ...ProfileSummary.properties, mapping: MappingShape, kind_options: OptionsShape },
  { $id: 'ImportProfile', description: 'A saved profile.' },
)
export type ProfileShape = Static<typeof ProfileShape>
