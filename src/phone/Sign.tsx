import { useRef, useState } from 'react'
import type { SigningView } from '../protocol/signing.ts'
import { callByLink, newRequest, Refused } from './call.ts'
import { DigitsInput } from './DigitsInput.tsx'
import { Pad } from './Pad.tsx'
import { isSignature, type Strokes } from './strokes.ts'
import { useDigits } from './useDigits.ts'

interface Props {
  view: SigningView
  code: string
  onSigned: () => void
  /** The link itself permits no more. */
  onStopped: (refused: Refused) => void
}

interface SignatoryValues {
  signatory: string
  signatory_post: string
}

const Check = ({ phone, code, typed, onType }: { phone: string; code: string; typed: string; onType: (typed: string) => void }) => {
  const digits = useDigits(() => callByLink('/api/signing/send_check', { code, request_id: newRequest() }))
  return (
    <section className="phone-step" aria-label="验证码">
      <h2>1. 验证手机 {phone}</h2>
      <DigitsInput {...digits} typed={typed} sentTo={phone} onType={onType} />
    </section>
  )
}

/** Who signs for the company. */
const Signatory = ({ by, onBy }: { by: SignatoryValues; onBy: (by: SignatoryValues) => void }) => (
  <div className="phone-signatory">
    <label>
      姓名
      <input maxLength={30} autoComplete="name" value={by.signatory} onChange={(event) => onBy({ ...by, signatory: event.target.value })} />
    </label>
    <label>
      职务
      <input
        maxLength={30}
        autoComplete="organization-title"
        value={by.signatory_post}
        onChange={(event) => onBy({ ...by, signatory_post: event.target.value })}
      />
    </label>
  </div>
)

/** The tenant's signature, and the digits that show whose phone it is. */
export const Sign = ({ view, code, onSigned, onStopped }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** Pressed again after a broken connection, it is the same deed; after a refusal, another. */
  const [request, setRequest] = useState(() => newRequest())
  const [strokes, setStrokes] = useState<Strokes>([])
  const [sms, setSms] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const asksCheck = view.phone !== null
  const [by, setBy] = useState({ signatory: '', signatory_post: '' })
  const sign = async (): Promise<void> => {
    if (asksCheck && sms.length !== 6) return setFault('请先获取并填写6位验证码')
    if (view.isForCompany && by.signatory.trim() === '') return setFault('请填写签字人的姓名')
    if (view.isForCompany && by.signatory_post.trim() === '') return setFault('请填写签字人的职务')
    if (!isSignature(strokes)) return setFault('请在框内手写您的姓名')
    const image = canvas.current?.toDataURL('image/png').split(',')[1] ?? ''
    setBusy(true)
    setFault('')
    try {
      await callByLink('/api/signing/sign', {
        code,
        image,
        request_id: request,
        ...(asksCheck ? { sms } : {}),
        ...(view.isForCompany ? by : {}),
      })
      onSigned()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.why !== '') return onStopped(error)
      if (error.code !== 0) setRequest(newRequest())
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {view.phone !== null && <Check phone={view.phone} code={code} typed={sms} onType={setSms} />}
      {view.isForCompany && (
        <section className="phone-step" aria-label="签字人">
          <h2>{asksCheck ? '2. ' : ''}代表企业签字的人</h2>
          <Signatory by={by} onBy={setBy} />
        </section>
      )}
      <section className="phone-step" aria-label="签名">
        <h2>{asksCheck ? `${view.isForCompany ? 3 : 2}. ` : ''}手写签名</h2>
        <Pad strokes={strokes} onStrokes={setStrokes} canvas={canvas} />
        <div className="phone-tools">
          <button type="button" disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
            撤销一笔
          </button>
          <button type="button" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
            清除重写
          </button>
        </div>
      </section>
      {fault !== '' && (
        <p className="phone-fault" role="alert">
          {fault}
        </p>
      )}
      <button type="button" className="phone-main" disabled={isBusy} onClick={() => void sign()}>
        {isBusy ? '正在签署…' : '确认签署'}
      </button>
      <p className="phone-hint">签署即表示您已读过合同并同意其内容；签署后合同生效，不能更改。</p>
    </>
  )
}
