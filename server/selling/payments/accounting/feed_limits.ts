/** What a page of payments may be, and how often pages are read. */
export const feedLimits = {
  payments_per_page_max: 100,
  page_bytes_max: 4_194_304,
  poll_seconds: 300,
  cursor_length_max: 1_000,
} as const
