/** Columns whose values have two readings: a person says which one is meant. */
import { Form } from '../parts'
import { post } from '../service'
import type { Import } from './model'

export function Questions({ of, done }: { of: Import; done: () => void }) {
  const submit = async (entries: FormData) => {
    const answers = of.questions.map(({ field }) => ({ field, choice: String(entries.get(field)) }))
    await post(`/imports/${of.import_id}/answers`, { answers })
    await post(`/imports/${of.import_id}/preview`)
    done()
  }
  return (
    <>
      <h2>How is this to be read?</h2>
      <Form action="Answer, and show what would change" draft={`answers ${of.import_id}`} submit={submit}>
        {of.questions.map(({ field, header, choices, samples }) => (
          <fieldset key={field}>
            <legend>Column “{header}”</legend>
            <p class="quiet">{samples.map(({ row_number, value }) => `${value} (row ${row_number})`).join(', ')}</p>
            {choices.map((choice) => (
              <p key={choice}>
                <label>
                  <input type="radio" name={field} value={choice} required /> {choice}
                </label>
              </p>
            ))}
          </fieldset>
        ))}
      </Form>
    </>
  )
}
