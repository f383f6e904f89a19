import Button from 'antd/es/button'
import { useState } from 'react'
import type { CompleteResource } from '../../derive/complete.ts'
import { exceptedWords, sumOf, sumsOfRows, totalsOf } from '../../derive/totals.ts'
import type { Sums } from '../../protocol/envelope.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { t } from '../../providers/i18nProvider.ts'
import type { Row } from '../action/begun.ts'
import { useRead } from '../hooks/useRead.ts'
import type { Params } from '../kinds/kindView.ts'

interface Props {
  resource: CompleteResource
  /** What the list asks with: all the rows of it are summed. */
  asked: Params
  /** The sums that came with the list; undefined where its rows are many. */
  sums: Sums | undefined
  count: number
  selected?: readonly Row[]
}

const Amounts = ({ resource, sums }: Pick<Props, 'resource'> & { sums: Sums }) => (
  <>
    {totalsOf(resource).map((total) => (
      <span key={`${total.column}.${total.of?.value ?? ''}`}>
        {total.label} <b>{fenToYuan(sumOf(sums, total))}</b> {t`元`}
      </span>
    ))}
  </>
)

/** What the rows of a list come to, and those selected; of many rows it is counted when someone asks. Nothing where nothing is summed. */
export const Totals = ({ resource, asked, sums, count, selected = [] }: Props) => {
  const question = JSON.stringify(asked)
  const [wanted, setWanted] = useState<string | null>(null)
  const isWanted = !sums && wanted === question
  const path = isWanted ? resource.calls.index : null
  const { data, error, isFetching, refetch } = useRead<{ sums: Sums }>(
    path,
    { ...asked, sums: 1 },
    { isView: true, isFollowed: true, retry: false },
  )
  const totals = totalsOf(resource)
  if (totals.length === 0 || count === 0) return null
  const all = sums ?? (isWanted && !error ? data?.sums : undefined)
  const excepted = exceptedWords(resource)
  return (
    <div className="list-totals" role="status" aria-label={t`合计`}>
      {all ? (
        <div>
          <span>{excepted ? t`合计（不含${excepted}）` : t`合计`}</span>
          <Amounts resource={resource} sums={all} />
        </div>
      ) : (
        <Button type="link" size="small" loading={isWanted && isFetching} onClick={() => (isWanted ? void refetch() : setWanted(question))}>
          {t`合计`}
        </Button>
      )}
      {isWanted && error && <span role="alert">{error.message}</span>}
      {selected.length > 0 && (
        <div>
          <span>{t`已选 ${selected.length} 条`}</span>
          <Amounts resource={resource} sums={sumsOfRows(totals, selected)} />
        </div>
      )}
    </div>
  )
}
