import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import type { LinkWay } from '../../caller/links/link.ts'
import { makeLink } from '../../caller/links/makeLink.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { linkMessage, withdrawMessages } from '../contract/index.ts'
import { siteOf } from '../netSign/index.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'

type Held = RowOf<typeof contract>

const HOUR = 3600
/** Whoever scans a code stands at the counter. */
const QR_SECONDS = HOUR / 2

/** The tenant of a contract: whom a link is for. */
export interface Signer {
  custom_id: number
  name: string
  /** Masked. */
  phone: string
}

/** Gives the tenant who is to sign a contract; throws 409 where it has none. */
export const signerOf = async (tx: Tx, custom_id: number | null): Promise<Signer> => {
  const { rows } = await sql<Signer>`select custom_id, name, phone from lessee where custom_id = ${custom_id}`.execute(tx)
  if (!rows[0]) throw new CallError(409, '这份合同没有租客，不能由租客签署')
  return rows[0]
}

const newLink = async ({ tx, session }: Acting, row: Held, { name }: Signer, way: LinkWay, seconds: number) => {
  const { contract_id, p_id } = row
  const about = { purpose: 1, way, resource: 'contract', record_id: contract_id, p_id, holder: `租客 ${name}` } as const
  const made = await makeLink(tx, { ...about, seconds, userId: session.userId })
  await withdrawMessages(tx, made.replaced)
  return { ...made, path: `t/${made.code}` }
}

/**
 * Sends the tenant a link by which he signs, in place of one that was open: the message is written with it, to the telephone on record, and leaves when this is
 * committed. Throws 409 where no address of this system is set.
 */
export const inviteBySms = async (acting: Acting, row: Held): Promise<{ link_id: number; expires_at: number }> => {
  const { tx, now } = acting
  const site = await siteOf(tx)
  if (site === '') throw new CallError(409, '还不能发短信签：请先在“设置 › 网签设置”填写租客打开的网址，或用二维码签')
  const signer = await signerOf(tx, row.custom_id)
  const { link_hours } = await readSetting(tx, netSignSetting)
  const { link_id, path, expires_at } = await newLink(acting, row, signer, 1, link_hours * HOUR)
  const url = `${site}/${path}`
  const title = '合同待签署'
  const content = `${await operatorName(tx)}请您签署租赁合同 ${row.sn}，请在 ${minuteOf(expires_at)} 前用手机打开：${url} 。链接只给您本人，请勿转发。`
  await addOutbound(tx, [
    {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({
        type: 'contract.sign',
        timestamp: new Date(now * 1000).toISOString(),
        data: { title, content, url, until: expires_at, resource: 'lessee', custom_id: signer.custom_id },
      }),
      once: linkMessage(link_id),
      resource: 'lessee',
      recordId: signer.custom_id,
      dials: 'phone',
    },
  ])
  return { link_id, expires_at }
}

/** Gives a link that staff show at the counter, having seen who the tenant is: for half an hour, and nothing is sent. It is whole where an address of this system is set. */
export const inviteAtCounter = async (acting: Acting, row: Held): Promise<{ link: string; expires_at: number }> => {
  const { path, expires_at } = await newLink(acting, row, await signerOf(acting.tx, row.custom_id), 2, QR_SECONDS)
  const site = await siteOf(acting.tx)
  return { link: site === '' ? path : `${site}/${path}`, expires_at }
}
