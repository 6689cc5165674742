/** The mail engine as operations use it: encrypting a text, reading it again, and links to the app. */
import { uuidv7 } from 'uuidv7'
import type { MailLinks, MailTools } from '../contract/call.ts'
import { secretBox } from '../secrets/secret_key.ts'
import { mailSettings, type Settings } from '../settings/settings.ts'

export function openMail(settings: Settings): MailTools {
  const box = secretBox(settings)
  const is_sent = mailSettings(settings) !== null
  return {
    prepare({ text, ...mail }) {
      const mail_id = uuidv7()
      return { ...mail, mail_id, encrypted_text: box.encrypt(text, mail_id), is_sent }
    },
    read: box.decrypt,
    links: { base_url: settings.BASE_URL, app_url: settings.APP_URL ?? null },
  }
}

/** A link if the app's URL is set, else the request to send. The token follows #, so that no server logs it. */
export const tokenLink = (
  { app_url }: MailLinks,
  { page, token, requests }: { page: string; token: string; requests: readonly string[] },
): string =>
  app_url === null
    ? ['Send this code as `token`:', token, ...requests].join('\n')
    : `${app_url}/${page}#token=${encodeURIComponent(token)}`
