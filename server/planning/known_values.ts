/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** Calendars that the months of a buy plan follow. */
export const planCalendars = named('PlanCalendar', ['retail_4_5_4', 'gregorian'])
export type PlanCalendar = (typeof planCalendars)[number]

/** Sources of the first figures of a buy plan. */
export const baselineSources = named('PlanBaselineSource', ['last_year_actuals', 'empty'])

/** What fills the months that last year's actuals do not cover as a whole. */
export const baselineFills = named('PlanBaselineFill', ['none', 'year_before', 'zero'])
export type BaselineFill = (typeof baselineFills)[number]

/** How much of a month of last year is recorded. */
export const monthStates = named('BaselineMonthState', ['whole', 'partial', 'none'])
export type MonthState = (typeof monthStates)[number]

/** draft: no version is published. live: the newest version is in force. */
export const buyPlanStatuses = ['draft', 'live', 'archived'] as const

/** Why the commitment lines of the plan side do not contain an amount. */
export const leftOutCauses = named('PlanOfRecordLeftOutCause', [
  'no_locked_version',
  'other_year',
  'retired',
  'category_not_in_plan',
])
export type LeftOutCause = (typeof leftOutCauses)[number]

export const planVersionKinds = named('PlanVersionKind', ['budget', 'reforecast'])

/** The figures of a cell, in whole cents; each is a column `<name>_cents`. */
export const planFigures = [
  'sales',
  'markdown',
  'margin',
  'receipts_cost',
  'closing_stock_retail',
  'closing_stock_cost',
  'chase_reserve',
] as const
export type PlanFigure = (typeof planFigures)[number]

/** Measures of plan figures. */
export const planBases = ['net_sales', 'retail_price', 'unit_cost'] as const

/** deposit: paid when an order is issued. balance: paid for what was received. */
export const supplierPaymentKinds = named('SupplierPaymentKind', ['deposit', 'balance'])

/** Sources of the payment terms of a group of suppliers. */
export const termsSources = ['measured', 'declared', 'scenario'] as const

/** archived: kept for its receipts; it never runs again. */
export const reportScheduleStates = ['active', 'paused', 'archived'] as const

/** queued: the report will be computed. sending: its mails are queued. */
export const reportDeliveryStates = ['queued', 'sending', 'delivered', 'failed'] as const

export const weekdays = named('Weekday', ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])

/** Periods of a scheduled report, seen from the day on which it is due. */
export const reportPeriods = named('ReportPeriod', ['previous', 'current', 'next'])
export type ReportPeriod = (typeof reportPeriods)[number]

export const reportFormats = named('ReportFormat', ['pdf', 'xlsx'])
export type ReportFormat = (typeof reportFormats)[number]
