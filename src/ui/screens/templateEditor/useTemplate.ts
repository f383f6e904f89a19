import { useState } from 'react'
import { templateProblems } from '../../../derive/template.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'

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
  const { deed } = useDeed()
  const readAnew = useReadAnew()
  const [typed, setTyped] = useState<string | null>(null)
  const { data, error, refetch } = useRead<Template>(
    '/api/template/text',
    { template_id },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  const text = typed ?? data?.content ?? ''
  /** Makes a call that names the version read; what is typed is kept where it fails. */
  const change = async (path: string, params: Record<string, unknown>, done: string): Promise<void> => {
    if (!(await deed(path, { template_id, no: data?.no, ...params }, done))) return
    await refetch()
    setTyped(null)
    readAnew.call(TEMPLATE_VERSIONS)
  }
  return {
    template: data ?? null,
    error,
    refetch,
    text,
    type: setTyped,
    isTouched: typed !== null && typed !== data?.content,
    problems: templateProblems(text),
    save: (note: string) => change('/api/template/save', { content: text, ...(note ? { note } : {}) }, t`已保存，以后签订的合同用这一版`),
    restore: (to: number) => change('/api/template/restore_version', { to }, t`已恢复第 ${to} 版`),
  }
}

export type Editing = ReturnType<typeof useTemplate>
