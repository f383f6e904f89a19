import { t } from '../../providers/i18nProvider.ts'
import { Picture } from '../look/Picture.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const Cell = ({ column, value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const ids = value as number[]
  return (
    <span className="thumbs">
      <Picture of={ids[0] as number} alt={`${column.label}1`} loading="lazy" width={32} height={28} />
      {ids.length > 1 && <span>{t`${ids.length} 张`}</span>}
    </span>
  )
}

export const images: KindView = { Cell, Filter: null, describe: () => null }
