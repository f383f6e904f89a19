import Button from 'antd/es/button'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { defaultsOf } from '../../derive/forms/activeForm.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { Dialog } from '../later/Dialog.tsx'
import { useFreshLookups } from '../lookup/stale.ts'
import { useLeaving } from '../tab/useLeaving.ts'
import FormView from './FormView.tsx'
import { knownNow } from './known.ts'
import { type FormWork, useForm, useGuard } from './useForm.ts'
import './dialog.css'
import './overtaken.css'

interface Props extends FormWork {
  title: string
  /** What the button that does it says; without it 确定. */
  okText?: string | undefined
  isDanger?: boolean
  /** What it is about, above its fields. */
  facts?: ReactNode
  isLoading?: boolean
  /** What has become of its record meanwhile: it stays in sight over the fields that scroll. */
  notice?: ReactNode
  /** Whether nothing can be saved here any more: what was typed is only there to be read. */
  isOver?: boolean
  onClose: () => void
  /** Hears whether something is typed that is not saved. */
  onTouch?: (isTouched: boolean) => void
  /** Offers to save and go on with the next, and says which fields the next one keeps. */
  keep?: readonly string[]
  onSavedAgain?: () => void
}

/** A declared form in a dialog: fixed footer, Enter submits, Esc and the back button ask where something was typed. */
export const FormDialog = (props: Props) => {
  const {
    form,
    title,
    okText = t`确定`,
    isDanger = false,
    facts,
    isLoading,
    notice,
    isOver = false,
    onClose,
    onTouch,
    keep,
    onSavedAgain,
  } = props
  const id = useId()
  useFreshLookups()
  const { state, ...its } = useForm(props)
  const [isLeaving, setLeaving] = useState(false)
  useGuard(its.isTouched)
  const { isTouched } = its
  useEffect(() => {
    onTouch?.(isTouched)
    return () => onTouch?.(false)
  }, [isTouched, onTouch])
  const leave = (): void => (its.isTouched ? setLeaving(true) : onClose())
  // The back button is one more way to leave it: it asks as Esc does, and a dialog of one page does not stay over another.
  const goBack = useLeaving(leave, 'page')
  const stay = (): void => {
    setLeaving(false)
    goBack()
  }
  const save = async (): Promise<void> => {
    if (!isOver && (await its.submit())) onClose()
  }
  const saveAndGoOn = async (): Promise<void> => {
    const kept = Object.fromEntries(Object.entries(state.values).filter(([name]) => keep?.includes(name)))
    if (!(await its.submit())) return
    its.restart({ ...defaultsOf(form, knownNow()), ...kept })
    onSavedAgain?.()
  }
  return (
    <>
      <Dialog
        width={form['x-size'] === 'wide' ? 880 : 640}
        title={title}
        onCancel={leave}
        maskClosable={false}
        loading={isLoading}
        centered
        footer={[
          <Button key="cancel" onClick={leave}>
            {t`取消`}
          </Button>,
          keep && (
            <Button key="again" onClick={saveAndGoOn} disabled={its.isBusy || isOver}>
              {t`保存并继续`}
            </Button>
          ),
          <Button key="ok" type="primary" danger={isDanger} loading={its.isBusy} disabled={isOver} onClick={save}>
            {okText}
          </Button>,
        ]}
      >
        <div className="dialog-body" data-size={form['x-size']}>
          {notice && (
            <div className="overtaken" role="alert">
              {notice}
            </div>
          )}
          {facts}
          {form.description && <p className="dialog-about">{said(form.description)}</p>}
          <FormView id={id} form={form} state={state} onSubmit={() => void save()} />
        </div>
      </Dialog>
      {isLeaving && (
        <Dialog
          width={400}
          title={t`放弃已填写的内容？`}
          okText={t`放弃`}
          cancelText={t`继续填写`}
          okButtonProps={{ danger: true }}
          onOk={onClose}
          onCancel={stay}
        >
          {t`已填写的内容尚未保存，关闭后不会保留。`}
        </Dialog>
      )}
    </>
  )
}
