/** Compares the attributes stored on a product with the template of its family. Pure. */

export interface TemplateAttribute {
  attribute: string
  group: string
  required: boolean
}

export interface StoredAttribute {
  attribute: string
  value: unknown
  filled: boolean
  owned: boolean
  awaiting_write_back: boolean
}

export interface AttributeOfProduct {
  attribute: string
  required: boolean
  filled: boolean
  value: unknown
  not_in_family: boolean
}

/** The group of attributes that are in no template. */
export const otherGroup = 'Other'

export function groupAttributes(template: readonly TemplateAttribute[], stored: readonly StoredAttribute[]) {
  const byName = new Map(stored.map((one) => [one.attribute, one]))
  const inTemplate = new Set(template.map(({ attribute }) => attribute))
  const others = stored.filter(({ attribute }) => !inTemplate.has(attribute))
  const attributes = [
    ...template.map(({ attribute, group, required }) => ({ group, attribute, required, not_in_family: false })),
    ...others.map(({ attribute }) => ({ group: otherGroup, attribute, required: false, not_in_family: true })),
  ]
  const groups = new Map<string, AttributeOfProduct[]>()
  for (const { group, attribute, required, not_in_family } of attributes) {
    const { filled = false, value = null } = byName.get(attribute) ?? {}
    const row = { attribute, required, filled, value, not_in_family }
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  const unfilled = template.filter(({ attribute }) => byName.get(attribute)?.filled !== true)
  const names = (some: readonly { attribute: string }[]) => some.map(({ attribute }) => attribute)
  return {
    has_template: template.length > 0,
    groups: Object.fromEntries(groups),
    missing_required: names(unfilled.filter(({ required }) => required)),
    missing_optional: names(unfilled.filter(({ required }) => !required)),
    not_in_family: names(others),
    owned_fields: names(stored.filter(({ owned }) => owned)),
    awaiting_write_back: names(stored.filter(({ awaiting_write_back }) => awaiting_write_back)),
  }
}
