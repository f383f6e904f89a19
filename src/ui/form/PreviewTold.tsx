import type { Preview } from '../../protocol/preview.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { SmallTable } from '../look/SmallTable.tsx'
import './told.css'

type Table = NonNullable<Preview['table']>

/** Its last columns are what it comes to; dates and amounts are not cut. */
const PreviewTable = ({ label, table: { heads, rows, more, amounts = 1, words = [] } }: { label: string; table: Table }) => (
  <div className="preview-table">
    <SmallTable
      look="related"
      label={label}
      columns={heads.map((head, place) => ({
        head: said(head),
        align: place >= heads.length - amounts ? 'right' : 'left',
        cell: (row: readonly string[]) => (words.includes(place) ? said(row[place] ?? '') : row[place]),
      }))}
      rows={rows}
      keyOf={(_row, place) => place}
    />
    {more !== undefined && <p>{t`另有 ${more} 行`}</p>}
  </div>
)

/** What a call tells: its facts, its sentence, and its table, which is called `label`. */
export const PreviewTold = ({ label, told: { facts, said: sentence, table } }: { label: string; told: Preview }) => (
  <div className="told">
    <dl>
      {facts.map(({ label: name, value }) => (
        <div key={name}>
          <dt>{said(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {sentence && <p className="preview-said">{said(sentence)}</p>}
    {table && table.rows.length > 0 && <PreviewTable label={said(label)} table={table} />}
  </div>
)
