/** What the service says of an import, as its screens use it. */
export interface Counts {
  created: number
  changed: number
  unchanged: number
  refused: number
  undone: number
}

export interface Detail {
  field: string
  row_number: number
  previous_value: string | null
  value: string | null
  rule: string | null
  allowed: string[] | null
}

export interface Sample {
  row_number: number
  row_count: number
  record: string | null
  details: Detail[]
}

export type Outcome = keyof Counts

export interface Outcomes {
  sentence: string
  records: Counts
  rows: Counts
  first: Record<Outcome, Sample[]>
}

export interface MappedColumn {
  header: string
  field: string
  [setting: string]: unknown
}

export interface Mapping {
  columns: MappedColumn[]
  fixed_values?: Record<string, string>
  [setting: string]: unknown
}

export interface Question {
  field: string
  header: string
  setting: string
  choices: string[]
  samples: { row_number: number; value: string }[]
}

export interface ImportRow {
  import_id: string
  kind: string
  state: string
  file_name: string
  byte_count: number
  profile: string | null
  progress: { task: string; is_queued: boolean; rows_total: number; batches_total: number; batches_done: number }
  created_at: string
  updated_at: string
  expires_at: string
}

export interface Import extends ImportRow {
  kind_options: Record<string, string>
  columns: { position: number; header: string; samples: string[]; field: string | null; confidence: string; reason: string }[]
  mapping: Mapping | null
  questions: Question[]
  fault: { rule: string; row_number: number | null; column: string | null; value: string | null } | null
  preview: Outcomes | null
  result: Outcomes | null
  undo_result: Outcomes | null
}

export interface ImportField {
  name: string
  type: string
  description: string
  is_required: boolean
  choices: string[] | null
  examples: string[]
}

export interface Kind {
  kind: string
  title: string
  description: string
  can_be_undone: boolean
  fields: ImportField[]
  options: ImportField[]
}

/** What a person does next in each state, and how the state is marked. */
export const states: Record<string, { words: string; tone: 'good' | 'wait' | 'bad' | 'plain' }> = {
  needs_mapping: { words: 'confirm the columns', tone: 'wait' },
  ready: { words: 'to be previewed', tone: 'wait' },
  previewing: { words: 'being previewed', tone: 'plain' },
  needs_answer: { words: 'answer the questions', tone: 'wait' },
  previewed: { words: 'to be run', tone: 'wait' },
  running: { words: 'running', tone: 'plain' },
  completed: { words: 'completed', tone: 'good' },
  cancelled: { words: 'cancelled', tone: 'plain' },
  failed: { words: 'failed', tone: 'bad' },
  undoing: { words: 'being undone', tone: 'plain' },
  undone: { words: 'undone', tone: 'plain' },
  partly_undone: { words: 'partly undone', tone: 'bad' },
}

/** States in which an import waits for a person. */
export const waiting = ['needs_mapping', 'ready', 'needs_answer', 'previewed'] as const
