import { useCustomMutation } from '@refinedev/core'
import { useCallback } from 'react'
import type { Word } from '../action/doneWords.ts'
import { useToast } from '../later/toast.tsx'

type Params = Readonly<Record<string, unknown>>
/** The words that it is done, if any, or what makes them of the answer; a word that says otherwise has its own type. */
type Done<T> = string | ((answer: T) => string | Word)

interface Deeds {
  /** Makes a call that changes something and says that it is done. Throws CallFailure, unsaid: it is the caller's to say where it belongs. A file goes along. */
  attempt: <T>(path: string, params: Params, done?: Done<T>, file?: File | null) => Promise<T>
  /** The same, saying too what it was refused with; null then. */
  deed: <T>(path: string, params: Params, done?: Done<T>) => Promise<{ data: T } | null>
  isBusy: boolean
}

/** What a page does on the server, through refine: the call, and the words about how it went. */
export const useDeed = (): Deeds => {
  const { mutateAsync, mutation } = useCustomMutation()
  const { failed } = useToast()
  const attempt = useCallback<Deeds['attempt']>(
    async <T>(path: string, params: Params, done?: Done<T>, file?: File | null) => {
      const words = (answer: T): Word => {
        const said = typeof done === 'function' ? done(answer) : (done ?? '')
        return typeof said === 'string' ? { type: 'success', message: said } : said
      }
      const { data } = await mutateAsync({
        url: path,
        method: 'post',
        values: params,
        ...(file ? { meta: { file } } : {}),
        successNotification: (answer) => done !== undefined && words(answer?.data as T),
        errorNotification: false,
      })
      return data as T
    },
    [mutateAsync],
  )
  const deed = useCallback<Deeds['deed']>(
    async <T>(path: string, params: Params, done?: Done<T>) => {
      try {
        return { data: await attempt<T>(path, params, done) }
      } catch (failure) {
        failed(failure)
        return null
      }
    },
    [attempt, failed],
  )
  return { attempt, deed, isBusy: mutation.isPending }
}
