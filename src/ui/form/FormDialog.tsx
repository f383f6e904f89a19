import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { clearDependents, defaultsOf } from '../../derive/activeForm.ts'
import { activeValues, type Broken, validateForm } from '../../derive/validateForm.ts'
import { CallFailure } from '../../providers/call.ts'
import { guardTab } from '../shell/tabs.ts'
import { useToast } from '../toast.tsx'
import type { FormState, Values } from './context.ts'
import FormView from './FormView.tsx'

interface Props {
  form: FormSchema
  title: string
  /** What the form starts with, over its defaults. */
  initial?: Values
  isLoading?: boolean
  /** Values that the server supplies once the dialog is open; they fill what is still empty. */
  supplied?: Values
  /** What was typed before the dialog was interrupted. */
  typed?: Values
  /** Hears what was typed when the dialog goes. */
  onLeave?: (values: Values) => void
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

type Judged = readonly Broken[]

/** Gives the values and a `patch` that works on what stands at that moment, not on what stood when the screen was last drawn. */
const useValues = (form: FormSchema, start: Values) => {
  const [values, setValues] = useState(start)
  const latest = useRef(values)
  const put = useCallback((next: Values): void => {
    latest.current = next
    setValues(next)
  }, [])
  const patch = useCallback(
    (some: Values): void => {
      const next = { ...latest.current, ...some }
      put(
        Object.keys(some).reduce(
          (cleared, name) =>
            name in latest.current && latest.current[name] === some[name] ? cleared : clearDependents(form, name, cleared),
          next,
        ),
      )
    },
    [form, put],
  )
  return { values, latest, put, patch }
}

/** A form's state without its looks: values, broken rules, and what happens on 确定. */
const useForm = ({ form, initial, supplied, typed, onLeave, onSubmit }: Props) => {
  const toast = useToast()
  const start = useMemo(() => ({ ...defaultsOf(form), ...initial }), [form, initial])
  const { values, latest, put, patch } = useValues(form, { ...start, ...typed })
  const [hasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ by: Values; broken: Judged } | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => put({ ...start, ...typed }), [start, typed, put])
  useEffect(() => () => onLeave?.(latest.current), [onLeave, latest])
  useEffect(() => {
    if (supplied) put({ ...supplied, ...latest.current })
  }, [supplied, latest, put])
  const broken = useMemo<Judged>(() => {
    if (refused?.by === values) return refused.broken
    return hasTried ? validateForm(form, values) : []
  }, [refused, hasTried, form, values])
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    const sent = latest.current
    const [first] = validateForm(form, sent)
    setTried(true)
    if (first) {
      toast.info(first.message)
      focusField(first.field)
      return false
    }
    setBusy(true)
    try {
      await onSubmit(activeValues(form, sent))
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toast.info(error.message)
      const { field } = error
      if (field && field in form.properties) {
        setRefused({ by: sent, broken: [{ field, rule: 'server', message: error.message }] })
        focusField(field)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const restart = (next: Values): void => {
    put(next)
    setTried(false)
  }
  const messages = useMemo(() => new Map(broken.map(({ field, message }) => [field, message])), [broken])
  const isTouched = JSON.stringify(values) !== JSON.stringify({ ...start, ...supplied })
  const state = useMemo<FormState>(() => ({ values, patch, messages, toast: toast.info }), [values, patch, messages, toast])
  return { state, submit, restart, isBusy, isTouched }
}

/** While something is typed and not saved, closing the page or the browser's tab asks first (spec.md section 2). */
const useGuard = (isTouched: boolean): void => {
  useEffect(() => {
    if (!isTouched) return
    const release = guardTab(location.hash.slice(1).split('?')[0] ?? '')
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      release()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isTouched])
}

/** A declared form in a dialog: fixed footer, Enter submits, Esc asks where something was typed. */
export const FormDialog = (props: Props) => {
  const { form, title, isLoading, onClose, keep, onSavedAgain } = props
  const id = useId()
  const { state, ...its } = useForm(props)
  const [isLeaving, setLeaving] = useState(false)
  useGuard(its.isTouched)
  const leave = (): void => (its.isTouched ? setLeaving(true) : onClose())
  const save = async (): Promise<void> => {
    if (await its.submit()) onClose()
  }
  const saveAndGoOn = async (): Promise<void> => {
    const kept = Object.fromEntries(Object.entries(state.values).filter(([name]) => keep?.includes(name)))
    if (!(await its.submit())) return
    its.restart({ ...defaultsOf(form), ...kept })
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
            <Button key="again" onClick={saveAndGoOn} disabled={its.isBusy}>
              保存并继续
            </Button>
          ),
          <Button key="ok" type="primary" loading={its.isBusy} onClick={save}>
            确定
          </Button>,
        ]}
      >
        <div className="dialog-body" data-size={form['x-size']}>
          {form.description && <p className="dialog-about">{form.description}</p>}
          <FormView id={id} form={form} state={state} onSubmit={() => void save()} />
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
