import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import type { StateOf } from '../../../src/core/typed.ts'
import audit from '../../../src/resources/approval/audit.ts'
import contract from '../../../src/resources/contract/contract.ts'
import message from '../../../src/resources/message/message.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { parts } from '../../approvals/audits.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Staff } from '../types.ts'

/** Records of the sample that a message may be about, the first of them first; `whose` is null where they are whoever's may see the project. */
const ABOUT = {
  my_audit: sql`
    select a.audit_id as id, a.p_id, p.user_id as whose from audit a join audit_person p on p.audit_id = a.audit_id and p.part = ${parts.asked}
    where a.status = ${codeOf(audit, 'asking')} order by a.audit_id`,
  contract: sql`
    select contract_id as id, p_id, null::integer as whose from contract_view
    where status = ${codeOf(contract, 'inForce')} and end_date >= current_date order by end_date, contract_id`,
  bill: sql`
    select bill_id as id, p_id, null::integer as whose from bill_view
    where is_void = 0 and paid < price and bill_date < current_date order by bill_date, bill_id`,
  org: sql`select org_id as id, p_id, null::integer as whose from org where state = ${roomStateCode('repair')} order by org_id`,
} as const

/** The first record that a message may be about among those of whoever gets it; none where it is about nothing. */
const aboutFor = (about: keyof typeof ABOUT | undefined, person: number | null) =>
  about
    ? sql`select ${about}::text as resource, a.id from (${ABOUT[about]}) a, account p
        where p.user_id = ${person} and (a.whose = p.user_id or a.whose is null and (p.projects is null or a.p_id = any(p.projects))) limit 1`
    : sql`select null::text as resource, null::integer as id`

/** [whose, days ago, state, title, content, about] */
type Told = readonly [
  who: keyof Staff,
  days: number,
  status: StateOf<typeof message>,
  title: string,
  content: string,
  about?: keyof typeof ABOUT,
]

const TOLD: readonly Told[] = [
  ['admin', 20, 'trash', '示例数据已就绪', '系统已写入一家示例运营单位，可随意试用；正式使用前请在“设置 › 数据与下载”清空。'],
  ['admin', 12, 'read', '有审批待处理', '周敏 提交了合同签订审批，请在“审批列表 › 待我审批”中处理。'],
  ['admin', 6, 'read', '本月收缴情况', '本月租金账单已生成，可在“租金收缴台账”中查看各项目收缴率。'],
  ['admin', 2, 'unread', '有审批待处理', '周敏 提交了退租审批，请在“审批列表 › 待我审批”中处理。', 'my_audit'],
  ['admin', 1, 'unread', '合同即将到期', '有合同将在 30 天内到期，请安排续签或退租。', 'contract'],
  ['guanjia', 15, 'trash', '看房预约已取消', '申请人取消了一次看房预约，对应时段已空出。'],
  ['guanjia', 8, 'read', '审批已通过', '你提交的合同签订审批已由 系统管理员 通过。'],
  ['guanjia', 3, 'unread', '今日看房预约', '请在“看房预约”中查看今日的安排，并提前联系申请人。'],
  ['guanjia', 1, 'unread', '房间维修已满 7 天', '有房间转为维修已超过 7 天，请确认是否可以恢复出租。', 'org'],
  ['caiwu', 14, 'trash', '代扣结果已导入', '上月代扣批次的结果文件已导入，失败的账单可在“代扣列表”中重试。'],
  ['caiwu', 7, 'read', '账单已生成', '本月租金账单已生成，请核对后通知租客。'],
  ['caiwu', 2, 'unread', '有账单逾期', '有账单已逾期 15 天未收，请在“账单列表”中查看并催缴。', 'bill'],
]

/** Fills the message centre of the sample's accounts, oldest first. */
export const addMessages = async (tx: Tx, staff: Staff): Promise<void> => {
  for (const [who, days, status, title, content, about] of TOLD.toSorted((a, b) => b[1] - a[1]))
    await sql`
      insert into message (account_id, title, content, status, create_time, resource, record_id)
      select ${staff[who]}::integer, ${title}, ${content}, ${codeOf(message, status)}, extract(epoch from current_date - ${days}::integer)::bigint + 34200,
        about.resource, about.id
      from (values (true)) one left join (${aboutFor(about, staff[who])}) about on true
      where ${staff[who]}::integer is not null
    `.execute(tx)
}
