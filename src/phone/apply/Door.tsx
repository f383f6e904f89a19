import { useState } from 'react'
import type { ApplyAbout } from '../../schemas/application/applying.ts'
import { callByLink, newRequest, type Refused } from '../call.ts'
import { DigitsInput } from '../DigitsInput.tsx'
import { useDigits } from '../useDigits.ts'

interface Props {
  about: ApplyAbout
  /** Of the project whose code was scanned. */
  p_id: number | undefined
  onProven: (code: string) => void
}

const PHONE = /^1\d{10}$/

/** Whoever has scanned the code says who takes applications, and shows whose the telephone is. */
export const Door = ({ about: { operator, notice, project, isOpen }, p_id, onProven }: Props) => {
  const [phone, setPhone] = useState('')
  const [sms, setSms] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const digits = useDigits(() => callByLink('/api/apply/send_code', { phone, request_id: newRequest() }))
  const isPhone = PHONE.test(phone)
  const start = async (): Promise<void> => {
    if (!isPhone) return setFault('请填写11位手机号')
    if (sms.length !== 6) return setFault('请先获取并填写6位验证码')
    setBusy(true)
    setFault('')
    try {
      const answer = await callByLink<{ code: string }>('/api/apply/start', {
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
        <h1>申请住房</h1>
        <p>
          {operator}
          {project && ` · ${project}`}
        </p>
      </header>
      {notice && <section className="phone-text apply-notice">{notice}</section>}
      {isOpen ? (
        <>
          <section className="phone-step" aria-label="验证手机">
            <h2>验证您的手机</h2>
            <div className="apply-field">
              <label htmlFor="apply-phone">手机号</label>
              <input
                id="apply-phone"
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                maxLength={11}
                value={phone}
                onChange={(event) => setPhone(event.target.value.replace(/\D/g, ''))}
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
            {isBusy ? '正在验证…' : '开始填写'}
          </button>
          <p className="phone-hint">没填完的、已提交的，也从这里用同一个手机号进入。</p>
        </>
      ) : (
        <p role="status">现在不接受手机申请，请到窗口办理。</p>
      )}
    </main>
  )
}
