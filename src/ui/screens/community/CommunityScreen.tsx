import Select from 'antd/es/select'
import { useNavigate, useSearchParams } from 'react-router'
import type { Page } from '../../../protocol/envelope.ts'
import { fenToYuan, grouped } from '../../../protocol/fen.ts'
import type { CommunityHome } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { chosenProject } from '../../hooks/preferences.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useStore } from '../../hooks/useStore.ts'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import { listPath } from '../../list/listLink.ts'
import { Records } from '../../list/Records.tsx'
import { Picture, PictureLink } from '../../look/Picture.tsx'
import { searchProps, useChoices } from '../../lookup/useChoices.ts'
import type { LookupRow } from '../../lookup/useLookup.ts'
import { mayLead } from '../../tab/LeadLink.tsx'
import '../../look/panels.css'
import './community.css'
import { Position } from './Position.tsx'
import '../../list/detail/detail.css'
import { SmallTable } from '../../look/SmallTable.tsx'

const percent = (part: number, whole: number): string => (whole === 0 ? '—' : `${Math.floor((part * 100) / whole)}%`)

const Facts = ({ home }: { home: CommunityHome }) => (
  <dl className="facts">
    {[
      [
        t`项目`,
        <RecordLink key="project" of="project" id={home.p_id}>
          {home.project}
        </RecordLink>,
      ],
      [t`地址`, home.address],
      [t`房间`, t`${grouped(home.rooms)} 间`],
      [t`已租`, t`${grouped(home.let)} 间，出租率 ${percent(home.let, home.rooms)}`],
      [t`年应收租金`, t`${fenToYuan(home.receivable)} 元`],
      [t`年已收租金`, t`${fenToYuan(home.received)} 元，收缴率 ${percent(home.received, home.receivable)}`],
    ].map(([label, value]) => (
      <div className="fact" key={String(label)}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Buildings = ({ buildings }: Pick<CommunityHome, 'buildings'>) => (
  <SmallTable
    look="bars"
    isNamedByFirst
    rows={buildings}
    keyOf={({ building }) => building}
    columns={[
      { head: t`楼栋`, cell: ({ building }) => building },
      {
        head: t`已租占比`,
        cell: ({ rooms, let: taken }) => (
          <span className="bar">
            <span className="bar-done" style={{ width: percent(taken, rooms) }} />
          </span>
        ),
      },
      { head: t`房间数`, align: 'right', cell: ({ rooms }) => rooms },
      { head: t`已租`, align: 'right', cell: ({ let: taken }) => taken },
      { head: t`出租率`, align: 'right', cell: ({ rooms, let: taken }) => percent(taken, rooms) },
    ]}
  />
)

/** The list of rooms. */
const ROOMS = '/homeList'

/** Finds a house of the community by its number, and leads to its rooms. */
const HouseSearch = ({ communityId }: { communityId: number }) => {
  const navigate = useNavigate()
  const { rows, ...choices } = useChoices({
    path: '/api/unit/findUnit',
    params: { community_id: communityId },
    search: 'unit_number',
  })
  return (
    <Select<number>
      aria-label={t`按房号查找房源`}
      placeholder={t`按房号查找房源`}
      showSearch
      {...searchProps(choices)}
      value={null}
      options={rows.map((row) => ({ value: Number(row.unit_id), label: String(row.full_name) }))}
      onChange={(unit_id) => navigate(listPath(ROOMS, { unit_id: [unit_id] }))}
    />
  )
}

const Home = ({ home }: { home: CommunityHome }) => (
  <div className="community">
    <section className="panel" aria-label={t`概况`}>
      <h2>{home.name}</h2>
      <Facts home={home} />
      {home.imgs.length > 0 && (
        <div className="pictures">
          {home.imgs.map((img, index) => (
            <PictureLink key={img} of={img} label={t`查看图片${index + 1}`}>
              <Picture of={img} alt={t`${home.name}图片${index + 1}`} width={104} height={80} loading="lazy" />
            </PictureLink>
          ))}
        </div>
      )}
    </section>
    <section className="panel" aria-label={t`位置`}>
      <h2>{t`位置`}</h2>
      <Position home={home} />
    </section>
    <section className="panel community-buildings" aria-label={t`楼栋`}>
      <div className="community-head">
        <h2>{t`楼栋`}</h2>
        {mayLead(ROOMS) && <HouseSearch key={home.community_id} communityId={home.community_id} />}
      </div>
      <Buildings buildings={home.buildings} />
    </section>
  </div>
)

const HOME = '/api/community/home'
const COMMUNITIES = '/api/community/choose'

/** Gives the key of the community that is shown: the one that the address names, where it is one of the project's; else the project's first. 0 where there is none, undefined until it is known. */
const useShown = (wanted: number, project: number | null): number | undefined => {
  const named = useRead<CommunityHome>(wanted > 0 ? HOME : null, { community_id: wanted }, { isView: true })
  const isHere = named.data !== undefined && (project === null || named.data.p_id === project)
  const isNone = wanted === 0 || named.error !== null || (named.data !== undefined && !isHere)
  const first = useRead<Page<LookupRow>>(isNone ? COMMUNITIES : null, { ...ofProject(project), page: 1, page_rows: 1 })
  if (!isNone) return isHere ? wanted : undefined
  return first.data && Number(first.data.list[0]?.community_id ?? 0)
}

const ofProject = (project: number | null): { p_id?: number } => (project === null ? {} : { p_id: project })

/** 小区主页: one community at a time, named by `?id=` in the address; the first of the project where none is. */
export default function CommunityScreen() {
  const [search, setSearch] = useSearchParams()
  const project = useStore(chosenProject)
  const id = useShown(Number(search.get('id')) || 0, project)
  const { rows, ...choices } = useChoices({ path: COMMUNITIES, params: ofProject(project), search: 'keyword' })
  const { data, error } = useRead<CommunityHome>(id ? HOME : null, { community_id: id }, { isView: true })
  return (
    <Records first={null} behind={null}>
      <div className="list">
        <div className="list-head">
          <h1>{t`小区主页`}</h1>
          <Select
            aria-label={t`选择小区`}
            showSearch
            labelInValue
            placeholder={t`选择小区`}
            style={{ width: 240 }}
            value={data ? { value: data.community_id, label: data.name } : null}
            {...searchProps(choices)}
            options={rows.map((row) => ({ value: Number(row.community_id), label: String(row.name) }))}
            onChange={({ value }) => setSearch({ id: String(value) })}
          />
        </div>
        {error && (
          <div className="list-failed" role="alert">
            {error.message}
          </div>
        )}
        {data ? <Home home={data} /> : id === 0 && <p className="list-hint">{t`还没有小区，登记房源时会自动建立`}</p>}
      </div>
    </Records>
  )
}
