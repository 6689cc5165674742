/** Rules of the definition of a custom field. Pure. */

export interface DefinitionValues {
  name: string
  data_type: string
  choices: readonly string[]
  description: string | null
  is_active: boolean
}

interface Fault {
  field: string
  rule: string
  value: string | null
}

/** Fields that do not fit together. */
export function definitionFaults({ data_type, choices }: DefinitionValues): Fault[] {
  if (data_type !== 'choice')
    return choices.length === 0
      ? []
      : [{ field: 'choices', rule: `must be empty for a field of type ${data_type}`, value: choices.join(', ') }]
  if (choices.length === 0)
    return [{ field: 'choices', rule: 'must contain at least one value for a field of type choice', value: null }]
  const names = choices.map((choice) => choice.toLowerCase())
  const at = names.findIndex((name, i) => names.indexOf(name) < i)
  const repeated = choices[at]
  return repeated === undefined ? [] : [{ field: `choices[${at}]`, rule: 'is repeated', value: repeated }]
}

/** Choices that a change removes. */
export const removedChoices = (previous: readonly string[], next: readonly string[]): string[] =>
  previous.filter((choice) => !next.includes(choice))

/** What the values of variants do not allow: another type than text, or removing a choice that is in use. */
export function usedFaults(
  { data_type, choices }: DefinitionValues,
  changed: { data_type?: string; choices?: readonly string[] },
  used: { has_values: boolean; used_choices: readonly string[] },
): Fault[] {
  if (changed.data_type !== undefined && data_type !== 'text' && used.has_values) {
    const rule = 'can only change to text while variants have values for the field'
    return [{ field: 'data_type', rule, value: data_type }]
  }
  if (data_type !== 'choice' || used.used_choices.length === 0) return []
  const rule = `must contain every value that variants have: ${used.used_choices.join(', ')}`
  return [{ field: 'choices', rule, value: choices.join(', ') }]
}
