import { useCallback, useState } from 'react'
import { useToast } from '../later/toast.tsx'

interface Busily {
  isBusy: boolean
  /** Does work, and says what it failed with; gives whether it is done. */
  busily: (work: () => Promise<unknown>) => Promise<boolean>
}

/** What a button does that takes a while and may be refused. */
export const useBusily = (): Busily => {
  const [isBusy, setBusy] = useState(false)
  const { failed } = useToast()
  const busily = useCallback<Busily['busily']>(
    async (work) => {
      setBusy(true)
      try {
        await work()
        return true
      } catch (error) {
        failed(error)
        return false
      } finally {
        setBusy(false)
      }
    },
    [failed],
  )
  return { isBusy, busily }
}
