import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined'
import { Suspense, useRef, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { lazily } from '../../later/lazily.ts'
import { Icon } from '../../look/Icon.tsx'
import { ErrorBoundary } from '../../tab/ErrorBoundary.tsx'
import './messages.css'

const MessagesPanel = lazily(() => import('./MessagesPanel.tsx'))

/** How many messages one has not read, and the newest of them on a click; `isView` where nothing may be marked as read. */
export const MessageBell = ({ unread, isView }: { unread: number; isView: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // What opens next, a record's drawer, gives the focus back to the bell.
  const close = (): void => {
    button.current?.focus()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the keyboard or the focus leaves the panel
    <span
      ref={frame}
      className="messages"
      onBlur={({ relatedTarget }) => !frame.current?.contains(relatedTarget) && setOpen(false)}
      onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}
    >
      <button
        ref={button}
        type="button"
        className="icon head-errors"
        title={t`消息`}
        aria-label={unread > 0 ? t`消息，${unread} 条未读` : t`消息`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={BellOutlined} />
        {unread > 0 && <span className="head-badge">{unread > 99 ? '99+' : unread}</span>}
      </button>
      {isOpen && (
        <ErrorBoundary onClose={close}>
          <Suspense fallback={null}>
            <MessagesPanel isView={isView} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </span>
  )
}
