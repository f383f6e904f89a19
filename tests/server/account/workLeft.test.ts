import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { emptyRoom } from '../../help/services.ts'
import { addAccount } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

type Params = Record<string, unknown>
const START = 1_795_000_000

const done = async (path: string, params: Params): Promise<Params> => {
  const { code, msg, data } = await ask(path, params)
  expect([path, msg, code]).toEqual([path, '', 200])
  return data
}

const repairFor = async (handler: number, p_id: number): Promise<Params> => {
  const org_id = await emptyRoom(at, p_id)
  const broken = { kind: 1, urgency: 2, description: '厨房水龙头滴水', reporter: '租客家人', phone: '13812345678' }
  const { repair_id } = await done('/api/repair/add', { org_id, ...broken })
  await done('/api/repair/dispatch', { repair_id, handler, visit_start: START, visit_end: START + 3600, lays_up: 0 })
  return (await ask('/api/repair/detail', { repair_id })).data
}

const told = async (user_id: number): Promise<Params[]> =>
  (
    await sql<Params>`
      select title, content, resource, record_id from message where account_id = ${user_id} and title like '%要改由别人去' order by resource is not null, msg_id
    `.execute(at.server.db)
  ).rows

const staff = async (user_id: number, projects: readonly number[] | null): Promise<void> => {
  const { name, role_id, version } = (await ask('/api/admin/detail', { user_id })).data
  await done('/api/admin/edit', { user_id, version, name, role_id, ...(projects ? { reach: 2, projects } : { reach: 1 }) })
}

test('work that was given to whoever is disabled, or loses its project, is told to those who can give it to another', async () => {
  const plumber = await addAccount(at.server, 'plumber', ['/api/repair/index'])
  const one = await addAccount(at.server, 'sender1', ['/api/repair/reassign', '/api/inspect/reassign'], [1])
  const two = await addAccount(at.server, 'sender2', ['/api/repair/reassign'], [2])
  const here = [await repairFor(plumber, 1), await repairFor(plumber, 1)]
  const there = await repairFor(plumber, 2)
  const mended = await repairFor(plumber, 1)
  await done('/api/repair/finish', { repair_id: mended.repair_id, work: '换了阀芯', cost: 0, borne_by: 1 })
  const { inspect_id } = await done('/api/inspect/add', {
    ...{ batch: '冬季', kind: 1, org_id: await emptyRoom(at), inspector: plumber, planned_date: addDays(today(), 3) },
  })

  await staff(plumber, [1])
  expect(await told(one)).toEqual([])
  expect(await told(two)).toEqual([
    {
      title: '报修要改由别人去',
      content: `plumber不再负责该项目，派给他的报修有 1 件还没有办（${there.number}），请“改派”。`,
      resource: 'repair',
      record_id: there.repair_id,
    },
  ])
  // He is told of once: neither his name nor his leaving the house changes anything for the second project.
  await staff(plumber, [1])
  await done('/api/admin/disable', { user_id: plumber })
  expect(await told(two)).toHaveLength(1)
  expect(await told(one)).toEqual([
    {
      title: '报修要改由别人去',
      content: `plumber的账号已停用，派给他的报修有 2 件还没有办（${here.map(({ number }) => number).join('、')}），请“改派”。`,
      resource: null,
      record_id: null,
    },
    {
      title: '巡检任务要改由别人去',
      content: expect.stringContaining('plumber的账号已停用，派给他的巡检任务有 1 件还没有办（XJ'),
      resource: 'inspect',
      record_id: inspect_id,
    },
  ])
  expect(await told(plumber)).toEqual([])
})
