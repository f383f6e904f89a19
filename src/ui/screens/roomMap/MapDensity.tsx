import type { Density } from '../../../protocol/preferences.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { densityWords, mapDensity } from '../../hooks/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'

const densities = Object.keys(densityWords) as Density[]

/** Chooses how large a room of the map is; the choice follows the person. */
export const MapDensity = () => {
  const chosen = useStore(mapDensity)
  return (
    <fieldset className="rm-density" aria-label={t`房间大小`}>
      {densities.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => mapDensity.set(one)}>
          {said(densityWords[one])}
        </button>
      ))}
    </fieldset>
  )
}
