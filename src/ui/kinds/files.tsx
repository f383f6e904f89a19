import { filesIn } from '../../core/attachments.ts'
import { t } from '../../providers/i18nProvider.ts'
import { FileIcon, FileName } from '../look/Attachments.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** The first by its name, and how many there are; all of them on hover. */
const Cell = ({ column, value, row }: CellProps) => {
  const [first, ...others] = filesIn(row, column.name)
  // A file that is gone, or a row that came without the names: how many there are is known all the same.
  if (!first) return isEmpty(value) ? <Nothing /> : <span>{t`${(value as number[]).length} 个`}</span>
  return (
    <span className="file" title={[first, ...others].map(({ name }) => name).join('\n')}>
      <FileIcon mime={first.mime} />
      <FileName name={first.name} />
      {others.length > 0 && <span className="file-size">{t`共 ${others.length + 1} 个`}</span>}
    </span>
  )
}

export const files: KindView = { Cell, Filter: null, describe: () => null }
