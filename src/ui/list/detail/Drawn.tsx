import { type ComponentType, Suspense } from 'react'
import { lazily } from '../../later/lazily.ts'
import { Waiting } from '../../look/Waiting.tsx'

/** What a drawing is given: the record, and its version, with which what is drawn may have changed. */
export interface DrawnProps {
  id: number
  version: number
}

const drawings: Readonly<Record<'approvalTrail', ComponentType<DrawnProps>>> = {
  approvalTrail: lazily(() => import('./drawn/ApprovalTrail.tsx')),
}

/** What is drawn above a record's facts, as its resource says (`draws`). */
export const Drawn = ({ of, ...props }: DrawnProps & { of: keyof typeof drawings }) => {
  const Drawing = drawings[of]
  return (
    <Suspense fallback={<Waiting like="facts" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
