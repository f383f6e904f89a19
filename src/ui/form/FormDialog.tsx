import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useCallback, useId, useMemo, useState } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { defaultsOf } from '../../derive/activeForm.ts'
import { activeValues, type Broken, validateForm } from '../../derive/validateForm.ts'
import { CallFailure } from '../../providers/call.ts'
import { useToast } from '../toast.tsx'
import type { Values } from './context.ts'
import FormView from './FormView.tsx'

interface Props {
  form: FormSchema
  title: string
  /** What the form starts with, over its defaults. */
  initial?: Values
  isLoading?: boolean
  /** Values that the server supplies once the dialog is open; they fill what is still empty. */
  supplied?: Values
  /** Does the deed; what it throws is shown and the form keeps what was typed. */
  onSubmit: (values: Values) => Promise<void>
  onClose: () => void
  /** Offers to save and go on with the next, and says which fields the next one keeps. */
  keep?: readonly string[]
  onSavedAgain?: () => void
}

const focusField = (field: string): void => {
  const input = document.getElementById(`root_${field.replaceAll('.', '_')}`)
  input?.scrollIntoView({ block: 'center' })
  input?.focus()
}

/** A form's state without its looks: values, broken rules, and what happens on 确定. */
const useForm = ({ form, initial, supplied, onSubmit }: Props) => {
  const toast = useToast()
  const start = useMemo(() => ({ ...defaultsOf(form), ...initial }), [form, initial])
  const [values, setValues] = useState<Values>(start)
  const [started, setStarted] = useState(start)
  const [broken, setBroken] = useState<readonly Broken[]>([])
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (started !== start) {
    setStarted(start)
    setValues(start)
  }
  const [filled, setFilled] = useState<Values | undefined>()
  if (filled !== supplied) {
    setFilled(supplied)
    setValues({ ...supplied, ...values, ...(hasTried ? {} : supplied) })
  }
  const change = useCallback(
    (next: Values) => {
      setValues(next)
      if (hasTried) setBroken(validateForm(form, next))
    },
    [form, hasTried],
  )
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    const found = validateForm(form, values)
    setTried(true)
    setBroken(found)
    const [first] = found
    if (first) {
      toast.info(first.message)
      focusField(first.field)
      return false
    }
    setBusy(true)
    try {
      await onSubmit(activeValues(form, values))
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toast.info(error.message)
      const { field } = error
      if (field && field in form.properties) {
        setBroken([{ field, rule: 'server', message: error.message }])
        focusField(field)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const restart = (next: Values): void => {
    setValues(next)
    setBroken([])
    setTried(false)
  }
  const messages = useMemo(() => new Map(broken.map(({ field, message }) => [field, message])), [broken])
  const isTouched = JSON.stringify(values) !== JSON.stringify({ ...start, ...supplied })
  return { values, change, submit, restart, messages, isBusy, isTouched }
}

/** A declared form in a dialog: fixed footer, Enter submits, Esc asks where something was typed. */
export const FormDialog = (props: Props) => {
  const { form, title, isLoading, onClose, keep, onSavedAgain } = props
  const id = useId()
  const state = useForm(props)
  const [isLeaving, setLeaving] = useState(false)
  const leave = (): void => (state.isTouched ? setLeaving(true) : onClose())
  const save = async (): Promise<void> => {
    if (await state.submit()) onClose()
  }
  const saveAndGoOn = async (): Promise<void> => {
    const kept = Object.fromEntries(Object.entries(state.values).filter(([name]) => keep?.includes(name)))
    if (!(await state.submit())) return
    state.restart({ ...defaultsOf(form), ...kept })
    onSavedAgain?.()
  }
  return (
    <>
      <Modal
        open
        width={form['x-size'] === 'wide' ? 880 : 640}
        title={title}
        onCancel={leave}
        maskClosable={false}
        closable={{ 'aria-label': '关闭' }}
        loading={isLoading}
        centered
        footer={[
          <Button key="cancel" onClick={leave}>
            取消
          </Button>,
          keep && (
            <Button key="again" onClick={saveAndGoOn} disabled={state.isBusy}>
              保存并继续
            </Button>
          ),
          <Button key="ok" type="primary" loading={state.isBusy} onClick={save}>
            确定
          </Button>,
        ]}
      >
        <div className="dialog-body" data-size={form['x-size']}>
          {form.description && <p className="dialog-about">{form.description}</p>}
          <FormView
            id={id}
            form={form}
            values={state.values}
            onChange={state.change}
            onSubmit={() => void save()}
            messages={state.messages}
          />
        </div>
      </Modal>
      {isLeaving && (
        <Modal
          open
          width={400}
          title="放弃已填写的内容？"
          okText="放弃"
          cancelText="继续填写"
          okButtonProps={{ danger: true }}
          onOk={onClose}
          onCancel={() => setLeaving(false)}
        >
          已填写的内容尚未保存，关闭后不会保留。
        </Modal>
      )}
    </>
  )
}
