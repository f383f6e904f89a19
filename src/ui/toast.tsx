import useMessage from 'antd/es/message/useMessage'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { t } from '../providers/i18nProvider.ts'

/** Short words about what just happened. Refusals and broken rules are shown as info (spec.md section 8). */
export interface Toast {
  done(text: string): void
  info(text: string): void
}

const ToastContext = createContext<Toast>({ done: () => {}, info: () => {} })

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [api, holder] = useMessage({ maxCount: 3, top: 56 })
  const toast = useMemo<Toast>(
    () => ({
      done: (text) => void api.success({ content: t(text), key: text, duration: 2 }),
      info: (text) => void (text && api.info({ content: t(text), key: text, duration: 4 })),
    }),
    [api],
  )
  return (
    <ToastContext value={toast}>
      {holder}
      {children}
    </ToastContext>
  )
}

export const useToast = (): Toast => useContext(ToastContext)
