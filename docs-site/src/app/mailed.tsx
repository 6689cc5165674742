/** The pages that links in sign-in mail open: a new password, and an invitation. */
import { useEffect, useState } from 'preact/hooks'
import { Field, Form } from './parts'
import { root, send } from './service'

/**
 * The token after # in the address; it is taken from there, so that it is in no history, and kept while a person signs in,
 * each kind apart.
 */
function useToken(kept: 'invitation' | 'password reset'): [string, (token: string) => void] {
  const [token, setToken] = useState(() => {
    const mailed = new URLSearchParams(location.hash.slice(1)).get('token')
    if (mailed !== null) {
      history.replaceState(null, '', location.pathname + location.search)
      sessionStorage.setItem(kept, mailed)
    }
    return mailed ?? sessionStorage.getItem(kept) ?? ''
  })
  return [token, setToken]
}

const TokenField = ({ token, setToken }: { token: string; setToken: (token: string) => void }) => (
  <Field label="Code from the mail">
    {({ id }) => <input id={id} name="token" value={token} autocomplete="off" required onInput={({ currentTarget }) => setToken(currentTarget.value)} />}
  </Field>
)

const NewPassword = ({ label }: { label: string }) => (
  <Field label={label} hint="At least 12 characters; common passwords are refused.">
    {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="password" type="password" autocomplete="new-password" minLength={12} required />}
  </Field>
)

const toSignIn = () => `${root()}/app/sign-in`

export function ResetPassword() {
  const [token, setToken] = useToken('password reset')
  const [isDone, setDone] = useState(false)
  const submit = async (entries: FormData) => {
    const body = { token: token.trim(), newPassword: entries.get('password') }
    await send('POST', '/auth/reset-password', { organization: false, body })
    sessionStorage.removeItem('password reset')
    setDone(true)
  }
  return (
    <main class="narrow">
      <h1>Set a new password</h1>
      {isDone ? (
        <p role="status">
          The password is set and every session has ended. <a href={toSignIn()}>Sign in with it</a>.
        </p>
      ) : (
        <Form action="Set the password" submit={submit}>
          <TokenField token={token} setToken={setToken} />
          <NewPassword label="New password" />
        </Form>
      )}
    </main>
  )
}

/** A person who is signed in accepts as that user; anybody else becomes one. */
export function AcceptInvitation() {
  const [token, setToken] = useToken('invitation')
  const [email, setEmail] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  useEffect(() => {
    send('GET', '/auth/get-session', { organization: false }).then(
      (session) => setEmail(session?.user.email ?? null),
      () => setEmail(null),
    )
  }, [])
  const accept = async () => {
    const { data } = await send('POST', '/v1/invitations/accept', { organization: false, body: { token: token.trim() } })
    sessionStorage.removeItem('invitation')
    location.assign(`${root()}/app?${new URLSearchParams({ organization: data.organization_id })}`)
  }
  const create = async (entries: FormData) => {
    const body = { token: token.trim(), name: entries.get('name'), password: entries.get('password') }
    const { data } = await send('POST', '/auth/accept-invitation', { organization: false, body })
    sessionStorage.removeItem('invitation')
    setDone(data.email)
  }
  if (done !== null)
    return (
      <main class="narrow">
        <h1>Welcome</h1>
        <p role="status">
          You belong to the organisation now. <a href={toSignIn()}>Sign in as {done}</a>.
        </p>
      </main>
    )
  return (
    <main class="narrow">
      <h1>Accept the invitation</h1>
      <Form action={email === null ? 'Accept' : `Accept as ${email}`} submit={email === null ? create : accept}>
        <TokenField token={token} setToken={setToken} />
        {email === null && (
          <>
            <Field label="Your name">{({ id }) => <input id={id} name="name" autocomplete="name" required />}</Field>
            <NewPassword label="Password to sign in with" />
          </>
        )}
      </Form>
      {email === null && (
        <p class="quiet">
          Already have an account? <a href={`${toSignIn()}?${new URLSearchParams({ next: '/app/accept-invitation' })}`}>Sign in first</a>, then accept.
        </p>
      )}
    </main>
  )
}
