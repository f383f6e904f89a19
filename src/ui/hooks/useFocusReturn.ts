import { useEffect, useState } from 'react'

/** Gives the focus back to what had it before this part was shown, when the part goes and nothing else has taken it. */
export const useFocusReturn = (): void => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
}
