/** Limits of lists that are followed by `updated_since`; part of limits.ts. */
export const followingLimits = {
  /** Life of a watermark of a followed list; changes are kept longer (tables/follow/tidy_changes.ts). */
  changes_days: 30,
  /** An instant starts this much earlier: no write takes longer, and what it changes has the time at which it began. */
  changes_overlap_seconds: 900,
} as const
