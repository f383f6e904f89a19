import type { PrintedPart } from '../../derive/prints.ts'
import { t } from '../../providers/i18nProvider.ts'
import { SmallTable } from './SmallTable.tsx'
import './paper.css'

const TAGS = { title: 'h3', head: 'h4', text: 'p' } as const

const Part = ({ part }: { part: PrintedPart }) => {
  if (part.is === 'pictures') return <p>{part.pictures.length > 0 ? t`（图片 ${part.pictures.length} 张）` : t`（图片）`}</p>
  if (part.is === 'table')
    return (
      <SmallTable
        look="related"
        columns={part.heads.map((head, place) => ({
          name: `${place}`,
          head,
          align: part.aligns[place],
          cell: (row: readonly string[]) => row[place],
        }))}
        rows={[...part.rows, ...(part.total ? [part.total] : [])]}
        keyOf={(_, place) => place}
      />
    )
  const Tag = TAGS[part.is]
  return <Tag>{part.text}</Tag>
}

/** What a paper says, in its lines; how it is cut is not shown. */
export const Paper = ({ parts }: { parts: readonly PrintedPart[] }) => (
  <div className="paper">
    {parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      <Part key={index} part={part} />
    ))}
  </div>
)
