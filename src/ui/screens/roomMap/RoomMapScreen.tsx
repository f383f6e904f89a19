import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useCallback, useContext, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayRead, pageActions } from '../../action/allowed.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { chosenProject, mapDensity } from '../../hooks/preferences.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useStore } from '../../hooks/useStore.ts'
import { AsOfBar } from '../../list/past/AsOfBar.tsx'
import { AsOfButton } from '../../list/past/AsOfButton.tsx'
import { pastOf, useAsOf } from '../../list/past/asOf.ts'
import { Records } from '../../list/Records.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext, recordAddress } from '../../tab/recordAddress.ts'
import { cellSizes } from './layout.ts'
import { MapDensity } from './MapDensity.tsx'
import { RoomFacts } from './RoomFacts.tsx'
import { RoomMap } from './RoomMap.tsx'
import './screen.css'
import type { RoomMapData } from './types.ts'

const rooms = resourceNamed('org')

/** The chosen community and building among the buildings at hand. */
const useNarrowed = (data: RoomMapData | undefined) => {
  const [chosen, setCommunity] = useState<number | null>(null)
  const [named, setBuilding] = useState<string | null>(null)
  const communities = useMemo(() => new Map(data?.buildings.map((one) => [one.community_id, one.community])), [data])
  // Of another project than the one that is looked at now it narrows nothing: the map would be empty, and say that there are no rooms.
  const community = chosen !== null && communities.has(chosen) ? chosen : null
  const building = community === null ? null : named
  const inCommunity = useMemo(
    () => data?.buildings.filter((one) => community === null || one.community_id === community) ?? [],
    [data, community],
  )
  const narrowed = useMemo(
    () => ({ buildings: building === null ? inCommunity : inCommunity.filter((one) => `${one.community_id}/${one.name}` === building) }),
    [inCommunity, building],
  )
  const toolbar = (
    <>
      <Select
        aria-label={t`小区`}
        showSearch
        allowClear
        optionFilterProp="label"
        placeholder={t`小区`}
        value={community}
        onChange={(value) => {
          setCommunity(value ?? null)
          setBuilding(null)
        }}
        options={[...communities].map(([value, label]) => ({ value, label }))}
      />
      <Select
        aria-label={t`楼栋`}
        showSearch
        allowClear
        optionFilterProp="label"
        placeholder={t`楼栋`}
        disabled={community === null}
        title={community === null ? t`先选小区` : undefined}
        value={building}
        onChange={(value) => setBuilding(value ?? null)}
        options={inCommunity.map((one) => ({ value: `${one.community_id}/${one.name}`, label: one.name }))}
      />
    </>
  )
  return { narrowed, toolbar }
}

const MapOfRooms = () => {
  const project = useStore(chosenProject)
  const density = useStore(mapDensity)
  const run = useRunAction()
  const [day] = useAsOf()
  const asked = { ...(project === null ? {} : { p_id: project }), ...pastOf(rooms, day) }
  const { data, error, refetch } = useRead<RoomMapData>('/api/org/map', asked, {
    isView: true,
    staleTime: 30_000,
  })
  const { narrowed, toolbar } = useNarrowed(data)
  const navigate = useNavigate()
  const place = useContext(PlaceContext)
  const isOpen = mayRead(rooms)
  const open = useCallback(
    (id: number) => {
      if (place && isOpen) navigate(recordAddress(place, { resource: rooms.name, id }))
    },
    [navigate, place, isOpen],
  )
  const card = useCallback((id: number) => (isOpen ? <RoomFacts id={id} onOpen={open} /> : null), [open, isOpen])
  const add = (day ? [] : pageActions(rooms)).map((action) => (
    <Button key={action.name} type="primary" onClick={() => run(rooms, action)}>
      {action.label}
    </Button>
  ))
  if (error)
    return (
      <div className="map-screen">
        <AsOfBar />
        <div className="list-failed" role="alert">
          {error.message}
          <Button size="small" onClick={() => void refetch()}>
            {t`重试`}
          </Button>
        </div>
      </div>
    )
  if (!data)
    return (
      <div className="map-screen">
        <Waiting like="rooms" />
      </div>
    )
  return (
    <div className="map-screen">
      <AsOfBar />
      <RoomMap
        data={narrowed}
        size={cellSizes[density]}
        onOpen={open}
        renderCard={card}
        emptyAction={add}
        toolbar={
          <>
            {toolbar}
            <MapDensity />
            <AsOfButton />
            {add}
          </>
        }
      />
    </div>
  )
}

/** 房态图: rooms by project, building and floor; the project comes from the header. A room opens over its map. */
export default function RoomMapScreen() {
  return (
    <Records first={null} behind={null}>
      <MapOfRooms />
    </Records>
  )
}
