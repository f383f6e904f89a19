import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import applicationDraft from '../../../src/resources/application/applicationDraft.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import type { ApplyAbout } from '../../../src/schemas/application/applying.ts'
import { makeLink } from '../../caller/links/makeLink.ts'
import { countTry, waitOf } from '../../caller/links/tries.ts'
import type { Context } from '../../calls/defineCall.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { digitsGone, endDigits, sendDigits, takeDigits } from '../link/index.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import { beginDraft, type Draft, draftOfPhone, holdDraft, keptUntil } from './drafts.ts'

/** A link is for one telephone and some days; whoever comes later, or with another, shows again whose the number is. */
const LINK_SECONDS = 7 * 86_400
const DAY = 86_400

/** What an address may ask for: people who apply share the network of the counter. */
const AN_ADDRESS = { tries: 60, seconds: 900 }

const aboutOf = ({ draft_id }: Pick<Draft, 'draft_id'>): string => `draft.${draft_id}`

/** Gives 准入设置; throws 409 where the operator takes no applications by telephone. */
const settingInForce = async (db: Queryable) => {
  const setting = await readSetting(db, applicationSetting)
  if (setting.phone_apply !== 1) throw new CallError(409, '现在不接受手机申请，请到窗口办理')
  return setting
}

const projectOf = async (db: Queryable, p_id: number | undefined): Promise<{ p_id: number; name: string } | undefined> => {
  if (p_id === undefined) return undefined
  const { rows } = await sql<{ p_id: number; name: string }>`select p_id, name from project where p_id = ${p_id}`.execute(db)
  return rows[0]
}

/** Gives what whoever scans the code sees first. */
export const about = async ({ tx }: Pick<Context, 'tx'>, { p_id }: { p_id?: number }): Promise<ApplyAbout> => {
  const { phone_apply, apply_notice = '' } = await readSetting(tx, applicationSetting)
  const project = (await projectOf(tx, p_id))?.name ?? ''
  return { operator: await operatorName(tx), isOpen: phone_apply === 1, notice: apply_notice, project }
}

/** Throws 429 where an address has asked too often, and counts that it asks again. */
export const admitAsking = async ({ db, address }: Pick<Context, 'db' | 'address'>): Promise<void> => {
  const key = `apply:${address}`
  const seconds = await waitOf(db, key, AN_ADDRESS)
  if (seconds > 0) throw new CallError(429, `获取验证码太频繁，请 ${Math.ceil(seconds / 60)} 分钟后再试`, { seconds })
  await countTry(db, key, address)
}

/**
 * Sends digits to a telephone that says it applies. Throws as `sendDigits` does, and 429 where as many have been sent today as the operator pays for:
 * what is counted is what is sent.
 */
export const sendCode = async (
  { tx, config, now, address }: Pick<Context, 'tx' | 'config' | 'now' | 'address'>,
  { phone }: { phone: string },
): Promise<{ seconds: number }> => {
  const { apply_messages } = await settingInForce(tx)
  const seconds = await waitOf(tx, 'apply', { tries: apply_messages, seconds: DAY })
  if (seconds > 0) throw new CallError(429, '今天的验证码已发完，请明天再试，或到窗口办理', { seconds })
  const draft = await beginDraft(tx, phone, now)
  await countTry(tx, 'apply', address)
  return sendDigits(tx, config, {
    about: aboutOf(draft),
    type: 'apply.check',
    title: '手机申请验证码',
    says: (digits, minutes) => `您正在申请住房，验证码 ${digits}，${minutes} 分钟内有效。不是您本人操作的请不要理会。`,
    data: { resource: 'application_draft', draft_id: draft.draft_id },
    tooOften: '验证码发得太多了，请明天再试，或到窗口办理',
    ...{ resource: 'application_draft', recordId: draft.draft_id, dials: 'phone', now },
  })
}

/**
 * Takes a try at the digits that were sent to a telephone, and gives the draft that it goes on with; null where none are good any more, which is no fault of who
 * sends the same request again. Throws 400 where they are others.
 */
export const takeCode = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  { phone, sms }: { phone: string; sms: string },
): Promise<number | null> => {
  await settingInForce(db)
  const draft = await draftOfPhone(db, phone)
  return draft && (await takeDigits(db, config, aboutOf(draft), sms)) ? draft.draft_id : null
}

/** Gives a link by which a telephone goes on with its draft, in place of one that was open. Throws 400 where no digits have shown whose it is. */
export const start = async (
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  record_id: number | null,
  { p_id }: { p_id?: number },
): Promise<{ code: string }> => {
  if (record_id === null) throw digitsGone()
  const draft = await holdDraft(tx, { record_id })
  await endDigits(tx, [aboutOf(draft)])
  if (draft.status === codeOf(applicationDraft, 'unproven')) {
    const project = await projectOf(tx, p_id)
    const values = { keep_until: keptUntil(now), ...(project ? { p_id: project.p_id } : {}) }
    await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'application_draft', 'prove', [record_id], values)
  }
  const bound = { resource: 'application_draft', record_id, p_id: draft.p_id, holder: `申请人 ${draft.phone}` }
  const { code } = await makeLink(tx, { ...bound, purpose: 2, way: 2, seconds: LINK_SECONDS, userId: null })
  return { code }
}
