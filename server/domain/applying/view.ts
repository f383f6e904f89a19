import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf, codesOf, wordsOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import material from '../../../src/resources/application/material.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { ApplyStage, ApplyView, AskedPaper } from '../../../src/schemas/application/applying.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readRow } from '../../store/reading/list.ts'
import { operatorName } from '../system/index.ts'
import { heldWords } from '../waiting/index.ts'
import { type Draft, typedOf } from './drafts.ts'
import { ASKED, applyForm, mendForm } from './form.ts'
import { isOver } from './over.ts'

/** The papers that the lists ask for, of each nature. */
const askedPapers = async (db: Queryable): Promise<AskedPaper[]> => {
  const { rows } = await sql<AskedPaper>`
    select rule_id as paper, name, nature, need = 1 as "isRequired", coalesce(note, '') as note, 0 as handed, '' as state, '' as reason
    from material_rule where retired = 0 order by rule_id
  `.execute(db)
  return rows
}

/** The papers of an application, with what became of each. */
const ownPapers = async (db: Queryable, apply_id: number): Promise<AskedPaper[]> => {
  const { rows } = await sql<Omit<AskedPaper, 'state'> & { status: number }>`
    select m.material_id as paper, m.name, q.nature, m.need = 1 as "isRequired", coalesce(r.note, '') as note, cardinality(m.files) as handed,
      m.status, coalesce(m.reason, '') as reason
    from material m join qualification q using (apply_id) left join material_rule r using (rule_id) where apply_id = ${apply_id} order by material_id
  `.execute(db)
  const words = wordsOf(material)
  return rows.map(({ status, ...paper }) => ({ ...paper, state: words[status] ?? '' }))
}

interface Standing {
  status: number
  reason: string | null
  queue: number | null
  rank: number | null
  /** The room that is held for them, as people call it; '' where none is. */
  room: string
  held_until: number | null
  /** Another application may be made. */
  is_over: boolean
}

/** Says how someone waits: as what, for which room, until when to answer. */
const waitsAs = ({ queue, rank, room, held_until }: Standing): string => {
  if (queue === codeOf(waiting, 'queued') && rank !== null) return `目前排在第 ${rank} 位，以公示为准。`
  if (queue === codeOf(waiting, 'called') && held_until !== null) return heldWords(room, held_until)
  if (queue === codeOf(waiting, 'chosen')) return `您已选定 ${room}，请等候通知签约。`
  return `轮候状态：${wordsOf(waiting)[queue ?? 0] ?? '已办结'}。`
}

/** Says how an application stands, to whom it is of. */
const stageOf = (standing: Standing): ApplyStage => {
  const { status, reason } = standing
  if (status === codeOf(qualification, 'returned')) return { name: 'returned', title: '请补正', said: reason ?? '' }
  if (status === codeOf(qualification, 'rejected')) return { name: 'decided', title: '没有通过', said: reason ?? '' }
  if (status === codeOf(qualification, 'withdrawn'))
    return { name: 'decided', title: '已撤回', said: '您撤回了这份申请，不再审核。要再申请的，点“重新申请”。' }
  if (status === codeOf(qualification, 'passed')) return { name: 'decided', title: '审核通过', said: '正在安排轮候，请留意短信与公示。' }
  if (status !== codeOf(qualification, 'queued'))
    return { name: 'waiting', title: '已提交，待审核', said: '工作人员审核后短信通知您；要补正的，打开这个页面修改。' }
  // Why is in words for staff: whoever is asked says it in others.
  if (standing.queue === codeOf(waiting, 'void'))
    return { name: 'decided', title: '轮候已作废', said: '这份申请不再轮候，原因请问工作人员。要再申请的，点“重新申请”。' }
  return { name: 'decided', title: '审核通过，已进入轮候', said: waitsAs(standing) }
}

/** What the applicant may do with it, beside mending it. */
const mayOf = ({ status, is_over }: Standing): ApplyView['may'] => {
  if (codesOf(qualification, ['submitted', 'returned']).includes(status)) return 'withdraw'
  return is_over ? 'again' : 'nothing'
}

const FILLING: ApplyStage = { name: 'filling', title: '填写申请', said: '' }

const standingOf = async (db: Queryable, apply_id: number): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select q.status, q.reason, w.status as queue, w.rank, w.held_until, concat_ws(' ', o.region_name, o.unit_floor) as room, ${isOver} as is_over
    from qualification q left join waiting_view w on w.apply_id = q.apply_id left join org o on o.org_id = w.org_id where q.apply_id = ${apply_id}
  `.execute(db)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

/** What the application says now, its numbers masked: what a telephone begins to mend with. */
const writtenIn = async (db: Queryable, apply_id: number): Promise<Record<string, unknown>> => {
  const row = await readRow(db, resourceNamed('qualification'), apply_id, null, resourceNamed)
  const members = await sql<object>`
    select member_id, name, relation, card from member where apply_id = ${apply_id} order by member_id
  `.execute(db)
  return { ...Object.fromEntries(ASKED.map((name) => [name, row[name] ?? undefined])), members: members.rows, photos: [] }
}

const photosOf = async (db: Queryable, { photos }: Draft): Promise<Record<number, string>> => {
  const { rows } = await sql<{ img_id: number; name: string }>`
    select img_id, coalesce(name, '照片') as name from file where img_id = any(${photos}::integer[])
  `.execute(db)
  return Object.fromEntries(rows.map(({ img_id, name }) => [img_id, name]))
}

/** Gives what the applicant's page shows. */
export const viewOf = async (db: Queryable, draft: Draft): Promise<ApplyView> => {
  const { apply_id, p_id, phone, keep_until } = draft
  const projects = await sql<{ const: number; title: string }>`
    select p_id as const, name as title from project order by p_id
  `.execute(db)
  const shown = {
    operator: await operatorName(db),
    phone,
    keptUntil: keep_until,
    projects: projects.rows,
    photos: await photosOf(db, draft),
  }
  if (apply_id === null) {
    const begun = { ...(p_id === null ? {} : { p_id }), members: [], photos: [] }
    return {
      ...shown,
      stage: FILLING,
      may: 'nothing',
      form: applyForm(),
      papers: await askedPapers(db),
      typed: typedOf(db, draft) ?? begun,
    }
  }
  const standing = await standingOf(db, apply_id)
  const stage = stageOf(standing)
  // What was typed to mend it is of no account once it need not be mended.
  const typed = stage.name === 'returned' ? typedOf(db, draft) : null
  return {
    ...shown,
    stage,
    may: mayOf(standing),
    form: mendForm(),
    papers: await ownPapers(db, apply_id),
    typed: typed ?? (await writtenIn(db, apply_id)),
  }
}
