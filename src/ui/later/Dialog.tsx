import Modal, { type ModalProps } from 'antd/es/modal'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { useFocusReturn } from '../hooks/useFocusReturn.ts'

type Close = (event: KeyboardEvent) => void

/** The dialogs that are shown, the one in front last. */
const shown: Close[] = []

/**
 * Until a dialog has the focus, which it takes when its opening has ended, Esc comes from what opened it, or from nowhere, and means the
 * dialog in front all the same.
 */
const useEarlyEscape = (close: Close): void => {
  const [opener] = useState(() => document.activeElement)
  const closeIt = useEffectEvent(close)
  useEffect(() => {
    const own: Close = (event) => closeIt(event)
    const onKey = (event: KeyboardEvent): void => {
      const isEarly = event.target === document.body || event.target === opener
      if (event.key !== 'Escape' || event.isComposing || !isEarly || shown.at(-1) !== own) return
      event.preventDefault()
      event.stopPropagation()
      closeIt(event)
    }
    shown.push(own)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      shown.splice(shown.indexOf(own), 1)
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [opener])
}

/** A long title leaves its place to the close button. */
const besideClose: ModalProps['styles'] = { header: { paddingInlineEnd: 32 } }

/** A dialog: shown as long as it is drawn, its close button named, and the focus goes back to what opened it. */
export const Dialog = (props: Omit<ModalProps, 'open'>) => {
  useFocusReturn()
  useEarlyEscape((event) => {
    // The library's own handler takes the event of React's, of which nobody here reads anything.
    props.onCancel?.(event as unknown as Parameters<NonNullable<ModalProps['onCancel']>>[0])
  })
  return <Modal open closable={{ 'aria-label': t`关闭` }} styles={besideClose} {...props} />
}
