/** How Pagefind weighs a match. A high saturation lets the search terms of a page, which weigh most, decide. */
export const search_ranking = { pageLength: 0.75, termFrequency: 1, termSaturation: 2, termSimilarity: 1 }
