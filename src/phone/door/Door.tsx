import { useState } from 'react'
import type { DoorAbout } from '../../schemas/link/door.ts'
import { callByLink, newRequest, type Refused } from '../call.ts'
import { DigitsInput } from '../DigitsInput.tsx'
import { useDigits } from '../useDigits.ts'
import type { PageSpec } from './usePage.ts'

/** What is said at the door of a page. */
interface DoorWords extends PageSpec {
  /** On the button. */
  start: string
  closed: string
  hint: string
}

interface Props {
  page: DoorWords
  about: DoorAbout
  /** Of the project whose code was scanned. */
  p_id: number | undefined
  onProven: (code: string) => void
}

const PHONE = /^1\d{10}$/

/** Whoever has scanned the code sees whose it is, and shows whose the telephone is. */
export const Door = ({
  page: { name, title, start: startLabel, closed, hint },
  about: { operator, notice, project, isOpen },
  p_id,
  onProven,
}: Props) => {
  const [phone, setPhone] = useState('')
  const [sms, setSms] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const digits = useDigits(() => callByLink(`/api/${name}/send_code`, { phone, request_id: newRequest() }))
  const isPhone = PHONE.test(phone)
  const start = async (): Promise<void> => {
    if (!isPhone) return setFault('请填写11位手机号')
    if (sms.length !== 6) return setFault('请先获取并填写6位验证码')
    setBusy(true)
    setFault('')
    try {
      const answer = await callByLink<{ code: string }>(`/api/${name}/start`, {
        phone,
        sms,
        request_id: newRequest(),
        ...(p_id ? { p_id } : {}),
      })
      onProven(answer.code)
    } catch (error) {
      setFault((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="phone">
      <header>
        <h1>{title}</h1>
        <p>
          {operator}
          {project && ` · ${project}`}
        </p>
      </header>
      {notice && <section className="phone-text phone-notice">{notice}</section>}
      {isOpen ? (
        <>
          <section className="phone-step" aria-label="验证手机">
            <h2>验证您的手机</h2>
            <div className="phone-field">
              <label htmlFor="door-phone">手机号</label>
              <input
                id="door-phone"
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                value={phone}
                // As telephones fill it in, and as it is pasted: +86 138 0013 8000.
                onChange={(event) =>
                  setPhone(
                    event.target.value
                      .replace(/\D/g, '')
                      .replace(/^(?:00)?86(?=1)/, '')
                      .slice(0, 11),
                  )
                }
              />
            </div>
            <DigitsInput {...digits} typed={sms} sentTo={phone} isReady={isPhone} onType={setSms} />
          </section>
          {fault && (
            <p className="phone-fault" role="alert">
              {fault}
            </p>
          )}
          <button type="button" className="phone-main" disabled={isBusy} onClick={() => void start()}>
            {isBusy ? '正在验证…' : startLabel}
          </button>
          <p className="phone-hint">{hint}</p>
        </>
      ) : (
        <p role="status">{closed}</p>
      )}
    </main>
  )
}
