import { type ComponentType, Suspense } from 'react'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { lazily } from '../../later/lazily.ts'
import { Waiting } from '../../look/Waiting.tsx'

const Plots: ComponentType<{ resource: CompleteResource; id: number }> = lazily(() => import('./plots/Plots.tsx'))

/** A record's life as its resource says that it is drawn (`plots`); nothing of lists that the person may not read. */
export const LifePlots = ({ resource, id }: { resource: CompleteResource; id: number }) => {
  const mayRead = resource.plots.some((plot) => !('resource' in plot) || mayCall(resourceNamed(plot.resource).calls.index ?? ''))
  if (!mayRead) return null
  return (
    <Suspense fallback={<Waiting like="facts" />}>
      <Plots resource={resource} id={id} />
    </Suspense>
  )
}
