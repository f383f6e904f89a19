import type { Plot } from '../../../../core/plots.ts'
import { resourceNamed } from '../../../../declared/declared.ts'
import type { CompleteResource } from '../../../../derive/complete.ts'
import { mayCall } from '../../../../providers/mayCall.ts'
import { adoptStyles } from '../../../later/adoptStyles.ts'
import { Months } from './Months.tsx'
import css from './plots.css?inline'
import { Spans } from './Spans.tsx'
import { Timeline } from './Timeline.tsx'
import { Told } from './Told.tsx'

adoptStyles(css)

const Drawing = ({ resource, plot, id }: { resource: CompleteResource; plot: Plot; id: number }) => {
  if (plot.is === 'timeline') return <Timeline of={resource.name} id={id} />
  if (plot.is === 'table') return <Told call={plot.call} params={{ [resource.key]: id }} label={plot.label} />
  return plot.is === 'months' ? <Months plot={plot} id={id} /> : <Spans plot={plot} id={id} />
}

/** The plots of a record, each where the person may read what it is drawn from. */
export default function Plots({ resource, id }: { resource: CompleteResource; id: number }) {
  return resource.plots
    .filter((plot) => !('resource' in plot) || mayCall(resourceNamed(plot.resource).calls.index ?? ''))
    .map((plot) => (
      <section key={plot.label} className="life" aria-label={plot.label}>
        <h3>{plot.label}</h3>
        <Drawing resource={resource} plot={plot} id={id} />
      </section>
    ))
}
