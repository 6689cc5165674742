/** The text of the mail that carries a report: its head figures, and who scheduled it. Pure. */
import { printedReport } from '../reports/files/report_text.rules.ts'
import type { Report } from '../reports/report.model.ts'

const lineOf = ({ label, figure, against }: ReturnType<typeof printedReport>['head'][number]): string =>
  `${label}: ${figure}${against === null ? '' : ` (${against})`}`

export function reportMail(
  report: Report,
  { organization, schedule }: { organization: string; schedule: string },
): { subject: string; text: string } {
  const { title, period, head } = printedReport(report, organization)
  const figures = head.length === 0 ? [report.coverage] : [head.map(lineOf).join('\n'), report.coverage]
  return {
    subject: `${title}, ${period}: ${organization}`,
    text: [
      `${title} of ${organization}. ${period}.`,
      ...figures,
      'The whole report is attached.',
      `You get this mail because an administrator of ${organization} added your address to the report schedule ${schedule}. To stop it, reply to them or ask for your address to be removed.`,
    ].join('\n\n'),
  }
}

interface Ended {
  recipient: string
  outcome: string
  reason: string | null
}

/** Why a report did not go out; null if every mail was sent. */
export function failureOf(mails: readonly Ended[]): string | null {
  const failed = mails.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return null
  const [first] = failed
  const who = failed.length === 1 ? first!.recipient : `${failed.length} of ${mails.length} recipients`
  const example = failed.length === 1 ? '' : `${first!.recipient}: `
  return `The mail to ${who} failed: ${example}${first!.reason ?? 'no response'}`
}
