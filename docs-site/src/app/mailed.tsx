/** The pages that links in sign-in mail open: a new password, and an invitation. */
import { useEffect, useState } from 'preact/hooks'
import { Field, Trouble, useWrite } from './parts'
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

const enter = (submit: (form: HTMLFormElement) => void) => (event: SubmitEvent) => {
  event.preventDefault()
  submit(event.currentTarget as HTMLFormElement)
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
  const write = useWrite()
  const submit = (form: HTMLFormElement) =>
    void write.run(async () => {
      const newPassword = new FormData(form).get('password')
      await send('POST', '/auth/reset-password', { organization: false, body: { token: token.trim(), newPassword } })
      sessionStorage.removeItem('password reset')
      setDone(true)
    })
  return (
    <main class="narrow">
      <h1>Set a new password</h1>
      {isDone ? (
        <p role="status">
          The password is set and every session has ended. <a href={toSignIn()}>Sign in with it</a>.
        </p>
      ) : (
        <form onSubmit={enter(submit)}>
          <TokenField token={token} setToken={setToken} />
          <NewPassword label="New password" />
          <Trouble of={write.trouble} />
          <p class="buttons">
            <button type="submit" class="first" disabled={write.isRunning}>
              Set the password
            </button>
          </p>
        </form>
      )}
    </main>
  )
}

/** A person who is signed in accepts as that user; anybody else becomes one. */
export function AcceptInvitation() {
  const [token, setToken] = useToken('invitation')
  const [email, setEmail] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const write = useWrite()
  useEffect(() => {
    send('GET', '/auth/get-session', { organization: false }).then(
      (session) => setEmail(session?.user.email ?? null),
      () => setEmail(null),
    )
  }, [])
  const accept = () =>
    void write.run(async () => {
      const { data } = await send('POST', '/v1/invitations/accept', { organization: false, body: { token: token.trim() } })
      sessionStorage.removeItem('invitation')
      location.assign(`${root()}/app?${new URLSearchParams({ organization: data.organization_id })}`)
    })
  const create = (form: HTMLFormElement) =>
    void write.run(async () => {
      const entered = new FormData(form)
      const body = { token: token.trim(), name: entered.get('name'), password: entered.get('password') }
      const { data } = await send('POST', '/auth/accept-invitation', { organization: false, body })
      sessionStorage.removeItem('invitation')
      setDone(data.email)
    })
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
      <form onSubmit={enter(email === null ? create : accept)}>
        <TokenField token={token} setToken={setToken} />
        {email === null && (
          <>
            <Field label="Your name">{({ id }) => <input id={id} name="name" autocomplete="name" required />}</Field>
            <NewPassword label="Password to sign in with" />
          </>
        )}
        <Trouble of={write.trouble} />
        <p class="buttons">
          <button type="submit" class="first" disabled={write.isRunning}>
            {email === null ? 'Accept' : `Accept as ${email}`}
          </button>
        </p>
      </form>
      {email === null && (
        <p class="quiet">
          Already have an account? <a href={`${toSignIn()}?${new URLSearchParams({ next: '/app/accept-invitation' })}`}>Sign in first</a>, then accept.
        </p>
      )}
    </main>
  )
}
