/** Sign-in: the password, the second factor where it is in force, and the mail for a new password. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Field, Trouble, useWrite } from './parts'
import { root, send, ServiceRefusal } from './service'

/** The address within the app to go on to; never one of another site. */
function next(): string {
  const named = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/app(?:[?#]|\/(?!\/)|$)/.test(named) && !named.includes('\\') ? named : '/app'
}

const goOn = () => location.assign(root() + next())

type Step = 'password' | 'code' | 'recovery' | 'forgotten' | 'mailed'

const titles: Record<Step, string> = {
  password: 'Sign in',
  code: 'Enter the code',
  recovery: 'Enter a recovery code',
  forgotten: 'Set a new password',
  mailed: 'Check your e-mail',
}

export function SignIn() {
  const [step, setStep] = useState<Step>('password')
  const write = useWrite()
  const heading = useRef<HTMLHeadingElement>(null)
  const to = (one: Step) => {
    write.clear()
    setStep(one)
  }
  useEffect(() => {
    document.title = titles[step]
    if (step !== 'password') heading.current?.focus()
  }, [step])
  const submit = (form: HTMLFormElement) =>
    write.run(async () => {
      const body = Object.fromEntries(new FormData(form)) as Record<string, string>
      const path = step === 'password' ? '/auth/sign-in/email' : step === 'code' ? '/auth/two-factor/verify-totp' : step === 'recovery' ? '/auth/two-factor/verify-backup-code' : '/auth/request-password-reset'
      try {
        await send('POST', path, { organization: false, body: trimmed(body) })
      } catch (error) {
        if (!(error instanceof ServiceRefusal) || error.code !== 'two_factor_code_required') throw error
        to('code')
        return
      }
      if (step === 'forgotten') to('mailed')
      else goOn()
    })
  return (
    <main class="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {titles[step]}
      </h1>
      {step === 'mailed' ? (
        <p>
          If the address belongs to a user, a mail is on its way. Open its link, or enter its code <a href={`${root()}/app/reset-password`}>here</a>.
        </p>
      ) : (
        <form
          key={step}
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event.currentTarget)
          }}
        >
          <Entries step={step} />
          <Trouble of={write.trouble} />
          <p class="buttons">
            <button type="submit" class="first" disabled={write.isRunning}>
              {step === 'forgotten' ? 'Send the mail' : 'Sign in'}
            </button>
          </p>
        </form>
      )}
      <p class="quiet">
        {step === 'password' && (
          <button type="button" class="plain" onClick={() => to('forgotten')}>
            I have forgotten my password
          </button>
        )}
        {step === 'code' && (
          <button type="button" class="plain" onClick={() => to('recovery')}>
            I have no authenticator app: use a recovery code
          </button>
        )}
        {step !== 'password' && (
          <button type="button" class="plain" onClick={() => to('password')}>
            Back to the password
          </button>
        )}
      </p>
    </main>
  )
}

/** Codes are often pasted with blanks around or, of the app, within them; a password is sent as it was typed. */
const trimmed = ({ code, email, ...body }: Record<string, string>) => ({
  ...body,
  ...(email === undefined ? {} : { email: email.trim() }),
  ...(code === undefined ? {} : { code: code.replaceAll(/\s/g, '') }),
})

function Entries({ step }: { step: Step }) {
  if (step === 'code')
    return (
      <Field label="Code" hint="Six digits that your authenticator app shows.">
        {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="code" inputMode="numeric" autocomplete="one-time-code" required />}
      </Field>
    )
  if (step === 'recovery')
    return (
      <Field label="Recovery code" hint="Each of them works once.">
        {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="code" autocomplete="off" required />}
      </Field>
    )
  return (
    <>
      <Field label="E-mail address">{({ id }) => <input id={id} name="email" type="email" autocomplete="username" required />}</Field>
      {step === 'password' && (
        <Field label="Password">{({ id }) => <input id={id} name="password" type="password" autocomplete="current-password" required />}</Field>
      )}
    </>
  )
}
