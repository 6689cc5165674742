/** Why a file cannot be imported at all. */
export interface FileFaultFacts {
  /** In words that follow "The file". */
  rule: string
  row_number: number | null
  column: string | null
  value: string | null
}

export class FileFault extends Error {
  readonly facts: FileFaultFacts

  constructor(rule: string, facts: Partial<Omit<FileFaultFacts, 'rule'>> = {}) {
    super(rule)
    this.facts = { rule, row_number: null, column: null, value: null, ...facts }
  }
}
