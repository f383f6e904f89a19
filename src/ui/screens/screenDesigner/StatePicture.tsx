import { createElement } from 'react'
import type { Resource } from '../../../core/resource.ts'
import { movesOf } from '../../../core/states.ts'
import { stateGraphOf } from '../../../derive/stateGraph.ts'
import { shapesOf } from '../../../derive/statePicture.ts'
import { t } from '../../../providers/i18nProvider.ts'

/** The states of a screen and what leads from one to another, as the draft stands. */
export const StatePicture = ({ made }: { made: Resource }) => {
  if (!made.states) return null
  const graph = stateGraphOf({ states: made.states, moves: movesOf(made) })
  const { width, height } = graph
  return (
    <svg className="designer-states" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t`状态图`}>
      {shapesOf(graph).map(({ key, tag, attributes, text }) => createElement(tag, { key, ...attributes }, text))}
    </svg>
  )
}
