/** Formatted JSON with every value that fits on one line on one line, so that diffs are easy to review. */
const lineWidth = 120

export function printJson(value: unknown, margin = '', lead = 0): string {
  const isFlat = value === null || typeof value !== 'object' || roomAfter(value, lineWidth - margin.length - lead) > 0
  if (isFlat) return spaced(value)
  const deeper = `${margin}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => deeper + printJson(one, deeper)).join(',\n')}\n${margin}]`
  }
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => {
      const name = JSON.stringify(key)
      return `${deeper}${name}: ${printJson(one, deeper, name.length + 2)}`
    })
  return `{\n${fields.join(',\n')}\n${margin}}`
}

/** What is left of a line's room after the value without spaces; not positive as soon as it does not fit. */
function roomAfter(value: unknown, room: number): number {
  if (value === null || typeof value !== 'object') return room - JSON.stringify(value).length
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  let left = room - 1 - Math.max(fields.length, 1)
  for (const [key, one] of fields) {
    if (left <= 0) return left
    left = roomAfter(one, Array.isArray(value) ? left : left - JSON.stringify(key).length - 1)
  }
  return left
}

/** One line, with spaces after colons and commas and inside braces. */
function spaced(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
