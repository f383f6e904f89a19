import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { isMasked } from '../../../src/protocol/masks.ts'
import material from '../../../src/resources/application/material.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import type { Link } from '../../caller/links/link.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { deleteRows, insertRow, insertRows, updateRow } from '../../store/writing/write.ts'
import { checkPhotos, letPhotosGo, numberOf } from '../telephone/index.ts'
import { applyDoor } from './door.ts'
import { type Draft, holdDraft, keepTyped } from './drafts.ts'
import { ASKED, MAX_OF_PAPER, SETTLED } from './form.ts'

type Params = Readonly<Record<string, unknown>>

interface Member {
  member_id?: number
  name: string
  relation: number
  card: string
}

/** What an applicant submits, its rules checked. */
interface Submitted {
  members: readonly Member[]
  photos: readonly { paper: number; file_id: number }[]
  values: Readonly<Record<string, unknown>>
}

/** Throws 400 where somebody, the applicant first, is named twice: by how many they are the income is judged. What is left masked the store compares (person_once). */
const refuseTwice = (cards: readonly unknown[]): void => {
  const twice = cards.findIndex((card, place) => !isMasked(card) && cards.indexOf(card) < place)
  if (twice > 0) throw new CallError(400, '申请人本人不列为家庭成员，每人只登记一次', { field: `members.${twice - 1}.card` })
}

/** Gives what was submitted, told apart. Throws 400 for somebody who is named twice, for photographs that were not sent by this link, or too many of one paper. */
const submittedOf = (draft: Draft, params: Params): Submitted => {
  const { members = [], photos = [] } = params as { members?: Member[]; photos?: { paper: number; file_id: number }[] }
  checkPhotos(
    draft,
    photos.map(({ file_id }) => file_id),
  )
  if (Object.values(groupBy(photos, ({ paper }) => paper)).some((some) => some.length > MAX_OF_PAPER))
    throw new CallError(400, `一种材料最多${MAX_OF_PAPER}张照片`, { field: 'photos' })
  refuseTwice([params.card, ...members.map(({ card }) => card)])
  return { members, photos, values: Object.fromEntries(ASKED.map((name) => [name, params[name] ?? null])) }
}

/** What nobody has written down yet cannot be left as it is. */
const refuseMasks = ({ values, members }: Submitted): void => {
  const refusal = (field: string): CallError => new CallError(400, '请检查身份证号', { field })
  if (isMasked(values.card)) throw refusal('card')
  for (const [place, { card, member_id }] of members.entries())
    if (isMasked(card) || member_id !== undefined) throw refusal(`members.${place}.card`)
}

type Paper = Row<'material', 'material_id' | 'status' | 'files'>

const papersOf = async ({ tx }: Acting, apply_id: number, by: 'rule_id' | 'material_id'): Promise<ReadonlyMap<number, Paper>> => {
  const { rows } = await sql<Paper & { paper: number }>`
    select ${sql.ref(by)} as paper, material_id, status, files from material where apply_id = ${apply_id}
  `.execute(tx)
  return new Map(rows.map((row) => [row.paper, row]))
}

/** Hands the photographs in with the papers that they are of; those of a paper that does not do take the place of what was there. */
const bring = async (acting: Acting, papers: ReadonlyMap<number, Paper>, { photos }: Submitted): Promise<void> => {
  for (const [paper, some] of Object.entries(groupBy(photos, ({ paper }) => paper))) {
    const asked = papers.get(Number(paper))
    if (!asked) throw new CallError(400, '材料清单变了，请刷新页面', { field: 'photos' })
    const files = [...(asked.status === codeOf(material, 'handed') ? asked.files : []), ...some.map(({ file_id }) => file_id)]
    if (files.length > MAX_OF_PAPER) throw new CallError(400, `一种材料最多${MAX_OF_PAPER}张照片`, { field: 'photos' })
    await moveBySystem(acting, 'material', 'bring', [asked.material_id], { files })
  }
}

/** The photographs are the papers' from now on; those that were taken back before are nobody's. */
const letGo = (tx: Tx, { draft_id }: Draft, { photos }: Submitted): Promise<void> =>
  letPhotosGo(
    tx,
    applyDoor,
    draft_id,
    photos.map(({ file_id }) => file_id),
  )

/** Makes an application of what was filled in: it is 待审核 from then on, as one that staff have registered. Throws 400 as registering does. */
export const submitNew = async (acting: Acting, draft: Draft, params: Params): Promise<void> => {
  const { tx, now } = acting
  const submitted = submittedOf(draft, params)
  const { members, values } = submitted
  refuseMasks(submitted)
  const [resource, member] = [resourceNamed('qualification'), resourceNamed('member')]
  await belongingOf(tx, resource, values, null, resourceNamed)
  const phone = await numberOf(tx, applyDoor, draft.draft_id)
  const apply_id = await insertRow(tx, resource, { ...values, phone, family_size: members.length + 1, source: 2 }, null)
  const p_id = values.p_id
  if (members.length > 0)
    await insertRows(
      tx,
      member,
      members.map((one) => ({ ...one, apply_id, p_id })),
      null,
    )
  await bring(acting, await papersOf(acting, apply_id, 'rule_id'), submitted)
  await keepTyped(tx, draft, null, now)
  await letGo(tx, draft, submitted)
  await moveBySystem(acting, 'application_draft', 'submit', [draft.draft_id], { apply_id, p_id })
}

/** Writes the household anew: who is not named any more is not of it. */
const mendMembers = async ({ tx }: Acting, apply_id: number, p_id: number, members: readonly Member[]): Promise<void> => {
  const member = resourceNamed('member')
  const { rows } = await sql<{ member_id: number }>`select member_id from member where apply_id = ${apply_id}`.execute(tx)
  const [before, kept] = [rows.map((row) => row.member_id), members.flatMap(({ member_id }) => member_id ?? [])]
  if (kept.some((key) => !before.includes(key))) throw new CallError(400, '家庭成员变了，请刷新页面', { field: 'members' })
  await deleteRows(
    tx,
    member,
    before.filter((key) => !kept.includes(key)),
    null,
  )
  for (const [place, { member_id, card, ...said }] of members.entries()) {
    if (member_id === undefined && isMasked(card)) throw new CallError(400, '请检查身份证号', { field: `members.${place}.card` })
    const values = { ...said, ...(isMasked(card) ? {} : { card }) }
    if (member_id === undefined) await insertRow(tx, member, { ...values, apply_id, p_id }, null)
    else await updateRow(tx, member, member_id, undefined, values, null)
  }
}

/** Holds an application that is to be mended, and gives its project. Throws 409 where nobody asks for it: it is submitted, or decided. */
const holdReturned = async (tx: Tx, apply_id: number): Promise<number> => {
  const { rows } = await sql<Row<'qualification', 'status' | 'p_id'>>`
    select status, p_id from qualification where apply_id = ${apply_id} for no key update
  `.execute(tx)
  const [row] = rows
  if (row?.status === codeOf(qualification, 'returned')) return row.p_id
  const isEnded = row && codesOf(qualification, ['rejected', 'withdrawn', 'queued']).includes(row.status)
  throw new CallError(409, isEnded ? '申请已办结，不能再补正，请刷新页面' : '申请已提交，现在不用补正')
}

/** Holds the draft that a link is about while something is typed or photographed for it. Throws 409 where it is submitted and nobody asks for more. */
export const holdOpen = async (tx: Tx, link: Pick<Link, 'record_id'>): Promise<Draft> => {
  const draft = await holdDraft(tx, link)
  if (draft.apply_id !== null) await holdReturned(tx, draft.apply_id)
  return draft
}

/** Takes back an application that is not decided. Throws 409 where there is none, or it is with a second person or decided. */
export const withdraw = async (acting: Acting, { apply_id }: Draft): Promise<void> => {
  if (apply_id === null) throw new CallError(409, '还没有提交，不用撤回')
  await moveBySystem(acting, 'qualification', 'withdraw', [apply_id], { reason: '申请人在手机上撤回' })
}

/** Mends an application that was sent back, and submits it again. What its papers hang on stays. Throws 409 where nobody asks for it. */
export const mend = async (acting: Acting, draft: Draft, apply_id: number, params: Params): Promise<void> => {
  const { tx, now } = acting
  const p_id = await holdReturned(tx, apply_id)
  const submitted = submittedOf(draft, params)
  const { members, values } = submitted
  const said = Object.entries(values).filter(([name, value]) => !SETTLED.includes(name) && !isMasked(value))
  const mended = { ...Object.fromEntries(said), family_size: members.length + 1 }
  await updateRow(tx, resourceNamed('qualification'), apply_id, undefined, mended, null)
  await mendMembers(acting, apply_id, p_id, members)
  await bring(acting, await papersOf(acting, apply_id, 'material_id'), submitted)
  await moveBySystem(acting, 'qualification', 'mend', [apply_id])
  await keepTyped(tx, draft, null, now)
  await letGo(tx, draft, submitted)
}
