import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Field, FormSchema, FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, pagingParams, reference } from '../../../src/derive/callParams.ts'
import { plainDigits } from '../../../src/protocol/fen.ts'
import { houseForm } from '../../../src/schemas/property/house.ts'
import type { roomForm } from '../../../src/schemas/property/roomForm.ts'
import { askedAsOf } from '../../calls/asOf.ts'
import { type Call, type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { type Asked, lookupCall } from '../../calls/lookupCall.ts'
import { RawJson } from '../../calls/rawJson.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { beginExport } from '../../exports/beginExport.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { addHouse, checkMeters } from './addHouse.ts'
import { communityCalls } from './communities.ts'
import { communityHome } from './communityHome.ts'
import { roomStateSummary } from './exports.ts'
import { findRooms, findUnits } from './findRooms.ts'
import { findKnown } from './knownCommunities.ts'
import { roomMapJson } from './roomMap.ts'

const text = (title: string, maxLength = 50): Field => ({ type: 'string', title, maxLength })
const regions = (path: `/api/${string}`, label: string, key: string, above: string | null) =>
  defineCall(
    {
      path,
      label,
      group: '行政区划',
      can: 'session',
      params: form(label, above ? { [above]: reference('上级') } : {}, above ? [above] : []),
    },
    async ({ tx }, params) => {
      const parent = above ? (params as Record<string, unknown>)[above] : 0
      const { rows } = await sql<Record<string, unknown>>`
        select id as ${sql.id(key)}, name from region where parent_id = ${parent} order by id
      `.execute(tx)
      return rows
    },
  )

const paged = (title: string, properties: Record<string, Field>): FormSchema => form(title, { ...properties, ...pagingParams() })

const find = (
  path: `/api/${string}`,
  label: string,
  key: string,
  finds: Record<string, Field>,
  given: (context: Context, params: Readonly<Record<string, unknown>>, asked: Asked) => Promise<unknown>,
) => lookupCall({ path, label, group: '房源', can: 'session', weight: 'search', key, finds }, given)

const adds = { makes: ['community', 'unit', 'org'], row: addHouse }

const add = (path: `/api/${string}`) =>
  // The spec gates the dialog by /api/unit/add and sends it to /api/org/add: one deed under both names, one permission.
  defineCall(
    { path, label: '新增房源', group: '房源列表', can: '/api/unit/add', writes: true, params: houseForm, adds },
    async (context: Context, house) => {
      const { unit_id, org_id } = await addHouse(context, house)
      return { unit_id, org_id }
    },
  )

const derivedEdit = derivedCall(resourceNamed('org'), 'edit', resourceNamed)

/** A number is written as where the room is registered (addHouse.ts): a mended one makes no second room either. */
const edit: Call = {
  ...derivedEdit,
  handle: async (context: Context, room: FormValue<typeof roomForm>) => {
    const number = plainDigits(room.number)
    if (number === '') throw new CallError(400, '房号必填', { field: 'number' })
    checkMeters(room.simple)
    return derivedEdit.handle(context, { ...room, number })
  },
}

export default [
  edit,
  regions('/api/local/index', '省', 'province_id', null),
  regions('/api/local/city', '市', 'city_id', 'province_id'),
  regions('/api/local/county', '区县', 'county_id', 'city_id'),
  regions('/api/local/town', '街道', 'town_id', 'county_id'),
  regions('/api/region/getTown', '街道', 'town_id', 'county_id'),
  defineCall(
    { path: '/api/unit/sn', label: '取系统编号', group: '房源', can: 'session', params: paged('取系统编号', {}) },
    async ({ db }) => ({ sn: await nextNumber(db, series.house) }),
  ),
  find('/api/unit/find', '查找房源', 'u.unit_id', { region_name: text('小区'), unit_number: text('房号') }, findUnits),
  find(
    '/api/unit/findUnit',
    '查找房源',
    'u.unit_id',
    { region_name: text('小区'), unit_number: text('房号'), community_id: reference('小区') },
    findUnits,
  ),
  find(
    '/api/org/find',
    '查找房间',
    't.org_id',
    {
      keyword: text('小区和房号'),
      unit_number: text('房号'),
      unit_sn: text('系统编号', 30),
      region_name: text('小区'),
      p_id: reference('项目'),
      org_id: reference('整套'),
    },
    findRooms,
  ),
  lookupCall(
    {
      path: '/api/community/known',
      label: '查找小区',
      group: '房源列表',
      can: '/api/unit/add',
      key: 'c.community_id',
      finds: { keyword: text('小区或路名') },
    },
    findKnown,
  ),
  add('/api/org/add'),
  add('/api/unit/add'),
  lookupCall(
    { path: '/api/Project/find', label: '查找项目', group: '项目', can: 'session', key: 'p_id', finds: { keyword: text('项目名称') } },
    async ({ tx, session }, { keyword = '' }, { chosen, part }) => {
      const { rows } = await sql<Row<'project', 'p_id' | 'name'>>`
        select p_id, name from project
        where position(lower(${keyword}) in lower(name)) > 0 and ${chosen} and ${inScope(session.scope, 'p_id')}
        order by p_id ${part}
      `.execute(tx)
      return rows
    },
  ),
  askedAsOf(
    defineCall(
      {
        path: '/api/org/map',
        label: '房态图',
        group: '房源列表',
        can: '/api/org/list',
        weight: 'heavy',
        replica: true,
        params: form('房态图', { p_id: reference('项目'), community_id: reference('小区') }),
      },
      async ({ tx, session }: Context, params) => new RawJson(await roomMapJson(tx, session.scope, params)),
    ),
  ),
  defineCall(
    {
      path: '/api/project/exportSummaryOfRoomState',
      label: '房态汇总导出',
      group: '项目',
      can: 'self',
      writes: true,
      params: noParams('房态汇总导出'),
    },
    (context: Context) => beginExport(context, roomStateSummary, 1, {}),
  ),
  defineCall(
    {
      path: '/api/community/home',
      label: '小区主页',
      group: '小区主页',
      can: '/api/org/list',
      params: form('小区主页', { community_id: reference('小区') }, ['community_id']),
    },
    ({ tx, session }: Context, params) => communityHome(tx, session.scope, params.community_id as number),
  ),
  ...communityCalls,
]
