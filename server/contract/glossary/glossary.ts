/**
 * The glossary: the words of the trade, of the API and of the code, each with one meaning. It is the source of the
 * page `/reference/glossary` of the docs site, which leaves out the words of the code, and of `server/GLOSSARY.md`.
 */
import { apiTerms } from './api.ts'
import { codeTerms } from './code.ts'
import { planningTerms } from './planning.ts'
import { catalogueTerms, stockTerms } from './stock.ts'
import type { Term, TermGroup } from './term.ts'
import { purchasingTerms, sellingTerms } from './trade.ts'
import { wholesaleTerms } from './wholesale.ts'

export const publishedTerms: readonly TermGroup[] = [
  catalogueTerms,
  stockTerms,
  purchasingTerms,
  sellingTerms,
  wholesaleTerms,
  planningTerms,
  apiTerms,
]

export const glossary: readonly TermGroup[] = [...publishedTerms, codeTerms]

/** Anchor of a term on both pages. */
export const anchorOf = ({ term }: Term): string => term.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
