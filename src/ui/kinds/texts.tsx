import { said, t } from '../../providers/i18nProvider.ts'
import { useLookup } from '../lookup/useLookup.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** So many fit a cell by name; of more it says how many. */
const NAMED = 2

/** The texts by their names in the tree of choices; all of them are read on hover. */
const Cell = ({ column, value }: CellProps) => {
  const tree = column.spec.is === 'texts' ? column.spec.tree : null
  const { rows } = useLookup(tree?.call ?? null)
  if (isEmpty(value) || !tree) return <Nothing />
  const choices = rows.flatMap((group) => group[tree.list] as Readonly<Record<string, unknown>>[])
  const labels = (value as string[]).map((text) =>
    said(String(choices.find((choice) => choice[tree.value] === text)?.[tree.label] ?? text)),
  )
  return <span title={labels.join(t`、`)}>{labels.length > NAMED ? t`${labels.length} 项` : labels.join(t`、`)}</span>
}

export const texts: KindView = { Cell, Filter: null, describe: () => null }
