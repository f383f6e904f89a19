import { useState } from 'react'
import { templateProblems } from '../../../derive/template.ts'
import { CallFailure } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useKeptWriting, useWritten } from '../../hooks/interrupted.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { useToast } from '../../later/toast.tsx'

/** Gives the versions of a template. */
export const TEMPLATE_VERSIONS = '/api/template_version/index'

interface Template {
  name: string
  kind: number
  no: number
  content: string
}

/** A template's text while it is being written: what is in force, what is typed, what is wrong with it, and what saves it. */
export const useTemplate = (template_id: number) => {
  const { attempt, isBusy } = useDeed()
  const { failed } = useToast()
  const readAnew = useReadAnew()
  const place = `template ${template_id}`
  const before = useWritten<{ base: Template; typed: string }>(place)
  const [typed, setTyped] = useState(before?.typed ?? null)
  const { data, error, refetch } = useRead<Template>(
    '/api/template/text',
    { template_id },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  /** What is typed stands on this, where somebody else has saved since; null: on what is in force. */
  const [base, setBase] = useState(before?.base ?? null)
  const template = base ?? data ?? null
  const text = typed ?? template?.content ?? ''
  const isTouched = typed !== null && typed !== template?.content
  useKeptWriting(place, isTouched ? { base: template, typed } : null)
  /** Makes a call that names the version read, and gives whether it is done; what is typed is kept where it fails, and what has been typed since. */
  const change = async (path: string, params: Record<string, unknown>, done: string): Promise<boolean> => {
    try {
      await attempt(path, { template_id, no: template?.no, ...params }, done)
    } catch (error) {
      if (error instanceof CallFailure && error.code === 409) {
        if (typed !== null) setBase(template)
        await refetch()
        readAnew.call(TEMPLATE_VERSIONS)
      }
      failed(error)
      return false
    }
    await refetch()
    setBase(null)
    setTyped((now) => (now === typed ? null : now))
    readAnew.call(TEMPLATE_VERSIONS)
    return true
  }
  return {
    template,
    isBusy,
    /** What somebody else saved while this was being written; null where nobody did. */
    overtaken: base && data && data.no !== base.no ? data : null,
    take: () => {
      setTyped(null)
      setBase(null)
    },
    keep: () => setBase(null),
    error,
    refetch,
    text,
    type: setTyped,
    isTouched,
    problems: templateProblems(text),
    save: (note: string) => change('/api/template/save', { content: text, ...(note ? { note } : {}) }, t`已保存，以后签订的合同用这一版`),
    restore: (to: number) => change('/api/template/restore_version', { to }, t`已恢复第 ${to} 版`),
  }
}

export type Editing = ReturnType<typeof useTemplate>
