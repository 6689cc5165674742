/** What the exception about an undelivered document says of the attempt. */
const reasonLengthMax = 200

/** The recipient's response, shortened to a readable length. `status` is null where no response arrived. */
export function reasonOf({ status, detail }: { status: number | null; detail: string | null }): string {
  const response = (detail ?? '').replaceAll(/\s+/g, ' ').trim()
  // A mail server's reply already begins with its status code.
  const reason = status === null || response.startsWith(String(status)) ? response : `${status} ${response}`.trim()
  if (reason === '') return 'no response'
  return reason.length > reasonLengthMax ? `${reason.slice(0, reasonLengthMax).toWellFormed()}…` : reason
}
