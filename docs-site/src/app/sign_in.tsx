/** Sign-in: the password, the second factor where it is in force, and the mail for a new password. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Field, Form } from './parts'
import { root, send, ServiceRefusal } from './service'

/** The address within the app to go on to; never one of another site. */
function next(): string {
  const named = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/app(?:[?#]|\/(?!\/)|$)/.test(named) && !named.includes('\\') ? named : '/app'
}

/** In place of the sign-in, to which the way back would lead otherwise. */
const goOn = () => location.replace(root() + next())

const paths = {
  password: '/auth/sign-in/email',
  code: '/auth/two-factor/verify-totp',
  recovery: '/auth/two-factor/verify-backup-code',
  forgotten: '/auth/request-password-reset',
} as const

/** What is asked for, and at last nothing. */
type Step = keyof typeof paths | 'mailed'

const titles: Record<Step, string> = {
  password: 'Sign in',
  code: 'Enter the code',
  recovery: 'Enter a recovery code',
  forgotten: 'Set a new password',
  mailed: 'Check your e-mail',
}

export function SignIn() {
  const [step, setStep] = useState<Step>('password')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = titles[step]
    if (step !== 'password') heading.current?.focus()
  }, [step])
  const submit = async (asked: keyof typeof paths, entries: FormData) => {
    const body = Object.fromEntries(entries) as Record<string, string>
    try {
      await send('POST', paths[asked], { organization: false, body: trimmed(body) })
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== 'two_factor_code_required') throw error
      setStep('code')
      return
    }
    if (asked === 'forgotten') setStep('mailed')
    else goOn()
  }
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
        <Form key={step} action={step === 'forgotten' ? 'Send the mail' : 'Sign in'} submit={(entries) => submit(step, entries)}>
          <Entries step={step} />
        </Form>
      )}
      <p class="quiet">
        {step === 'password' && (
          <button type="button" class="plain" onClick={() => setStep('forgotten')}>
            I have forgotten my password
          </button>
        )}
        {step === 'code' && (
          <button type="button" class="plain" onClick={() => setStep('recovery')}>
            I have no authenticator app: use a recovery code
          </button>
        )}
        {step !== 'password' && (
          <button type="button" class="plain" onClick={() => setStep('password')}>
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
