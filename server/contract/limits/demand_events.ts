/** Limits of events that change demand, and of their suggestions. */
export const demandEventLimits = {
  demand_event_name_length_max: 120,
  demand_event_note_length_max: 1_000,
  demand_event_days_max: 366,
  demand_event_variants_max: 1_000,
  demand_event_categories_max: 100,
  demand_event_channels_max: 100,
  suggested_events_weeks_min: 12,
  suggested_events_weeks_max: 104,
  suggested_events_weeks_default: 26,
} as const
