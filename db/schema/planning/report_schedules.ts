/** Report schedules, the occurrences on which they are due, and who got the report of each. */
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { mailStates } from '../../../server/mail/known_values.ts'
import { reportDeliveryStates, reportScheduleStates } from '../../../server/planning/known_values.ts'
import { instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const report_schedules = pgTable(
  'report_schedules',
  {
    organization_id: tenant(),
    schedule_id: uuid().notNull(),
    name: text().notNull(),
    report: text().notNull(),
    parameters: jsonb().$type<{ period?: string; cut?: string; plan_id?: string }>().notNull(),
    recipients: jsonb().$type<string[]>().notNull(),
    formats: jsonb().$type<string[]>().notNull(),
    /** One of the two is set. */
    weekdays: jsonb().$type<string[]>(),
    days_of_month: jsonb().$type<number[]>(),
    /** HH:MM of the time zone's clocks. */
    time: text().notNull(),
    time_zone: text().notNull(),
    state: text().notNull(),
    /** When it is due next; null unless active. */
    next_run_at: instant(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'report_schedules_pk', columns: [t.organization_id, t.schedule_id] }),
    index('report_schedules_newest').on(t.organization_id, t.created_at.desc(), t.schedule_id.desc()),
    index('report_schedules_due')
      .on(t.next_run_at)
      .where(sql`state = 'active'`),
    check('report_schedules_state_known', isOneOf(t.state, reportScheduleStates)),
    check('report_schedules_active_is_due', sql`(${t.state} = 'active') = (${t.next_run_at} is not null)`),
    check('report_schedules_days_once', sql`(${t.weekdays} is null) <> (${t.days_of_month} is null)`),
  ],
)

/**
 * One occurrence of a schedule, as it was configured when due, and its receipt. queued: the report will be computed.
 * sending: its mails are queued.
 */
export const report_deliveries = pgTable(
  'report_deliveries',
  {
    organization_id: tenant(),
    receipt_id: uuid().notNull(),
    schedule_id: uuid().notNull(),
    due_at: instant().notNull(),
    name: text().notNull(),
    report: text().notNull(),
    period: text().notNull(),
    /** The parameters that the report is computed with. */
    asked: jsonb().$type<Record<string, string>>().notNull(),
    recipients: jsonb().$type<string[]>().notNull(),
    formats: jsonb().$type<string[]>().notNull(),
    state: text().notNull(),
    ...queueColumns(),
    /** When the report was computed; null until it is. */
    as_of: instant(),
    files: jsonb()
      .$type<{ file_id: string; format: string; file_name: string; byte_count: number; file_key: string }[]>()
      .notNull()
      .default([]),
    delivered_at: instant(),
    /** Why it failed; while it is queued, why the last attempt did. */
    failure: text(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'report_deliveries_pk', columns: [t.organization_id, t.receipt_id] }),
    uniqueIndex('report_deliveries_once').on(t.organization_id, t.schedule_id, t.due_at),
    index('report_deliveries_newest').on(t.organization_id, t.due_at.desc(), t.receipt_id.desc()),
    index('report_deliveries_due')
      .on(t.organization_id, t.schedule_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('report_deliveries_sending')
      .on(t.as_of)
      .where(sql`state = 'sending'`),
    index('report_deliveries_by_age').on(t.created_at),
    foreignKey({
      name: 'report_deliveries_schedule_fk',
      columns: [t.organization_id, t.schedule_id],
      foreignColumns: [report_schedules.organization_id, report_schedules.schedule_id],
    }),
    check('report_deliveries_state_known', isOneOf(t.state, reportDeliveryStates)),
    check('report_deliveries_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
    check('report_deliveries_delivered_is_dated', sql`(${t.state} = 'delivered') = (${t.delivered_at} is not null)`),
    check('report_deliveries_failed_says_why', sql`${t.state} <> 'failed' or ${t.failure} is not null`),
  ],
)

/** The mail of each recipient, and how it ended. The mail itself is deleted when it expires. */
export const report_delivery_mails = pgTable(
  'report_delivery_mails',
  {
    organization_id: tenant(),
    receipt_id: uuid().notNull(),
    position: integer().notNull(),
    recipient: text().notNull(),
    mail_id: uuid().notNull(),
    outcome: text().notNull(),
    reason: text(),
    ended_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'report_delivery_mails_pk', columns: [t.organization_id, t.receipt_id, t.position] }),
    uniqueIndex('report_delivery_mails_by_mail').on(t.organization_id, t.mail_id),
    foreignKey({
      name: 'report_delivery_mails_receipt_fk',
      columns: [t.organization_id, t.receipt_id],
      foreignColumns: [report_deliveries.organization_id, report_deliveries.receipt_id],
    }).onDelete('cascade'),
    check('report_delivery_mails_outcome_known', isOneOf(t.outcome, mailStates)),
  ],
)
