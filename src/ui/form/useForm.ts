import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { clearDependents, defaultsOf, type Known } from '../../derive/forms/activeForm.ts'
import { activeValues, type Broken, validateForm } from '../../derive/forms/validateForm.ts'
import { CallFailure } from '../../providers/call.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { useToast } from '../later/toast.tsx'
import { guardTab } from '../tab/tabs.ts'
import type { FormState, Values } from './context.ts'

/** What a form works with. */
export interface FormWork {
  form: FormSchema
  /** What its defaults may know of the moment. */
  known?: Known
  /** What the form starts with, over its defaults. */
  initial?: Values
  /** Values that the server supplies once the form is shown; they fill what is still empty. */
  supplied?: Values
  /** What was typed before the form was interrupted, or is to be changed; undefined empties a field. */
  typed?: Values
  /** Hears what was typed when the form goes. */
  onLeave?: (values: Values) => void
  /** Does the deed, with the values of the fields that are there; `all` are those of the others, too. What it throws is shown and the form keeps what was typed. */
  onSubmit: (values: Values, all: Values) => Promise<void>
  /** The secrets that the server has: they are shown as set. */
  held?: readonly string[]
  /** How the record that is edited calls what its fields refer to. */
  named?: FormState['named']
  /** What another has put in fields that were changed here, too. */
  theirs?: FormState['theirs']
  /** The key of the record that it is about, by its name. */
  about?: Values
  /** The record that it is about, or that it began from. */
  subject?: Values
  /** The keys of the records that it is about, where they are several. */
  several?: readonly number[]
  /** What the ids of its inputs begin with, where it is no dialog and other forms may be on screen. */
  prefix?: string
}

const focusField = (prefix: string, field: string): void => {
  const input = document.getElementById(`${prefix}_${field.replaceAll('.', '_')}`)
  input?.scrollIntoView({ block: 'center' })
  input?.focus()
}

type Judged = readonly Broken[]

/** What a field is emptied of is not there: a rule would judge it as a value. */
const filled = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

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
      const cleared = Object.keys(some).reduce(
        (rest, name) => (name in latest.current && latest.current[name] === some[name] ? rest : clearDependents(form, name, rest)),
        next,
      )
      // What is set together belongs together: a town that came with its province stays.
      put(filled({ ...cleared, ...some }))
    },
    [form, put],
  )
  return { values, latest, put, patch }
}

/** A whole card number that is none is said as it is typed; what is not whole yet is still being typed. */
const isTold = ({ rule }: Broken): boolean => rule === 'card'

const NONE: readonly string[] = []
const NOBODY: FormState['named'] = {}
const NOT_OVERTAKEN: FormState['theirs'] = {}
const NO_RECORD: Values = {}
const NO_KEYS: readonly number[] = []
const DIALOG = 'root'

/** Whether two forms hold the same, in whatever order their fields were filled. */
const isSame = (a: Values, b: Values): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/** A form's state without its looks: values, broken rules, and what happens on 确定. */
export const useForm = (work: FormWork) => {
  const {
    form,
    initial,
    supplied,
    typed,
    onLeave,
    onSubmit,
    held = NONE,
    named = NOBODY,
    theirs = NOT_OVERTAKEN,
    about = NO_RECORD,
    subject = NO_RECORD,
    several = NO_KEYS,
    prefix = DIALOG,
    known,
  } = work
  const toast = useToast()
  const start = useMemo(() => ({ ...defaultsOf(form, known), ...initial }), [form, known, initial])
  const { values, latest, put, patch } = useValues(form, filled({ ...start, ...typed }))
  const [begunAgain, setBegunAgain] = useState<Values>()
  const [hasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ by: Values; broken: Judged } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const arriving = useRef(0)
  const arrives = useCallback((more: 1 | -1): void => {
    arriving.current += more
  }, [])
  useEffect(() => {
    put(filled({ ...start, ...typed }))
    setBegunAgain(undefined)
  }, [start, typed, put])
  useEffect(() => () => onLeave?.(latest.current), [onLeave, latest])
  useEffect(() => {
    if (supplied) put({ ...supplied, ...latest.current })
  }, [supplied, latest, put])
  const broken = useMemo<Judged>(() => {
    if (refused?.by === values) return refused.broken
    const all = validateForm(form, values)
    return hasTried ? all : all.filter(isTold)
  }, [refused, hasTried, form, values])
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    if (arriving.current > 0) {
      toast.info(t`文件还在上传，请等它传完，或取消它`)
      return false
    }
    const sent = latest.current
    const [first] = validateForm(form, sent)
    setTried(true)
    if (first) {
      toast.info(said(first.message))
      focusField(prefix, first.field)
      return false
    }
    setBusy(true)
    try {
      await onSubmit(activeValues(form, sent), sent)
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toast.info(error.message)
      const { field } = error
      // Of a row's field the list's name comes first ('expense.0.role_id').
      if (field && (field.split('.')[0] ?? '') in form.properties) {
        setRefused({ by: sent, broken: [{ field, rule: 'server', message: error.message }] })
        focusField(prefix, field)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const restart = (next: Values): void => {
    put(next)
    setBegunAgain(next)
    setTried(false)
  }
  const messages = useMemo(() => new Map(broken.map(({ field, message }) => [field, message])), [broken])
  const isTouched = !isSame(values, { ...(begunAgain ?? start), ...supplied })
  const state = useMemo<FormState>(
    () => ({ values, patch, messages, toast: toast.info, arrives, held, named, theirs, prefix, about, subject, several }),
    [values, patch, messages, toast, arrives, held, named, theirs, prefix, about, subject, several],
  )
  return { state, submit, restart, isBusy, isTouched }
}

/** While something is typed and not saved, closing the page or the browser's tab asks first (spec.md section 2). */
export const useGuard = (isTouched: boolean): void => {
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
