/** Limits of sessions, second factors and the audit log; part of limits.ts. */
export const securityLimits = {
  /** A session lasts this long after sign-in or its last renewal by GET /auth/get-session, at most one a day. */
  session_days: 7,
  session_refresh_days: 1,
  /** The database refuses to delete younger events: see the trigger in the migrations. */
  audit_event_days: 730,
  /** Accepted codes of authenticator apps are refused again for this time; they are valid for 90 seconds. */
  totp_code_minutes: 5,
  two_factor_minutes: 10,
  /** A browser without any request of the app for so long is signed out. */
  app_idle_minutes: 60,
  recovery_codes: 10,
  /** Consecutive wrong codes after which no code of the user is accepted for a time. */
  two_factor_failures_max: 10,
  two_factor_lock_minutes: 15,
} as const
