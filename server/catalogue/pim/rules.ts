/** What a family asks for laid beside what a product holds. Records in, record out. */

export interface TemplateAttribute {
  attribute: string
  group: string
  required: boolean
}

export interface HeldAttribute {
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

/** Where attributes stand that no template places. */
export const other_group = 'Other'

export function layOut(template: readonly TemplateAttribute[], held: readonly HeldAttribute[]) {
  const holding = new Map(held.map((one) => [one.attribute, one]))
  const asked = new Set(template.map(({ attribute }) => attribute))
  const strays = held.filter(({ attribute }) => !asked.has(attribute))
  const placed = [
    ...template.map(({ attribute, group, required }) => ({ group, attribute, required, not_in_family: false })),
    ...strays.map(({ attribute }) => ({ group: other_group, attribute, required: false, not_in_family: true })),
  ]
  const groups = new Map<string, AttributeOfProduct[]>()
  for (const { group, attribute, required, not_in_family } of placed) {
    const { filled = false, value = null } = holding.get(attribute) ?? {}
    const row = { attribute, required, filled, value, not_in_family }
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  const unfilled = template.filter(({ attribute }) => holding.get(attribute)?.filled !== true)
  const names = (some: readonly { attribute: string }[]) => some.map(({ attribute }) => attribute)
  return {
    has_template: template.length > 0,
    groups: Object.fromEntries(groups),
    missing_required: names(unfilled.filter(({ required }) => required)),
    missing_optional: names(unfilled.filter(({ required }) => !required)),
    not_in_family: names(strays),
    owned_fields: names(held.filter(({ owned }) => owned)),
    awaiting_write_back: names(held.filter(({ awaiting_write_back }) => awaiting_write_back)),
  }
}
