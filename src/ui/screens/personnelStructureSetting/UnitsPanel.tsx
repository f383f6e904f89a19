import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Pagination from 'antd/es/pagination'
import Select from 'antd/es/select'
import { useState } from 'react'
import type { Page } from '../../../protocol/envelope.ts'
import type { CentreUnit, StructureNode } from '../../../protocol/structure.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'

const ROWS = 10
const OWN = 1
const OTHERS = 3
const WHOSE = { 1: '本中心', 2: '尚未分配', 3: '其他中心' } as const
type Whose = keyof typeof WHOSE

const ADD = '/api/ProjectStructure/addUnitIds'
const REMOVE = '/api/ProjectStructure/removeUnitIds'

/** The units of a centre, and those that can be given to it. */
export const UnitsPanel = ({ node }: { node: StructureNode }) => {
  const { deed } = useDeed()
  const readAnew = useReadAnew()
  const [whose, setWhose] = useState<Whose>(OWN)
  const [center, setCenter] = useState<string>()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const asked = { node_id: node.node_id, whose, center: whose === OTHERS ? center : undefined, keyword, page, page_rows: ROWS }
  const { data, error } = useRead<Page<CentreUnit>>('/api/ProjectStructure/unitList', asked, { isView: true, isKept: true })
  const { data: centers = [] } = useRead<string[]>(
    whose === OTHERS ? '/api/ProjectStructure/getCenterStringArray' : null,
    {},
    { isView: true },
  )
  const look = (next: Whose): void => {
    setWhose(next)
    setPage(1)
    setChosen([])
  }
  const assign = async (): Promise<void> => {
    const answer =
      whose === OWN
        ? await deed(REMOVE, { unit_ids: chosen }, t`已收回 ${chosen.length} 处房源`)
        : await deed(ADD, { node_id: node.node_id, unit_ids: chosen }, t`已分配 ${chosen.length} 处房源`)
    if (answer) {
      setChosen([])
      setPage(1)
    }
    await readAnew.views()
  }
  const turn = (id: number, isChosen: boolean): void => setChosen((now) => (isChosen ? [...now, id] : now.filter((other) => other !== id)))
  return (
    <section className="panel" aria-label={t`中心的房源`}>
      <div className="structure-head">
        <h2>{t`房源`}</h2>
        {mayCall(ADD) && (
          <Button size="small" disabled={chosen.length === 0} onClick={assign}>
            {whose === OWN ? t`收回所选` : t`分配到此中心`}
            {chosen.length > 0 && t`（${chosen.length}）`}
          </Button>
        )}
      </div>
      <div className="structure-actions">
        {([1, 2, 3] as const).map((one) => (
          <Button
            key={one}
            size="small"
            type={one === whose ? 'primary' : 'default'}
            aria-pressed={one === whose}
            onClick={() => look(one)}
          >
            {said(WHOSE[one])}
          </Button>
        ))}
        {whose === OTHERS && (
          <Select
            size="small"
            aria-label={t`中心`}
            placeholder={t`中心`}
            style={{ width: 144 }}
            allowClear
            showSearch
            value={center ?? null}
            options={centers.filter((name) => name !== node.name).map((name) => ({ value: name, label: name }))}
            onChange={(next?: string) => {
              setCenter(next)
              setPage(1)
              setChosen([])
            }}
          />
        )}
        <Input.Search
          size="small"
          aria-label={t`小区或名称`}
          placeholder={t`小区或名称`}
          style={{ width: 176 }}
          allowClear
          onSearch={(text) => {
            setKeyword(text)
            setPage(1)
            // What is looked for now is what something is done to.
            setChosen([])
          }}
        />
      </div>
      {error && <p role="alert">{error.message || t`读取失败`}</p>}
      <ul className="panel-rows structure-rows">
        {data?.list.map(({ unit_id, name, region_name, rooms, center }) => (
          <li key={unit_id}>
            <label>
              <input type="checkbox" checked={chosen.includes(unit_id)} onChange={(event) => turn(unit_id, event.target.checked)} />
              {region_name} {name}
            </label>
            <small>
              {t`${rooms} 间`}
              {whose === 3 && t`，现属 ${center ?? ''}`}
            </small>
          </li>
        ))}
      </ul>
      {data && data.count === 0 && <p className="list-hint">{t`没有这样的房源`}</p>}
      {data && data.count > ROWS && (
        <Pagination
          size="small"
          current={page}
          pageSize={ROWS}
          total={data.count}
          showSizeChanger={false}
          onChange={setPage}
          showTotal={(total) => t`共 ${total} 处`}
        />
      )}
    </section>
  )
}
