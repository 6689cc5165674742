/** The report schedule resource. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Id,
  Instant,
  Line,
  mailAddressPattern,
  notBlank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { reportFormats, reportPeriods, reportScheduleStates, weekdays } from '../known_values.ts'
import { reportKinds } from '../reports/report.model.ts'
import { plan_id } from '../reports/report_query.ts'
import { cuts } from '../reports/weekly_trade/trade_groups.ts'

export const service = 'commitments'
export const SchedulePath = Shape({ schedule_id: Id('Id of the report schedule.') })

const mailAddress = {
  pattern: mailAddressPattern,
  'x-rule': 'must be one plain e-mail address, such as buying@shop.example, without a name around it',
} as const

const timeDescription =
  'Time of day in `time_zone`, HH:MM. Where clocks skip it, the report is due when they jump ahead; where it occurs twice, the first time.'
const examples = {
  name: 'Monday trade',
  time: '07:00',
  time_zone: 'America/New_York',
  recipient: 'buying@shop.example',
}

export const ReportSchedule = Shape(
  {
    schedule_id: OwnId('Id of the report schedule.'),
    name: Text('Name of the schedule.', { examples: [examples.name] }),
    report: OpenChoice(reportKinds, 'Report type.'),
    parameters: Shape(
      {
        period: Nullable(
          OpenChoice(
            reportPeriods,
            'Period of the report, seen from the day it is due; null if the report takes none.',
          ),
        ),
        cut: Nullable(OpenChoice(cuts, 'What the rows of weekly-trade are; null for the default, category.')),
        plan_id: Nullable(
          OwnId('Id of the buy plan that weekly-trade compares with; null for the only published one.'),
        ),
      },
      { description: 'Parameters of the report.' },
    ),
    formats: Type.Array(OpenChoice(reportFormats, 'Format of a file.'), { description: 'Attached files.' }),
    recipients: Type.Array(Text('E-mail address of a recipient.', { examples: [examples.recipient] }), {
      description: 'Recipients. Each gets a mail of its own.',
    }),
    weekdays: Nullable(
      Type.Array(OpenChoice(weekdays, 'Day of the week.'), {
        description: 'Days of the week on which the report is due; null if it is due on days of the month.',
      }),
    ),
    days_of_month: Nullable(
      Type.Array(Whole('Day of the month.', { examples: [1] }), {
        description:
          'Days of the month on which the report is due, its last day where it has fewer; null if it is due on days of the week.',
      }),
    ),
    time: Text(timeDescription, { examples: [examples.time] }),
    time_zone: Text('IANA name of the time zone.', { examples: [examples.time_zone] }),
    state: OpenChoice(reportScheduleStates, 'State of the schedule. An archived schedule never runs again.'),
    next_run_at: Nullable(Instant('When the report is due next; null unless the schedule is active.')),
    created_by: Text('User who created the schedule.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('Time of creation.'),
  },
  { $id: 'ReportSchedule', description: 'A report that is mailed on a schedule.' },
)
export type ReportSchedule = Static<typeof ReportSchedule>

const Parameters = Shape(
  {
    period: Type.Optional(
      Choice(
        reportPeriods,
        'Period, seen from the day the report is due: of weekly-trade the week `previous` (default) or `current`, of open-to-buy the fiscal year `previous`, `current` (default) or `next`.',
      ),
    ),
    cut: Type.Optional(Choice(cuts, 'Only for weekly-trade: what the rows are; category by default.')),
    plan_id: Type.Optional(plan_id),
  },
  {
    $id: 'ReportParameters',
    description: 'Parameters of the report. cash-from-the-buy takes none; it lists months from the day it is due.',
  },
)

export const scheduleFields = {
  name: Line('Name of the schedule.', { maxLength: limits.name_length_max, ...notBlank, examples: [examples.name] }),
  report: Choice(reportKinds, 'Report type.'),
  parameters: Type.Optional(Parameters),
  formats: Type.Optional(
    Type.Array(Choice(reportFormats, 'Format of a file.'), {
      minItems: 1,
      maxItems: reportFormats.length,
      uniqueItems: true,
      description: 'Files to attach; both by default.',
    }),
  ),
  recipients: Type.Array(Text('E-mail address.', { ...mailAddress, maxLength: 254, examples: [examples.recipient] }), {
    minItems: 1,
    maxItems: limits.report_recipients_max,
    uniqueItems: true,
    description: 'Recipients. They need no account; each gets a mail of its own.',
  }),
  weekdays: Type.Optional(
    Type.Array(Choice(weekdays, 'Day of the week.'), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'Days of the week on which the report is due. Send either `weekdays` or `days_of_month`.',
    }),
  ),
  days_of_month: Type.Optional(
    Type.Array(Whole('Day of the month.', { minimum: 1, maximum: 31, examples: [1] }), {
      minItems: 1,
      maxItems: 31,
      uniqueItems: true,
      description: 'Days of the month on which the report is due; in shorter months, the last day.',
    }),
  ),
  time: Text(timeDescription, {
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rule': 'must be a time from 00:00 to 23:59',
    examples: [examples.time],
  }),
  time_zone: Type.Optional(
    Text('IANA name of the time zone; that of the organisation by default.', {
      minLength: 1,
      maxLength: 64,
      examples: [examples.time_zone],
    }),
  ),
}
