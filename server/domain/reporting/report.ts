import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf, minuteOf, secondsOf } from '../../../src/protocol/dates.ts'
import repair from '../../../src/resources/repair/repair.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { insertRow, updateRows } from '../../store/writing/write.ts'
import { tellDispatchers } from '../repair/index.ts'
import { readSetting } from '../setting/index.ts'
import { checkPhotos, letPhotosGo } from '../telephone/index.ts'
import { repairDoor } from './door.ts'
import { homesOf, isTheirs } from './homes.ts'
import type { Tenant } from './tenant.ts'

/** Photographs of one repair, as staff may add them. */
const MAX_PHOTOS = 9
/** Of what a tenant adds, all together. */
const MAX_SUPPLEMENT = 500
/** 租客上报. */
const BY_TENANT = 2

type Order = Pick<RowOf<typeof repair>, 'repair_id' | 'number' | 'status' | 'photos' | 'supplement' | 'p_id' | 'handler'>

/** Gives how many repairs have been reported with a number since the day (Asia/Shanghai) began. */
export const reportedToday = async (db: Queryable, hash: Buffer, now: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from repair
    where ${sql.id(hashName('phone'))} = ${hash} and source = ${BY_TENANT} and created_at >= ${secondsOf(dateOf(now))}::bigint
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** What a tenant reports. */
export interface Reported {
  org_id: number
  description: string
  wanted_time?: number
  photos?: number[]
  [field: string]: unknown
}

/**
 * Makes a repair of what a tenant reports: it waits to be sent from then on, as one that staff have registered. Throws 400 where the room is none in which he lives, the
 * time has passed or a photograph is not of this telephone; 429 where he has reported as often today as the operator takes.
 */
export const report = async (
  acting: Acting,
  { standing, number, hash }: Tenant,
  reported: Reported,
): Promise<{ number: string | null }> => {
  const { tx, now } = acting
  const { org_id, description, wanted_time, photos = [] } = reported
  const home = (await homesOf(tx, hash)).find((one) => one.org_id === org_id)
  if (!home) throw new CallError(400, '请选择您现在住的房间', { field: 'org_id' })
  if (description.trim() === '') throw new CallError(400, '报修内容必填', { field: 'description' })
  if (wanted_time !== undefined && wanted_time < now) throw new CallError(400, '期望上门时间不能早于现在', { field: 'wanted_time' })
  checkPhotos(standing, photos)
  const { repair_most } = await readSetting(tx, repairSetting)
  if ((await reportedToday(tx, hash, now)) >= repair_most)
    throw new CallError(429, `今天已报修 ${repair_most} 次，请明天再报；急事请打电话`, { seconds: 3600 })
  const { contract_id, custom_id, p_id, name, room } = home
  const known = { contract_id, custom_id, p_id, reporter: name, phone: number, source: BY_TENANT }
  const repair_id = await insertRow(tx, resourceNamed('repair'), { ...reported, ...known }, null)
  await letPhotosGo(tx, repairDoor, standing.id, photos)
  const order = await held(acting, hash, repair_id)
  await tellDispatchers(acting, order, '租客报修', `${order.number}：${room}，${description}`)
  return { number: order.number }
}

/** Holds one of a tenant's repairs until the transaction ends. Throws 404 for what is none of his. */
const held = async ({ tx }: Acting, hash: Buffer, repair_id: number): Promise<Order> => {
  const { rows } = await sql<Order>`
    select r.repair_id, r.number, r.status, r.photos, r.supplement, r.p_id, r.handler from repair r
    where r.repair_id = ${repair_id} and ${isTheirs(hash)} for no key update of r
  `.execute(tx)
  if (!rows[0]) throw new CallError(404, '没有这张报修单，请刷新')
  return rows[0]
}

/** Adds words and photographs to a repair that nobody has been sent to yet. Throws 409 where somebody has. */
export const supplement = async (
  acting: Acting,
  { standing, hash }: Tenant,
  { repair_id, note = '', photos = [] }: { repair_id: number; note?: string; photos?: number[] },
): Promise<void> => {
  const order = await held(acting, hash, repair_id)
  if (order.status !== codeOf(repair, 'reported')) throw new CallError(409, '已派单，不能再补充，请直接告诉上门的人')
  if (note.trim() === '' && photos.length === 0) throw new CallError(400, '请写补充说明，或拍照片', { field: 'note' })
  checkPhotos(standing, photos)
  const all = [...order.photos, ...photos]
  if (all.length > MAX_PHOTOS)
    throw new CallError(400, `一张报修单最多${MAX_PHOTOS}张照片，已有${order.photos.length}张`, { field: 'photos' })
  const line = note.trim() === '' ? [] : [`${minuteOf(acting.now)} ${note.trim()}`]
  const said = [...(order.supplement ? [order.supplement] : []), ...line].join('\n')
  if ([...said].length > MAX_SUPPLEMENT) throw new CallError(400, `补充的话一共最多${MAX_SUPPLEMENT}个字`, { field: 'note' })
  await updateRows(acting.tx, resourceNamed('repair'), [repair_id], { photos: all, supplement: said || null })
  await letPhotosGo(acting.tx, repairDoor, standing.id, photos)
}

/** Takes a repair back that nobody has been sent to yet. Throws 409 where somebody has. */
export const withdraw = async (acting: Acting, { hash }: Tenant, repair_id: number): Promise<void> => {
  await held(acting, hash, repair_id)
  await moveBySystem(acting, 'repair', 'withdraw', [repair_id], { reason: '租客在手机上撤回' })
}

interface Reviewed {
  repair_id: number
  is_fixed: number
  satisfaction: number
  reason?: string
  feedback?: string
}

/** Says whether it is mended, with a mark: it is done, or goes back to whoever did it. Throws 409 where it is not to be said now. */
export const review = async (
  acting: Acting,
  { hash }: Tenant,
  { repair_id, is_fixed, satisfaction, reason, feedback }: Reviewed,
): Promise<void> => {
  await held(acting, hash, repair_id)
  if (is_fixed !== 1 && !reason?.trim()) throw new CallError(400, '请写明哪里没修好', { field: 'reason' })
  if (is_fixed === 1) await moveBySystem(acting, 'repair', 'accept', [repair_id], { satisfaction, feedback: feedback ?? null })
  else await moveBySystem(acting, 'repair', 'dispute', [repair_id], { satisfaction, reason })
}
