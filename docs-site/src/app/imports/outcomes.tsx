/** How many records a preview, a run or an undo has of each outcome, with the first of each. */
import { wordsOf } from '../parts'
import type { Detail, Outcome, Outcomes, Sample } from './model'

const outcomes: readonly Outcome[] = ['refused', 'created', 'changed', 'undone', 'unchanged']

export function OutcomesTable({ title, of }: { title: string; of: Outcomes }) {
  const present = outcomes.filter((outcome) => of.records[outcome] > 0)
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p role="status">{of.sentence}</p>
      {present.map((outcome) => (
        <details key={outcome} open={outcome === 'refused'}>
          <summary>
            {of.records[outcome]} {outcome} ({of.rows[outcome]} {of.rows[outcome] === 1 ? 'row' : 'rows'})
          </summary>
          <ul class="plain-list">
            {of.first[outcome].map((sample) => (
              <One key={sample.row_number} of={sample} outcome={outcome} />
            ))}
          </ul>
          {of.records[outcome] > of.first[outcome].length && <p class="quiet">The first {of.first[outcome].length}; the report has every row.</p>}
        </details>
      ))}
    </section>
  )
}

const One = ({ of: { row_number, record, details }, outcome }: { of: Sample; outcome: Outcome }) => (
  <li>
    <p class="long">
      <span class="quiet">Row {row_number}</span> {record ?? ''}
    </p>
    {details.length > 0 && (
      <ul>
        {details.map((detail, at) => (
          <li key={at} class="long">
            {outcome === 'refused' || detail.rule !== null ? <Refused of={detail} /> : <Changed of={detail} />}
          </li>
        ))}
      </ul>
    )}
  </li>
)

const Refused = ({ of: { field, value, rule, allowed } }: { of: Detail }) => (
  <>
    {wordsOf(field)}
    {value === null ? '' : ` “${value}”`} {rule}
    {allowed !== null && allowed.length > 0 && <span class="quiet"> Allowed: {allowed.join(', ')}</span>}
  </>
)

const Changed = ({ of: { field, previous_value, value } }: { of: Detail }) => (
  <>
    {wordsOf(field)}: {previous_value === null ? '' : `${previous_value} → `}
    {value ?? 'blank'}
  </>
)
