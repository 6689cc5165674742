/** The e-mail domains that tell an account's people from others. Pure. */

/** Mail providers with which anyone can have an address: such a domain says nothing about the account. */
const publicProviders = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com msn.com yahoo.com yahoo.co.uk
   yahoo.fr yahoo.de ymail.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me
   gmx.com gmx.de gmx.net gmx.at web.de t-online.de freenet.de orange.fr wanadoo.fr free.fr laposte.net libero.it
   virgilio.it btinternet.com comcast.net verizon.net att.net sbcglobal.net mail.com mail.ru yandex.ru yandex.com
   zoho.com fastmail.com hey.com tutanota.com qq.com 163.com 126.com naver.com sapo.pt telenet.be bluewin.ch
   hotmail.it hotmail.de hotmail.es yahoo.it yahoo.es`.split(/\s+/),
)

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Domains of the contacts' addresses and of the account's customers, sorted; a reason if there is none. */
export function domainsOf(emails: readonly string[], customerDomains: readonly string[]) {
  const allDomains = [...new Set([...emails.map(domainOf), ...customerDomains.map((domain) => domain.toLowerCase())])]
  const domains = allDomains.filter((domain) => domain !== '' && !publicProviders.has(domain)).toSorted()
  const domains_reason =
    domains.length > 0
      ? null
      : allDomains.length > 0
        ? 'The known e-mail addresses of the account are with public mail providers.'
        : 'No contact or customer of the account has a known e-mail address.'
  return { domains, domains_reason }
}
