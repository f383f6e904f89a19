import useMessage from 'antd/es/message/useMessage'
import { useEffect } from 'react'
import type { Say } from '../../providers/notificationProvider.ts'

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
