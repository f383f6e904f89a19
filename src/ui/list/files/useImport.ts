import { useEffect, useRef, useState } from 'react'
import { grouped } from '../../../protocol/fen.ts'
import { type ExistingRows, existingRows, type ImportDetail } from '../../../protocol/imports.ts'
import { call, failureText } from '../../../providers/call.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { SOON_FORGOTTEN, useRead } from '../../hooks/useRead.ts'
import { useToast } from '../../later/toast.tsx'

const POLL_MS = 1000
/** A small file is tried in a moment: the first looks come sooner. */
const SOON_MS = 200
const SOON_LOOKS = 5

/** One file on its way: sent, tried, imported. */
export interface Importing {
  record: ImportDetail | null
  isSending: boolean
  /** Why the file was not taken at all; '' otherwise. */
  refusal: string
  /** What is done with rows that are there already; null where there can be none. */
  existing: ExistingRows | null
  /** Says it; a file that was tried otherwise is tried again so. */
  choose(existing: ExistingRows): Promise<void>
  send(file: File): Promise<void>
  run(): Promise<void>
  cancel(): Promise<void>
  /** Goes back to choosing a file. */
  again(): void
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

const [POINTED_OUT] = existingRows

/** Follows a file through its trial and its import; `isKnown` where its rows can be there already, `onDone` is called once when its rows are in. */
export const useImport = (path: string, isKnown: boolean, onDone: () => void): Importing => {
  const toast = useToast()
  const { deed: make } = useDeed()
  const [id, setId] = useState<number | null>(null)
  const [existing, setExisting] = useState<ExistingRows>(POINTED_OUT.const)
  // As it was read: whoever mends it in a table program meanwhile has another file.
  const sent = useRef<File | null>(null)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { data, refetch } = useRead<ImportDetail>(
    id === null ? null : '/api/import/detail',
    { import_id: id ?? 0 },
    {
      staleTime: 0,
      gcTime: SOON_FORGOTTEN,
      again: (read, looks) => (read && read.state !== 'running' ? false : looks <= SOON_LOOKS ? SOON_MS : POLL_MS),
    },
  )
  const record = id === null ? null : (data ?? null)
  const told = useRef<number | null>(null)
  useEffect(() => {
    if (record?.state !== 'done' || told.current === record.import_id) return
    told.current = record.import_id
    toast.done(t`已导入 ${grouped((record.rows ?? 0) - record.skipped)} 条`)
    onDone()
  }, [record, toast, onDone])

  const deed = async (path: string): Promise<void> => {
    await make(path, { import_id: id ?? 0, request_id: newId() })
    await refetch()
  }
  const trial = async (file: File, known: ExistingRows): Promise<void> => {
    setSending(true)
    setRefusal('')
    setId(null)
    try {
      sent.current = new File([await file.arrayBuffer()], file.name)
      const asked = { request_id: newId(), ...(isKnown ? { existing: known } : {}) }
      const { import_id } = await call<{ import_id: number }>(path, asked, { file: sent.current })
      setId(import_id)
    } catch (error) {
      setRefusal(failureText(error))
    } finally {
      setSending(false)
    }
  }
  return {
    record,
    isSending,
    refusal,
    existing: isKnown ? existing : null,
    async choose(next) {
      setExisting(next)
      if (record && sent.current) await trial(sent.current, next)
    },
    send: (file) => trial(file, existing),
    run: () => deed('/api/import/run'),
    cancel: () => deed('/api/import/cancel'),
    again: () => {
      setId(null)
      setRefusal('')
    },
  }
}
