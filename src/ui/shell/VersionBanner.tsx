import { useEffect, useState } from 'react'
import { followEvents } from '../../providers/events.ts'
import { t } from '../../providers/i18nProvider.ts'
import { isOutdated } from '../../providers/newVersion.ts'

/** Gives whether the page has been outlived by a newer one: asked when the server comes back after it was away, and when one returns to this tab. */
const useIsOutdated = (): boolean => {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    if (isOld) return
    const ask = (): void => void isOutdated().then((is) => is && setOld(true))
    let wasDown = false
    const unfollow = followEvents({
      on: {},
      onState: (state) => {
        if (state === 'live' && wasDown) ask()
        wasDown = state === 'down'
      },
    })
    const onSeen = (): void => {
      if (document.visibilityState === 'visible') ask()
    }
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      unfollow()
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [isOld])
  return isOld
}

/** Says to whoever has had the page open since before the server got a newer anju that its dialogs may ask what is asked no more; a reload is theirs to choose. */
export const VersionBanner = () => {
  if (!useIsOutdated()) return null
  return (
    <div className="banner" role="status">
      {t`系统已更新，这个页面还是更新以前的：手上的办完以后请刷新`}
      <button type="button" onClick={() => location.reload()}>
        {t`刷新页面`}
      </button>
    </div>
  )
}
