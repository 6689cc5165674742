/** One term of the glossary: one word, one meaning. `npm run contract` writes the pages from these. */
export interface Term {
  /** As it is written within a sentence. */
  term: string
  /** One plain sentence. */
  meaning: string
  /** Published names that use it: paths, fields, values, scopes, codes, events, tables of exports. */
  names?: readonly string[]
  /** What it is not called, or not to be confused with. */
  not?: readonly string[]
}

export interface TermGroup {
  /** Anchor of the section. */
  group: string
  title: string
  terms: readonly Term[]
}
