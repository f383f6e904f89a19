import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import signTask from '../../../src/resources/signing/signTask.ts'
import type { LinkWay } from '../../caller/links/link.ts'
import { makeLink } from '../../caller/links/makeLink.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import type { PrintedRecord } from '../../prints/records.ts'
import { insertGiving } from '../../store/writing/write.ts'
import { linkMessage, type Signable, type SigningParty, tellService, withdrawMessages, withdrawTasks } from '../contract/index.ts'
import { chosenProvider, siteOf } from '../netSign/index.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'

const HOUR = 3600
/** Whoever scans a code stands at the counter. */
const QR_SECONDS = HOUR / 2

/** The record of which a signature is asked. */
type Held = Pick<PrintedRecord, 'key' | 'title' | 'p_id'>

const holderOf = ({ is, name }: SigningParty): string => `${is === 'person' ? '租客' : '企业'} ${name}`.slice(0, 60)

/** Keeps that a signature is asked for, in place of what was under way; a service outside is told when this has committed. */
const beginTask = async (
  acting: Acting,
  signable: Signable,
  { key, p_id }: Held,
  { holder, way, link_id, expires_at }: { holder: string; way: LinkWay; link_id: number; expires_at: number },
): Promise<void> => {
  const { tx, session } = acting
  await withdrawTasks(acting, { resource: signable.resource, record_id: key }, '已重新发起')
  const { code, isOutside } = await chosenProvider(tx)
  const about = { resource: signable.resource, record_id: key, p_id, link_id, expires_at }
  const state = codeOf(signTask, isOutside ? 'preparing' : 'sent')
  const row = { ...about, holder, way, provider: code, state }
  const made = await insertGiving(tx, resourceNamed('sign_task'), row, session.userId, ['sign_task_id'])
  if (isOutside) await tellService(tx, 'create', Number(made.sign_task_id))
}

const newLink = async (acting: Acting, signable: Signable, held: Held, way: LinkWay, seconds: number) => {
  const { tx, session } = acting
  const party = await signable.partyOf(tx, held.key)
  const holder = holderOf(party)
  const about = { purpose: 1, way, resource: signable.resource, record_id: held.key, p_id: held.p_id, holder } as const
  const made = await makeLink(tx, { ...about, seconds, userId: session.userId })
  await withdrawMessages(tx, made.replaced)
  await beginTask(acting, signable, held, { holder, way, ...made })
  return { ...made, party, path: `t/${made.code}` }
}

/**
 * Sends whoever is to sign a record a link by which they do, in place of one that was open: the message is written with it, to the telephone on record, and leaves
 * when this is committed. Throws 409 where no address of this system is set, or there is nobody to sign.
 */
export const inviteBySms = async (acting: Acting, signable: Signable, held: Held): Promise<{ link_id: number; expires_at: number }> => {
  const { tx, now } = acting
  const site = await siteOf(tx)
  if (site === '') throw new CallError(409, '还不能发短信签：请先在“设置 › 网签设置”填写租客打开的网址，或用二维码签')
  const { link_hours } = await readSetting(tx, netSignSetting)
  const { link_id, path, expires_at, party } = await newLink(acting, signable, held, 1, link_hours * HOUR)
  const url = `${site}/${path}`
  const title = '合同待签署'
  const content = `${await operatorName(tx)}请您签署${signable.noun} ${held.title}，请在 ${minuteOf(expires_at)} 前用手机打开：${url} 。链接只给您本人，请勿转发。`
  const about = { resource: party.resource, [resourceNamed(party.resource).key]: party.key }
  await addOutbound(tx, [
    {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({
        type: 'contract.sign',
        timestamp: new Date(now * 1000).toISOString(),
        data: { title, content, url, until: expires_at, ...about },
      }),
      once: linkMessage(link_id),
      resource: party.resource,
      recordId: party.key,
      dials: 'phone',
    },
  ])
  return { link_id, expires_at }
}

/** Gives a link that staff show at the counter, having seen who signs: for half an hour, and nothing is sent. It is whole where an address of this system is set. */
export const inviteAtCounter = async (acting: Acting, signable: Signable, held: Held): Promise<{ link: string; expires_at: number }> => {
  const { path, expires_at } = await newLink(acting, signable, held, 2, QR_SECONDS)
  const site = await siteOf(acting.tx)
  return { link: site === '' ? path : `${site}/${path}`, expires_at }
}
