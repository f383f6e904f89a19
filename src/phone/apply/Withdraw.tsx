import { useState } from 'react'
import { Sure } from '../form/Sure.tsx'

/** Takes an application back, once it is said again. */
export const Withdraw = ({ code, onDone }: { code: string; onDone: () => void }) => {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <div className="phone-tools">
        <button type="button" onClick={() => setAsked(true)}>
          撤回申请
        </button>
      </div>
    )
  return (
    <Sure
      label="撤回申请"
      words="撤回后不再审核，也不能恢复；要住房的须重新申请。"
      path="/api/apply/withdraw"
      params={{ code }}
      onDone={onDone}
      onStopped={onDone}
      onCancel={() => setAsked(false)}
    />
  )
}
