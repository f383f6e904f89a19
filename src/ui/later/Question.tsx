import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { useBusily } from '../hooks/useBusily.ts'
import { useLeaving } from '../tab/useLeaving.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** What the button that does it says. */
  okText: string
  isDanger?: boolean
  /** Whether what it is about is still being read: nothing can be done before it is seen. */
  isReading?: boolean
  /** Does it; what it throws is told, and the question stays. */
  onConfirm: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Says what will happen before it does, and does it once however often one presses. It goes with the place that it was asked at: nothing is done by leaving. */
export const Question = ({ title, okText, isDanger = false, isReading = false, onConfirm, onClose, children }: Props) => {
  const { isBusy, busily } = useBusily()
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const confirm = async (): Promise<void> => {
    // One that has gone meanwhile closes nothing: another may stand in its place.
    if ((await busily(onConfirm)) && isOpen.current) onClose()
  }
  useLeaving(onClose, 'address')
  return (
    <Dialog
      width={440}
      title={title}
      loading={isReading}
      okText={okText}
      cancelText={t`取消`}
      okButtonProps={{ danger: isDanger, loading: isBusy, autoFocus: true }}
      onOk={confirm}
      onCancel={onClose}
    >
      {children}
    </Dialog>
  )
}
