/**
 * Pagefind's ranking weights. A high saturation lets a page's search terms, which have the highest weight, decide; titles
 * count less than by default, since names of operations use the same few words.
 */
export const search_ranking = {
  pageLength: 0.75,
  termFrequency: 1,
  termSaturation: 2,
  termSimilarity: 1,
  metaWeights: { title: 2 },
}
