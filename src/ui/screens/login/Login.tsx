import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Locale } from '../../../protocol/preferences.ts'
import { CallFailure, call } from '../../../providers/call.ts'
import { said, spokenLocale, t } from '../../../providers/i18nProvider.ts'
import { login, loginBroker } from '../../../providers/login.ts'
import { takeEndMessage } from '../../../providers/session.ts'
import { localeChoice, localeWords } from '../../hooks/preferences.ts'
import { Later } from '../../later/Later.tsx'
import { loadApp } from '../../loadApp.ts'
import './login.css'
import { Skyline } from './Skyline.tsx'

interface SystemInfo {
  logo_name: string
  logo_img: string
}

const useSystemInfo = (): SystemInfo => {
  const [info, setInfo] = useState<SystemInfo>({ logo_name: t`安居租赁运营`, logo_img: '0' })
  useEffect(() => {
    call<SystemInfo>('/api/sys/update_logo').then(setInfo, () => {})
  }, [])
  return info
}

/** Fetches the shell ahead while someone types their password. */
const prefetchShell = (): void => void loadApp().catch(() => {})

/** Two ways in: each names its two inputs and what it does with them. */
const WAYS = {
  staff: {
    label: '员工登录',
    name: { label: '账号', autoComplete: 'username', missing: '请输入账号' },
    secret: { label: '密码', missing: '请输入密码' },
    enter: login,
  },
  broker: {
    label: '经纪人登录',
    name: { label: '手机号', autoComplete: 'tel', missing: '请输入手机号' },
    secret: { label: '授权码', missing: '请输入授权码' },
    enter: loginBroker,
  },
} as const

type Way = keyof typeof WAYS

/** What is wrong, and of which input; null is of neither. */
interface Fault {
  at: 'name' | 'secret' | null
  text: string
}

/** Which input a refusal means, by what the calls name theirs. */
const INPUTS: Readonly<Record<string, Fault['at']>> = { userName: 'name', phone: 'name', password: 'secret', AuthToken: 'secret' }

const faultOf = (error: unknown): Fault =>
  error instanceof CallFailure ? { at: INPUTS[error.field ?? ''] ?? null, text: error.message } : { at: null, text: t`登录失败，请重试` }

/** The form's state: what was typed stays whatever the server says. */
const useLogin = () => {
  const [way, setWay] = useState<Way>('staff')
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [fault, setFault] = useState<Fault>(() => ({ at: null, text: takeEndMessage() }))
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '') return setFault({ at: 'name', text: said(WAYS[way].name.missing) })
    if (secret === '') return setFault({ at: 'secret', text: said(WAYS[way].secret.missing) })
    setBusy(true)
    try {
      await WAYS[way].enter(name.trim(), secret)
    } catch (error) {
      setFault(faultOf(error))
      setBusy(false)
    }
  }
  const choose = (next: Way): void => {
    setWay(next)
    setName('')
    setSecret('')
    setFault({ at: null, text: '' })
  }
  return { way, choose, name, setName, secret, setSecret, fault, isBusy, submit }
}

/** What is wrong stands beneath its input, which has the focus then. */
const Message = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} className="login-message" role="alert">
    {text}
  </p>
)

/** Plain inputs and a plain button: the page that everyone opens first carries none of the component library. */
export default function Login() {
  const form = useLogin()
  const way = WAYS[form.way]
  const { fault } = form
  const [isShown, setShown] = useState(false)
  const inputs = { name: useRef<HTMLInputElement>(null), secret: useRef<HTMLInputElement>(null) }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new fault, also the same once more, takes the focus
  useEffect(() => {
    if (fault.at) inputs[fault.at].current?.select()
  }, [fault])
  const told = (at: Fault['at']) => (fault.at === at ? { 'aria-invalid': true, 'aria-describedby': 'login-fault' } : {})
  const info = useSystemInfo()
  useEffect(() => {
    document.title = said(info.logo_name)
  }, [info.logo_name])
  return (
    <main className="login">
      <section className="login-view" aria-hidden="true">
        <Later>
          <Skyline />
        </Later>
        <div className="login-name">
          <strong>{said(info.logo_name)}</strong>
          <span>{t`公租房 · 廉租房 运营后台`}</span>
        </div>
      </section>
      <section className="login-side">
        <form className="login-form" onSubmit={form.submit} onInput={prefetchShell} aria-labelledby="login-title">
          <div className="login-locales">
            {Object.entries(localeWords).map(([key, word]) => (
              <button key={key} type="button" aria-pressed={spokenLocale() === key} onClick={() => localeChoice.set(key as Locale)}>
                {word}
              </button>
            ))}
          </div>
          <h1 id="login-title">{t`登录`}</h1>
          <p className="login-sub">{said(info.logo_name)}</p>
          <div className="login-ways" role="tablist" aria-label={t`登录方式`}>
            {Object.entries(WAYS).map(([key, { label }]) => (
              <button key={key} type="button" role="tab" aria-selected={form.way === key} onClick={() => form.choose(key as Way)}>
                {said(label)}
              </button>
            ))}
          </div>
          <label htmlFor="userName">{said(way.name.label)}</label>
          <input
            id="userName"
            name="userName"
            ref={inputs.name}
            {...told('name')}
            autoComplete={way.name.autoComplete}
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this page is to log in
            autoFocus
            value={form.name}
            onChange={(event) => form.setName(event.target.value)}
          />
          {fault.at === 'name' && <Message id="login-fault" text={fault.text} />}
          <label htmlFor="password">{said(way.secret.label)}</label>
          <div className="login-secret">
            <input
              id="password"
              name="password"
              ref={inputs.secret}
              {...told('secret')}
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              value={form.secret}
              onChange={(event) => form.setSecret(event.target.value)}
            />
            <button
              type="button"
              aria-controls="password"
              aria-label={isShown ? t`隐藏密码` : t`显示密码`}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? t`隐藏` : t`显示`}
            </button>
          </div>
          {fault.at === 'secret' && <Message id="login-fault" text={fault.text} />}
          {fault.at === null && <Message text={fault.text} />}
          <button type="submit" aria-busy={form.isBusy}>
            {form.isBusy ? t`登录中…` : t`登录`}
          </button>
        </form>
      </section>
    </main>
  )
}
