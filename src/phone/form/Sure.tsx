import { useState } from 'react'
import { callByLink, newRequest, Refused } from '../call.ts'

interface Props {
  /** What is done: on the button and for those who listen. */
  label: string
  /** What will be so, once it is done. */
  words: string
  path: string
  params: Readonly<Record<string, unknown>>
  onDone: () => void
  /** The link itself permits no more. */
  onStopped: () => void
  onCancel: () => void
}

/** Asks once more before something that cannot be undone, does it, and tells why not. */
export const Sure = ({ label, words, path, params, onDone, onStopped, onCancel }: Props) => {
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const does = async (): Promise<void> => {
    setBusy(true)
    try {
      await callByLink(path, { ...params, request_id: newRequest() })
      onDone()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.why !== '') return onStopped()
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="phone-step" aria-label={label}>
      <p>{words}</p>
      {fault && <p role="alert">{fault}</p>}
      <div className="phone-tools">
        <button type="button" disabled={isBusy} onClick={onCancel}>
          返回
        </button>
        <button type="button" className="phone-do" disabled={isBusy} onClick={() => void does()}>
          确定{label}
        </button>
      </div>
    </section>
  )
}
