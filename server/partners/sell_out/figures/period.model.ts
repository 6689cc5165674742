/** Shapes of reported periods in answers. */
import { CalendarDate, Nullable, OpenChoice, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import { periodGrains } from './period.rules.ts'

const bounds = {
  grain: OpenChoice(periodGrains, 'Length of the period.'),
  period_days: Whole('Days of the period.', { minimum: 1, examples: [7] }),
  period_start: CalendarDate('First day of the period.', { examples: ['2026-11-09'] }),
  period_end: CalendarDate('Last day of the period.', { examples: ['2026-11-15'] }),
}

const unitsField = () =>
  Nullable(
    Whole('Units sold, net of returns; null where there is a shelf count but no sales figure.', { examples: [84] }),
  )

export const ReportedPeriod = Shape(
  {
    ...bounds,
    units: unitsField(),
    variants: Whole('Variants with a row.', { minimum: 0, examples: [36] }),
  },
  { $id: 'ReportedPeriod' },
)

export const WeekOfDoor = Shape(
  {
    ...bounds,
    units: unitsField(),
    on_hand: Nullable(Whole('Units on the shelf at the end of the period; null if not reported.', { examples: [240] })),
    variants: Whole('Variants with a row.', { minimum: 0, examples: [36] }),
  },
  { $id: 'DoorWeek' },
)

export const AxisEntry = Shape(
  {
    key: Text('Key of the period in the answer: its first and last day.', { examples: ['2026-11-09/2026-11-15'] }),
    ...bounds,
  },
  { $id: 'SellOutPeriod' },
)

export const PeriodAxis = (description: string) => Type.Array(AxisEntry, { description })
