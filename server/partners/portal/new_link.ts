/**
 * /portal/new-link: a person whose link expired or was lost asks for another. The page is the same for every address, so
 * that it tells nothing about who has access to what; only the mail does.
 */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { addressSubject, countAttempt } from '../../pipeline/attempts.ts'
import { readBody } from '../../pipeline/body.ts'
import { insertMails } from '../../mail/queue.ts'
import { newToken } from '../../mail/token.ts'
import { isMailAddress } from '../../contract/schema.ts'
import { mailSettings } from '../../settings/settings.ts'
import { fieldOf } from './browser.rules.ts'
import { portalLinkMail } from './invitation_mail.ts'
import { insertLinks, lockSeatsOf, readSeatsLeft } from './new_link.store.ts'
import { newLinkPage, plainPage } from './page.ts'
import { type Answer, foreignForm, isForeignForm, page, type Visit } from './visit.ts'

/** Longer than the work takes, so that response times do not reveal whether an address has a seat. */
const answerMsMin = 250
const emailLengthMax = 254

/** The database stores no control characters. */
const isAddress = (text: string): boolean =>
  text.length <= emailLengthMax && isMailAddress(text) && !/\p{Cc}/u.test(text)

/** Without a mail server, a link would replace the one that the merchant forwarded and reach no person. */
const withoutMail = ({ root }: Visit): Answer =>
  page(
    200,
    plainPage(root, 'Ask your supplier for a new link', [
      'This service sends no mail. Your supplier can make a new link and send it to you.',
    ]),
  )

const sent = ({ root }: Visit): Answer =>
  page(
    200,
    plainPage(root, 'Check your mail', [
      'If this address has access to a portal, a new link is on its way. It can take a few minutes.',
      `At most ${limits.portal_links_per_seat_and_hour} links an hour are sent. If none arrives, look into your spam folder, check the address, or ask your supplier.`,
    ]),
  )

export const answerNewLinkForm = (visit: Visit): Answer =>
  mailSettings(visit.context.settings) === null ? withoutMail(visit) : page(200, newLinkPage(visit.root, null))

/** Mails a new link for every seat of the address that is below its limit. */
async function mailLinks(sql: Sql, { context: { mail, settings } }: Visit, email: string): Promise<void> {
  const seats = await lockSeatsOf(sql, settings.SERVICE_REGION, email)
  if (seats.length === 0) return
  const left = new Set((await readSeatsLeft(sql, seats)).map(({ seat_id }) => seat_id))
  const links = seats
    .filter(({ seat_id }) => left.has(seat_id))
    .map(({ organization_id, seat_id, ...names }) => {
      const token = newToken('prt')
      const prepared = mail.prepare(portalLinkMail(mail.links, { ...names, organization_id, email, token }))
      const { mail_id } = prepared
      return { prepared, link: { organization_id, invitation_id: uuidv7(), seat_id, mail_id, token } }
    })
  if (links.length === 0) return
  await insertMails(
    sql,
    links.map(({ prepared }) => prepared),
  )
  await insertLinks(
    sql,
    links.map(({ link }) => link),
  )
}

export async function answerNewLink(visit: Visit): Promise<Answer> {
  const { context, exchange, root } = visit
  const { request } = exchange
  const { db, settings } = context
  if (isForeignForm(visit)) return foreignForm(visit)
  const body = await readBody(request, limits.portal_body_bytes_max)
  const requests = limits.portal_link_requests_per_minute_and_address
  await countAttempt(db.autocommit, new Map([[addressSubject('portal link', exchange.address!), requests]]))
  if (mailSettings(settings) === null) return withoutMail(visit)
  const email = (fieldOf(body, request.headers.get('content-type'), 'email') ?? '').trim().toLowerCase()
  if (!isAddress(email)) return page(400, newLinkPage(root, 'Enter an e-mail address, such as name@company.com.'))
  await Promise.all([
    db.write((sql) => mailLinks(sql, visit, email)),
    new Promise((resolve) => setTimeout(resolve, answerMsMin)),
  ])
  return sent(visit)
}
