import { defineForm, type Field } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason, yesNo } from '../common.ts'
import { layoutFile } from '../layoutFile.ts'

/** What a line of a statement is. */
export const lineKinds = { 1: '收付', 2: '手续费', 3: '退款', 4: '在途划转', 5: '利息' } as const

/** How a line came to agree with the books. */
export const settledBy = { 1: '勾对流水', 2: '由此入账', 3: '资金划转', 4: '不入账' } as const

/** What moves between the operator's own accounts, or between one of them and the bank itself. */
export const transferKinds = { 1: '内部转账', 2: '手续费', 3: '利息收入', 4: '手续费退回' } as const

/** Why the bank's balance and the books' are not the same (银行存款余额调节表). */
export const openKinds = { 1: '银行已收、企业未收', 2: '银行已付、企业未付', 3: '企业已收、银行未收', 4: '企业已付、银行未付' } as const

/** Which column of a file says what: the field's title is what it says, its value the heading in the file. */
export const headings = {
  day: '日期',
  time: '时间',
  income: '收入',
  outgo: '支出',
  amount: '金额',
  way: '收支标志',
  balance: '余额',
  party: '对方户名',
  account: '对方账号',
  note: '摘要',
  serial: '流水号',
} as const

const heading = (title: string): Field => ({ type: 'string', title: `${title}的列名`, maxLength: 60 })

const account = {
  type: 'integer',
  title: '账户',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': { call: '/api/own_account/choose', value: 'own_account_id', label: 'name', search: 'keyword' },
} as const satisfies Field

const asked = {
  own_account_id: { ...account, description: '对账单是本单位哪个账户的', 'x-msg': { required: '请选择账户' } },
  closing: {
    type: 'integer',
    title: '期末余额',
    description: '对账单上的期末余额；文件里没有余额、也没有合计的必须填，由此看出文件是否完整',
    'x-is': 'fen',
    minimum: -MAX_FEN,
    maximum: MAX_FEN,
  },
  enters: {
    type: 'integer',
    title: '收款自动入账',
    description: '是：对不上流水的收款由系统登记成流水；否：留着未对上，由人处理',
    'x-is': 'radio',
    oneOf: yesNo,
    default: 1,
  },
  p_id: {
    type: 'integer',
    title: '项目',
    description: '账户只收一个项目的钱时选；负责全部项目的可以不选',
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
  },
} as const satisfies Record<string, Field>

const told = {
  day: { ...heading(headings.day), 'x-section': '列名（认不出表头时填，填过一次就记住）' },
  time: heading(headings.time),
  income: heading(headings.income),
  outgo: heading(headings.outgo),
  amount: heading(headings.amount),
  way: heading(headings.way),
  balance: heading(headings.balance),
  party: heading(headings.party),
  account: heading(headings.account),
  note: heading(headings.note),
  serial: heading(headings.serial),
} as const satisfies Record<keyof typeof headings, Field>

/** What goes with a statement's file. */
export const readForm = defineForm({
  title: '导入对账单',
  type: 'object',
  properties: { ...asked, ...told },
  required: ['own_account_id'],
  additionalProperties: false,
})

/** 导入对账单: the file that a bank, 微信支付 or 支付宝 gave. */
export const statementForm = defineForm({
  title: '导入对账单',
  description: '整个文件一次读入：有一行不对，就一行也不读入；以前读过的行不会重复。文件本身不保存，只记它的校验值。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    own_account_id: asked.own_account_id,
    file: {
      ...layoutFile,
      'x-file': '.csv,.xlsx',
      description: '银行、微信支付、支付宝的对账单：CSV（UTF-8 或 GBK）或 Excel（.xlsx），至多 50,000 行',
    },
    closing: asked.closing,
    enters: asked.enters,
    p_id: asked.p_id,
    ...told,
  },
  required: ['own_account_id', 'file'],
  additionalProperties: false,
})

/** 勾对: which entries are the line's money. */
export const tickForm = defineForm({
  title: '勾对',
  description: '选中的流水合计须等于这一行的金额，收支方向与账户相同；一行可对几笔（POS、代扣的合并到账用“资金划转”）。',
  type: 'object',
  properties: {
    flows: {
      type: 'array',
      title: '流水',
      description: '按交易人查找',
      'x-is': 'refs',
      'x-lookup': { call: '/api/flow/index', value: 'flow_id', label: ['custom_name', 'sn'], search: 'custom_name', anyProject: true },
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请选择流水', minItems: '请选择流水' },
    },
  },
  required: ['flows'],
  additionalProperties: false,
})

/** 退款 of a line: of which receipt it gives something back. */
export const lineRefundForm = defineForm({
  title: '退款',
  description: '这一行是退给付款人的钱：记成那笔收款的退款，冲未核销的余额，不算费用。已经核销的先撤销核销。',
  type: 'object',
  properties: {
    flow_id: {
      title: '退的是哪笔收款',
      description: '按付款人查找，只列还有未核销余额的',
      'x-is': 'ref',
      'x-lookup': {
        call: '/api/open_receipt/index',
        value: 'flow_id',
        label: ['custom_name', 'sn'],
        search: 'custom_name',
        anyProject: true,
      },
      ...anId,
      'x-msg': { required: '请选择收款' },
    },
    why: reason('退款原因', '退款原因必填'),
  },
  required: ['flow_id', 'why'],
  additionalProperties: false,
})

/** 银行退回 of a line: which entries' money it is that went back. A settlement pays rent that was not used and the deposit by one transfer. */
export const lineBounceForm = defineForm({
  title: '银行退回',
  description:
    '付出去又退回来的（退汇），或收到又被划走的（冲正、退票）：按这一行的日期红冲那几笔，核销过的账单恢复未付，付的退款、结算可以再付。',
  type: 'object',
  properties: {
    flows: {
      type: 'array',
      title: '退回的是哪几笔',
      description:
        '半年以内同一账户、收支相反的：同样金额的，和同一户名（或查找的交易人）金额小些的；几笔合在一起付的，选到合计是这一行的金额',
      'x-is': 'refs',
      'x-lookup': {
        call: '/api/statement_line/bounced',
        value: 'flow_id',
        label: ['custom_name', 'sn', 'said'],
        search: 'keyword',
        about: true,
        anyProject: true,
      },
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请选择退回的流水', minItems: '请选择退回的流水' },
    },
    why: reason('退回原因', '退回原因必填'),
  },
  required: ['flows', 'why'],
  additionalProperties: false,
})

/** 资金划转 of a line: from or to which other account, or what the bank took or gave by itself. */
export const lineTransferForm = defineForm({
  title: '资金划转',
  type: 'object',
  properties: {
    moves: {
      type: 'integer',
      title: '事项',
      oneOf: choices(transferKinds),
      'x-is': 'radio',
      'x-wide': true,
      default: 1,
      'x-msg': { required: '请选择事项' },
    },
    other: {
      ...account,
      title: '另一账户',
      description: '收入：从哪个账户转来；支出：转到哪个账户',
      'x-when': { moves: 1 },
      'x-required': { moves: 1 },
      'x-msg': { required: '请选择另一账户' },
    },
    batch_id: {
      type: 'integer',
      title: '代扣批次',
      description: '这笔是哪个代扣批次的到账；在途的都到了，批次就是已到账',
      'x-is': 'ref',
      ...idRange,
      'x-when': { moves: 1 },
      'x-lookup': { call: '/api/withhold/awaiting', value: 'batch_id', label: ['sn', 'said'], anyProject: true },
    },
    fee: {
      type: 'integer',
      title: '手续费',
      description: '到账时已扣的手续费：转出账户减少的是到账金额加手续费',
      'x-is': 'fen',
      minimum: 0,
      maximum: MAX_FEN,
      default: 0,
      'x-when': { moves: 1 },
      'x-msg': { minimum: '手续费不能小于0' },
    },
  },
  required: ['moves'],
  additionalProperties: false,
})

/** 不入账: a line that the books have otherwise, such as one before they were begun here. */
export const asideForm = defineForm({
  title: '不入账',
  description: '例如建账以前的收付，已在期初余额里。',
  type: 'object',
  properties: { reason: reason('原因', '原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
