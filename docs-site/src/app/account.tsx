/** A person's own sign-in: the password, the second factor and the sessions. */
import { useState } from 'preact/hooks'
import { encode } from 'uqr'
import { Frame } from './frame'
import { Badge, Confirm, Dialog, Field, Form, Trouble, useRead } from './parts'
import { root, send } from './service'

interface Session {
  user: { name: string; email: string; twoFactorEnabled: boolean }
}

interface SetUp {
  totpURI: string
  backupCodes: string[]
}

const auth = <Answer,>(path: string, body?: object): Promise<Answer> => send('POST', `/auth/${path}`, { organization: false, body })

export const Account = () => <Frame title="My sign-in">{() => <Own />}</Frame>

function Own() {
  const { data, trouble, again } = useRead(() => send<Session>('GET', '/auth/get-session', { organization: false }), [])
  const [said, setSaid] = useState('')
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const done = (what: string) => {
    setSaid(what)
    again()
  }
  return (
    <>
      <p>
        {data.user.name}, {data.user.email}
      </p>
      <p role="status">{said}</p>
      <Password done={done} />
      <SecondFactor isOn={data.user.twoFactorEnabled} done={done} />
      <Sessions />
    </>
  )
}

function Password({ done }: { done: (what: string) => void }) {
  const [times, setTimes] = useState(0)
  const submit = async (entries: FormData) => {
    await auth('change-password', { currentPassword: entries.get('current'), newPassword: entries.get('new') })
    setTimes(times + 1)
    done('Your password is changed. Every other session has ended.')
  }
  return (
    <section aria-labelledby="account-password" class="slim">
      <h2 id="account-password">Password</h2>
      <Form key={times} action="Change the password" submit={submit}>
        <Field label="Current password">{({ id }) => <input id={id} name="current" type="password" autocomplete="current-password" required />}</Field>
        <Field label="New password" hint="At least 12 characters. Every other session ends.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="new" type="password" autocomplete="new-password" required />}
        </Field>
      </Form>
    </section>
  )
}

/** What a person does about the second factor; each needs the password. */
const asked = {
  enable: { title: 'Set up the second factor', action: 'Go on', path: 'two-factor/enable' },
  disable: { title: 'Turn the second factor off', action: 'Turn it off', path: 'two-factor/disable' },
  codes: { title: 'New recovery codes', action: 'Replace the recovery codes', path: 'two-factor/generate-backup-codes' },
} as const

type Shown = { kind: keyof typeof asked } | { kind: 'confirm'; setUp: SetUp } | { kind: 'recovery'; codes: string[] } | null

function SecondFactor({ isOn, done }: { isOn: boolean; done: (what: string) => void }) {
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  const ask = async (kind: keyof typeof asked, entries: FormData) => {
    const answer = await auth<SetUp>(asked[kind].path, { password: entries.get('password') })
    if (kind === 'enable') setShown({ kind: 'confirm', setUp: answer })
    else if (kind === 'codes') setShown({ kind: 'recovery', codes: answer.backupCodes })
    else {
      close()
      done('The second factor is off.')
    }
  }
  const confirmed = () => {
    close()
    done('The second factor is on. Every other session has ended.')
  }
  return (
    <section aria-labelledby="account-factor">
      <h2 id="account-factor">Second factor</h2>
      <p>
        <Badge tone={isOn ? 'good' : 'wait'}>{isOn ? 'on' : 'off'}</Badge> {isOn ? 'Signing in takes a code of your authenticator app.' : 'With it, a stolen password alone opens nothing.'}
      </p>
      <p class="buttons">
        {(isOn ? (['codes', 'disable'] as const) : (['enable'] as const)).map((kind) => (
          <button type="button" key={kind} onClick={() => setShown({ kind })}>
            {asked[kind].title}
          </button>
        ))}
      </p>
      {(shown?.kind === 'enable' || shown?.kind === 'disable' || shown?.kind === 'codes') && (
        <Dialog title={asked[shown.kind].title} close={close}>
          <Form action={asked[shown.kind].action} cancel={close} submit={(entries) => ask(shown.kind, entries)}>
            <Field label="Password">{({ id }) => <input id={id} name="password" type="password" autocomplete="current-password" required />}</Field>
          </Form>
        </Dialog>
      )}
      {shown?.kind === 'confirm' && <ConfirmFactor of={shown.setUp} close={close} done={confirmed} />}
      {shown?.kind === 'recovery' && (
        <Dialog title="Your recovery codes" close={close}>
          <RecoveryCodes codes={shown.codes} />
          <p class="buttons">
            <button type="button" onClick={close}>
              I have stored them
            </button>
          </p>
        </Dialog>
      )}
    </section>
  )
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <p>Each of these works once in place of a code of the app. They are shown this one time; earlier ones no longer work.</p>
    <code class="secret">{codes.join(' ')}</code>
  </>
)

function ConfirmFactor({ of, close, done }: { of: SetUp; close: () => void; done: () => void }) {
  const submit = async (entries: FormData) => {
    await auth('two-factor/confirm', { code: String(entries.get('code')).replaceAll(/\s/g, '') })
    done()
  }
  return (
    <Dialog title="Set up the second factor" close={close}>
      <p>Scan this with an authenticator app, or enter its secret there.</p>
      <QrCode text={of.totpURI} label="The secret as a QR code" />
      <p>
        <code class="secret">{new URL(of.totpURI).searchParams.get('secret')}</code>
      </p>
      <RecoveryCodes codes={of.backupCodes} />
      <Form action="Turn it on" cancel={close} submit={submit}>
        <Field label="Code" hint="Six digits that the app shows now.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="code" inputMode="numeric" autocomplete="one-time-code" required />}
        </Field>
      </Form>
    </Dialog>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  )
}

function Sessions() {
  const [ending, setEnding] = useState(false)
  return (
    <section aria-labelledby="account-sessions">
      <h2 id="account-sessions">Sessions</h2>
      <p>A session ends when you sign out, when your password changes, and a week after it was last renewed.</p>
      <p class="buttons">
        <button type="button" class="danger" onClick={() => setEnding(true)}>
          End every session
        </button>
      </p>
      {ending && (
        <Confirm
          title="End every session?"
          consequence="Every browser and every program that is signed in as you has to sign in again, this one included. API keys work on."
          action="End every session"
          run={async () => {
            await auth('revoke-sessions')
            location.assign(`${root()}/app/sign-in`)
          }}
          close={() => setEnding(false)}
        />
      )}
    </section>
  )
}
