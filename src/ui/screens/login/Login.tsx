import { type FormEvent, useEffect, useState } from 'react'
import { CallFailure, call } from '../../../providers/call.ts'
import { login } from '../../../providers/login.ts'
import { takeEndMessage } from '../../../providers/session.ts'
import { loadView } from '../../Root.tsx'
import './login.css'
import { Skyline } from './Skyline.tsx'

interface SystemInfo {
  logo_name: string
  logo_img: string
}

const useSystemInfo = (): SystemInfo => {
  const [info, setInfo] = useState<SystemInfo>({ logo_name: '安居租赁运营', logo_img: '0' })
  useEffect(() => {
    call<SystemInfo>('/api/sys/update_logo').then(setInfo, () => {})
  }, [])
  return info
}

/** Fetches the shell ahead while someone types their password. */
const prefetchShell = (): void => void loadView(true)

/** The form's state: what was typed stays whatever the server says. */
const useLogin = () => {
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [message, setMessage] = useState(takeEndMessage)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (userName.trim() === '') return setMessage('请输入账号')
    if (password === '') return setMessage('请输入密码')
    setBusy(true)
    try {
      await login(userName.trim(), password)
    } catch (error) {
      setMessage(error instanceof CallFailure ? error.message : '登录失败，请重试')
      setBusy(false)
    }
  }
  return { userName, setUserName, password, setPassword, message, isBusy, submit }
}

/** Plain inputs and a plain button: the page that everyone opens first carries none of the component library. */
export default function Login() {
  const form = useLogin()
  const info = useSystemInfo()
  useEffect(() => {
    document.title = info.logo_name
  }, [info.logo_name])
  return (
    <main className="login">
      <section className="login-view" aria-hidden="true">
        <Skyline />
        <div className="login-name">
          <strong>{info.logo_name}</strong>
          <span>公租房 · 廉租房 运营后台</span>
        </div>
      </section>
      <section className="login-side">
        <form className="login-form" onSubmit={form.submit} onInput={prefetchShell} aria-labelledby="login-title">
          <h1 id="login-title">登录</h1>
          <p className="login-sub">{info.logo_name}</p>
          <label htmlFor="userName">账号</label>
          <input
            id="userName"
            name="userName"
            autoComplete="username"
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this page is to log in
            autoFocus
            value={form.userName}
            onChange={(event) => form.setUserName(event.target.value)}
          />
          <label htmlFor="password">密码</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
          <p className="login-message" role="alert">
            {form.message}
          </p>
          <button type="submit" aria-busy={form.isBusy}>
            {form.isBusy ? '登录中…' : '登录'}
          </button>
        </form>
      </section>
    </main>
  )
}
