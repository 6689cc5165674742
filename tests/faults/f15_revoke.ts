/** F15: keys are revoked while they are in use in two processes. */
import { ask, exactly, type Figure, figure, newClient, type Rig } from './rig.ts'
import { signIn } from './clients/sign_in.ts'

export const title = 'F15 keys revoked during traffic, two processes'
const keyCount = 12

export async function run(rig: Rig, { progress }: { progress: (share: number) => void }): Promise<Figure[]> {
  const services = await Promise.all([rig.startService(), rig.startService()])
  const client = await newClient(rig, keyCount)
  const token = await signIn(rig, client)
  const counts = { asked: 0, accepted: 0, limited: 0, known_after: 0, other: 0, not_revoked: 0 }
  for (const [at, key] of client.keys.entries()) {
    let revoked_at = Infinity
    let finish = false
    const worker = async (i: number) => {
      while (!finish) {
        const sent_at = performance.now()
        const reply = await ask(services[i % 2]!, 'GET', '/api/v1/variants/table', key)
        counts.asked++
        if (typeof reply !== 'object') counts.other++
        else if (reply.status === 200 || reply.status === 429) {
          // A fast machine uses up the allowance before the revocation; a 429 also shows that the key is still
          // accepted.
          if (reply.status === 200) counts.accepted++
          else counts.limited++
          if (sent_at > revoked_at) counts.known_after++
        } else if (reply.status !== 401) counts.other++
      }
    }
    const workers = Array.from({ length: 6 }, (_, i) => worker(i))
    await Bun.sleep(80)
    const answer = await token.revoke(services[at % 2]!, key)
    revoked_at = performance.now()
    if (answer >= 300) counts.not_revoked++
    await Bun.sleep(120)
    finish = true
    await Promise.all(workers)
    progress((at + 1) / keyCount)
  }
  await Promise.all(services.map((service) => service.stop()))
  return [
    figure('requests', `${counts.asked}, ${counts.accepted} accepted before, ${counts.limited} answered 429`),
    exactly('keys whose revocation failed', counts.not_revoked, 0),
    exactly('accepted or counted although sent after the revocation', counts.known_after, 0),
    exactly('responses other than 200, 401 and 429', counts.other, 0),
  ]
}
