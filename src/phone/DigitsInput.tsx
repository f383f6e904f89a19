import type { Digits } from './useDigits.ts'

interface Props extends Digits {
  typed: string
  /** The telephone, as it may be shown. */
  sentTo: string
  /** It is known to which they go. */
  isReady?: boolean
  onType: (typed: string) => void
}

/** Where the digits that were sent are typed. */
export const DigitsInput = ({ seconds, isSent, fault, send, typed, sentTo, isReady = true, onType }: Props) => (
  <>
    <div className="phone-check">
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        aria-label="验证码"
        placeholder="6位验证码"
        value={typed}
        onChange={(event) => onType(event.target.value.replace(/\D/g, ''))}
      />
      <button type="button" disabled={seconds > 0 || !isReady} onClick={() => void send()}>
        {seconds > 0 ? `${seconds} 秒后再发` : isSent ? '再发一次' : '获取验证码'}
      </button>
    </div>
    {fault && <p role="alert">{fault.message}</p>}
    {isSent && !fault && <p role="status">验证码已发到 {sentTo}，10 分钟内有效。</p>}
  </>
)
