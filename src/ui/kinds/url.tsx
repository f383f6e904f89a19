import { ruleOf } from '../../core/kinds.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'
import { text } from './text.tsx'

/** A link opens beside the page. What is stored but is no link of ours, however it came there, stays a text. */
const Cell = ({ value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const address = String(value)
  if (!ruleOf('url')?.pattern.test(address)) return <span title={address}>{address}</span>
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  )
}

export const url: KindView = { ...text, Cell }
