import { useState } from 'react'
import { CallFailure } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { Dialog } from '../Dialog.tsx'
import { useToast } from '../toast.tsx'
import type { DialogProps } from './ActionHost.tsx'

/** Says what will happen, and to how many, before it does. */
export default function ConfirmDialog({ begun, perform, onClose }: DialogProps) {
  const { action, resource, rows } = begun
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await perform(begun, {})
      onClose()
    } catch (error) {
      toast.info(error instanceof CallFailure ? error.message : '操作失败，请重试')
      setBusy(false)
    }
  }
  const names = rows.slice(0, 3).map((row) => String(row[resource.title] ?? ''))
  return (
    <Dialog
      width={440}
      title={`${action.label}${rows.length > 1 ? t(`（${rows.length} 条）`) : ''}`}
      okText={t('确定')}
      cancelText={t('取消')}
      okButtonProps={{ danger: action.tone === 'danger', loading: isBusy, autoFocus: true }}
      onOk={confirm}
      onCancel={onClose}
    >
      <p>{action.confirm || t(`确定${action.label}？`)}</p>
      {rows.length > 0 && (
        <p className="confirm-names">
          {names.join(t('、'))}
          {rows.length > 3 && t(` 等 ${rows.length} 条`)}
        </p>
      )}
    </Dialog>
  )
}
