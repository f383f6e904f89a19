import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { wordsOf } from '../../../src/derive/template.ts'
import { maskName } from '../../../src/protocol/masks.ts'
import type { ShownPart, SigningView } from '../../../src/protocol/signing.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import type { Link } from '../../caller/links/link.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { type PaperValues, paperParts, paperValues } from '../contract/index.ts'

/** Names are masked as numbers are: the page is seen before it is known whose phone it is. */
const masked = ({ texts, plan }: TemplateValues): TemplateValues => ({ texts: { ...texts, 租客姓名: maskName(texts.租客姓名) }, plan })

/** Gives the contract that a link is about, as its paper would say it. */
const paperOf = async (db: Queryable, { record_id }: Link, now: number): Promise<PaperValues> => {
  const paper = (await paperValues(db, [record_id], now)).get(record_id)
  if (!paper) throw new CallError(404)
  return paper
}

/** Gives what the tenant's page shows. */
export const viewOf = async (db: Queryable, link: Link, now: number): Promise<SigningView> => {
  const paper = await paperOf(db, link, now)
  const { texts } = paper.values
  const parts = await paperParts(db, { ...paper, values: masked(paper.values) }, false)
  const { rows } = await sql<{ phone: string | null }>`
    select l.phone from contract c join lessee l on l.custom_id = c.custom_id where c.contract_id = ${link.record_id}
  `.execute(db)
  return {
    isSigned: link.isUsed,
    operator: texts.出租方,
    tenant: maskName(texts.租客姓名),
    phone: link.way === 1 ? (rows[0]?.phone ?? '') : null,
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
