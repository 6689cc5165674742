/** Whether a file can be taken: it has its end, or it will not get one any more. */

export interface FileState {
  bytes: number
  /** Since it last changed. */
  quiet_seconds: number
}

export interface Patience {
  quiet_seconds_min: number
  incomplete_seconds_max: number
  bytes_max: number
}

/** Ends with IEA and its terminator, line breaks after it aside; a file that is no X12 has no end. */
export function endsWithTrailer(text: string): boolean {
  const start = text.search(/\S/)
  if (!text.startsWith('ISA', start) || text.length < start + 106) return false
  const [element, terminator] = [text[start + 3]!, text[start + 105]!]
  const end = text.trimEnd()
  const body = /\s/.test(terminator) ? end : end.endsWith(terminator) ? end.slice(0, -1) : null
  if (body === null) return false
  const last = body.slice(body.lastIndexOf(terminator) + 1).trimStart()
  return last.startsWith(`IEA${element}`)
}

/** take: read it now. wait: look again later. A file without an end, or too large, is taken too, so that its fault is reported. */
export function verdictOf(
  { bytes, quiet_seconds }: FileState,
  text: string,
  { quiet_seconds_min, incomplete_seconds_max, bytes_max }: Patience,
): 'take' | 'wait' {
  if (quiet_seconds < quiet_seconds_min) return 'wait'
  return bytes > bytes_max || endsWithTrailer(text) || quiet_seconds >= incomplete_seconds_max ? 'take' : 'wait'
}
