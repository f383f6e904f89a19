import { Suspense } from 'react'
import { lazily } from '../../later/lazily.ts'
import { useAsOf } from './asOf.ts'
import './asOf.css'

const AsOfDay = lazily(() => import('./AsOfDay.tsx'))

/** What stands above a page of a past day; nothing above one of now. Its calendar is fetched where it is needed. */
export const AsOfBar = () => {
  const [day] = useAsOf()
  if (!day) return null
  return (
    <Suspense fallback={<div className="as-of" />}>
      <AsOfDay day={day} />
    </Suspense>
  )
}
