import useMessage from 'antd/es/message/useMessage'
import { useEffect } from 'react'

/** Says a word of the given kind for so many seconds. */
export type Say = (kind: 'success' | 'info', text: string, seconds: number) => void

/** Where short words appear; `onReady` gets the function that shows one. */
export const Toasts = ({ onReady }: { onReady: (say: Say) => void }) => {
  const [api, holder] = useMessage({ maxCount: 3, top: 56 })
  useEffect(
    () =>
      onReady((kind, text, duration) => {
        // Heard, too, by those who do not see it come.
        const content = <span role={kind === 'success' ? 'status' : 'alert'}>{text}</span>
        void api[kind]({ content, key: text, duration })
      }),
    [api, onReady],
  )
  return holder
}
