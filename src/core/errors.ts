/** Every code a call can answer with (design.md, Protocol), its HTTP status and its default message. docs/errors.md is generated from it. */
export const errorTable = {
  200: { http: 200, zh: '', en: '', when: '成功' },
  302: { http: 200, zh: '登录已失效，请重新登录', en: 'please log in again', when: '没有会话、会话过期、在别处退出、账号被停用或密码已改' },
  400: { http: 200, zh: '提交的内容有误', en: 'bad request', when: '参数不合规则；msg 是第一条不满足的规则，data.field 是字段' },
  401: { http: 200, zh: '签名错误', en: 'bad signature', when: 'sign 不对，或 stime 超出 600 秒；data.time 是服务器时间（秒）' },
  403: { http: 200, zh: '没有权限', en: 'no permission', when: '角色没有这个接口的权限' },
  404: { http: 200, zh: '记录不存在', en: 'not found', when: '记录或路径不存在，或不在账号的项目范围内' },
  405: { http: 405, zh: '请求方式不支持', en: 'method not allowed', when: '不是 POST' },
  409: {
    http: 200,
    zh: '该记录已被他人修改，请刷新后重试',
    en: 'changed by someone else',
    when: '记录被他人改过，或当前状态不允许此操作，或重复',
  },
  413: { http: 413, zh: '提交的内容过大', en: 'too large', when: '请求体或文件超过上限' },
  429: {
    http: 200,
    zh: '操作过于频繁，请稍后再试',
    en: 'too many requests',
    when: '登录或记录错误日志过于频繁，未完成的导出、导入过多，同类的慢操作（图片、统计、查找）正在排队，或数据库连接十秒内都被占用；data.seconds 是需等待的秒数',
  },
  500: { http: 500, zh: '系统繁忙，请稍后再试', en: 'internal error', when: '服务器自身故障；msg 带编号，日志里有同一个编号' },
} as const

export type ErrorCode = Exclude<keyof typeof errorTable, 200>

/** A refusal that the caller reads: `code` and `msg` of the envelope, `data` for what helps to mend it. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly data: unknown
  constructor(code: ErrorCode, msg: string = errorTable[code].zh, data: unknown = null) {
    super(msg)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}
