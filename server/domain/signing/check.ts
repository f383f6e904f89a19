import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Link } from '../../caller/links/link.ts'
import { isUsedNow } from '../../caller/links/makeLink.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import type { KeyHolder } from '../../store/sealing/secretKey.ts'
import { checkAbout, type SigningParty } from '../contract/index.ts'
import { digitsGone, endDigits, sendDigits, takeDigits } from '../link/index.ts'

/** Sends the digits that a link's deed asks for to the telephone on record. Throws as `sendDigits` does. */
export const sendCheck = (
  tx: Tx,
  holder: KeyHolder,
  { link_id }: Link,
  { party: { resource, key }, now }: { party: SigningParty; now: number },
): Promise<{ seconds: number }> =>
  sendDigits(tx, holder, {
    about: checkAbout(link_id),
    type: 'contract.check',
    title: '签署验证码',
    says: (digits, minutes) => `您正在签署租赁合同，验证码 ${digits}，${minutes} 分钟内有效。工作人员不会问您要验证码。`,
    data: { resource, [resourceNamed(resource).key]: key },
    tooOften: '验证码发得太多了，请联系工作人员重发链接',
    ...{ resource, recordId: key, dials: 'phone', now },
  })

/** Takes a try at a link's digits. Throws 400 where they are others, or there are none any more; not where the deed was done meanwhile, which is for the deed to say. */
export const takeCheck = async (db: Database, holder: KeyHolder, link: Link, typed: string): Promise<void> => {
  const isTaken = (await takeDigits(db, holder, checkAbout(link.link_id), typed)) || (await isUsedNow(db, link))
  if (!isTaken) throw digitsGone()
}

/** Has a link's digits be good for nothing any more: they are used. */
export const endCheck = (tx: Tx, { link_id }: Pick<Link, 'link_id'>): Promise<void> => endDigits(tx, [checkAbout(link_id)])
