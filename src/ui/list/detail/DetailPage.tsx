import { useSearchParams } from 'react-router'
import { resourceNamed } from '../../../declared/declared.ts'
import { Refused } from '../../tab/Refused.tsx'
import { Records } from '../Records.tsx'
import { useDetail } from './useDetail.tsx'

const Detail = ({ resource, id }: { resource: ReturnType<typeof resourceNamed>; id: number }) => {
  const { head, actions, body } = useDetail(resource, id, false)
  return (
    <Records first={null} behind={null}>
      <div className="list">
        <div className="list-head">
          <h1>{head}</h1>
          <span className="head-gap" />
          {actions}
        </div>
        {body}
      </div>
    </Records>
  )
}

/** One record as a page of its own, named by `?id=` in the address (screens.md, 准入资格详情). */
export default function DetailPage({ of }: { of: string }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? <Detail key={id} resource={resourceNamed(of)} id={id} /> : <Refused code={404} />
}
