/** Pagefind's ranking weights. A high saturation lets a page's search terms, which have the highest weight, decide. */
export const search_ranking = { pageLength: 0.75, termFrequency: 1, termSaturation: 2, termSimilarity: 1 }
