/** Formatted JSON with every value that fits on one line on one line, so that diffs are easy to review. */
const lineWidth = 120

export function printJson(value: unknown, margin = '', lead = 0): string {
  const flat = JSON.stringify(value)
  if (margin.length + lead + flat.length < lineWidth) return flat.length < lineWidth ? spaced(value) : flat
  if (value === null || typeof value !== 'object') return flat
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

/** One line, with spaces after colons and commas and inside braces. */
function spaced(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
