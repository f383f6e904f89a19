import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Attachment, MAX_ATTACHMENT_MB } from '../../../core/attachments.ts'
import { CallFailure, call } from '../../../providers/call.ts'
import { clientConfig } from '../../../providers/clientConfig.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { newRequestId } from '../../action/requestId.ts'
import { useFormState } from '../context.ts'

const MB = 1024 * 1024

/** A file on its way: how much of it has arrived, from 0 to 1. */
interface Arriving {
  key: number
  name: string
  share: number
  stop(): void
}

/** A file that was not taken, and why; the others stay. */
interface Refused {
  key: number
  name: string
  reason: string
}

const reasonOf = (error: unknown): string =>
  error instanceof CallFailure && error.code !== 500 && error.code !== 405 ? error.message : t`上传失败`

/** What no server has to be asked to refuse. */
const refusalOf = async ({ size }: File): Promise<string | null> => {
  if (size === 0) return t`文件是空的，没有上传`
  const { uploadMaxMb } = await clientConfig()
  const most = Math.min(MAX_ATTACHMENT_MB, uploadMaxMb)
  return size > most * MB ? t`文件超过 ${most} MB，没有上传` : null
}

interface Field {
  ids: readonly number[]
  limit: number
  limitMessage: string
  onChange: (ids: readonly number[]) => void
}

const without = <T extends { key: number }>(all: readonly T[], key: number): T[] => all.filter((one) => one.key !== key)

/**
 * Uploads attachments one after another in the order chosen and gives their numbers as they come; what is refused is told at the field. Knows of each
 * what it is called: of what was uploaded here by the answer, of what the record had before by asking once.
 */
export const useAttaching = ({ ids, limit, limitMessage, onChange }: Field) => {
  const { arrives } = useFormState()
  const [arriving, setArriving] = useState<readonly Arriving[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [fresh, setFresh] = useState<ReadonlyMap<number, Attachment>>(new Map())
  const latest = useRef(ids)
  latest.current = ids
  const count = useRef(0)
  const underway = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const { current } = underway
    return () => {
      for (const each of current.values()) each.abort()
    }
  }, [])
  const unknown = ids.filter((id) => !fresh.has(id))
  const { data: told = [] } = useQuery({
    queryKey: ['attachments', unknown],
    queryFn: () => call<Attachment[]>('/api/attachment/info', { file_ids: unknown }),
    enabled: unknown.length > 0,
    placeholderData: (before) => before,
  })
  const known = new Map([...told.map((one): [number, Attachment] => [one.file_id, one]), ...fresh])

  const send = async (file: File, key: number, controller: AbortController): Promise<void> => {
    arrives(1)
    const refuse = (reason: string): void => setRefused((all) => [...all, { key, name: file.name, reason }])
    const told = (share: number): void => setArriving((all) => all.map((one) => (one.key === key ? { ...one, share } : one)))
    try {
      const refusal = await refusalOf(file)
      if (refusal) return refuse(refusal)
      const { signal } = controller
      const made = await call<Attachment>('/api/attachment/index', { request_id: newRequestId() }, { file, signal, onProgress: told })
      setFresh((all) => new Map([...all, [made.file_id, made]]))
      latest.current = [...latest.current, made.file_id]
      onChange(latest.current)
    } catch (error) {
      if (!controller.signal.aborted) refuse(reasonOf(error))
    } finally {
      arrives(-1)
      underway.current.delete(key)
      setArriving((all) => without(all, key))
    }
  }
  const add = async (files: readonly File[]): Promise<void> => {
    const room = Math.max(0, limit - latest.current.length - underway.current.size)
    const taken = files.slice(0, room).map((file) => ({ file, key: ++count.current, controller: new AbortController() }))
    const over = files.slice(room).map(({ name }) => ({ key: ++count.current, name, reason: limitMessage }))
    for (const { key, controller } of taken) underway.current.set(key, controller)
    setRefused(over)
    setArriving((all) => [
      ...all,
      ...taken.map(({ file: { name }, key, controller }) => ({ key, name, share: 0, stop: () => controller.abort() })),
    ])
    for (const { file, key, controller } of taken) await send(file, key, controller)
  }
  const remove = (id: number): void => {
    latest.current = latest.current.filter((other) => other !== id)
    onChange(latest.current)
    // What a record held before goes with the record's change; what came in this dialog is nobody's.
    if (fresh.has(id)) call('/api/upload/del', { img_id: id }).catch(() => {})
  }
  return { known, arriving, refused, add, remove, forget: (key: number) => setRefused((all) => without(all, key)) }
}
