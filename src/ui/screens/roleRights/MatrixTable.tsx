import { groupBy } from 'es-toolkit'
import { Fragment } from 'react'
import { codesInRow, type MatrixCode, type MatrixColumn, type MatrixRow, matrixColumns } from '../../../derive/roleMatrix.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { Check } from './Check.tsx'
import { ALL, changed, type Draft } from './draft.ts'

const SINGLE = ['read', 'add', 'edit', 'del', 'export'] as const satisfies readonly MatrixColumn[]

interface Props {
  rows: readonly MatrixRow[]
  /** Keys that the person may give. */
  keys: readonly string[]
  draft: Draft
  onChange: (draft: Draft) => void
}

/** Gives how a deed is called in its row: where deeds of several subjects stand there, 停用 alone would not say of what; 导入押金项 does. */
const deedIn = ({ cells }: MatrixRow, { label, subject }: MatrixCode): string =>
  !label.includes(subject) && cells.other.some((other) => other.subject !== subject) ? `${said(subject)} ${said(label)}` : said(label)

/** Screens against what may be done on them; a row, a column or a box alone is turned by a click. */
export const MatrixTable = ({ rows, keys, draft, onChange }: Props) => {
  const hasAll = draft.permission.includes(ALL)
  const onOf = (codes: readonly string[]): number =>
    hasAll ? codes.length : codes.filter((code) => draft.permission.includes(code)).length
  const turn = (codes: readonly string[], isOn: boolean): void => onChange({ ...draft, permission: changed(draft.permission, codes, isOn) })
  const box = (label: string, codes: readonly string[]) => (
    <Check label={label} on={onOf(codes)} of={codes.length} isDisabled={hasAll} onTurn={(isOn) => turn(codes, isOn)} />
  )
  const codesIn = (row: MatrixRow, column: MatrixColumn): string[] => row.cells[column].map(({ code }) => code)
  const keysOf = (row: MatrixRow): string[] => row.keys.filter((key) => keys.includes(key))
  return (
    <table className="rights-table">
      <thead>
        <tr>
          <th scope="col">{t`页面`}</th>
          <th scope="col">{t`打开`}</th>
          <th scope="col">{t`菜单`}</th>
          {SINGLE.map((column) => (
            <th key={column} scope="col">
              {said(matrixColumns[column])}
              {box(
                t`整列：${said(matrixColumns[column])}`,
                rows.flatMap((row) => codesIn(row, column)),
              )}
            </th>
          ))}
          <th scope="col">{said(matrixColumns.other)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(groupBy(rows, ({ group }) => group)).map(([group, some]) => (
          <Fragment key={group}>
            <tr className="rights-group">
              <th scope="rowgroup" colSpan={9}>
                {said(group)}
              </th>
            </tr>
            {some.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {box(t`整行：${said(row.label)}`, codesInRow(row))}
                  {said(row.label)}
                </th>
                <td>
                  <Check
                    label={t`${said(row.label)}：打开`}
                    on={keysOf(row).filter((key) => draft.access.includes(key)).length}
                    of={keysOf(row).length}
                    onTurn={(isOn) => onChange({ ...draft, access: changed(draft.access, keysOf(row), isOn) })}
                  />
                </td>
                <td>
                  <Check
                    label={t`${said(row.label)}：在菜单中`}
                    on={draft.sidebar.includes(row.id) ? 0 : 1}
                    of={row.isInMenu ? 1 : 0}
                    onTurn={(isOn) => onChange({ ...draft, sidebar: changed(draft.sidebar, [row.id], !isOn) })}
                  />
                </td>
                {SINGLE.map((column) => (
                  <td key={column}>{box(t`${said(row.label)}：${said(matrixColumns[column])}`, codesIn(row, column))}</td>
                ))}
                <td>
                  <div className="rights-others">
                    {row.cells.other.map((one) => (
                      // biome-ignore lint/a11y/noLabelWithoutControl: the box is Check's
                      <label key={one.code}>
                        {box(t`${said(row.label)}：${deedIn(row, one)}`, [one.code])}
                        {deedIn(row, one)}
                      </label>
                    ))}
                  </div>
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
