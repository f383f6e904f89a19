import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { wordsOf } from '../../../src/derive/template.ts'
import { maskName } from '../../../src/protocol/masks.ts'
import type { ShownPart, SigningService, SigningView } from '../../../src/protocol/signing.ts'
import signTask from '../../../src/resources/signing/signTask.ts'
import { signers } from '../../../src/schemas/settings/netSign.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import type { Link } from '../../caller/links/link.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { type PaperValues, paperParts } from '../contract/index.ts'
import { signableOf } from './signables.ts'
import { taskOfLink } from './tasks.ts'

/** Names are masked as numbers are: the page is seen before it is known whose phone it is. */
const masked = ({ texts, plan }: TemplateValues): TemplateValues => ({ texts: { ...texts, 租客姓名: maskName(texts.租客姓名) }, plan })

/** Gives what a link is about, as its paper would say it. */
const paperOf = async (db: Queryable, { resource, record_id }: Link, now: number): Promise<PaperValues> => {
  const paper = await signableOf(resource).paperOf(db, record_id, now)
  if (!paper) throw new CallError(404)
  return paper
}

/** Gives where a link leads, where it is signed at a service outside; null where it is signed on our page. */
export const serviceOfLink = async (db: Queryable, link: Link): Promise<SigningService | null> => {
  const task = await taskOfLink(db, link)
  // What a service signs was begun with it, whatever is set by now: it is prepared, or it has a number there.
  if (!task || (task.outside_id === null && task.state !== codeOf(signTask, 'preparing'))) return null
  const name = signers[task.provider as keyof typeof signers]
  if (task.url === null) return { name, is: 'preparing', url: null }
  return { name, is: task.signed_at === null ? 'open' : 'signed', url: task.url }
}

/** Gives what the tenant's page shows. */
export const viewOf = async (db: Queryable, link: Link, now: number): Promise<SigningView> => {
  const paper = await paperOf(db, link, now)
  const { texts } = paper.values
  const parts = await paperParts(db, { ...paper, values: masked(paper.values) }, false)
  const service = await serviceOfLink(db, link)
  const { partyOf, noun, isForCompany } = signableOf(link.resource)
  const { phone } = await partyOf(db, link.record_id)
  return {
    isSigned: link.isUsed,
    service,
    operator: texts.出租方,
    ...{ noun, isForCompany },
    tenant: isForCompany ? texts.企业名称 : maskName(texts.租客姓名),
    phone: link.way === 1 && !service ? phone : null,
    sn: paper.sn,
    room: [texts.小区, texts.房号].filter(Boolean).join(' '),
    term: `${texts.开始日期} 至 ${texts.结束日期}`,
    rent: texts.月租金,
    deposit: texts.押金,
    until: link.expires_at,
    parts: parts.map((part): ShownPart => (part.is === 'table' ? part : { is: part.is, text: wordsOf(part.pieces) })),
  }
}

/** Gives what the PDF of a contract that is not signed yet is drawn from: masked, as the page shows it. */
export const previewValues = async (db: Queryable, link: Link, now: number): Promise<Record<string, unknown>> => {
  const paper = await paperOf(db, link, now)
  const parts = await paperParts(db, { ...paper, values: masked(paper.values) }, false)
  const said = ['这是待签署的合同，供阅读；签署后的电子合同带有完整的身份信息与数字签名。']
  return { title: `合同 ${paper.sn}`, number: '', sn: paper.sn, parts, numbers: {}, said }
}
